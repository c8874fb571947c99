import type { Letter } from "../../words/word.ts";
import { requireNumbers } from "../requirements.ts";
import type { Wfsa } from "../wfsa.ts";
import type { WordSpace } from "./word-basis.ts";

/** A vector is outside a space of floats if more than this share of its length is. */
export const NUMERICAL_THRESHOLD = 1e-9;

/** The vectors of an automaton with rounded weights, as floats; independence is numerical. There are no coordinates. */
export class NumericalSpace implements WordSpace<Float64Array, true> {
  readonly #size: number;
  readonly #initial: Float64Array;
  /** For each letter its arcs: source, target, weight. */
  readonly #arcs: (readonly [number, number, number])[][];
  readonly #onto: readonly Float64Array[] | undefined;
  /** Orthonormal vectors of the space so far. */
  readonly orthonormal: Float64Array[] = [];

  /** With vectors `onto`, which are orthonormal, only the projections of vectors on their space count. */
  constructor(wfsa: Wfsa<unknown>, onto?: readonly Float64Array[]) {
    const { toNumber } = requireNumbers(wfsa.algebra, "a numerical rank");
    this.#size = wfsa.size;
    this.#onto = onto;
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

  add(vector: Float64Array): true | undefined {
    const rest =
      this.#onto === undefined
        ? Float64Array.from(vector)
        : Float64Array.from(this.#onto, (one) => product(one, vector));
    const direction = directionOutside(this.orthonormal, rest);
    if (direction === undefined) return true;
    this.orthonormal.push(direction);
    return undefined;
  }
}

/**
 * The direction of the part of a vector that is outside a space with an orthonormal basis; `undefined` if that part is at
 * most the threshold. The vector is used up. Gram and Schmidt, twice: once is not enough for floats.
 */
export function directionOutside(
  orthonormal: readonly Float64Array[],
  rest: Float64Array,
): Float64Array | undefined {
  for (let round = 0; round < 2; round++) {
    for (const one of orthonormal) {
      const share = product(one, rest);
      for (let i = 0; i < rest.length; i++) rest[i] -= share * one[i];
    }
  }
  return lengthOf(rest) > NUMERICAL_THRESHOLD ? scaled(rest) : undefined;
}

/** The vector of length 1 in the same direction; none for zero, and for what is no vector of finite numbers. */
export function scaled(vector: Float64Array): Float64Array | undefined {
  const length = lengthOf(vector);
  return length > 0 && length < Number.POSITIVE_INFINITY ? vector.map((entry) => entry / length) : undefined;
}

/** Entries are scaled first: their squares may be too large or too small for floats. */
export function lengthOf(vector: Float64Array): number {
  const largest = vector.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
  if (!(largest > 0 && largest < Number.POSITIVE_INFINITY)) return largest;
  const shares = vector.map((entry) => entry / largest);
  return largest * Math.sqrt(product(shares, shares));
}

export function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
