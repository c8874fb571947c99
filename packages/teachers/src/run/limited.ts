import { HankelError, timePassed } from "@hankel/core";
import { type Clock, systemClock } from "../pool/time.ts";
import type { Signal } from "../signal.ts";
import type { LiveOptions } from "./live-options.ts";

// Node and browsers have it, with types of their own.
declare const AbortController: new () => { readonly signal: Signal; abort(): void };

/** Timers and the clock may differ by a few milliseconds. The box is stopped when the clock has surely passed the limit. */
const SLACK = 10;
const LONGEST_TIMER = 2 ** 31;

/** The options of a run that knows its clock, and when it began. */
export interface Timed {
  readonly clock: Clock;
  readonly started: number;
}

/** Does some work with a signal that aborts with that of the options, or when the time of the run is over; then the journal is on the disk. */
export async function limited<
  O extends Pick<LiveOptions<unknown>, "clock" | "started" | "signal" | "maxSeconds" | "journal">,
  T,
>(options: O, work: (options: O & Timed, signal: Signal) => Promise<T>): Promise<T> {
  const clock = options.clock ?? systemClock;
  const started = options.started ?? clock.now();
  const stop = new AbortController();
  const cancel = () => stop.abort();
  options.signal?.addEventListener("abort", cancel);
  if (options.signal?.aborted) cancel();
  // The driver checks the time between questions; the timer stops a box while it is answering.
  const limit = (options.maxSeconds ?? Number.POSITIVE_INFINITY) * 1000 + SLACK;
  const milliseconds = started + limit - clock.now();
  const stopTimer = milliseconds < LONGEST_TIMER ? clock.after(milliseconds, cancel) : undefined;
  try {
    return await work({ ...options, clock, started }, stop.signal);
  } finally {
    stopTimer?.();
    options.signal?.removeEventListener("abort", cancel);
    // The journal must be on the disk, however the run ended. If this fails too, the first error says more.
    await options.journal?.sync().catch(() => {});
  }
}

/** What ended before its time because of such a signal: `what` says what there is not. */
export function lateOr(
  error: unknown,
  signal: Signal,
  { signal: own, maxSeconds }: Pick<LiveOptions<unknown>, "signal" | "maxSeconds">,
  what: string,
): unknown {
  if (!signal.aborted || own?.aborted === true) return error;
  return new HankelError("budget", `${timePassed(maxSeconds ?? 0)}, and ${what}`);
}
