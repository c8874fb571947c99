/** A clock that jumps to the next timer when nothing else runs, so that pauses and time limits take no real time. */

import { setImmediate } from "node:timers/promises";
import type { Clock } from "@hankel/teachers";

interface Call {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

export class VirtualClock implements Clock {
  #now = 0;
  #order = 0;
  readonly #calls = new Set<Call>();

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
      let next: Call | undefined;
      for (const call of this.#calls) {
        if (next === undefined || call.at < next.at || (call.at === next.at && call.order < next.order))
          next = call;
      }
      if (next === undefined) {
        // A run sometimes yields to the event loop, in real time.
        if (++idle > 100) throw new Error("the run waits, but no timer is set");
        continue;
      }
      idle = 0;
      this.#calls.delete(next);
      this.#now = next.at;
      next.callback();
    }
  }
}
