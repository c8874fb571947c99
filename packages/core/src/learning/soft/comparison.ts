import { futureDistance } from "./futures.ts";
import type { KnownRows } from "./known-rows.ts";
import type { Suffixes } from "./suffixes.ts";

/**
 * How many suffixes of a candidate are asked at a time, where each is a question: most candidates are rejected by the first
 * few. Where an answer tells all prefixes, the longest suffixes tell the others, so all are asked at once.
 */
const STRIDE = 4;

/**
 * The search for the state whose future is nearest to that of a word (`futureDistance`). States come nearest first by
 * next(·) alone, and one is given up as soon as the suffixes that are known put it farther away than the best so far.
 */
export class Comparison {
  readonly arc: number;
  /** The nearest state so far, and its distance. */
  best: number;
  distance: number;
  readonly #known: KnownRows;
  readonly #node: number;
  readonly #longest: number;
  readonly #suffixes: readonly Suffixes[];
  readonly #candidates: readonly (readonly [state: number, variation: number])[];
  #turn = 0;

  /** Compares the word of a node, whose row must be known, with the states from `first` on. */
  constructor(
    known: KnownRows,
    suffixes: readonly Suffixes[],
    options: { arc: number; node: number; first: number; best: number; distance: number; longest: number },
  ) {
    this.arc = options.arc;
    this.best = options.best;
    this.distance = options.distance;
    this.#known = known;
    this.#node = options.node;
    this.#longest = options.longest;
    this.#suffixes = suffixes;
    const candidates: [number, number][] = [];
    for (let state = options.first; state < suffixes.length; state++) {
      candidates.push([state, known.variation(options.node, suffixes[state].nodes[0])]);
    }
    this.#candidates = candidates.sort(([, a], [, b]) => a - b);
  }

  /** Goes on as far as the known rows allow. Returns the words it has to know next; none when it is done. */
  advance(): readonly number[] {
    for (; this.#turn < this.#candidates.length; this.#turn++) {
      const [state, variation] = this.#candidates[this.#turn];
      if (variation * this.#suffixes[state].weight[0] >= this.distance) continue;
      const suffixes = this.#suffixes[state];
      const { distance, missing } = futureDistance(this.#known, this.#node, suffixes, this.#longest);
      if (distance >= this.distance) continue;
      if (missing.length > 0) return this.#known.prefixes ? missing : missing.slice(0, STRIDE);
      this.distance = distance;
      this.best = state;
    }
    return [];
  }
}
