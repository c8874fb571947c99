/** The clock of lanes and pools. Tests use a virtual one, so that they need not wait. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls back later; the returned function cancels the call. */
  after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
