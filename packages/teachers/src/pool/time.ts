/** Clocks, and waiting that a signal can end. */

import { HankelError } from "@hankel/core";
import type { Signal } from "../signal.ts";

// Node and browsers have these, with types of their own.
declare const performance: { now(): number };
declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;
// Node alone has this one: it waits for nothing else.
declare const setImmediate: ((callback: () => void) => unknown) | undefined;

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

/** Lets the event loop handle other things, such as signals. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}

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
  signal: Signal | undefined,
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
export function reasonOf({ reason }: Signal, cancelled = "cancelled"): HankelError {
  return reason instanceof HankelError ? reason : new HankelError("cancelled", cancelled);
}

/** How long the process is kept to itself, in milliseconds. */
const SLICE = 50;

interface PatientOptions {
  readonly signal?: Signal | undefined;
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
    await turn();
    since = clock.now();
    if (signal?.aborted) throw reasonOf(signal, `cancelled while ${work}`);
  }
}
