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
