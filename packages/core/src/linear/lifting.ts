/** A solution of a system over the rational numbers, digit by digit modulo the powers of a prime (Dixon 1982). */

import { inverseModulo, primesBelow } from "../algebra/modular.ts";
import { lookUp } from "../interruption.ts";
import type { Meter } from "./exact.ts";
import { balancedResidue, TYPED_PRODUCT } from "./modular.ts";
import { LARGEST_OF_SYSTEMS, solveModulo } from "./modular-systems.ts";
import { bitsOf, overCommonDenominator } from "./reconstruction.ts";

/** A square system with integer coefficients, and one right-hand side. */
export interface LiftedSystem {
  readonly unknowns: number;
  /** The coefficients modulo a prime, one equation after the other, and behind each its right-hand side: balanced residues. */
  modulo(p: number): { readonly coefficients: Float64Array; readonly right: Float64Array };
  /** Coefficients and right-hand sides have at most so many bits. */
  readonly bits: number;
}

/** What numbers look like: their common denominator, and the bits of the longest of them over it. */
export interface Look {
  readonly denominator: bigint;
  readonly bits: number;
}

/** A ratio is believed if its parts are shorter than what could be by chance, by so many bits. */
const DOUBT = 40;

/** So many of the numbers are put together. */
const PROBES = 4;

/** Too many primes in a row that divide the determinant: it is zero. */
const UNLUCKY = 20;

/**
 * The common denominator of the solution, as some of its numbers suggest it; `undefined` if the system is singular modulo 21
 * primes. Nothing is proved: whoever uses it has to check.
 *
 * The solution modulo pᵗ has one digit after the other: x = A⁻¹ r modulo p, and then r becomes (r - A x) / p, which stays as short as
 * the numbers of the system. It is kept modulo a few primes, so that no number is long. A digit takes unknowns² products for each
 * prime, where a system modulo a prime takes unknowns³ / 3.
 */
export function lookOfSolution(system: LiftedSystem, meter?: Meter): Look | undefined {
  const { unknowns: n } = system;
  // A row of products is added up without a reduction.
  const largest = Math.min(LARGEST_OF_SYSTEMS, 2 ** Math.floor((54 - Math.ceil(Math.log2(n + 1))) / 2));
  const primes = primesBelow(largest);
  for (let tried = 0; tried <= UNLUCKY; tried++) {
    const p = primes.next().value as number;
    const inverse = inverseOf(system, p);
    if (inverse !== undefined) return lift(system, p, inverse, new Residual(system, p, primes), meter);
  }
  return undefined;
}

function lift(
  { unknowns: n }: LiftedSystem,
  p: number,
  inverse: Float64Array,
  residual: Residual,
  meter: Meter | undefined,
): Look {
  const places = Array.from(
    { length: Math.min(PROBES, n) },
    (_, i) => Math.floor(((2 * i + 1) * n) / (2 * PROBES)) % n,
  );
  const digits: Float64Array[] = [];
  const rest = new Float64Array(n);
  for (let enough = 4; ; ) {
    residual.modulo(rest);
    const digit = new Float64Array(n);
    multiply(inverse, n, rest, digit);
    for (let i = 0; i < n; i++) digit[i] = balancedResidue(digit[i], p);
    residual.take(digit);
    digits.push(digit);
    meter?.spend(n * n * (1 + residual.size) * TYPED_PRODUCT);
    if (digits.length < enough) continue;
    const look = lookOf(digits, p, places);
    if (look !== undefined) return look;
    enough += 1 + (enough >> 2);
  }
}

/** The inverse modulo a prime, if there is one. */
function inverseOf(system: LiftedSystem, p: number): Float64Array | undefined {
  const { unknowns: n } = system;
  const { coefficients } = system.modulo(p);
  const data = new Float64Array(2 * n * n);
  for (let i = 0; i < n; i++) {
    data.set(coefficients.subarray(i * n, (i + 1) * n), 2 * i * n);
    data[2 * i * n + n + i] = 1;
  }
  if (solveModulo({ data, rows: n, unknowns: n, width: 2 * n }, p) === 0) return undefined;
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) inverse.set(data.subarray((2 * i + 1) * n, (2 * i + 2) * n), i * n);
  return inverse;
}

/** The denominator and the lengths that the digits of some numbers suggest. */
function lookOf(digits: readonly Float64Array[], p: number, places: readonly number[]): Look | undefined {
  const modulus = BigInt(p) ** BigInt(digits.length);
  const room = bitsOf(modulus) - 4 - DOUBT;
  if (room < 2) return undefined;
  const half = 1n << BigInt(room >> 1);
  const values = places.map((at) => fromDigits(digits, p, at));
  // The first one shows whether there are enough digits; the others need no more, over the same denominator.
  const found = overCommonDenominator(values, modulus, { whole: half, numerators: half, denominators: half });
  if (found === undefined || found.denominator > half) return undefined;
  return { denominator: found.denominator, bits: Math.max(...found.numerators.map(bitsOf)) };
}

/** Σ digit · pⁱ: neighbours are joined, level by level, so that products have factors of the same length. */
function fromDigits(digits: readonly Float64Array[], p: number, at: number): bigint {
  lookUp(digits.length ** 2 / 64);
  let level = digits.map((digit) => BigInt(digit[at]));
  for (let power = BigInt(p); level.length > 1; power *= power) {
    const above: bigint[] = [];
    for (let i = 0; i < level.length; i += 2) {
      above.push(i + 1 < level.length ? level[i] + level[i + 1] * power : level[i]);
    }
    level = above;
  }
  return level[0];
}

/** r, modulo as many primes as determine it. */
class Residual {
  readonly #n: number;
  readonly #p: number;
  readonly #primes: number[] = [];
  readonly #matrices: Float64Array[] = [];
  readonly #rests: Float64Array[] = [];
  /** The inverse of p modulo each prime. */
  readonly #inverses: number[] = [];
  /** By prime, the inverses modulo it of those before. */
  readonly #earlier: Float64Array[] = [];

  constructor(system: LiftedSystem, p: number, primes: Generator<number>) {
    const n = system.unknowns;
    this.#n = n;
    this.#p = p;
    // |r| is at most |b| or unknowns · |A|, whichever is larger; balanced digits reach half of the product.
    const needed = system.bits + Math.log2(n + 1) + 4;
    for (let bits = 0; bits < needed; ) {
      const q = primes.next().value as number;
      bits += Math.log2(q);
      const { coefficients, right } = system.modulo(q);
      this.#earlier.push(Float64Array.from(this.#primes, (before) => balancedInverse(before % q, q)));
      this.#primes.push(q);
      this.#matrices.push(coefficients);
      this.#rests.push(right);
      this.#inverses.push(balancedInverse(p % q, q));
    }
  }

  get size(): number {
    return this.#primes.length;
  }

  /** r modulo p, by its digits in the mixed base of the primes, which are balanced, as r is. */
  modulo(into: Float64Array): void {
    const [n, p, primes, rests, earlier] = [this.#n, this.#p, this.#primes, this.#rests, this.#earlier];
    const weights = new Float64Array(primes.length);
    primes.reduce((weight, q, i) => {
      weights[i] = weight;
      return balancedResidue(weight * balancedResidue(q, p), p);
    }, 1);
    const digits = new Float64Array(primes.length);
    lookUp(n * primes.length ** 2 * TYPED_PRODUCT);
    for (let at = 0; at < n; at++) {
      let sum = 0;
      for (let i = 0; i < primes.length; i++) {
        const [q, inverses] = [primes[i], earlier[i]];
        let digit = rests[i][at];
        for (let k = 0; k < i; k++) digit = balancedResidue((digit - digits[k]) * inverses[k], q);
        digits[i] = digit;
        sum = balancedResidue(sum + digit * weights[i], p);
      }
      into[at] = sum;
    }
  }

  /** r becomes (r - A x) / p. */
  take(x: Float64Array): void {
    const n = this.#n;
    const product = new Float64Array(n);
    for (const [i, q] of this.#primes.entries()) {
      const [rest, inverse] = [this.#rests[i], this.#inverses[i]];
      lookUp(n * n * TYPED_PRODUCT);
      multiply(this.#matrices[i], n, x, product);
      for (let at = 0; at < n; at++) {
        rest[at] = balancedResidue(balancedResidue(rest[at] - product[at], q) * inverse, q);
      }
    }
  }
}

/** The inverse of a residue modulo a prime, balanced. */
function balancedInverse(a: number, p: number): number {
  return balancedResidue(inverseModulo(a, p), p);
}

/** A square matrix times a vector, four rows at a time: four sums do not wait for each other, and share what they read. */
function multiply(matrix: Float64Array, n: number, x: Float64Array, into: Float64Array): void {
  let i = 0;
  for (; i + 3 < n; i += 4) {
    const [a, b, c, d] = [i * n, (i + 1) * n, (i + 2) * n, (i + 3) * n];
    let [s, t, u, v] = [0, 0, 0, 0];
    for (let k = 0; k < n; k++) {
      const factor = x[k];
      s += matrix[a + k] * factor;
      t += matrix[b + k] * factor;
      u += matrix[c + k] * factor;
      v += matrix[d + k] * factor;
    }
    into[i] = s;
    into[i + 1] = t;
    into[i + 2] = u;
    into[i + 3] = v;
  }
  for (; i < n; i++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += matrix[i * n + k] * x[k];
    into[i] = sum;
  }
}
