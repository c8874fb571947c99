/** What the words of an automaton over the rational numbers span, from its images modulo primes. */

import { fraction, type Rational } from "../../algebra/fraction.ts";
import { primesBelow, residuesModulo } from "../../algebra/modular.ts";
import type { ReadonlyWeights } from "../../algebra/semifield.ts";
import { Modulus, TYPED_PRODUCT } from "../../linear/modular.ts";
import {
  bitsOf,
  ChineseRemainder,
  type CommonDenominator,
  commonDenominator,
  numerator,
  overCommonDenominator,
} from "../../linear/rational.ts";
import { linkedWord, type Word } from "../../words/word.ts";
import type { OperationBudget } from "../requirements.ts";
import type { Wfsa } from "../wfsa.ts";
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
/** Numbers are put together from primes of 24 bits: 31 products can be summed before they have to be reduced. */
const LARGEST_LIFTED = 2 ** 24;

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

/** The word basis modulo a prime; its numbers are the weights of the words, then all coordinates, row by row. */
interface Residues {
  readonly basis: WordBasis<Float64Array, Float64Array>;
  readonly numbers: Int32Array;
}

/**
 * The word basis of an automaton over the rational numbers, from its word bases modulo primes of 24 bits.
 *
 * Words that are independent modulo a prime are independent. Let X be the coordinates put together from all primes, C the
 * vectors of the words: X C = C μ(a) holds modulo the product of the primes, and it holds exactly if both sides, times
 * their denominators, are smaller than that product. Then X is exact, and every word outside the basis depends on earlier ones.
 */
export function liftedBasis(wfsa: Wfsa<Rational>, budget: OperationBudget): SolvedBasis<Rational> {
  const heights = heightsOf(wfsa);
  let [primes, images, enough]: [number[], Residues[], number] = [[], [], 1];
  for (const automaton of imagesBelow(LARGEST_LIFTED, wfsa)) {
    const image = residuesOf(automaton, budget);
    const better = images.length === 0 ? 0 : earlierWords(image.basis, images[0].basis);
    // A prime for which independent words depend on each other is of no use.
    if (better < 0) continue;
    if (better > 0) [primes, images, enough] = [[], [], 1];
    primes.push(automaton.modulus.p);
    images.push(image);
    // Putting numbers together takes time, too, and their digits take memory.
    budget.spend(image.numbers.length * primes.length * TYPED_PRODUCT);
    if (primes.length < enough) continue;
    const found = lifted(primes, images, heights);
    if (found !== undefined) return found;
    enough = Math.ceil(1.4 * enough) + 1;
  }
  throw new RangeError("there are not enough primes");
}

function residuesOf(automaton: ModularAutomaton, budget: OperationBudget): Residues {
  const space = new ModularSpace(automaton, budget, true);
  const { basis } = wordBasis(space);
  const count = basis.dependent.reduce((sum, { coordinates }) => sum + coordinates.length, basis.size);
  const numbers = new Int32Array(count);
  basis.vectors.forEach((vector, word) => (numbers[word] = space.weight(vector)));
  let at = basis.size;
  for (const { coordinates } of basis.dependent) {
    numbers.set(coordinates, at);
    at += coordinates.length;
  }
  return { basis, numbers };
}

/** Positive if the first basis has an earlier word at the first place where they differ, negative if the second has. */
function earlierWords(a: Residues["basis"], b: Residues["basis"]): number {
  for (let i = 0; i < Math.min(a.size, b.size); i++) {
    const earlier = b.from[i] - a.from[i] || b.by[i] - a.by[i];
    if (earlier !== 0) return earlier;
  }
  return a.size - b.size;
}

/** The exact numbers, put together from their residues, or `undefined` if there are too few primes to know them. */
function lifted(
  primes: readonly number[],
  images: readonly Residues[],
  { initial, arcs, final }: ReturnType<typeof heightsOf>,
): SolvedBasis<Rational> | undefined {
  const { basis } = images[0];
  const residues = images.map(({ numbers }) => numbers);
  const remainder = new ChineseRemainder(primes);
  const { modulus } = remainder;
  /** The largest numerator and denominator that are believed. */
  const most = 1n << BigInt(Math.max(1, Math.floor(Math.log2(primes[0]) * primes.length * 0.5 - 1)));
  /**
   * Numbers with a common denominator, if |Σ numerators| · 2^left + denominator · 2^right is below the product of the primes:
   * then an equation between them that holds modulo all primes holds.
   */
  const row = (start: number, length: number, likely: bigint, left: number, right: number) => {
    const values = [
      ...remainder.numbers(
        residues,
        Array.from({ length }, (_, i) => start + i),
      ),
    ];
    const over = (denominator: bigint): CommonDenominator | undefined => {
      const limits = { likely: denominator, whole: most, half: most };
      const found = overCommonDenominator(values, modulus, limits);
      return found === undefined || found.denominator > most ? undefined : found;
    };
    const found = over(likely) ?? over(1n);
    if (found === undefined) return undefined;
    const sum = found.numerators.reduce((total, n) => total + (n < 0n ? -n : n), 0n);
    const bits = Math.max(bitsOf(sum) + left, bitsOf(found.denominator) + right) + 1;
    return bits < bitsOf(modulus) - 4 ? found : undefined;
  };
  // The longest word is the last one.
  const longest = basis.lengths.at(-1) ?? 0;
  // A bound for the entries of the vectors of the words, times their common denominator.
  const vectors = initial.largest + longest * Math.max(arcs.largest, arcs.denominator);
  const scale = initial.denominator + longest * arcs.denominator + final.denominator;
  const weights = row(0, basis.size, 1n, scale, vectors + final.largest);
  if (weights === undefined) return undefined;
  const dependent = [];
  let [at, denominator] = [basis.size, 1n];
  for (const { word, letter, coordinates } of basis.dependent) {
    const bounds = [vectors + arcs.denominator, vectors + arcs.largest] as const;
    const found = row(at, coordinates.length, denominator, ...bounds);
    if (found === undefined) return undefined;
    at += coordinates.length;
    denominator = found.denominator;
    dependent.push({ word, letter, coordinates: fractions(found).entries() });
  }
  return { from: basis.from, by: basis.by, weights: fractions(weights), dependent };
}

function fractions({ numerators, denominator }: CommonDenominator): Rational[] {
  return numerators.map((n) => fraction(n, denominator));
}
