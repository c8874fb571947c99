/** What the words of an automaton over the rational numbers span, from its images modulo primes. */

import type { Rational } from "../../algebra/fraction.ts";
import { primesBelow, residuesModulo } from "../../algebra/modular.ts";
import type { ReadonlyWeights } from "../../algebra/semifield.ts";
import { lookUp } from "../../interruption.ts";
import { Modulus } from "../../linear/modular.ts";
import { solveWhole, type WholeSystem } from "../../linear/rational.ts";
import { bitsOf, commonDenominator, numerator } from "../../linear/reconstruction.ts";
import { linkedWord, type Word } from "../../words/word.ts";
import type { OperationBudget } from "../requirements.ts";
import type { Wfsa } from "../wfsa.ts";
import { lcm, type WholeVector, WholeVectors } from "./whole-vectors.ts";
import {
  type ModularAutomaton,
  ModularSpace,
  modularAutomaton,
  type SolvedBasis,
  type WordBasis,
  wordBasis,
} from "./word-spaces.ts";

/** Words are told apart modulo primes of 26 bits. */
const LARGEST = 2 ** 26;
const BITS = 25.9;

/** An automaton over the rational numbers modulo a prime, or `undefined` if the prime divides a denominator. */
export function imageModulo(wfsa: Wfsa<Rational>, modulus: Modulus): ModularAutomaton | undefined {
  const residue = residuesModulo(modulus.p);
  const image = modularAutomaton(wfsa, modulus, (weight) => residue(weight) ?? Number.NaN);
  const weights = [image.initialWeight, image.finalWeight, image.arcWeight];
  return weights.some((array) => array.some(Number.isNaN)) ? undefined : image;
}

/** The images modulo primes below a bound, the largest first. */
function* imagesBelow(bound: number, wfsa: Wfsa<Rational>): Generator<ModularAutomaton, never> {
  for (const prime of primesBelow(bound)) {
    const image = imageModulo(wfsa, new Modulus(prime));
    if (image !== undefined) yield image;
  }
  throw new RangeError("there are not enough primes");
}

/** The automaton modulo the largest prime of 26 bits that divides no denominator. */
export function firstImage(wfsa: Wfsa<Rational>): ModularAutomaton {
  return imagesBelow(LARGEST, wfsa).next().value;
}

/** Weights times their common denominator: the largest sum of absolute values of a group, and the denominator, in bits. */
interface Height {
  readonly largest: number;
  readonly denominator: number;
}

/** How large the numbers of an automaton are: the sum over λ, over the arcs of a state and a letter, and each ρ. */
export function heightsOf(wfsa: Wfsa<Rational>) {
  const { size, alphabet, source, letter } = wfsa;
  const group = (arc: number) => source[arc] * alphabet.size + letter[arc];
  return {
    initial: heightOf(wfsa.initialWeight, () => 0, 1),
    arcs: heightOf(wfsa.arcWeight, group, size * alphabet.size),
    final: heightOf(wfsa.finalWeight, (state) => state, size),
  };
}

function heightOf(
  weights: ReadonlyWeights<Rational>,
  groupOf: (at: number) => number,
  groups: number,
): Height {
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

/** How a first word is looked for over the rational numbers, where that is not decided modulo one prime. */
export interface FirstWordOptions {
  /** False if the word may be a shortest one modulo a prime only. */
  readonly proven?: boolean;
  /** A quick proof, perhaps, that all words weigh zero. */
  readonly isZero?: () => boolean;
}

/**
 * A shortest word to which an automaton over the rational numbers gives a weight other than zero, or `undefined`. A word
 * that has such a weight modulo a prime has one. If there is none modulo the first prime, `isZero` may know a quick proof, and
 * otherwise the exact word basis decides.
 *
 * A shorter word could have a weight that the prime divides. So the search is repeated modulo more primes, until their product
 * exceeds what a shorter word can weigh; then all shorter words weigh zero. With `proven` false, one prime has to do: then
 * the word is a shortest one unless a prime of 26 bits happens to divide the weight of a shorter one.
 */
export function rationalDifference(
  automaton: Wfsa<Rational>,
  budget: OperationBudget,
  { proven = true, isZero = () => false }: FirstWordOptions = {},
): Word | undefined {
  let found: Word | undefined;
  let bits = 0;
  let heights: ReturnType<typeof heightsOf> | undefined;
  for (const image of imagesBelow(LARGEST, automaton)) {
    const space = new ModularSpace(image, budget, false);
    const shorter = (found?.length ?? Number.POSITIVE_INFINITY) - 1;
    const { basis, stopped } = wordBasis(space, (vector) => space.weight(vector) !== 0, shorter);
    if (stopped) found = basis.word(basis.size - 1);
    if (found === undefined) {
      if (isZero()) return undefined;
      const exact = liftedBasis(automaton, budget);
      const first = exact.weights.findIndex((weight) => weight !== 0);
      return first < 0 ? undefined : linkedWord(exact.from, exact.by, first);
    }
    bits += BITS;
    if (!proven || found.length === 0) return found;
    heights ??= heightsOf(automaton);
    const { initial, arcs, final } = heights;
    if (bits > initial.largest + (found.length - 1) * arcs.largest + final.largest) return found;
  }
  return found;
}

/**
 * The word basis of an automaton over the rational numbers. It is found modulo a prime, and the coordinates of the words behind it by
 * solving for the exact vectors (`solveWhole`).
 *
 * Words that are independent modulo the prime are independent. If each word behind them depends, exactly, on words before it, they are
 * the word basis. Otherwise the prime has hidden a word, and the next one takes its place (docs/theory/fields.md, 14.17).
 */
export function liftedBasis(wfsa: Wfsa<Rational>, budget: OperationBudget): SolvedBasis<Rational> {
  for (const image of imagesBelow(LARGEST, wfsa)) {
    const space = new ModularSpace(image, budget, false);
    const { basis } = wordBasis(space);
    if (basis.size > 0 || wfsa.initials.length === 0) {
      const found = solvedBasis(new WholeVectors(wfsa, budget), basis, space.pivots, budget);
      if (found !== undefined) return found;
    }
  }
  throw new RangeError("there are not enough primes");
}

/** The weights of the words, and the exact coordinates of those behind them; `undefined` if one does not depend on earlier words. */
function solvedBasis(
  vectors: WholeVectors,
  { from, by, dependent }: WordBasis<Float64Array, Float64Array>,
  pivots: readonly number[],
  budget: OperationBudget,
): SolvedBasis<Rational> | undefined {
  const words: WholeVector[] = [];
  for (const [word, before] of from.entries()) {
    words.push(before < 0 ? vectors.initial() : vectors.step(words[before], by[word]));
  }
  const behind = dependent
    .map(({ word, letter }) => ({ word, letter, vector: vectors.step(words[word], letter) }))
    .filter(({ vector }) => vector.places.length > 0);
  const rows =
    behind.length === 0
      ? []
      : solveWhole(
          systemOf(
            words,
            behind.map(({ vector }) => vector),
            orderOf(pivots, vectors.size),
          ),
          budget,
        );
  if (rows === undefined) return undefined;
  let earlier = 0;
  const solved = [];
  for (const [i, { word, letter }] of behind.entries()) {
    const comesBefore = (other: number) => from[other] < word || (from[other] === word && by[other] < letter);
    while (earlier < from.length && comesBefore(earlier)) earlier++;
    if (rows[i].some((weight, at) => at >= earlier && weight !== 0)) return undefined;
    solved.push({ word, letter, coordinates: rows[i].slice(0, earlier).entries() });
  }
  return { from, by, weights: words.map((vector) => vectors.weight(vector)), dependent: solved };
}

/** The states, with those first on which the words are independent. */
function orderOf(pivots: readonly number[], size: number): Int32Array {
  const place = new Int32Array(size).fill(-1);
  pivots.forEach((state, i) => {
    place[state] = i;
  });
  let next = pivots.length;
  return place.map((at) => (at < 0 ? next++ : at));
}

/** The equations that say which combinations of words are the words behind them: one for each state. */
function systemOf(
  words: readonly WholeVector[],
  behind: readonly WholeVector[],
  order: Int32Array,
): WholeSystem {
  const all = [...words, ...behind];
  const common = all.reduce((most, { denominator }) => lcm(most, denominator), 1n);
  const entries = all.flatMap(({ places, values, denominator }, row) => {
    const factor = common / denominator;
    return places.map((state, i) => {
      lookUp(2);
      return { at: order[state] * all.length + row, value: values[i] * factor };
    });
  });
  return { unknowns: words.length, equations: order.length, rights: behind.length, entries };
}
