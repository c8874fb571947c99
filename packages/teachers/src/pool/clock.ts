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

export const systemClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The same, with the time of `Date.now`. */
export const wallClock: Clock = { ...systemClock, now: () => Date.now() };
