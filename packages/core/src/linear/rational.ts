/**
 * The rational numbers by their images modulo primes: rational numbers are put together from residues only at the end, so
 * nothing blows up on the way, and the number of primes depends on the size of the result alone.
 */

import type { Rational } from "../algebra/fraction.ts";
import { gcdOfBigints } from "../algebra/lehmer.ts";
import { inverseModulo, modularProduct, primesBelow } from "../algebra/modular.ts";
import { lookUp, lookUpAtOnce } from "../interruption.ts";
import { Random } from "../random.ts";
import { ChineseRemainder } from "./chinese-remainder.ts";
import type { Meter } from "./exact.ts";
import { type LiftedSystem, lookOfSolution } from "./lifting.ts";
import { type LongEntry, LongResidues } from "./long-residues.ts";
import { inLowestTerms } from "./lowest-terms.ts";
import { balancedResidue } from "./modular.ts";
import { LARGEST_OF_SYSTEMS, solveModulo } from "./modular-systems.ts";
import {
  bitsOf,
  type CommonDenominator,
  commonDenominator,
  numerator,
  overCommonDenominator,
} from "./reconstruction.ts";

/** A little less than the bits of the largest primes below 2^25, of which there are thousands. */
const PRIME_BITS = 24.9;

/** Numerators may be this much longer than those that were looked at first. */
const SLACK = 16;

/** A denominator may lack a factor of so many bits at first. */
const MISSED = 48;

/**
 * X A = B in whole numbers, for A with as many rows as there are unknowns and at least as many columns, which are the equations. The
 * first of them make a square matrix.
 */
export interface WholeSystem {
  readonly unknowns: number;
  readonly equations: number;
  /** The rows of B. */
  readonly rights: number;
  /** What is not zero: each equation has a row of unknowns + rights places, its column of A, and behind it that of B. */
  readonly entries: readonly LongEntry[];
}

/**
 * The X with X A = B over the rational numbers, for an n × n matrix A and m rows B; `undefined` if A is singular.
 *
 * @see solveWhole
 */
export function solveRationally(
  a: readonly (readonly Rational[])[],
  b: readonly (readonly Rational[])[],
): Rational[][] | undefined {
  const [n, m] = [a.length, b.length];
  if (n === 0 || m === 0) return b.map(() => []);
  return solveWhole(wholeColumns(a, b));
}

/**
 * The rows of X, unless the square matrix is singular, or the further equations have no solution with it.
 *
 * A few numbers of X, found by lifting, show what its common denominator is, and how long its numbers are. So it is known how many primes are
 * needed to find all of X from its residues: its size decides, not a bound. The result is proved, not likely: with X = N / D, the
 * primes' product M divides every entry of N A - D B, and the entries are less than M in magnitude, so they are zero
 * (docs/theory/fields.md, 14.8). If too few were taken after all, there are more.
 *
 * O(equations · unknowns (unknowns / 3 + rights)) operations on doubles per prime; a prime has 25 bits.
 */
export function solveWhole(system: WholeSystem, meter?: Meter): Rational[][] | undefined {
  const { unknowns, equations, rights } = system;
  const width = unknowns + rights;
  const residues = new LongResidues(system.entries);
  const lengths = lengthsOf(system);
  const bits = lengths.reduce((most, length) => Math.max(most, length), 0);
  const look = lookOfSolution(combined(system, residues, bits), meter);
  if (look === undefined) return undefined;
  // The bits between an entry of N and M: then |N A| and |D B| are less than M / 2.
  const spare = bits + bitsOf(BigInt(unknowns)) + 2;
  let enough = Math.ceil((Math.max(look.bits, bitsOf(look.denominator)) + spare + SLACK) / PRIME_BITS);
  const primes: number[] = [];
  const solutions: Int32Array[] = [];
  const determinants: number[] = [];
  const denominator = new LongResidues([{ at: 0, value: look.denominator }]);
  const data = new Float64Array(equations * width);
  for (const p of primesBelow(LARGEST_OF_SYSTEMS)) {
    data.fill(0);
    residues.write(p, data);
    const determinant = solveModulo({ data, rows: equations, unknowns, width }, p, meter);
    if (determinant === undefined) return undefined;
    if (determinant === 0) continue;
    primes.push(p);
    solutions.push(numeratorsIn(data, system, denominator, p));
    determinants.push(determinant);
    if (primes.length < enough) continue;
    const found = reconstruct(new ChineseRemainder(primes), solutions, spare, look.denominator);
    if (found !== undefined) {
      const least = withLeastDenominator(found);
      const cofactor = cofactorOf(least.denominator, primes, determinants, lengths.slice(0, unknowns));
      const ratios = inLowestTerms(least, rights, cofactor);
      return Array.from({ length: rights }, (_, k) =>
        Array.from({ length: unknowns }, (__, i) => ratios[i * rights + k]),
      );
    }
    enough += 1 + (enough >> 2);
  }
  return undefined;
}

/** The bits of the longest entry of each equation. */
function lengthsOf({ unknowns, equations, rights, entries }: WholeSystem): Int32Array {
  const largest = new Array<bigint>(equations).fill(0n);
  for (const { at, value } of entries) {
    const equation = Math.floor(at / (unknowns + rights));
    const size = value < 0n ? -value : value;
    if (size > largest[equation]) largest[equation] = size;
  }
  return Int32Array.from(largest, bitsOf);
}

/** Right-hand sides are combined with factors up to this, so that no prime divides all of them. */
const FACTORS = 2 ** 10;

/** The square system with one combination of the right-hand sides: it mostly has the denominator that all have together. */
function combined(
  { unknowns, equations, rights }: WholeSystem,
  residues: LongResidues,
  bits: number,
): LiftedSystem {
  const width = unknowns + rights;
  const random = new Random(1, STREAM);
  const factors = Float64Array.from({ length: rights }, () => 1 + random.below(FACTORS - 1));
  const data = new Float64Array(equations * width);
  return {
    unknowns,
    bits: bits + Math.log2(FACTORS * rights),
    modulo(p) {
      data.fill(0);
      residues.write(p, data);
      const coefficients = new Float64Array(unknowns * unknowns);
      const right = new Float64Array(unknowns);
      for (let i = 0; i < unknowns; i++) {
        coefficients.set(data.subarray(i * width, i * width + unknowns), i * unknowns);
        let sum = 0;
        for (let k = 0; k < rights; k++) sum += factors[k] * data[i * width + unknowns + k];
        right[i] = sum % p;
      }
      return { coefficients, right };
    },
  };
}

/** Keeps these random numbers apart from those that others draw with the same seed. */
const STREAM = 0x6c_69_66;

/** What stands behind the unknowns, unknown by unknown, times the denominator, from 0 to p - 1. */
function numeratorsIn(
  data: Float64Array,
  { unknowns, rights }: WholeSystem,
  denominator: LongResidues,
  p: number,
): Int32Array {
  const numerators = new Int32Array(unknowns * rights);
  const factor = denominator.only(p);
  for (let i = 0, at = 0; i < unknowns; i++) {
    const from = i * (unknowns + rights) + unknowns;
    for (let k = from; k < from + rights; k++) {
      const residue = balancedResidue(data[k] * factor, p);
      numerators[at++] = residue < 0 ? residue + p : residue;
    }
  }
  return numerators;
}

/** Each column times the least common multiple of its denominators: that of A, and behind it that of B. */
function wholeColumns(a: readonly (readonly Rational[])[], b: readonly (readonly Rational[])[]): WholeSystem {
  const [unknowns, rights] = [a.length, b.length];
  const rows = [...a, ...b];
  const entries: LongEntry[] = [];
  for (let column = 0; column < unknowns; column++) {
    const common = commonDenominator(rows.map((row) => row[column]));
    for (const [i, row] of rows.entries()) {
      lookUp(8);
      const value = numerator(row[column], common);
      if (value !== 0n) entries.push({ at: column * rows.length + i, value });
    }
  }
  return { unknowns, equations: unknowns, rights, entries };
}

/** The entries of X over a common denominator D, from those of X times a likely one, or `undefined` if the primes are too few. */
function reconstruct(
  remainder: ChineseRemainder,
  numerators: readonly Int32Array[],
  spare: number,
  likely: bigint,
): CommonDenominator | undefined {
  const { modulus } = remainder;
  // The number of bits is rounded up to hexadecimal digits.
  const room = bitsOf(modulus) - 5 - spare;
  if (room <= 0) return undefined;
  const whole = (1n << BigInt(room)) - 1n;
  const missed = BigInt(Math.min(MISSED, room));
  const half = 1n << BigInt((bitsOf(modulus) - 6) >> 1);
  const entries = (most: bigint, denominators: bigint) => {
    const values = remainder.numbers(numerators, numerators[0].keys());
    const found = overCommonDenominator(values, modulus, { whole, numerators: most, denominators });
    if (found === undefined || found.denominator * likely > whole) return undefined;
    if (found.numerators.some((value) => value > whole || value < -whole)) return undefined;
    return { numerators: found.numerators, denominator: found.denominator * likely };
  };
  return entries(whole >> missed, 1n << missed) ?? entries(half, half);
}

/** Without a divisor that all numbers have in common: the denominator that was likely may have been too large. */
function withLeastDenominator({ numerators, denominator }: CommonDenominator): CommonDenominator {
  let common = denominator;
  for (const value of numerators) {
    if (common === 1n) break;
    lookUpAtOnce();
    common = gcdOfBigints(value < 0n ? -value : value, common);
  }
  if (common === 1n) return { numerators, denominator };
  return { numerators: numerators.map((value) => value / common), denominator: denominator / common };
}

/**
 * The determinant over the least common denominator, which divides it: from its residues, if by Hadamard's inequality it is short
 * enough to be known from them.
 */
function cofactorOf(
  denominator: bigint,
  primes: readonly number[],
  determinants: readonly number[],
  lengths: Int32Array,
): bigint | undefined {
  const bound = lengths.reduce((sum, length) => sum + length + Math.log2(lengths.length) / 2, 0);
  const remainder = new ChineseRemainder(primes);
  if (bound - (bitsOf(denominator) - 4) + 2 > bitsOf(remainder.modulus) - 4) return undefined;
  const residues = new LongResidues([{ at: 0, value: denominator }]);
  return remainder.number(
    primes.map((p, i) => modularProduct(p)(determinants[i], inverseModulo((residues.only(p) + p) % p, p))),
  );
}
