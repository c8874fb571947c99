import { HankelError } from "@hankel/core";
import { type Clock, systemClock } from "./clock.ts";

/** How long answers that are under way are waited for after a signal, in milliseconds. */
export const GRACE = 2000;

export interface AbortableOptions {
  /** How long to wait after the abort, in milliseconds; not at all unless given. */
  readonly grace?: number;
  readonly clock?: Clock;
}

/**
 * Rejects when the signal aborts and the grace is over: with the reason of the abort if that says why, otherwise as
 * cancelled. The caller then closes what it has opened.
 */
export async function abortable<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  { grace = 0, clock = systemClock }: AbortableOptions = {},
): Promise<T> {
  if (signal === undefined) return promise;
  let stopTimer: (() => void) | undefined;
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    const end = () => reject(reasonOf(signal));
    abort = () => {
      if (grace === 0) end();
      else stopTimer = clock.after(grace, end);
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stopTimer?.();
    if (abort !== undefined) signal.removeEventListener("abort", abort);
    // After an abort the promise may still reject, and no one awaits it.
    promise.catch(() => {});
  }
}

/** Why a signal aborted, as an error. */
export function reasonOf({ reason }: AbortSignal): HankelError {
  return reason instanceof HankelError ? reason : new HankelError("cancelled", "cancelled");
}

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
    for (const signal of signals) signal?.addEventListener("abort", done);
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
