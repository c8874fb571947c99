/**
 * The rational numbers by their images modulo primes: rational numbers are put together from residues only at the end, so
 * nothing blows up on the way, and the number of primes depends on the size of the result alone.
 */

import { fraction, type Rational } from "../algebra/fraction.ts";
import { gcdOfBigints } from "../algebra/lehmer.ts";
import { inverseModulo, primesBelow } from "../algebra/modular.ts";
import { lookUp, lookUpAtOnce } from "../interruption.ts";
import { Modulus, solveModulo } from "./modular.ts";

/** The least common denominator. */
export function commonDenominator(weights: Iterable<Rational>): bigint {
  let common = 1n;
  for (const weight of weights) {
    lookUp(8);
    if (typeof weight === "number") continue;
    const d = BigInt(weight.d);
    if (common % d !== 0n) common *= d / gcdOfBigints(common, d);
  }
  return common;
}

/** The numerator of a weight over a multiple of its denominator. */
export function numerator(weight: Rational, denominator: bigint): bigint {
  return typeof weight === "number"
    ? BigInt(weight) * denominator
    : BigInt(weight.n) * (denominator / BigInt(weight.d));
}

/** The number of bits of a number's magnitude, rounded up to hexadecimal digits. */
export function bitsOf(value: bigint): number {
  return value === 0n ? 0 : 4 * (value < 0n ? -value : value).toString(16).length;
}

/**
 * The Chinese remainder theorem for many numbers modulo the same primes. The primes are the leaves of a binary tree; a
 * number is put together from the leaves up, without a division before the root.
 */
export class ChineseRemainder {
  /** The product of the primes. */
  readonly modulus: bigint;
  /** The products of the primes below each node, level by level from the leaves up. */
  readonly #levels: bigint[][];
  /** For each prime, the inverse of the product of all others. */
  readonly #factors: bigint[];
  readonly #primes: readonly bigint[];

  constructor(primes: readonly number[]) {
    this.#primes = primes.map(BigInt);
    this.#levels = [[...this.#primes]];
    for (let level = this.#levels[0]; level.length > 1; ) {
      const above: bigint[] = [];
      for (let i = 0; i < level.length; i += 2)
        above.push(i + 1 < level.length ? level[i] * level[i + 1] : level[i]);
      this.#levels.push((level = above));
    }
    this.modulus = this.#levels[this.#levels.length - 1][0] ?? 1n;
    this.#factors = this.#primes.map((p, i) =>
      BigInt(inverseModulo(Number((this.modulus / p) % p), primes[i])),
    );
  }

  /** The number between -m/2 and m/2 with these residues. */
  number(residues: ArrayLike<number>): bigint {
    let level = this.#primes.map((p, i) => (BigInt(residues[i]) * this.#factors[i]) % p);
    for (const products of this.#levels.slice(0, -1)) {
      const above: bigint[] = [];
      for (let i = 0; i < level.length; i += 2) {
        above.push(i + 1 < level.length ? level[i] * products[i + 1] + level[i + 1] * products[i] : level[i]);
      }
      level = above;
    }
    return centred(level[0] % this.modulus, this.modulus);
  }

  /** The numbers at some places of arrays of residues, one array per prime. */
  *numbers(residues: readonly ArrayLike<number>[], places: Iterable<number>): Generator<bigint> {
    const own = new Float64Array(this.#primes.length);
    for (const at of places) {
      // The products of a number take as long as that of its primes, squared.
      lookUp(own.length + own.length ** 2 / 64);
      for (let i = 0; i < own.length; i++) own[i] = residues[i][at];
      yield this.number(own);
    }
  }
}

/** The residue of the least absolute value. */
export function centred(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  if (2n * rest > modulus) return rest - modulus;
  return 2n * rest < -modulus ? rest + modulus : rest;
}

/**
 * The fraction n/d ≡ value modulo m with |n| and d up to about the root of m, if there is one (Wang 1981): Euclid's
 * algorithm, stopped half-way.
 */
export function ratioModulo(
  value: bigint,
  modulus: bigint,
  most: bigint,
): { n: bigint; d: bigint } | undefined {
  let [r, rest, t, next] = [modulus, value < 0n ? value + modulus : value, 0n, 1n];
  while (rest > most) {
    lookUp(8);
    const quotient = r / rest;
    [r, rest] = [rest, r - quotient * rest];
    [t, next] = [next, t - quotient * next];
  }
  if (next < 0n) [rest, next] = [-rest, -next];
  return next <= most ? { n: rest, d: next } : undefined;
}

/** Rational numbers with one denominator. */
export interface CommonDenominator {
  readonly numerators: readonly bigint[];
  readonly denominator: bigint;
}

/**
 * Numbers known modulo m, over a multiple of a denominator that they are likely to have; `undefined` if one of them is no
 * ratio of small numbers. A number that is at most `whole` over the denominator so far is taken to have it; otherwise its
 * numerator and its own part of the denominator are at most `half`.
 */
export function overCommonDenominator(
  values: Iterable<bigint>,
  modulus: bigint,
  { likely, whole, half }: { readonly likely: bigint; readonly whole: bigint; readonly half: bigint },
): CommonDenominator | undefined {
  let denominator = likely;
  const numerators: bigint[] = [];
  for (const value of values) {
    let top = centred(value * denominator, modulus);
    if (top > whole || top < -whole) {
      lookUpAtOnce();
      const ratio = ratioModulo(top, modulus, half);
      if (ratio === undefined) return undefined;
      denominator *= ratio.d;
      if (ratio.d !== 1n) for (let i = 0; i < numerators.length; i++) numerators[i] *= ratio.d;
      top = ratio.n;
    }
    numerators.push(top);
  }
  return { numerators, denominator };
}

/** Primes are below this, so that hundreds of products can be added up before the sum has to be reduced. */
const SMALL = 2 ** 22;
/** The largest primes below 2^22 have a little less than 22 bits. */
const PRIME_BITS = 21.9;
/** Too many primes in a row that divide the determinant: it is zero. */
const UNLUCKY = 20;
/** Numerators may be this much longer than the ones that were looked at first. */
const SLACK = 64;

/**
 * The X with X A = B over the rational numbers, for an n × n matrix A and m rows B; `undefined` if A is singular.
 *
 * The system is solved modulo one prime after the other, and X is found from the residues as soon as they are enough: its
 * size decides how many primes there are, not a bound. The result is proved, not likely: with X = N / D, the primes'
 * product M divides every entry of N A - D B, and the entries are less than M in magnitude, so they are zero
 * (docs/theory/fields.md, 14.8).
 *
 * O(n² (n / 3 + m)) operations on doubles per prime; a prime has 22 bits.
 */
export function solveRationally(
  a: readonly (readonly Rational[])[],
  b: readonly (readonly Rational[])[],
): Rational[][] | undefined {
  const [n, m] = [a.length, b.length];
  if (n === 0 || m === 0) return b.map(() => []);
  const { numbers, bits } = wholeColumns([...a, ...b], n);
  const primes: number[] = [];
  const solutions: Float64Array[] = [];
  const flat = new Float64Array(n * (n + m));
  let [next, unlucky] = [2, 0];
  for (const [p, rests] of remaindersOf(numbers)) {
    const modulus = new Modulus(p);
    for (let i = 0; i < flat.length; i++) flat[i] = modulus.residue(rests[i]);
    const system = Array.from({ length: n }, (_, i) => flat.subarray(i * (n + m), (i + 1) * (n + m)));
    if (!solveModulo(modulus, system)) {
      if (++unlucky > UNLUCKY + primes.length) return undefined;
      continue;
    }
    const solution = new Float64Array(n * m);
    system.forEach((row, i) => {
      solution.set(row.subarray(n), i * m);
    });
    primes.push(p);
    solutions.push(solution);
    if (primes.length < next) continue;
    const found = reconstruct(primes, solutions, bits + bitsOf(BigInt(n)) + 2);
    if (found !== undefined) {
      const { numerators, denominator } = found;
      return b.map((_, k) => a.map((__, i) => fraction(numerators[i * m + k], denominator)));
    }
    next = primes.length + Math.max(1, primes.length >> 2);
  }
  return undefined;
}

/**
 * For one prime after the other, numbers with the same residues that are safe integers. The division of long numbers takes
 * time, so their remainders modulo the product of two primes serve both.
 */
export function* remaindersOf(numbers: readonly bigint[]): Generator<[number, Float64Array]> {
  const primes = primesBelow(SMALL);
  for (const p of primes) {
    const q = primes.next().value as number;
    const product = BigInt(p * q);
    const rests = Float64Array.from(numbers, (value) => {
      lookUp(2);
      return Number(value % product);
    });
    yield [p, rests];
    yield [q, rests];
  }
}

/** Each column times the least common multiple of its denominators, and the bits of the longest entry. */
function wholeColumns(
  rows: readonly (readonly Rational[])[],
  columns: number,
): { numbers: bigint[]; bits: number } {
  const numbers: bigint[] = [];
  let longest = 0n;
  for (let column = 0; column < columns; column++) {
    const common = commonDenominator(rows.map((row) => row[column]));
    for (const row of rows) {
      lookUp(8);
      const whole = numerator(row[column], common);
      numbers.push(whole);
      const size = whole < 0n ? -whole : whole;
      if (size > longest) longest = size;
    }
  }
  return { numbers, bits: bitsOf(longest) };
}

/**
 * The entries of X with a common denominator D, or `undefined` if the primes are too few. `spare` bits are left between an
 * entry of N and M, which makes |N A| and |D B| less than M / 2. Once D is known, the entries need half as many primes.
 */
function reconstruct(
  primes: readonly number[],
  solutions: readonly Float64Array[],
  spare: number,
): CommonDenominator | undefined {
  const entries = (remainder: ChineseRemainder, places: Iterable<number>, likely: bigint) => {
    const { modulus } = remainder;
    // The number of bits is rounded up to hexadecimal digits.
    const room = bitsOf(modulus) - 5 - spare;
    if (room <= 0) return undefined;
    const whole = (1n << BigInt(room)) - 1n;
    const half = 1n << BigInt((bitsOf(modulus) - 6) >> 1);
    const found = overCommonDenominator(remainder.numbers(solutions, places), modulus, {
      likely,
      whole,
      half,
    });
    if (found === undefined || found.denominator > whole) return undefined;
    return found.numerators.every((value) => value <= whole && value >= -whole) ? found : undefined;
  };
  const all = new ChineseRemainder(primes);
  const last = solutions[0].length - 1;
  const probed = entries(all, [0, last >> 1, last], 1n);
  if (probed === undefined) return undefined;
  const bits = [probed.denominator, ...probed.numerators].map(bitsOf);
  const few = 1 + Math.ceil((Math.max(...bits) + spare + SLACK) / PRIME_BITS);
  const everywhere = (remainder: ChineseRemainder) =>
    entries(remainder, solutions[0].keys(), probed.denominator);
  const some = few < primes.length ? everywhere(new ChineseRemainder(primes.slice(0, few))) : undefined;
  return some ?? everywhere(all);
}
