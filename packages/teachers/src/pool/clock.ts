/** Time as lanes and pools see it; a test has one of its own, in which nothing takes long. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls back later; returns how to call it off. */
  after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
