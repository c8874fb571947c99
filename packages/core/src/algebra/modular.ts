/** Exact products, inverses and residues modulo p, and primes. */

import type { Rational } from "./fraction.ts";

/** Up to here p² is a safe integer. */
const ROOT = 94_906_265;

/** Up to here every step of the split product below is exact. */
const SPLIT = 2 ** 51;

/** The product modulo p of two numbers from 0 to p - 1, for p up to 2^53. */
export function modularProduct(p: number): (a: number, b: number) => number {
  if (p <= ROOT) return (a, b) => reduced(a * b - Math.floor((a * b) / p) * p, p);
  if (p <= SPLIT) return (a, b) => splitProduct(a, b, p);
  const modulus = BigInt(p);
  return (a, b) => Number((BigInt(a) * BigInt(b)) % modulus);
}

/**
 * a·b - q·p for the rounded quotient q, where both products are held exactly as a double and its rounding
 * error (Dekker 1971). The quotient is off by at most 1, so their difference is between -p and 2p, and exact.
 */
function splitProduct(a: number, b: number, p: number): number {
  const high = a * b;
  const quotient = Math.floor(high / p);
  const taken = quotient * p;
  return reduced(high - taken + (roundingError(a, b, high) - roundingError(quotient, p, taken)), p);
}

/** Brings a number that is off by a few times p back into range; % on doubles would be a call into C. */
function reduced(value: number, p: number): number {
  let rest = value;
  while (rest < 0) rest += p;
  while (rest >= p) rest -= p;
  return rest;
}

const HALVES = 2 ** 27 + 1;

/** a·b - product, exactly, for the rounded product: the factors are split into halves of 26 bits (Veltkamp). */
function roundingError(a: number, b: number, product: number): number {
  const scaledA = HALVES * a;
  const highA = scaledA - (scaledA - a);
  const lowA = a - highA;
  const scaledB = HALVES * b;
  const highB = scaledB - (scaledB - b);
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

/** The inverse of a residue that is not zero, by the extended Euclidean algorithm; its coefficients never exceed p. */
export function inverseModulo(a: number, p: number): number {
  let [r, rest] = [p, a];
  let [t, next] = [0, 1];
  while (rest !== 0) {
    const remainder = r % rest;
    const quotient = (r - remainder) / rest;
    [t, next] = [next, t - quotient * next];
    [r, rest] = [rest, remainder];
  }
  return t < 0 ? t + p : t;
}

/** Inverted denominators are kept, but not too many. */
const KEPT = 4096;

/** Rational numbers modulo a prime: from 0 to p - 1, or `undefined` where the prime divides the denominator. */
export function residuesModulo(p: number): (value: Rational) => number | undefined {
  const times = modularProduct(p);
  const modulus = BigInt(p);
  const residue = (n: number | bigint) => {
    const rest = typeof n === "number" ? n % p : Number(n % modulus);
    return rest < 0 ? rest + p : rest + 0;
  };
  const inverses = new Map<number | bigint, number>();
  return (value) => {
    if (typeof value === "number") return residue(value);
    let inverted = inverses.get(value.d);
    if (inverted === undefined) {
      const d = residue(value.d);
      inverted = d === 0 ? 0 : inverseModulo(d, p);
      if (inverses.size >= KEPT) inverses.clear();
      inverses.set(value.d, inverted);
    }
    return inverted === 0 ? undefined : times(residue(value.n), inverted);
  };
}

/** The primes below some bounds, as far as they were asked for: the same ones are needed again and again. */
const found = new Map<number, number[]>();

/** The primes below a bound, the largest first. */
export function* primesBelow(bound: number): Generator<number> {
  const primes = found.get(bound) ?? [];
  found.set(bound, primes);
  for (let i = 0; ; i++) {
    if (i === primes.length) {
      let p = (primes.at(-1) ?? bound) - 1;
      while (p > 1 && !isPrime(p)) p--;
      if (p <= 1) return;
      primes.push(p);
    }
    yield primes[i];
  }
}

/** Enough witnesses for every number below 3.3·10^24 (Sorenson and Webster 2015). */
const WITNESSES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/** Is this safe integer prime? Miller–Rabin with a fixed list of witnesses, which makes it exact. */
export function isPrime(p: number): boolean {
  if (p < 2) return false;
  for (const q of WITNESSES) {
    if (p % q === 0) return p === q;
  }
  const times = modularProduct(p);
  let odd = p - 1;
  let twos = 0;
  while (odd % 2 === 0) {
    odd /= 2;
    twos++;
  }
  return WITNESSES.every((witness) => passes(witness, odd, twos, p, times));
}

function passes(
  witness: number,
  odd: number,
  twos: number,
  p: number,
  times: (a: number, b: number) => number,
): boolean {
  let power = 1;
  for (let base = witness, e = odd; e > 0; base = times(base, base), e = Math.floor(e / 2)) {
    if (e % 2 === 1) power = times(power, base);
  }
  if (power === 1) return true;
  for (let round = 0; round < twos; round++) {
    if (power === p - 1) return true;
    power = times(power, power);
  }
  return false;
}
