import { foreignText, messageOf, quote } from "@hankel/core";
import type { Report } from "../box.ts";
import { LaneFailure } from "../pool/lane.ts";
import { type Clock, sleep, systemClock } from "../pool/time.ts";
import { isObject, parseReply, type Reply } from "../wire/messages.ts";
import type { HttpClient, HttpReply } from "./http-client.ts";

/** How often a request is sent before it fails. */
const TRIES = 6;
/** The pause before the next try, in milliseconds; it doubles each time. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 30_000;
/** A longer Retry-After, in seconds, fails the request. */
const LONGEST_RETRY_AFTER = 600;

/** The time and the luck of a client; those of the system unless given. */
export interface Circumstances {
  readonly clock?: Clock | undefined;
  /** A random number from 0 up to 1. */
  readonly random?: (() => number) | undefined;
}

export type Exchanges = ReturnType<typeof exchangesWith>;

/** Exchanges with one server: patient while it is overloaded, and over once they are closed. */
export function exchangesWith(
  client: HttpClient,
  report: Report,
  { clock = systemClock, random = Math.random }: Circumstances = {},
) {
  const closed = new AbortController();

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
    for (let attempt = 1; ; attempt++) {
      const reply = await client.post(body).catch((error: Error) => error);
      const problem = reply instanceof Error ? reply.message : retryable(reply);
      if (problem === undefined) return reply as HttpReply;
      refuseIfStopped();
      if (attempt >= TRIES) throw new LaneFailure(`${problem}, ${TRIES} times in a row`, { final: true });
      const asked = reply instanceof Error ? undefined : reply.retryAfter;
      const pause = pauseBefore(attempt, asked, random);
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
        return decode(parseReply(text));
      } catch (error) {
        throw new LaneFailure(client.redact(messageOf(error)), { final });
      }
    },
  };
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

/** The pause that the server asks for, or one that doubles. Jitter keeps lanes from retrying at the same moment. */
function pauseBefore(attempt: number, retryAfter: string | undefined, random: () => number): number {
  const asked = retryAfter === undefined ? Number.NaN : secondsOf(retryAfter);
  if (asked > LONGEST_RETRY_AFTER) {
    throw new LaneFailure(`the server asks to wait ${asked} seconds before a retry (Retry-After)`, {
      final: true,
    });
  }
  const pause = Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * (0.5 + random());
  return asked >= 0 ? asked * 1000 + random() * FIRST_PAUSE : pause;
}

/** The seconds in a Retry-After header, which holds seconds or a date. */
function secondsOf(text: string): number {
  if (/^\d+$/u.test(text)) return Number(text);
  return Math.max(0, (Date.parse(text) - Date.now()) / 1000);
}
