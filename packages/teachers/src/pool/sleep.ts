import { setMaxListeners } from "node:events";
import { type Clock, systemClock } from "./time.ts";

/** Waits for some time, or until one of the signals aborts. */
export function sleep(
  milliseconds: number,
  signals: readonly (AbortSignal | undefined)[],
  clock: Clock = systemClock,
): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stopTimer();
      for (const signal of signals) signal?.removeEventListener("abort", done);
      resolve();
    };
    const stopTimer = clock.after(milliseconds, done);
    for (const signal of signals) {
      if (signal === undefined) continue;
      // As many may wait as there are workers; Node would warn of eleven.
      setMaxListeners(0, signal);
      signal.addEventListener("abort", done);
    }
    if (signals.some((signal) => signal?.aborted)) done();
  });
}

/** Waits until a promise is settled, but no longer than so many milliseconds. */
export async function atMost(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  const settled = new AbortController();
  const settle = () => settled.abort();
  promise.then(settle, settle);
  await sleep(milliseconds, [settled.signal]);
}
