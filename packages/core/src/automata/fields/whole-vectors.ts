import { fraction, type Rational } from "../../algebra/fraction.ts";
import { gcdOfBigints } from "../../algebra/lehmer.ts";
import type { ReadonlyWeights } from "../../algebra/semifield.ts";
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

/** The arcs of a letter: those from state q have the numbers `start[q]` to `start[q + 1] - 1`, and the q-th denominator. */
interface WholeArcs {
  readonly start: Int32Array;
  readonly target: Int32Array;
  readonly values: readonly bigint[];
  readonly denominators: readonly bigint[];
}

/**
 * The vectors λ μ(x) of an automaton over the rational numbers, in whole numbers over one denominator: no sum is brought into
 * lowest terms on the way.
 */
export class WholeVectors {
  readonly size: number;
  readonly #meter: Meter;
  readonly #initial: WholeVector;
  readonly #final: WholeVector;
  readonly #letters: readonly WholeArcs[];

  constructor(wfsa: Wfsa<Rational>, meter: Meter) {
    this.size = wfsa.size;
    this.#meter = meter;
    this.#initial = vectorOf(wfsa.initialWeight);
    this.#final = vectorOf(wfsa.finalWeight);
    this.#letters = arcsOf(wfsa);
  }

  /** λ. */
  initial(): WholeVector {
    return this.#initial;
  }

  /** v μ(a). */
  step({ places, values, denominator }: WholeVector, letter: number): WholeVector {
    const { start, target, values: weights, denominators } = this.#letters[letter];
    const next = new Array<bigint>(this.size).fill(0n);
    // Only the denominators of states that are reached count.
    const common = places.reduce((most, state) => lcm(most, denominators[state]), 1n);
    for (const [i, state] of places.entries()) {
      const [from, end] = [start[state], start[state + 1]];
      this.#meter.spend(end - from);
      const value = values[i] * (common / denominators[state]);
      for (let arc = from; arc < end; arc++) next[target[arc]] += value * weights[arc];
    }
    return withoutZeros(next, denominator * common);
  }

  /** v ρ. */
  weight(vector: WholeVector): Rational {
    return productOf(vector, this.#final);
  }
}

/** The product of a row and a column. */
export function productOf(row: WholeVector, column: WholeVector): Rational {
  lookUp(row.places.length);
  let sum = 0n;
  for (let i = 0, j = 0; i < row.places.length && j < column.places.length; ) {
    const ahead = row.places[i] - column.places[j];
    if (ahead === 0) sum += row.values[i] * column.values[j];
    if (ahead <= 0) i++;
    if (ahead >= 0) j++;
  }
  return fraction(sum, row.denominator * column.denominator);
}

/** The least common multiple of two positive numbers. */
export function lcm(a: bigint, b: bigint): bigint {
  return a % b === 0n ? a : (a / gcdOfBigints(a, b)) * b;
}

function vectorOf(weights: ReadonlyWeights<Rational>): WholeVector {
  const list = Array.from(weights);
  const denominator = commonDenominator(list);
  return withoutZeros(
    list.map((weight) => numerator(weight, denominator)),
    denominator,
  );
}

/** What is not zero, without a divisor that all numbers and the denominator have in common. */
function withoutZeros(all: readonly bigint[], denominator: bigint): WholeVector {
  const places: number[] = [];
  const values: bigint[] = [];
  let common = denominator;
  for (let i = 0; i < all.length; i++) {
    if (all[i] === 0n) continue;
    places.push(i);
    values.push(all[i]);
    if (common !== 1n) common = gcdOfBigints(all[i] < 0n ? -all[i] : all[i], common);
  }
  if (common === 1n) return { places, values, denominator };
  return { places, values: values.map((value) => value / common), denominator: denominator / common };
}

function arcsOf({ size, alphabet, source, letter, target, arcWeight }: Wfsa<Rational>): WholeArcs[] {
  const { start: first, places } = grouped(letter, alphabet.size);
  return Array.from(alphabet.symbols, (_, a) => {
    // Arcs are sorted by their sources.
    const arcs = places.subarray(first[a], first[a + 1]);
    const { start } = grouped(
      arcs.map((arc) => source[arc]),
      size,
    );
    const weights = Array.from(arcs, (arc) => arcWeight[arc]);
    const denominators = Array.from({ length: size }, (_unused, q) =>
      commonDenominator(weights.slice(start[q], start[q + 1])),
    );
    return {
      start,
      target: arcs.map((arc) => target[arc]),
      values: weights.map((weight, i) => numerator(weight, denominators[source[arcs[i]]])),
      denominators,
    };
  });
}
