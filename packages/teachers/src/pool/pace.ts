/** How long a request should take, in milliseconds, so that its overhead does not matter. */
const TARGET = 25;
/** Requests answered within this time count as quick. */
const QUICK = 4 * TARGET;
/** The largest request, unless the user says otherwise. */
const LARGEST_REQUEST = 1000;

/**
 * Chooses how many words go into a request. It starts with one, because a word may take a microsecond or a minute, and
 * then follows the measured times. Answers do not depend on how a batch is split.
 */
export class Pace {
  readonly #largest: number;
  #size = 1;
  /** The time of the last request; infinite before the first one. */
  #milliseconds = Number.POSITIVE_INFINITY;

  constructor(largest = LARGEST_REQUEST) {
    this.#largest = largest;
  }

  /** The size of the next request of a batch of `words` words when `slots` requests can run at once. */
  size(words: number, slots: number): number {
    return Math.max(1, Math.min(Math.round(this.#size), Math.ceil(words / slots)));
  }

  /**
   * How many requests to queue on a lane that takes up to `most`. With quick answers, all of them, so that the lane never
   * idles; with slow ones, a single request, so that no word waits behind another while a second lane is idle.
   */
  depth(most: number): number {
    return this.#milliseconds < QUICK ? most : 1;
  }

  /** Records the time that a request of `words` words took. */
  measured(words: number, milliseconds: number): void {
    this.#milliseconds = milliseconds;
    const ideal = (words * TARGET) / Math.max(milliseconds, 0.01);
    const next = Math.min(ideal, 2 * this.#size, this.#largest);
    // Shrink at once, but grow only after a request of about this size: a small request says little about a large one.
    if (next < this.#size || words >= this.#size / 2) this.#size = Math.max(1, next);
  }
}
