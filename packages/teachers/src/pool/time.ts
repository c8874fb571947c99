/** Clocks, and waiting that a signal can end. */

import { setMaxListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { HankelError } from "@hankel/core";

/** The clock of lanes and pools. Tests use a virtual one, so that they need not wait. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls back later; the returned function cancels the call. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Calls back again and again; the returned function ends it. */
export function every(clock: Clock, milliseconds: number, callback: () => void): () => void {
  let cancel = clock.after(milliseconds, tick);
  function tick() {
    cancel = clock.after(milliseconds, tick);
    callback();
  }
  return () => cancel();
}

/** No correction of the time of day makes it jump. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** How long answers that are under way are waited for after a signal, in milliseconds. */
export const GRACE = 2000;

/**
 * How long, in seconds, a server that cannot be reached, or a program that the system cannot start for now, is waited for before
 * the run ends. A fleet waits for its server without an end: its workers are somewhere else, and may come at any time.
 */
export const PATIENCE = 600;

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

/** Why a signal aborted, as an error; cancelled if it does not say. */
export function reasonOf({ reason }: AbortSignal, cancelled = "cancelled"): HankelError {
  return reason instanceof HankelError ? reason : new HankelError("cancelled", cancelled);
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

/** How long the process is kept to itself, in milliseconds. */
const SLICE = 50;

interface PatientOptions {
  readonly signal?: AbortSignal | undefined;
  /** What is done meanwhile, as an error names it. */
  readonly work: string;
  readonly clock?: Clock | undefined;
}

/**
 * Takes many items, one after the other, and lets signals and timers have their turn now and then. If the signal aborts
 * meanwhile, it throws: what the signal says, or that the work was cancelled.
 */
export async function patiently<T>(
  items: Iterable<T>,
  take: (item: T) => void,
  { signal, work, clock = systemClock }: PatientOptions,
): Promise<void> {
  let since = clock.now();
  for (const item of items) {
    take(item);
    if (clock.now() - since < SLICE) continue;
    await setImmediate();
    since = clock.now();
    if (signal?.aborted) throw reasonOf(signal, `cancelled while ${work}`);
  }
}
