import type { Letter } from "../../words/word.ts";
import { requireNumbers } from "../requirements.ts";
import type { Wfsa } from "../wfsa.ts";
import type { WordSpace } from "./word-basis.ts";

/** A vector is outside a space of floats if more than this share of its length is. */
export const NUMERICAL_THRESHOLD = 1e-9;

/** The vectors of an automaton with rounded weights, as floats; independence is numerical. There are no coordinates. */
export class NumericalSpace implements WordSpace<Float64Array, true> {
  readonly #size: number;
  readonly #threshold: number;
  readonly #initial: Float64Array;
  /** For each letter its arcs: source, target, weight. */
  readonly #arcs: (readonly [number, number, number])[][];
  /** Orthonormal vectors. */
  readonly #basis: Float64Array[] = [];

  constructor(wfsa: Wfsa<unknown>, threshold = NUMERICAL_THRESHOLD) {
    const { toNumber } = requireNumbers(wfsa.algebra, "a numerical rank");
    this.#size = wfsa.size;
    this.#threshold = threshold;
    this.#initial = Float64Array.from(wfsa.initialWeight, toNumber);
    this.#arcs = Array.from({ length: wfsa.alphabet.size }, () => []);
    for (let arc = 0; arc < wfsa.arcs; arc++) {
      const weight = toNumber(wfsa.arcWeight[arc]);
      this.#arcs[wfsa.letter[arc]].push([wfsa.source[arc], wfsa.target[arc], weight]);
    }
  }

  get initial(): Float64Array | undefined {
    return scaled(this.#initial);
  }

  /** Vectors are scaled: only their directions matter. */
  *successors(vector: Float64Array): Generator<[Letter, Float64Array]> {
    for (const [letter, arcs] of this.#arcs.entries()) {
      const next = new Float64Array(this.#size);
      for (const [source, target, weight] of arcs) next[target] += vector[source] * weight;
      const direction = scaled(next);
      if (direction !== undefined) yield [letter, direction];
    }
  }

  /** Gram and Schmidt, twice: once is not enough for floats. */
  add(vector: Float64Array): true | undefined {
    const rest = Float64Array.from(vector);
    for (let round = 0; round < 2; round++) {
      for (const one of this.#basis) {
        const share = one.reduce((sum, entry, i) => sum + entry * rest[i], 0);
        for (let i = 0; i < rest.length; i++) rest[i] -= share * one[i];
      }
    }
    const direction = lengthOf(rest) > this.#threshold ? scaled(rest) : undefined;
    if (direction === undefined) return true;
    this.#basis.push(direction);
    return undefined;
  }
}

/** The vector of length 1 in the same direction; none for zero, and for what is no vector of finite numbers. */
function scaled(vector: Float64Array): Float64Array | undefined {
  const largest = vector.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
  if (!(largest > 0 && largest < Number.POSITIVE_INFINITY)) return undefined;
  const length = largest * lengthOf(vector.map((entry) => entry / largest));
  return vector.map((entry) => entry / length);
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, entry) => sum + entry * entry, 0));
}
