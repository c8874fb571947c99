/** Rationals as text, as keys and as doubles. */

import { HankelError } from "../errors.ts";
import { LARGEST_EXPONENT } from "../limits.ts";
import { mostDigits } from "./digits.ts";
import {
  type Fraction,
  fraction,
  negateRational,
  type Rational,
  signOfRational,
  subtractRationals,
} from "./fraction.ts";
import { notAWeight } from "./semifield.ts";

const RATIONAL_NOTATION = 'a rational number such as "3", "-1/2", "0.125" or "1e-3"';

const MINUS = 0x2d;
const ZERO = 0x30;
const RATIO = /^[+-]?\d+(?:\/\d+)?$/;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Reads "3", "-1/2", "0.125", "1e-3", "+2" exactly; every JSON number can be read. */
export function parseRational(text: string): Rational {
  return readRational(text, "rational", RATIONAL_NOTATION);
}

/** The same with an error that names the algebra; `text` may be a part of the `whole`. */
export function readRational(text: string, algebra: string, expected: string, whole = text): Rational {
  const few = fewDigits(text);
  if (few !== undefined) return few;
  const most = mostDigits();
  if (text.length > most && digitsOf(text) > most) {
    const found = `not of ${digitsOf(text)} (HANKEL_DIGITS=N allows more)`;
    throw notAWeight(algebra, whole, `a number of at most ${most} digits above and below its bar, ${found}`);
  }
  if (RATIO.test(text)) {
    const value = text.length < 16 ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value)) return value + 0;
    const [n = "", d = "1"] = text.split("/");
    if (/^0+$/.test(d)) throw notAWeight(algebra, whole, "a denominator that is not zero");
    return fraction(toBigint(n), BigInt(d));
  }
  const match = DECIMAL.exec(text);
  const [, sign = "", left = "", right = "", power = "0"] = match ?? [];
  if (match === null || left + right === "") throw notAWeight(algebra, whole, expected);
  const exponent = Number(power) - right.length;
  if (Math.abs(exponent) > LARGEST_EXPONENT) {
    throw notAWeight(algebra, whole, `an exponent of at most ${LARGEST_EXPONENT} to either side`);
  }
  const scale = 10n ** BigInt(Math.abs(exponent));
  const digits = toBigint(sign + left + right);
  return exponent < 0 ? fraction(digits, scale) : fraction(digits * scale);
}

/** The value of a text of a few digits, perhaps behind a minus: most weights are one, and a loop over them takes a fraction of what a pattern does. */
function fewDigits(text: string): number | undefined {
  const { length } = text;
  const isNegative = text.charCodeAt(0) === MINUS;
  const start = isNegative ? 1 : 0;
  if (length === start || length > 15) return undefined;
  let value = 0;
  for (let i = start; i < length; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return undefined;
    value = 10 * value + digit;
  }
  // There is one zero, without a sign.
  return isNegative ? 0 - value : value;
}

/** How many characters the longer part of a number has, without its sign: what is written can be read again. */
function digitsOf(text: string): number {
  const bar = text.indexOf("/");
  const signed = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
  return bar < 0 ? text.length - signed : Math.max(bar - signed, text.length - bar - 1);
}

/** `BigInt` takes "-1" but not "+1". */
function toBigint(text: string): bigint {
  return BigInt(text.startsWith("+") ? text.slice(1) : text);
}

/** "3", "-1/2"; the inverse of `parseRational`. */
export function formatRational(a: Rational): string {
  if (typeof a === "number") return String(a);
  return a.d === 1n ? String(a.n) : `${a.n}/${a.d}`;
}

/**
 * Equal keys are equal rationals. Bigints are printed in hexadecimal, which takes linear time; decimal does not. Another
 * separator tells hexadecimal keys from decimal ones.
 */
export function keyOfRational(a: Rational): string | number {
  if (typeof a === "number") return a;
  return typeof a.n === "number" ? `${a.n}/${a.d}` : `${a.n.toString(16)}:${a.d.toString(16)}`;
}

/**
 * The exact value of a finite double: 0.1 is 3602879701896397/36028797018963968.
 *
 * @example
 * console.log(rational.format(rationalFromNumber(0.5)), rational.format(rationalFromNumber(0.1))); // 1/2 3602879701896397/36028797018963968
 */
export function rationalFromNumber(value: number): Rational {
  if (!Number.isFinite(value)) throw new HankelError("usage", `${value} is not a rational number`);
  let n = value;
  let places = 0;
  while (!Number.isInteger(n)) {
    n *= 2;
    places++;
  }
  return fraction(BigInt(n), 2n ** BigInt(places));
}

/**
 * The double nearest to a rational, ties to even; ±Infinity beyond the largest.
 *
 * @example
 * console.log(rationalToNumber(fraction(1, 4))); // 0.25
 */
export function rationalToNumber(a: Rational): number {
  if (typeof a === "number") return a;
  if (typeof a.n === "number") return a.n / (a.d as number);
  return a.n < 0n ? -nearest(negateRational(a) as Fraction) : nearest(a);
}

/** The natural logarithm of a positive rational, however large or small; NaN otherwise. */
export function logOfRational(a: Rational): number {
  if (signOfRational(a) <= 0) return Number.NaN;
  const value = rationalToNumber(a);
  // Near 1, log x is about x - 1, so the difference must be exact.
  if (value > 0.5 && value < 2) return Math.log1p(rationalToNumber(subtractRationals(a, 1)));
  if (typeof a === "number" || typeof a.n === "number") return Math.log(value);
  const [n, d] = [a.n, BigInt(a.d)];
  const shift = bitLength(n) - bitLength(d);
  const scaled = shift < 0 ? fraction(n << BigInt(-shift), d) : fraction(n, d << BigInt(shift));
  return Math.log(rationalToNumber(scaled)) + shift * Math.LN2;
}

/** The least exponent a double can have: its smallest positive value is 2^-1074. */
const LEAST_EXPONENT = 1074;

function nearest(a: Fraction): number {
  const [n, d] = [BigInt(a.n), BigInt(a.d)];
  // The quotient n·2^shift / d has about 64 bits, or fewer where doubles have fewer.
  const shift = Math.min(64 - bitLength(n) + bitLength(d), LEAST_EXPONENT);
  const [top, bottom] = shift < 0 ? [n, d << BigInt(-shift)] : [n << BigInt(shift), d];
  const quotient = top / bottom;
  const remainder = top - quotient * bottom;
  if (quotient >= 1n << 53n) {
    // A sticky last bit marks a remainder, so that the conversion rounds only once and correctly.
    return (Number((quotient << 1n) | (remainder === 0n ? 0n : 1n)) / 2) * 2 ** -shift;
  }
  const doubled = remainder * 2n;
  const up = doubled > bottom || (doubled === bottom && (quotient & 1n) === 1n);
  return Number(up ? quotient + 1n : quotient) * 2 ** -shift;
}

/** The number of bits of a positive bigint. */
function bitLength(value: bigint): number {
  const digits = value.toString(16);
  return digits.length * 4 - Math.clz32(Number.parseInt(digits.charAt(0), 16)) + 28;
}

/**
 * The text of a weight for tools without fractions: `3/4` becomes `0.75`. A fraction without a finite decimal stays a
 * fraction, because a rounded one would be another weight.
 */
export function decimalWhereExact(text: string): string {
  const match = text.includes("/") ? /^(-?\d+)\/(\d+)$/.exec(text) : null;
  if (match === null) return text;
  const [n, d] = [BigInt(match[1]), BigInt(match[2])];
  const places = decimalPlaces(d);
  if (places === undefined) return text;
  const digits = String(((n < 0n ? -n : n) * 10n ** BigInt(places)) / d).padStart(places + 1, "0");
  return `${n < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The most decimals that are written. */
const MOST_PLACES = 60;

/** The number of decimals of 1/d, for d > 1; undefined if they do not end. */
function decimalPlaces(d: bigint): number | undefined {
  let [rest, twos, fives] = [d, 0, 0];
  while (rest % 2n === 0n && twos <= MOST_PLACES) [rest, twos] = [rest / 2n, twos + 1];
  while (rest % 5n === 0n && fives <= MOST_PLACES) [rest, fives] = [rest / 5n, fives + 1];
  const places = Math.max(twos, fives);
  return rest === 1n && places <= MOST_PLACES ? places : undefined;
}
