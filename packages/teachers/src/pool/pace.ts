import { RequestCost } from "./request-cost.ts";

/** The largest request, unless the user says otherwise. */
const LARGEST_REQUEST = 1000;
/** A request has at most this many times as many words as one that was answered before. */
const GROWTH = 4;
/** The words of a request should take this many times its fixed cost, where there are enough of them. */
const WORTH = 8;
/** They should take at least this share of it: a request with fewer would save nothing. */
const WORTHLESS = 1 / 4;
/** A worker gets its share of a batch in about this many requests, so that a slow one can leave the rest to others. */
const TURNS = 4;
/** The words of a request take at most this long, in milliseconds, or this many times the fixed cost. */
const LONGEST = 2000;
const LONGEST_SHARE = 4;
/** And they take at most this share of the time limit for an answer. */
const SAFE = 1 / 4;
/** A worker is given the next request when it will be done within this time in milliseconds, so that it never idles. */
const AHEAD = 2;

export interface PaceOptions {
  /** The most words in a request. The user wants requests of this size, and gets them from the first one. */
  readonly wish?: number | undefined;
  /** The time limit for an answer, in milliseconds. */
  readonly timeout?: number | undefined;
  /** When a worker will be done within this time, in milliseconds, it is given the next request. */
  readonly ahead?: number | undefined;
}

/** What there is to do, and who can do it. */
export interface Outlook {
  /** The words of the batch that have not been sent. */
  readonly queued: number;
  /** The words that the workers still have to weigh before they can take more; an estimate. */
  readonly underWay: number;
  readonly workers: number;
  /** The workers that have nothing to do. */
  readonly free: number;
}

/**
 * Chooses how many words go into a request: the fewest requests that keep every worker busy. It follows the measured
 * cost of a request, from batch to batch. Answers do not depend on how a batch is split.
 */
export class Pace {
  readonly #cost = new RequestCost();
  readonly #wish: number | undefined;
  readonly #timeout: number;
  readonly #ahead: number;
  /** The least and the most words that were answered in a request. */
  #least = Number.POSITIVE_INFINITY;
  #most = 0;

  constructor({ wish, timeout = Number.POSITIVE_INFINITY, ahead = AHEAD }: PaceOptions = {}) {
    this.#wish = wish;
    this.#ahead = ahead;
    this.#timeout = timeout;
  }

  /** The size of the next request. */
  size({ queued, underWay, workers, free }: Outlook): number {
    const share = Math.ceil(this.#share(queued + underWay, workers));
    const spread = Math.max(Math.min(share, Math.ceil(queued / Math.max(free, 1))), this.#worthwhile);
    return Math.max(1, Math.min(spread, this.#limit));
  }

  /** How many words of these requests are left to weigh after some time; an estimate. */
  left(held: readonly number[], elapsed: number): number {
    const words = held.reduce((sum, size) => sum + size, 0);
    return words * Math.max(0, 1 - elapsed / this.#timeOf(held));
  }

  /** May a worker that holds these requests have another one? */
  isFree(held: readonly number[]): boolean {
    return this.#timeOf(held) < this.#ahead;
  }

  /** Milliseconds per word; 0 if nothing is known. */
  get perWord(): number {
    return this.#cost.perWord;
  }

  /** Records the time that a worker took for a request. */
  measured(words: number, milliseconds: number): void {
    this.#least = Math.min(this.#least, words);
    this.#most = Math.max(this.#most, words);
    this.#cost.measured(words, milliseconds);
  }

  /** An even share of the words; less of it where more requests hardly cost anything and balance the workers. */
  #share(words: number, workers: number): number {
    const even = words / workers;
    // After requests of one size, nobody knows what more of them would cost.
    if (this.#wish !== undefined || this.#least === this.#most) return even;
    const least = words / (1 + TURNS * (workers - 1));
    return Math.max(least, Math.min(even, WORTH * this.#breakEven));
  }

  #timeOf(held: readonly number[]): number {
    return held.reduce((time, words) => time + this.#cost.of(words), 0);
  }

  /** With fewer words, other workers would save nothing. */
  get #worthwhile(): number {
    return Math.ceil(WORTHLESS * this.#breakEven);
  }

  /** So many words take as long as the fixed cost. */
  get #breakEven(): number {
    const { fixed, perWord } = this.#cost;
    return fixed > 0 ? fixed / perWord : 0;
  }

  get #limit(): number {
    if (this.#wish !== undefined) return this.#wish;
    const { fixed, perWord } = this.#cost;
    // Two words are always worth a try: after single ones, nobody knows what a word costs.
    const longest = Math.min(Math.max(LONGEST, LONGEST_SHARE * fixed, 2 * perWord), SAFE * this.#timeout);
    return Math.min(LARGEST_REQUEST, GROWTH * this.#most, Math.floor(longest / perWord));
  }
}
