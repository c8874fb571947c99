/**
 * What the floating-point algebras share: their distances, their ranges and their notation.
 *
 * There are two kinds. Where ⊗ is a product (real, Viterbi), the weights are 0 and the magnitudes from 2^-1022 to
 * 2^1022: in that range float64 has its full precision and every number has an inverse. Where ⊗ is a sum (log, tropical,
 * arctic), the weights are the finite numbers, and one infinity for the zero.
 */

import { HankelError } from "../errors.ts";
import { notAWeight, outOfRange, zeroHasNoInverse } from "./failures.ts";
import { rationalToNumber, readRational } from "./fraction-text.ts";
import type { FloatingKernel, InexactGroup } from "./semifield.ts";

export const DEFAULT_TOLERANCE = 1e-9;

const LEAST = 2 ** -1022;
const MOST = 2 ** 1022;

/** Returns the tolerance, or throws if it makes no sense. */
export function checkedTolerance(tolerance: number): number {
  if (tolerance >= 0 && tolerance < 1) return tolerance;
  throw new HankelError("algebra", `a tolerance is a number from 0 up to 1, not ${tolerance}`);
}

/** `real`, or `real:0.001` where the tolerance is not the default. */
function nameWithin(name: string, tolerance: number): string {
  return tolerance === DEFAULT_TOLERANCE ? name : `${name}:${tolerance}`;
}

/** |a - b| relative to the larger; zero is near nothing but itself. */
function relativeDistance(a: number, b: number): number {
  if (a === b) return 0;
  if (a === 0 || b === 0) return Infinity;
  return Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
}

/**
 * |a - b|, relative to the larger where that exceeds 1: a sum of many logarithms carries the rounding of its
 * largest terms. An infinity, the zero of these algebras, is near nothing but itself.
 */
function scaledDistance(a: number, b: number): number {
  if (a === b) return 0;
  const size = Math.max(1, Math.abs(a), Math.abs(b));
  return size === Infinity ? Infinity : Math.abs(a - b) / size;
}

/** Is this number 0 or in the range where products keep their precision? */
function isFactor(value: number): boolean {
  const size = Math.abs(value);
  return (size >= LEAST && size <= MOST) || size === 0;
}

/** a · b; an error where rounding would give a zero or an infinity. */
function product(name: string, a: number, b: number): number {
  const result = a * b;
  const size = Math.abs(result);
  if (size >= LEAST && size <= MOST) return result;
  if (a === 0 || b === 0) return 0;
  throw outOfRange(name, `${a} ⊗ ${b}`, "an exact semifield, or one of logarithms, can hold it");
}

/** a + b; it may cancel to zero, but a sum that overflows or loses its precision is an error. */
export function realSum(name: string, a: number, b: number): number {
  const result = a + b;
  if (isFactor(result)) return result;
  throw outOfRange(name, `${a} ⊕ ${b}`, "an exact semifield can hold it");
}

/** a + b for exponents; it is `zero`, an infinity, only if a or b is, and a sum that overflows is an error. */
function exponentSum(name: string, zero: number, a: number, b: number): number {
  const result = a + b;
  if (Number.isFinite(result) || a === zero || b === zero) return result;
  throw outOfRange(name, `${a} ⊗ ${b}`, "an exact semifield can hold it");
}

/**
 * The numbers under multiplication, or only those that are not negative. Two weights are equal when they differ by at most
 * `tolerance` of the larger.
 */
export function factors(
  plainName: string,
  tolerance: number,
  { notation, negative }: { readonly notation: string; readonly negative: boolean },
): InexactGroup<number> {
  const name = nameWithin(plainName, checkedTolerance(tolerance));
  const isWeight = (value: unknown): value is number =>
    typeof value === "number" && isFactor(value) && (negative || value >= 0);
  return {
    name,
    exact: false,
    tolerance,
    commutative: true,
    zero: 0,
    one: 1,
    times: (a, b) => product(name, a, b),
    inverse(a) {
      if (a === 0) throw zeroHasNoInverse(name);
      return 1 / a;
    },
    equals: (a, b) => a === b || relativeDistance(a, b) <= tolerance,
    isZero: (a) => a === 0,
    isWeight,
    distance: relativeDistance,
    parse(text) {
      const value = parseFloat64(name, text, notation);
      if (!isWeight(value)) throw notAWeight(name, text, notation);
      return value;
    },
    format: String,
    array: (length) => floats(length, 0),
  };
}

/**
 * The numbers under addition, as exponents; `zero` is an infinity. Two weights are equal when they differ by at most
 * `tolerance`, relative to the larger where that exceeds 1.
 */
export function exponents(plainName: string, tolerance: number, zero: number): InexactGroup<number> {
  const name = nameWithin(plainName, checkedTolerance(tolerance));
  const notation = `a decimal number such as "2.5", or "${zero}" for the zero`;
  return {
    name,
    exact: false,
    tolerance,
    commutative: true,
    uniqueRoots: true,
    zero,
    one: 0,
    times: (a, b) => exponentSum(name, zero, a, b),
    inverse(a) {
      if (a === zero) throw zeroHasNoInverse(name);
      return 0 - a;
    },
    equals: (a, b) => a === b || scaledDistance(a, b) <= tolerance,
    isZero: (a) => a === zero,
    isWeight: (value): value is number =>
      typeof value === "number" && (Number.isFinite(value) || value === zero),
    distance: scaledDistance,
    parse(text) {
      const infinity = parseInfinity(text);
      if (infinity === zero) return zero;
      if (infinity !== undefined) throw notAWeight(name, text, notation);
      return parseFloat64(name, text, notation);
    },
    format: String,
    array: (length) => floats(length, zero),
  };
}

/** The kernel of a field whose weights are the numbers that they stand for. A number too large for a weight is an error. */
export function floatingKernel<W>({
  name,
  zero,
  isWeight,
}: Pick<InexactGroup<W>, "name" | "zero" | "isWeight">): FloatingKernel<W> {
  return {
    kind: "floating",
    of: (weight) => (typeof weight === "number" ? weight : Number.NaN),
    weight(value) {
      if (isWeight(value)) return value;
      if (Math.abs(value) < 1) return zero;
      throw outOfRange(name, `the number ${value}`, "an exact semifield can hold it");
    },
  };
}

// Each digit can be read in one way only: with `\d+\.?\d*` a long row of them would be split in every possible way.
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const RATIO = /^[+-]?\d+\/\d+$/;

/**
 * Reads a decimal number or a ratio such as "1/3" as the nearest double. A number that is not zero but too small for a
 * double is refused: it must not become zero.
 */
function parseFloat64(name: string, text: string, expected: string): number {
  if (RATIO.test(text)) return rationalToNumber(readRational(text, name, expected));
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (value === 0 && /[1-9]/.test(text.replace(/[eE].*/, ""))) {
    throw notAWeight(name, text, `${expected}, and one that float64 can tell from 0`);
  }
  if (!Number.isFinite(value)) throw notAWeight(name, text, expected);
  return value + 0;
}

const INFINITY = /^([+-]?)(?:Infinity|inf)$/;

/** Reads "Infinity", "-Infinity" and the "inf" of other tools; undefined for anything else. */
export function parseInfinity(text: string): number | undefined {
  const match = INFINITY.exec(text);
  if (match === null) return undefined;
  return match[1] === "-" ? -Infinity : Infinity;
}

/** An array of zeros. */
function floats(length: number, zero: number): Float64Array {
  const array = new Float64Array(length);
  return zero === 0 ? array : array.fill(zero);
}
