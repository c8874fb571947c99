/** How long a request should take, in milliseconds: long enough that its overhead does not matter. */
const TARGET = 25;
/** Answers within this time are quick. */
const QUICK = 4 * TARGET;
/** The largest request, unless the user says otherwise. */
export const LARGEST_REQUEST = 1000;

/**
 * How many words go into a request. It starts with one, for nobody knows yet whether a word takes a microsecond or a
 * minute, and then follows what is measured. Answers do not depend on how a batch is cut.
 */
export class Pace {
  readonly #largest: number;
  #size = 1;
  /** What the last request took; nothing is known before the first. */
  #milliseconds = Number.POSITIVE_INFINITY;

  constructor(largest = LARGEST_REQUEST) {
    this.#largest = largest;
  }

  /** A piece of a batch of so many words, when so many requests can run at once: each should get its share. */
  size(words: number, slots: number): number {
    return Math.max(1, Math.min(Math.round(this.#size), Math.ceil(words / slots)));
  }

  /**
   * How many requests a lane that takes so many should have before it. Where answers come quickly, several, so that it
   * never waits for the next; where a word takes its time, one, so that none waits behind it while another lane is idle.
   */
  depth(most: number): number {
    return this.#milliseconds < QUICK ? most : 1;
  }

  /** A request of so many words took so long. */
  measured(words: number, milliseconds: number): void {
    this.#milliseconds = milliseconds;
    const ideal = (words * TARGET) / Math.max(milliseconds, 0.01);
    const next = Math.min(ideal, 2 * this.#size, this.#largest);
    // Down at once, up no further than what has been tried: a small request says little about a large one.
    if (next < this.#size || words >= this.#size / 2) this.#size = Math.max(1, next);
  }
}
