import { fraction, type Rational } from "../../algebra/fraction.ts";
import { lookUp } from "../../interruption.ts";
import type { Meter } from "../../linear/exact.ts";
import { commonDenominator, numerator } from "../../linear/reconstruction.ts";
import { grouped } from "../arcs.ts";
import type { Wfsa } from "../wfsa.ts";

/** A vector of rational numbers with one denominator, by its entries that are not zero. */
export interface WholeVector {
  readonly places: readonly number[];
  readonly values: readonly bigint[];
  readonly denominator: bigint;
}

/** Numbers with one denominator. */
interface Whole {
  readonly values: readonly bigint[];
  readonly denominator: bigint;
}

/** The vectors λ μ(x) of an automaton over the rational numbers, in whole numbers: no fraction is brought into lowest terms. */
export class WholeVectors {
  readonly size: number;
  readonly #meter: Meter;
  readonly #initial: Whole;
  readonly #final: Whole;
  readonly #letters: readonly (Whole & { readonly start: Int32Array; readonly target: Int32Array })[];

  constructor(wfsa: Wfsa<Rational>, meter: Meter) {
    this.size = wfsa.size;
    this.#meter = meter;
    this.#initial = wholeOf(Array.from(wfsa.initialWeight));
    this.#final = wholeOf(Array.from(wfsa.finalWeight));
    this.#letters = arcsOf(wfsa);
  }

  /** λ. */
  initial(): WholeVector {
    return withoutZeros(this.#initial.values, this.#initial.denominator);
  }

  /** v μ(a). */
  step({ places, values, denominator }: WholeVector, letter: number): WholeVector {
    const { start, target, values: weights, denominator: own } = this.#letters[letter];
    const next = new Array<bigint>(this.size).fill(0n);
    for (const [i, state] of places.entries()) {
      const [value, from, end] = [values[i], start[state], start[state + 1]];
      this.#meter.spend(end - from);
      for (let arc = from; arc < end; arc++) next[target[arc]] += value * weights[arc];
    }
    return withoutZeros(next, denominator * own);
  }

  /** v ρ. */
  weight({ places, values, denominator }: WholeVector): Rational {
    lookUp(places.length);
    const sum = places.reduce((total, state, i) => total + values[i] * this.#final.values[state], 0n);
    return fraction(sum, denominator * this.#final.denominator);
  }
}

function withoutZeros(all: readonly bigint[], denominator: bigint): WholeVector {
  const places: number[] = [];
  const values: bigint[] = [];
  for (let i = 0; i < all.length; i++) {
    if (all[i] === 0n) continue;
    places.push(i);
    values.push(all[i]);
  }
  return { places, values, denominator };
}

function wholeOf(weights: readonly Rational[]): Whole {
  const denominator = commonDenominator(weights);
  return { values: weights.map((weight) => numerator(weight, denominator)), denominator };
}

/** By letter, the arcs from state q have the numbers `start[q]` to `start[q + 1] - 1`. */
function arcsOf({ size, alphabet, source, letter, target, arcWeight }: Wfsa<Rational>) {
  const { start: first, places } = grouped(letter, alphabet.size);
  return Array.from(alphabet.symbols, (_, a) => {
    const arcs = places.subarray(first[a], first[a + 1]);
    const sources = arcs.map((arc) => source[arc]);
    return {
      // Arcs are sorted by their sources.
      start: grouped(sources, size).start,
      target: arcs.map((arc) => target[arc]),
      ...wholeOf(Array.from(arcs, (arc) => arcWeight[arc])),
    };
  });
}
