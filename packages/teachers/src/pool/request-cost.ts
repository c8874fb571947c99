/** How much less an observation counts with each later one. */
const FADING = 0.9;
/** How much the first observation counts against the belief that no words take no time. */
const DOUBT = 0.1;
/** Sizes that differ by less than this share say little about the time of a word. */
const SPREAD = 0.1;
/** No time is measured more precisely than this, in milliseconds. */
const PRECISION = 0.001;

/**
 * What a request of n words costs a worker, in milliseconds: fixed + perWord · n. Both are estimated from the times of
 * requests by weighted least squares. Old requests fade, and errors count relative to the expected time. Before any
 * request, the line passes through the origin: as long as all requests have the same size, all of the time is put down
 * to the words, which is the safe side.
 */
export class RequestCost {
  #weight = 0;
  /** The weighted means of sizes and times. */
  #words = 0;
  #time = 0;
  /** The weighted squared deviation of the sizes. */
  #squares = 0;
  #slope = 0;

  /** Has anything been measured? */
  get known(): boolean {
    return this.#weight > 0;
  }

  /** Milliseconds per word; neither this nor the fixed cost is negative. */
  get perWord(): number {
    return this.known ? Math.min(Math.max(this.#slope, 0), this.#time / this.#words) : 0;
  }

  /** Milliseconds per request. */
  get fixed(): number {
    return this.#time - this.perWord * this.#words;
  }

  /** The expected time of a request; unlimited before the first one. */
  of(words: number): number {
    return this.known ? this.fixed + this.perWord * words : Number.POSITIVE_INFINITY;
  }

  measured(words: number, milliseconds: number): void {
    const time = Math.max(milliseconds, PRECISION);
    const expected = this.known ? Math.max(this.of(words), PRECISION) : time;
    const weight = 1 / expected ** 2;
    const before = this.known ? FADING * this.#weight : DOUBT * weight;
    this.#weight = before + weight;
    const [moreWords, moreTime] = [words - this.#words, time - this.#time];
    const share = weight / this.#weight;
    this.#words += share * moreWords;
    this.#time += share * moreTime;
    this.#squares = FADING * this.#squares + before * share * moreWords ** 2;
    const surprise = moreTime - this.#slope * moreWords;
    const inertia = this.#weight * (SPREAD * this.#words) ** 2;
    this.#slope += (before * share * moreWords * surprise) / (this.#squares + inertia);
  }
}
