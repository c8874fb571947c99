/** How long a request should take, in milliseconds: long enough that its overhead does not matter. */
const TARGET = 25;
const LARGEST = 1000;

/**
 * How many words go into a request. It starts with one, for nobody knows yet whether a word takes a microsecond or a
 * minute, and then follows what is measured. Answers do not depend on how a batch is cut.
 */
export class Pace {
  #size = 1;

  /** The next piece of a batch of which `left` words are not sent yet, when so many requests can run at once. */
  size(left: number, slots: number): number {
    return Math.max(1, Math.min(Math.round(this.#size), Math.ceil(left / slots)));
  }

  /** A request of so many words took so long. */
  measured(words: number, milliseconds: number): void {
    const ideal = (words * TARGET) / Math.max(milliseconds, 0.01);
    const next = Math.min(ideal, 2 * this.#size, LARGEST);
    // Down at once, up no further than what has been tried: a small request says little about a large one.
    if (next < this.#size || words >= this.#size / 2) this.#size = Math.max(1, next);
  }
}
