/**
 * A clock that jumps to the next timer when nothing else runs, so that pauses and time limits take no real time. It is the
 * scheduler, too: of timers that are due at about the same time, the seed chooses which one goes first.
 */

import { setImmediate } from "node:timers/promises";
import type { Random } from "@hankel/core";
import type { Clock } from "@hankel/teachers";

interface Call {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Timers that are due within so many milliseconds may go in any order. */
const SLACK = 1;
/** A run that sets more timers than this does not end. */
const MOST_CALLS = 1_000_000;

export class SimulatedClock implements Clock {
  readonly #random: Random | undefined;
  #now = 0;
  #order = 0;
  readonly #calls = new Set<Call>();

  /** Without random numbers, timers go in their order. */
  constructor(random?: Random) {
    this.#random = random;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const call = { at: this.#now + milliseconds, order: this.#order++, callback };
    this.#calls.add(call);
    return () => {
      this.#calls.delete(call);
    };
  }

  /** Advances the clock until a promise is settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const done = () => {
      settled = true;
    };
    promise.then(done, done);
    for (let idle = 0; ; ) {
      await setImmediate();
      if (settled) return promise;
      const next = this.#next();
      if (next === undefined) {
        // A run sometimes yields to the event loop, in real time.
        if (++idle > 100) throw new Error("the run waits, but no timer is set");
        continue;
      }
      if (next.order > MOST_CALLS) throw new Error("the run does not end");
      idle = 0;
      this.#calls.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
  }

  #next(): Call | undefined {
    let first: Call | undefined;
    for (const call of this.#calls) {
      if (first === undefined || call.at < first.at || (call.at === first.at && call.order < first.order))
        first = call;
    }
    if (first === undefined || this.#random === undefined) return first;
    const due = [...this.#calls].filter(({ at }) => at <= first.at + SLACK);
    return due[this.#random.below(due.length)];
  }
}

/** The clock of one process: its timers end with it. */
export class ProcessClock implements Clock {
  readonly #clock: Clock;
  #alive = true;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  after(milliseconds: number, callback: () => void): () => void {
    return this.#clock.after(milliseconds, () => {
      if (this.#alive) callback();
    });
  }

  kill(): void {
    this.#alive = false;
  }
}

/** The clock of somebody who gets little processor time: whatever takes time takes so many times longer. */
export function slowClock(clock: Clock, times: number): Clock {
  return {
    now: () => clock.now(),
    after: (milliseconds, callback) => clock.after(times * milliseconds, callback),
  };
}
