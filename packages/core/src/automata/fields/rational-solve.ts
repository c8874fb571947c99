import { fraction, type Rational } from "../../algebra/fraction.ts";
import { ChineseRemainder, centred, ratioModulo } from "./chinese-remainder.ts";
import { LimbResidues } from "./limb-residues.ts";
import { SMALL, solveModulo } from "./modular-solve.ts";
import { primesBelow } from "./rational-image.ts";
import { bitsOf, commonDenominator, numerator } from "./whole-numbers.ts";

/** Too many primes in a row that divide the determinant: it is zero. */
const UNLUCKY = 20;

/**
 * The X with X A = B over the rational numbers, for an n × n matrix A and m rows B; `undefined` if A is singular.
 *
 * The system is solved modulo one prime after the other, and X is found from the residues as soon as they are enough: its
 * size decides how many primes there are, not a bound. The result is proved, not likely: with X = N / D, the primes'
 * product M divides every entry of N A - D B, and the entries are less than M in magnitude, so they are zero
 * (docs/theory/fields.md, 14.8).
 * No ratio is ever reduced on the way: there is nothing to blow up.
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
  const residues = new LimbResidues(numbers);
  const primes: number[] = [];
  const solutions: Float64Array[] = [];
  const system = new Float64Array(n * (n + m));
  let [next, unlucky] = [2, 0];
  for (const p of primesBelow(SMALL)) {
    residues.modulo(p, system);
    const solution = solveModulo(p, system, n, m);
    if (solution === undefined) {
      if (++unlucky > UNLUCKY + primes.length) return undefined;
      continue;
    }
    primes.push(p);
    solutions.push(solution);
    if (primes.length < next) continue;
    const found = reconstruct(primes, solutions, bits + bitsOf(BigInt(n)) + 2);
    if (found !== undefined) return transposed(found, n, m);
    next = primes.length + Math.max(1, primes.length >> 2);
  }
  return undefined;
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
      const whole = numerator(row[column], common);
      numbers.push(whole);
      const size = whole < 0n ? -whole : whole;
      if (size > longest) longest = size;
    }
  }
  return { numbers, bits: bitsOf(longest) };
}

interface CommonDenominator {
  readonly numerators: bigint[];
  readonly denominator: bigint;
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
  const all = new ChineseRemainder(primes);
  const last = solutions[0].length - 1;
  const probed = entriesOf(all, solutions, spare, [0, last >> 1, last], 1n);
  if (probed === undefined) return undefined;
  const bits = [probed.denominator, ...probed.numerators].map(bitsOf);
  const few = 1 + Math.ceil((Math.max(...bits) + spare + SLACK) / PRIME_BITS);
  const places = [...solutions[0].keys()];
  if (few < primes.length) {
    const some = new ChineseRemainder(primes.slice(0, few));
    const found = entriesOf(some, solutions.slice(0, few), spare, places, probed.denominator);
    if (found !== undefined) return found;
  }
  return entriesOf(all, solutions, spare, places, probed.denominator);
}

/** Numerators may be this much longer than the ones that were looked at first. */
const SLACK = 64;
/** The largest primes below 2^22 have a little less than 22 bits. */
const PRIME_BITS = 21.9;

/** The entries of X at some places, with a common denominator that `denominator` divides. */
function entriesOf(
  remainder: ChineseRemainder,
  solutions: readonly Float64Array[],
  spare: number,
  places: readonly number[],
  denominator: bigint,
): CommonDenominator | undefined {
  const { modulus } = remainder;
  // The number of bits is rounded up to hexadecimal digits.
  const room = bitsOf(modulus) - 5 - spare;
  const limit = 1n << BigInt(Math.max(0, room));
  const half = 1n << BigInt((bitsOf(modulus) - 6) >> 1);
  const numerators: bigint[] = [];
  const residues = new Float64Array(solutions.length);
  let common = denominator;
  for (const at of places) {
    for (let i = 0; i < solutions.length; i++) residues[i] = solutions[i][at];
    let top = centred(remainder.number(residues) * common, modulus);
    if (!isWithin(top, limit)) {
      const ratio = ratioModulo(top, modulus, half);
      if (ratio === undefined) return undefined;
      common *= ratio.d;
      for (let i = 0; i < numerators.length; i++) numerators[i] *= ratio.d;
      top = ratio.n;
    }
    numerators.push(top);
  }
  const fits = room > 0 && common < limit && numerators.every((value) => isWithin(value, limit));
  return fits ? { numerators, denominator: common } : undefined;
}

function isWithin(value: bigint, limit: bigint): boolean {
  return value < limit && value > -limit;
}

/** X by rows, from its columns. */
function transposed({ numerators, denominator }: CommonDenominator, n: number, m: number): Rational[][] {
  return Array.from({ length: m }, (_, k) =>
    Array.from({ length: n }, (_, i) => fraction(numerators[i * m + k], denominator)),
  );
}
