/**
 * Exact rational numbers; small ones are fast. A safe integer is a plain number; every other rational is a pair in
 * lowest terms, of safe integers if both fit, otherwise of bigints. So each rational has exactly one form, and equality
 * is equality of the parts.
 */

import { HankelError, quote } from "../errors.ts";
import { lookUpAtOnce } from "../interruption.ts";
import { mostDigits } from "./digits.ts";
import { gcd, gcdOfBigints } from "./lehmer.ts";

/** n / d in lowest terms, d > 0; both are safe integers, or both bigints if one does not fit. */
export interface Fraction {
  readonly n: number | bigint;
  readonly d: number | bigint;
}

/** An exact rational number: a safe integer as a `number`, everything else as a `Fraction` in lowest terms. */
export type Rational = number | Fraction;

/** One constructor for all fractions, so that the engine sees one shape. */
class LowestTerms implements Fraction {
  readonly n: number | bigint;
  readonly d: number | bigint;

  constructor(n: number | bigint, d: number | bigint) {
    this.n = n;
    this.d = d;
  }
}

const MAX = Number.MAX_SAFE_INTEGER;
const BIG_MAX = BigInt(MAX);

function isSafe(value: number): boolean {
  return value <= MAX && value >= -MAX;
}

/** From safe integers in lowest terms, d > 0. Adding 0 turns -0 into 0. */
function small(n: number, d: number): Rational {
  return d === 1 ? n + 0 : new LowestTerms(n, d);
}

/** From bigints in lowest terms, d > 0. */
function big(n: bigint, d: bigint): Rational {
  if (fits(n, d)) return small(Number(n), Number(d));
  checkSize(n, d);
  return new LowestTerms(n, d);
}

/** Bits for so many decimal digits. */
function bitsOf(digits: number): bigint {
  return BigInt(Math.ceil(digits * Math.log2(10)));
}

/** The product of two such numbers takes a tenth of a millisecond. */
const LONG = 1n << bitsOf(10_000);
const LONG_NEGATIVE = -LONG;

/** Refuses numbers with which the next product would take very long. */
function checkSize(n: bigint, d: bigint): void {
  if (d <= LONG && n <= LONG && n >= LONG_NEGATIVE) return;
  lookUpAtOnce();
  const { largest, least, digits } = bounds();
  if (d <= largest && n <= largest && n >= least) return;
  throw tooLong(n, d, digits);
}

interface Bounds {
  readonly digits: number;
  readonly largest: bigint;
  readonly least: bigint;
}

function boundsOf(digits: number): Bounds {
  const largest = 1n << bitsOf(digits);
  return { digits, largest, least: -largest };
}

/** Makes a function that gives the bounds for the most digits that there are now. */
function kept(most: () => number): () => Bounds {
  let last = boundsOf(most());
  return () => {
    if (last.digits !== most()) last = boundsOf(most());
    return last;
  };
}

const bounds = kept(mostDigits);

function tooLong(n: bigint, d: bigint, digits: number): HankelError {
  const start = quote(d === 1n ? String(n) : `${n}/${d}`);
  return new HankelError(
    "budget",
    `an exact weight has more than ${digits} digits above or below its bar: ${start}; with longer ones, a single product would take many seconds (HANKEL_DIGITS=N allows them)`,
  );
}

/** Makes a check that neither the numerator nor the denominator has more than so many digits. */
export function checkDigits(most: () => number): (a: Rational) => Rational {
  const current = kept(most);
  return (a) => {
    if (typeof a === "number" || typeof a.n === "number") return a;
    const [n, d] = [a.n, a.d as bigint];
    const { largest, least, digits } = current();
    if (d > largest || n > largest || n < least) throw tooLong(n, d, digits);
    return a;
  };
}

function fits(n: bigint, d: bigint): boolean {
  return d <= BIG_MAX && n <= BIG_MAX && n >= -BIG_MAX;
}

function numerator(a: Rational): number | bigint {
  return typeof a === "number" ? a : a.n;
}

function denominator(a: Rational): number | bigint {
  return typeof a === "number" ? 1 : a.d;
}

function absolute(n: bigint): bigint {
  return n < 0n ? -n : n;
}

/**
 * The rational n / d, for integers n and d ≠ 0 of either type.
 *
 * @example
 * console.log(rational.format(fraction(6, 4)), fraction(6, 3)); // 3/2 2
 */
export function fraction(n: number | bigint, d: number | bigint = 1): Rational {
  checkInteger(n);
  checkInteger(d);
  if (d === 0 || d === 0n) throw new HankelError("algebra", `the fraction ${n}/${d} divides by zero`);
  if (typeof n === "number" && typeof d === "number") {
    const divisor = d < 0 ? -gcd(Math.abs(n), -d) : gcd(Math.abs(n), d);
    return small(n / divisor, d / divisor);
  }
  const [top, bottom] = [BigInt(n), BigInt(d)];
  const common = gcdOfBigints(absolute(top), absolute(bottom));
  const divisor = bottom < 0n ? -common : common;
  return big(top / divisor, bottom / divisor);
}

/** The same where it is known that n and d have no common divisor, and d > 0: that saves looking for one. */
export function fractionInLowestTerms(n: bigint, d: bigint): Rational {
  return big(n, d);
}

function checkInteger(part: number | bigint): void {
  if (typeof part === "bigint" || Number.isSafeInteger(part)) return;
  throw new HankelError("usage", `a fraction is made of safe integers or bigints, not of ${part}`);
}

/**
 * Is this value a rational in its one form? (-0 counts as 0.)
 *
 * @example
 * console.log(isRational(fraction(1, 2)), isRational(0.5)); // true false
 */
export function isRational(value: unknown): value is Rational {
  if (typeof value === "number") return Number.isSafeInteger(value);
  if (typeof value !== "object" || value === null) return false;
  // Only this file makes them, and nobody changes them: to look for a common divisor again would take longer than most operations.
  if (value instanceof LowestTerms) return true;
  const { n, d } = value as Partial<Fraction>;
  if (typeof n === "number" && typeof d === "number") {
    return Number.isSafeInteger(n) && Number.isSafeInteger(d) && d > 1 && gcd(Math.abs(n), d) === 1;
  }
  if (typeof n !== "bigint" || typeof d !== "bigint") return false;
  return d > 0n && !fits(n, d) && gcdOfBigints(absolute(n), d) === 1n;
}

/** Is it an integer? */
export function isInteger(a: Rational): boolean {
  return typeof a === "number" || a.d === 1n;
}

/** Are they the same number? */
export function equalRationals(a: Rational, b: Rational): boolean {
  if (a === b) return true;
  return typeof a === "object" && typeof b === "object" && a.n === b.n && a.d === b.d;
}

/**
 * Negative, zero or positive as a is less than, equal to or greater than b.
 *
 * @example
 * console.log(compareRationals(fraction(1, 3), fraction(1, 2)) < 0); // true
 */
export function compareRationals(a: Rational, b: Rational): number {
  if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
  const [an, ad, bn, bd] = [numerator(a), denominator(a), numerator(b), denominator(b)];
  if (typeof an === "number" && typeof bn === "number") {
    // Rounding is monotone: if the rounded products differ, the exact ones differ in the same direction.
    const [left, right] = [an * (bd as number), bn * (ad as number)];
    if (left !== right) return left < right ? -1 : 1;
    if (isSafe(left)) return 0;
  }
  const [left, right] = [BigInt(an) * BigInt(bd), BigInt(bn) * BigInt(ad)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * -1, 0 or 1.
 *
 * @example
 * console.log(signOfRational(fraction(-1, 2))); // -1
 */
export function signOfRational(a: Rational): number {
  const n = numerator(a);
  return n < 0 ? -1 : n > 0 ? 1 : 0;
}

/** −a. */
export function negateRational(a: Rational): Rational {
  if (typeof a === "number") return 0 - a;
  return new LowestTerms(-a.n, a.d);
}

/** |a|. */
export function magnitudeOfRational(a: Rational): Rational {
  return signOfRational(a) < 0 ? negateRational(a) : a;
}

/** a + b, exactly. */
export function addRationals(a: Rational, b: Rational): Rational {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    return isSafe(sum) ? sum : big(BigInt(a) + BigInt(b), 1n);
  }
  const [an, ad, bn, bd] = [numerator(a), denominator(a), numerator(b), denominator(b)];
  if (typeof an === "number" && typeof bn === "number") {
    const sum = addSmall(an, ad as number, bn, bd as number);
    if (sum !== undefined) return sum;
  }
  return addBig(BigInt(an), BigInt(ad), BigInt(bn), BigInt(bd));
}

/** Knuth 4.5.1: the sum can only have a factor of the denominators' common divisor left. Undefined on overflow. */
function addSmall(an: number, ad: number, bn: number, bd: number): Rational | undefined {
  const common = gcd(ad, bd);
  const scale = ad / common;
  const [left, right] = [an * (bd / common), bn * scale];
  const sum = left + right;
  if (!isSafe(left) || !isSafe(right) || !isSafe(sum)) return undefined;
  const divisor = common === 1 ? 1 : gcd(Math.abs(sum), common);
  const d = scale * (bd / divisor);
  return isSafe(d) ? small(sum / divisor, d) : undefined;
}

function addBig(an: bigint, ad: bigint, bn: bigint, bd: bigint): Rational {
  const common = gcdOfBigints(ad, bd);
  if (common === 1n) return big(an * bd + bn * ad, ad * bd);
  const scale = ad / common;
  const sum = an * (bd / common) + bn * scale;
  const divisor = gcdOfBigints(absolute(sum), common);
  return big(sum / divisor, scale * (bd / divisor));
}

/** a − b, exactly. */
export function subtractRationals(a: Rational, b: Rational): Rational {
  return addRationals(a, negateRational(b));
}

/** a · b, exactly. */
export function multiplyRationals(a: Rational, b: Rational): Rational {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    return isSafe(product) ? product + 0 : big(BigInt(a) * BigInt(b), 1n);
  }
  return multiply(numerator(a), denominator(a), numerator(b), denominator(b));
}

/** an/ad · bn/bd, both in lowest terms: after dividing crosswise, the product is in lowest terms (Knuth 4.5.1). */
function multiply(
  an: number | bigint,
  ad: number | bigint,
  bn: number | bigint,
  bd: number | bigint,
): Rational {
  if (typeof an === "number" && typeof bn === "number") {
    return multiplySmall(an, ad as number, bn, bd as number);
  }
  return multiplyBig(BigInt(an), BigInt(ad), BigInt(bn), BigInt(bd));
}

function multiplySmall(an: number, ad: number, bn: number, bd: number): Rational {
  const first = bd === 1 ? 1 : gcd(Math.abs(an), bd);
  const second = ad === 1 ? 1 : gcd(Math.abs(bn), ad);
  const n = (an / first) * (bn / second);
  const d = (ad / second) * (bd / first);
  if (isSafe(n) && isSafe(d)) return small(n, d);
  return big(BigInt(an / first) * BigInt(bn / second), BigInt(ad / second) * BigInt(bd / first));
}

function multiplyBig(an: bigint, ad: bigint, bn: bigint, bd: bigint): Rational {
  const first = bd === 1n ? 1n : gcdOfBigints(absolute(an), bd);
  const second = ad === 1n ? 1n : gcdOfBigints(absolute(bn), ad);
  const [n, bottom] = first === 1n ? [an, bd] : [an / first, bd / first];
  return second === 1n ? big(n * bn, ad * bottom) : big(n * (bn / second), (ad / second) * bottom);
}

/** 1 / a; dividing by zero is an `algebra` error. */
export function reciprocal(a: Rational): Rational {
  if (a === 0) throw new HankelError("algebra", "zero has no inverse");
  if (typeof a === "number") return a > 0 ? small(1, a) : small(-1, -a);
  const { n, d } = a;
  if (typeof n === "number") return n > 0 ? small(Number(d), n) : small(-Number(d), -n);
  return n > 0n ? big(BigInt(d), n) : big(-BigInt(d), -n);
}

/** a / b, exactly; b is not 0. */
export function divideRationals(a: Rational, b: Rational): Rational {
  return multiplyRationals(a, reciprocal(b));
}

/** The greatest rational number of which both are whole multiples; 0 only for two zeros. */
export function commonDivisor(a: Rational, b: Rational): Rational {
  if (a === 0) return magnitudeOfRational(b);
  const ratio = divideRationals(b, a);
  // With b/a = n/d in lowest terms, the multiples of a and b are those of a/d.
  return magnitudeOfRational(divideRationals(a, fraction(denominator(ratio))));
}
