import { foreignText, HankelError, messageOf, quote } from "@hankel/core";
import type { Report } from "../box.ts";
import { LaneFailure } from "../pool/lane.ts";
import { sleep } from "../pool/sleep.ts";
import { type Clock, PATIENCE, systemClock } from "../pool/time.ts";
import { isUnreachable } from "../pool/unreachable.ts";
import { isObject, parseReply, type Reply } from "../wire/messages.ts";
import type { HttpClient, HttpReply } from "./http-client.ts";

/** How often a request is sent before it fails, unless the server cannot be reached or says that it is busy. */
const TRIES = 6;
/** The pause before the next try, in milliseconds; it doubles each time. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 10_000;
/** A longer Retry-After, in seconds, ends the run. */
const LONGEST_RETRY_AFTER = 600;
/** The server, or a gateway in front of it, is there, but cannot answer now. */
const BUSY = new Set([429, 502, 503, 504]);

/** The time and the luck of a client; those of the system unless given. */
export interface Circumstances {
  readonly clock?: Clock | undefined;
  /** A random number from 0 up to 1. */
  readonly random?: (() => number) | undefined;
  /** How long a server that is away is waited for, in seconds. */
  readonly patience?: number | undefined;
}

export type Exchanges = ReturnType<typeof exchangesWith>;

/** Exchanges with one server: patient while it is overloaded, and over once they are closed. */
export function exchangesWith(
  client: HttpClient,
  report: Report,
  { clock = systemClock, random = Math.random, patience = PATIENCE }: Circumstances = {},
) {
  const closed = new AbortController();
  /** Has the server ever answered? Until then its address may be wrong, and nobody waits for long. */
  let known = false;

  /** Posts a body, again and again after overload and broken connections. */
  const post = async (body: string, signal: AbortSignal | undefined): Promise<HttpReply> => {
    const refuseIfStopped = () => {
      const stopped = closed.signal.aborted
        ? "it was closed"
        : signal?.aborted
          ? "the run was stopped"
          : undefined;
      if (stopped !== undefined) throw new LaneFailure(stopped, { suspect: false, final: true });
    };
    const since = clock.now();
    let failures = 0;
    for (let attempt = 1; ; attempt++) {
      const reply = await client.post(body).catch((error: Error) => error);
      const problem = reply instanceof Error ? reply.message : retryable(reply);
      if (problem === undefined) {
        known = true;
        return reply as HttpReply;
      }
      refuseIfStopped();
      const away = known && isAway(reply) && clock.now() - since < patience * 1000;
      if (!away && ++failures >= TRIES)
        throw new LaneFailure(`${problem}, ${attempt} times in a row`, { final: true });
      const pause = pauseBefore(attempt, reply instanceof Error ? undefined : reply, random);
      report(`the server: ${problem}; trying again in ${(pause / 1000).toFixed(1)} s`);
      // A signal ends the pause, and there are no more tries.
      await sleep(pause, [closed.signal, signal], clock);
      refuseIfStopped();
    }
  };

  return {
    get closed(): boolean {
      return closed.signal.aborted;
    },
    close(): void {
      closed.abort();
      client.close();
    },
    /** A message about a reply, without the secrets that it may repeat. */
    redact: client.redact,
    /** Posts a body and reads the reply. Rejects with a `LaneFailure`; `final` says whether a wrong reply is asked again. */
    async ask<T>(
      body: string,
      decode: (reply: Reply) => T,
      { signal, final = false }: { readonly signal?: AbortSignal | undefined; readonly final?: boolean },
    ): Promise<T> {
      const { status, text } = await post(body, signal);
      if (status !== 200) throw new LaneFailure(`status ${status}${reasonIn(text)}`, { final: true });
      try {
        return decode(parseReply(text, client.room));
      } catch (error) {
        throw new LaneFailure(client.redact(messageOf(error)), { final });
      }
    },
  };
}

/** Can the server not be reached, or does it say that it is busy? */
function isAway(reply: HttpReply | Error): boolean {
  if (!(reply instanceof Error)) return BUSY.has(reply.status);
  // A connection that breaks is another matter: what was asked may have brought the server down.
  return isUnreachable(reply);
}

/** The problem when the server is overloaded or failing, so that a retry may help; otherwise undefined. */
function retryable({ status, text }: HttpReply): string | undefined {
  return status === 429 || status >= 500 ? `status ${status}${excerpt(text)}` : undefined;
}

/** Why a server refused, in its own words; what is no JSON is shown as it is. */
function reasonIn(text: string): string {
  try {
    const { error } = parseReply(text);
    const message = isObject(error) ? error["message"] : error;
    return message === undefined ? excerpt(text) : `: ${foreignText(message)}`;
  } catch {
    return excerpt(text);
  }
}

/** The beginning of an answer, for a message. */
function excerpt(text: string): string {
  return text.trim() === "" ? "" : ` (${quote(text.trim())})`;
}

/**
 * A pause that doubles, or a longer one that the server asks for: a server that asks for none at all would be asked without
 * end. Jitter keeps lanes from retrying at the same moment.
 */
function pauseBefore(attempt: number, reply: HttpReply | undefined, random: () => number): number {
  const asked = reply?.retryAfter === undefined ? 0 : secondsOf(reply.retryAfter, reply.date);
  if (asked > LONGEST_RETRY_AFTER) {
    // It has nothing to do with the word that was asked.
    throw new HankelError(
      "teacher",
      `the server asks to wait ${asked} seconds before the next request (Retry-After), longer than the ${LONGEST_RETRY_AFTER} that are waited; ` +
        "start the run again then: with --journal it goes on",
    );
  }
  const pause = Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * (0.5 + random());
  return Math.max(pause, asked > 0 ? asked * 1000 + random() * FIRST_PAUSE : 0);
}

/** The seconds in a Retry-After header, which holds seconds or a date: by the server's clock, which may differ from this one. */
function secondsOf(text: string, date: string | undefined): number {
  if (/^\d+$/u.test(text)) return Number(text);
  const now = date === undefined ? Number.NaN : Date.parse(date);
  return (Date.parse(text) - (Number.isNaN(now) ? Date.now() : now)) / 1000;
}
