/** Rationals as text, as keys and as doubles. */

import { HankelError, quote } from "../errors.ts";
import { type Fraction, fraction, negateRational, type Rational } from "./fraction.ts";

/** Decimal exponents beyond this are refused: a short text must not ask for gigabytes of digits. */
const MAX_EXPONENT = 10_000;

export const RATIONAL_NOTATION = 'a rational number such as "3", "-1/2", "0.125" or "1e-3"';

const RATIO = /^[+-]?\d+(?:\/\d+)?$/;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/**
 * Reads "3", "-1/2", "0.125", "1e-3", "+2" as the number it denotes, exactly; so also every JSON number.
 * `algebra` names, in the error, what could not be read.
 */
export function parseRational(text: string, algebra = "rational", expected = RATIONAL_NOTATION): Rational {
  if (RATIO.test(text)) {
    const value = text.length < 16 ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value)) return value + 0;
    return parseRatio(text, algebra);
  }
  const match = DECIMAL.exec(text);
  const [, sign = "", whole = "", part = "", exponent = "0"] = match ?? [];
  if (match === null || whole + part === "") {
    throw new HankelError("parse", `${quote(text)} is not a weight of ${algebra}: expected ${expected}`);
  }
  return parseDecimal(text, sign + whole + part, Number(exponent) - part.length);
}

function parseRatio(text: string, algebra: string): Rational {
  const [top = "", bottom = "1"] = text.split("/");
  const d = BigInt(bottom);
  if (d === 0n) {
    throw new HankelError(
      "parse",
      `${quote(text)} is not a weight of ${algebra}: expected a denominator that is not zero`,
    );
  }
  return fraction(toBigint(top), d);
}

function parseDecimal(text: string, digits: string, exponent: number): Rational {
  if (Math.abs(exponent) > MAX_EXPONENT) {
    throw new HankelError(
      "parse",
      `${quote(text)} has too large an exponent: expected at most ${MAX_EXPONENT} places to either side of the point`,
    );
  }
  const power = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0 ? fraction(toBigint(digits), power) : fraction(toBigint(digits) * power);
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
 * Equal keys are equal rationals. Bigints are printed in hexadecimal, which is linear where decimal is not;
 * another separator keeps those digits apart from decimal ones.
 */
export function keyOfRational(a: Rational): string | number {
  if (typeof a === "number") return a;
  return typeof a.n === "number" ? `${a.n}/${a.d}` : `${a.n.toString(16)}:${a.d.toString(16)}`;
}

/** The rational that a finite double is, exactly: 0.1 is 3602879701896397/36028797018963968. */
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

/** The double nearest to a rational, ties to even; ±Infinity beyond the largest. */
export function rationalToNumber(a: Rational): number {
  if (typeof a === "number") return a;
  if (typeof a.n === "number") return a.n / (a.d as number);
  return a.n < 0n ? -nearest(negateRational(a) as Fraction) : nearest(a);
}

/** The least exponent a double can have: its smallest positive value is 2^-1074. */
const LEAST_EXPONENT = 1074;

function nearest(a: Fraction): number {
  const [n, d] = [BigInt(a.n), BigInt(a.d)];
  // The quotient n·2^shift / d has about 64 bits, or fewer where the doubles themselves have fewer.
  const shift = Math.min(64 - bitLength(n) + bitLength(d), LEAST_EXPONENT);
  const [top, bottom] = shift < 0 ? [n, d << BigInt(-shift)] : [n << BigInt(shift), d];
  const quotient = top / bottom;
  const remainder = top - quotient * bottom;
  if (quotient >= 1n << 53n) {
    // A last bit that says "and something more" lets the conversion round once, and rightly.
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
