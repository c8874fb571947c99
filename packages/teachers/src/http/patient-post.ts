import { quote } from "@hankel/core";
import type { Report } from "../box.ts";
import { sleep } from "../pool/abortable.ts";
import { type Clock, systemClock } from "../pool/clock.ts";
import { LaneFailure } from "../pool/lane.ts";
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

export interface PatientPostOptions extends Circumstances {
  /** Aborts when the client is closed. */
  readonly closed: AbortSignal;
  /** Ends a pause, and there are no more tries. */
  readonly signal: AbortSignal | undefined;
  readonly report: Report;
}

/** Posts a body, again and again after overload and broken connections. Rejects with a `LaneFailure`. */
export async function patientPost(
  client: HttpClient,
  body: string,
  { closed, signal, report, clock = systemClock, random = Math.random }: PatientPostOptions,
): Promise<HttpReply> {
  const refuseIfStopped = () => {
    const stopped = closed.aborted ? "it was closed" : signal?.aborted ? "the run was stopped" : undefined;
    if (stopped !== undefined) throw new LaneFailure(stopped, { suspect: false, final: true });
  };
  for (let attempt = 1; ; attempt++) {
    const reply = await client.post(body).catch((error: Error) => error);
    const problem = reply instanceof Error ? reply.message : retryable(reply);
    if (problem === undefined) return reply as HttpReply;
    refuseIfStopped();
    if (attempt >= TRIES) throw new LaneFailure(`${problem}, ${TRIES} times in a row`, { final: true });
    const pause = pauseBefore(attempt, reply instanceof Error ? undefined : reply.retryAfter, random);
    report(`the server: ${problem}; trying again in ${(pause / 1000).toFixed(1)} s`);
    await sleep(pause, [closed, signal], clock);
    refuseIfStopped();
  }
}

/** The problem when the server is overloaded or failing, so that a retry may help; otherwise undefined. */
function retryable({ status, text }: HttpReply): string | undefined {
  return status === 429 || status >= 500 ? `status ${status}${excerpt(text)}` : undefined;
}

/** The beginning of an answer, for a message. */
export function excerpt(text: string): string {
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
