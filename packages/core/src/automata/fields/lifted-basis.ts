import { fraction, type Rational } from "../../algebra/fraction.ts";
import type { OperationBudget } from "../operation-budget.ts";
import type { Wfsa } from "../wfsa.ts";
import { ChineseRemainder, centred, ratioModulo } from "./chinese-remainder.ts";
import { Modulus } from "./modular-rows.ts";
import { ModularSpace } from "./modular-space.ts";
import { type Heights, heightsOf, imageModulo, primesBelow } from "./rational-image.ts";
import { bitsOf } from "./whole-numbers.ts";
import { type WordBasis, wordBasis } from "./word-basis.ts";

/** Primes of 24 bits: 31 products can be summed before they have to be reduced. */
const LARGEST = 2 ** 24;

/** A word basis over the rational numbers. */
export interface LiftedBasis {
  readonly from: readonly number[];
  readonly by: readonly number[];
  /** The weight of each word. */
  readonly weights: readonly Rational[];
  readonly dependent: readonly {
    readonly word: number;
    readonly letter: number;
    readonly coordinates: readonly Rational[];
  }[];
}

/** The word basis modulo a prime; its numbers are the weights of the words, then all coordinates, row by row. */
interface Residues {
  readonly basis: WordBasis<Float64Array, Float64Array>;
  readonly numbers: Int32Array;
}

/**
 * The word basis of an automaton over the rational numbers, from its word bases modulo primes of 24 bits. No rational number
 * is computed on the way, so nothing blows up: the number of primes depends on the size of the result alone.
 *
 * Words that are independent modulo a prime are independent. Let X be the coordinates put together from all primes, C the
 * vectors of the words: X C = C μ(a) holds modulo the product of the primes, and it holds exactly if both sides, times
 * their denominators, are smaller than that product. Then X is exact, and every word outside the basis depends on earlier ones.
 */
export function liftedBasis(wfsa: Wfsa<Rational>, budget: OperationBudget): LiftedBasis {
  const heights = heightsOf(wfsa);
  let [primes, images, enough]: [number[], Residues[], number] = [[], [], 1];
  for (const prime of primesBelow(LARGEST)) {
    const image = residuesModulo(wfsa, prime, budget);
    if (image === undefined) continue;
    const better = images.length === 0 ? 0 : earlierWords(image.basis, images[0].basis);
    // A prime for which independent words depend on each other is of no use.
    if (better < 0) continue;
    if (better > 0) [primes, images, enough] = [[], [], 1];
    primes.push(prime);
    images.push(image);
    if (primes.length < enough) continue;
    const found = new Lifting(primes, images, heights).result();
    if (found !== undefined) return found;
    enough = Math.ceil(1.4 * enough) + 1;
  }
  throw new RangeError("there are not enough primes");
}

function residuesModulo(wfsa: Wfsa<Rational>, prime: number, budget: OperationBudget): Residues | undefined {
  const image = imageModulo(wfsa, new Modulus(prime));
  if (image === undefined) return undefined;
  const space = new ModularSpace(image, budget, true);
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

/** Rational numbers with one denominator. */
interface Row {
  readonly numerators: readonly bigint[];
  readonly denominator: bigint;
}

/** Puts the numbers together from their residues. */
class Lifting {
  readonly #images: readonly Residues[];
  readonly #heights: Heights;
  readonly #remainders: ChineseRemainder;
  /** The largest numerator and denominator that are believed. */
  readonly #most: bigint;
  readonly #residues: Float64Array;

  constructor(primes: readonly number[], images: readonly Residues[], heights: Heights) {
    this.#images = images;
    this.#heights = heights;
    this.#remainders = new ChineseRemainder(primes);
    this.#most = 1n << BigInt(Math.max(1, Math.floor(Math.log2(primes[0]) * primes.length * 0.5 - 1)));
    this.#residues = new Float64Array(primes.length);
  }

  /** The exact numbers, or `undefined` if there are too few primes to know them. */
  result(): LiftedBasis | undefined {
    const { basis } = this.#images[0];
    const { from, by } = basis;
    const vectors = this.#vectorBits();
    const { arcs, arcsDenominator, initialDenominator, final, finalDenominator } = this.#heights;
    const scale = initialDenominator + this.#longest() * arcsDenominator + finalDenominator;
    const weights = this.#row(0, basis.size, 1n, scale, vectors + final);
    if (weights === undefined) return undefined;
    const dependent = [];
    let [at, denominator] = [basis.size, 1n];
    for (const { word, letter, coordinates } of basis.dependent) {
      const row = this.#row(at, coordinates.length, denominator, vectors + arcsDenominator, vectors + arcs);
      if (row === undefined) return undefined;
      at += coordinates.length;
      denominator = row.denominator;
      dependent.push({ word, letter, coordinates: fractions(row) });
    }
    return { from, by, weights: fractions(weights), dependent };
  }

  /** The length of the longest word; it is the last one. */
  #longest(): number {
    return this.#images[0].basis.lengths.at(-1) ?? 0;
  }

  /** A bound for the entries of the vectors of the words, times their common denominator. */
  #vectorBits(): number {
    const { initial, arcs, arcsDenominator } = this.#heights;
    return initial + this.#longest() * Math.max(arcs, arcsDenominator);
  }

  /**
   * Numbers with a common denominator, if |Σ numerators| · 2^left + denominator · 2^right is below the product of the primes:
   * then an equation between them that holds modulo all primes holds.
   */
  #row(start: number, length: number, denominator: bigint, left: number, right: number): Row | undefined {
    const values = Array.from({ length }, (_, i) => this.#number(start + i));
    const row = this.#withDenominator(values, denominator) ?? this.#withDenominator(values, 1n);
    if (row === undefined) return undefined;
    const sum = row.numerators.reduce((total, n) => total + (n < 0n ? -n : n), 0n);
    const bits = Math.max(bitsOf(sum) + left, bitsOf(row.denominator) + right) + 1;
    return bits < bitsOf(this.#remainders.modulus) - 4 ? row : undefined;
  }

  #number(at: number): bigint {
    this.#images.forEach(({ numbers }, i) => (this.#residues[i] = numbers[at]));
    return this.#remainders.number(this.#residues);
  }

  /** The same numbers with a denominator that they are likely to have, or with a multiple of it. */
  #withDenominator(values: readonly bigint[], likely: bigint): Row | undefined {
    const { modulus } = this.#remainders;
    let denominator = likely;
    const numerators: bigint[] = [];
    for (const value of values) {
      const product = centred(value * denominator, modulus);
      const ratio =
        product <= this.#most && product >= -this.#most
          ? { n: product, d: 1n }
          : ratioModulo(product, modulus, this.#most);
      if (ratio === undefined) return undefined;
      if (ratio.d !== 1n) {
        denominator *= ratio.d;
        if (denominator > this.#most) return undefined;
        for (let i = 0; i < numerators.length; i++) numerators[i] *= ratio.d;
      }
      numerators.push(ratio.n);
    }
    return { numerators, denominator };
  }
}

function fractions({ numerators, denominator }: Row): Rational[] {
  return numerators.map((n) => fraction(n, denominator));
}
