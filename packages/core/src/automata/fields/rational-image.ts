import type { Rational } from "../../algebra/fraction.ts";
import { isPrime } from "../../algebra/modular.ts";
import { primeField } from "../../algebra/prime-field.ts";
import type { ReadonlyWeights } from "../../algebra/semifield.ts";
import type { Wfsa } from "../wfsa.ts";
import { Modulus } from "./modular-rows.ts";
import type { ModularAutomaton } from "./modular-space.ts";
import { bitsOf, commonDenominator, numerator } from "./whole-numbers.ts";

/** The primes below a bound, the largest first. */
export function* primesBelow(bound: number): Generator<number> {
  for (let p = bound - 1; p > 1; p--) if (isPrime(p)) yield p;
}

/** An automaton over the rational numbers modulo a prime, or `undefined` if the prime divides a denominator. */
export function imageModulo(wfsa: Wfsa<Rational>, modulus: Modulus): ModularAutomaton | undefined {
  const residues = residueMap(modulus);
  const image = (weights: ReadonlyWeights<Rational>): Float64Array | undefined => {
    const array = new Float64Array(weights.length);
    for (let i = 0; i < weights.length; i++) {
      const residue = residues(weights[i]);
      if (residue === undefined) return undefined;
      array[i] = residue;
    }
    return array;
  };
  const initialWeight = image(wfsa.initialWeight);
  const finalWeight = image(wfsa.finalWeight);
  const arcWeight = image(wfsa.arcWeight);
  if (initialWeight === undefined || finalWeight === undefined || arcWeight === undefined) return undefined;
  const { size, source, letter, target } = wfsa;
  const letters = wfsa.alphabet.size;
  return { modulus, size, letters, source, letter, target, initialWeight, finalWeight, arcWeight };
}

/** The residue of a rational number modulo a prime, or `undefined` if it has none. Inverted denominators are kept. */
function residueMap({ p }: Modulus): (weight: Rational) => number | undefined {
  const { times, inverse } = primeField(p);
  const modulus = BigInt(p);
  const residue = (n: number | bigint) => {
    const rest = typeof n === "number" ? n % p : Number(n % modulus);
    return rest < 0 ? rest + p : rest;
  };
  const inverses = new Map<number | bigint, number>();
  return (weight) => {
    if (typeof weight === "number") return residue(weight);
    let inverted = inverses.get(weight.d);
    if (inverted === undefined) {
      const d = residue(weight.d);
      inverted = d === 0 ? 0 : inverse(d);
      inverses.set(weight.d, inverted);
    }
    return inverted === 0 ? undefined : times(residue(weight.n), inverted);
  };
}

/** Sizes of an automaton over the rational numbers, as logarithms to base 2 that are rounded up. */
export interface Heights {
  /** λ times its common denominator: the sum of the absolute values; and that denominator. */
  readonly initial: number;
  readonly initialDenominator: number;
  /** The same for μ: the largest sum over the arcs of a state and a letter. */
  readonly arcs: number;
  readonly arcsDenominator: number;
  /** The same for ρ: the largest absolute value. */
  readonly final: number;
  readonly finalDenominator: number;
}

/** How large the numbers of an automaton are. */
export function heightsOf(wfsa: Wfsa<Rational>): Heights {
  const { size, alphabet, source, letter } = wfsa;
  const ones = (weights: ReadonlyWeights<Rational>) => scaled(weights, () => 0, 1);
  const initial = ones(wfsa.initialWeight);
  const arcs = scaled(
    wfsa.arcWeight,
    (arc) => source[arc] * alphabet.size + letter[arc],
    size * alphabet.size,
  );
  const final = scaled(wfsa.finalWeight, (state) => state, size);
  return {
    initial: initial.largest,
    initialDenominator: initial.denominator,
    arcs: arcs.largest,
    arcsDenominator: arcs.denominator,
    final: final.largest,
    finalDenominator: final.denominator,
  };
}

/** Weights times their common denominator: the largest sum of absolute values of a group, and the denominator, in bits. */
function scaled(weights: ReadonlyWeights<Rational>, groupOf: (at: number) => number, groups: number) {
  const list = Array.from(weights);
  const denominator = commonDenominator(list);
  const sums = new Array<bigint>(groups).fill(0n);
  list.forEach((weight, i) => {
    const value = numerator(weight, denominator);
    sums[groupOf(i)] += value < 0n ? -value : value;
  });
  const largest = sums.reduce((most, sum) => (sum > most ? sum : most), 0n);
  return { largest: bitsOf(largest), denominator: bitsOf(denominator) };
}
