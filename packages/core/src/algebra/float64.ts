/**
 * The floating-point algebras: real, Viterbi, log, tropical and arctic.
 *
 * There are two kinds. Where ⊗ is a product (real, Viterbi), the weights are 0 and the magnitudes from 2^-1022 to
 * 2^1022: in that range float64 has its full precision and every number has an inverse. Where ⊗ is a sum (log, tropical,
 * arctic), the weights are the finite numbers, and one infinity for the zero.
 */

import { HankelError } from "../errors.ts";
import { rationalToNumber, readRational } from "./fraction-text.ts";
import {
  type FloatingKernel,
  type InexactField,
  type InexactGroup,
  type InexactSemifield,
  notAWeight,
  outOfRange,
  zeroHasNoInverse,
} from "./semifield.ts";

const DEFAULT_TOLERANCE = 1e-9;

const LEAST = 2 ** -1022;
const MOST = 2 ** 1022;

/** Returns the tolerance, or throws if it makes no sense. */
export function checkedTolerance(tolerance: number): number {
  if (tolerance >= 0 && tolerance < 1) return tolerance;
  throw new HankelError("algebra", `a tolerance is a number from 0 up to 1, not ${tolerance}`);
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
function realSum(name: string, a: number, b: number): number {
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

/** What all algebras of floats share. */
function floats(
  plainName: string,
  tolerance: number,
  zero: number,
  make: (
    name: string,
  ) => Pick<InexactGroup<number>, "one" | "times" | "inverse" | "distance" | "isWeight" | "parse">,
): InexactGroup<number> {
  checkedTolerance(tolerance);
  // `real`, or `real:0.001` where the tolerance is not the default.
  const name = tolerance === DEFAULT_TOLERANCE ? plainName : `${plainName}:${tolerance}`;
  const own = make(name);
  const { distance } = own;
  return {
    ...own,
    name,
    exact: false,
    tolerance,
    commutative: true,
    zero,
    inverse(a) {
      if (a === zero) throw zeroHasNoInverse(name);
      return own.inverse(a);
    },
    equals: (a, b) => a === b || distance(a, b) <= tolerance,
    isZero: (a) => a === zero,
    format: String,
    array: (length) => (zero === 0 ? new Float64Array(length) : new Float64Array(length).fill(zero)),
  };
}

/**
 * The numbers under multiplication, or only those that are not negative. Two weights are equal when they differ by at most
 * `tolerance` of the larger.
 */
function factors(
  plainName: string,
  tolerance: number,
  { notation, negative }: { readonly notation: string; readonly negative: boolean },
): InexactGroup<number> {
  const isWeight = (value: unknown): value is number =>
    typeof value === "number" && isFactor(value) && (negative || value >= 0);
  return floats(plainName, tolerance, 0, (name) => ({
    one: 1,
    times: (a, b) => product(name, a, b),
    inverse: (a) => 1 / a,
    isWeight,
    distance: relativeDistance,
    parse(text) {
      const value = parseFloat64(name, text, notation);
      if (!isWeight(value)) throw notAWeight(name, text, notation);
      return value;
    },
  }));
}

/**
 * The numbers under addition, as exponents; `zero` is an infinity. Two weights are equal when they differ by at most
 * `tolerance`, relative to the larger where that exceeds 1.
 */
function exponents(plainName: string, tolerance: number, zero: number): InexactGroup<number> {
  const notation = `a decimal number such as "2.5", or "${zero}" for the zero`;
  const group = floats(plainName, tolerance, zero, (name) => ({
    one: 0,
    times: (a, b) => exponentSum(name, zero, a, b),
    inverse: (a) => 0 - a,
    isWeight: (value): value is number =>
      typeof value === "number" && (Number.isFinite(value) || value === zero),
    distance: scaledDistance,
    parse(text) {
      const infinity = parseInfinity(text);
      if (infinity === zero) return zero;
      if (infinity !== undefined) throw notAWeight(name, text, notation);
      return parseFloat64(name, text, notation);
    },
  }));
  return { ...group, uniqueRoots: true };
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
  // Nearly all weights begin with a digit, and no infinity does.
  if (text.charCodeAt(0) <= 0x39 && text.charCodeAt(0) >= 0x30) return undefined;
  const match = INFINITY.exec(text);
  if (match === null) return undefined;
  return match[1] === "-" ? -Infinity : Infinity;
}

const REAL_NOTATION =
  'a decimal number such as "0.25" or "-1e-3", of magnitude 2^-1022 to 2^1022, or a ratio';

/**
 * Two weights are equal when they differ by at most `tolerance` of the larger.
 *
 * @example
 * console.log(realWithin(0.01).equals(100, 100.5), real.equals(100, 100.5)); // true false
 */
export function realWithin(tolerance: number): InexactField<number> {
  const group = factors("real", tolerance, { notation: REAL_NOTATION, negative: true });
  return {
    ...group,
    plus: (a, b) => realSum(group.name, a, b),
    star: (a) => (Math.abs(a) < 1 ? 1 / (1 - a) : undefined),
    negate: (a) => 0 - a,
    magnitude: Math.abs,
    compare: (a, b) => a - b,
    toNumber: (a) => a,
    log: Math.log,
    kernel: floatingKernel(group),
  };
}

/**
 * Real numbers as float64: sum and product; equality within a relative tolerance. Zero is exactly 0: a sum that cancels
 * except for rounding is a small weight, not zero.
 *
 * @example
 * console.log(real.plus(0.1, 0.2), real.equals(real.plus(0.1, 0.2), 0.3)); // 0.30000000000000004 true
 */
export const real = realWithin(DEFAULT_TOLERANCE);

const VITERBI_NOTATION =
  'a non-negative decimal number such as "0.25", 0 or from 2^-1022 to 2^1022, or a ratio';

/**
 * Two weights are equal when they differ by at most `tolerance` of the larger.
 *
 * @example
 * console.log(viterbiFloat64Within(0.01).equals(0.5, 0.501)); // true
 */
export function viterbiFloat64Within(tolerance: number): InexactSemifield<number> {
  return {
    ...factors("viterbi-float64", tolerance, { notation: VITERBI_NOTATION, negative: false }),
    uniqueRoots: true,
    plus: (a, b) => (a >= b ? a : b),
    star: (a) => (a <= 1 ? 1 : undefined),
    toNumber: (a) => a,
  };
}

/**
 * Probabilities of best paths, as float64: max and product on the non-negative numbers, also beyond 1 (inverses).
 *
 * @example
 * console.log(viterbiFloat64.plus(0.5, 0.25), viterbiFloat64.times(0.5, 0.25)); // 0.5 0.125
 */
export const viterbiFloat64 = viterbiFloat64Within(DEFAULT_TOLERANCE);

/**
 * Two weights are equal when they differ by at most `tolerance`, relative to the larger where that exceeds 1.
 *
 * @example
 * console.log(logWithin(0.01).equals(1, 1.005)); // true
 */
export function logWithin(tolerance: number): InexactSemifield<number> {
  return {
    ...exponents("log", tolerance, Infinity),
    plus: logSum,
    /** -log(1 / (1 - p)), by the formula that keeps its digits at this p. */
    star(a) {
      if (!(a > 0)) return undefined;
      return (a < 1 ? Math.log(-Math.expm1(-a)) : Math.log1p(-Math.exp(-a))) + 0;
    },
    compare: (a, b) => (a < b ? 1 : a > b ? -1 : 0),
    toNumber: (a) => Math.exp(-a),
    log: (a) => 0 - a,
  };
}

/**
 * Probabilities p as -log p, in float64: ⊗ is the sum, ⊕ is -log(e^-a + e^-b); the zero is Infinity.
 * OpenFst's log semiring has the same weights.
 *
 * @example
 * console.log(log.format(log.plus(0, 0))); // -0.6931471805599453
 */
export const log = logWithin(DEFAULT_TOLERANCE);

/** -log(e^-a + e^-b) without overflow: the larger probability is factored out of the logarithm. */
function logSum(a: number, b: number): number {
  if (a === Infinity) return b;
  if (b === Infinity) return a;
  const least = a <= b ? a : b;
  return least - Math.log1p(Math.exp(-Math.abs(a - b)));
}

/** Min-plus for `direction` 1; for -1 the mirror image, max-plus. */
function minPlusFloat64(name: string, direction: 1 | -1, tolerance: number): InexactSemifield<number> {
  return {
    ...exponents(name, tolerance, direction * Infinity),
    plus: (a, b) => (direction * a <= direction * b ? a : b),
    star: (a) => (direction * a >= 0 ? 0 : undefined),
  };
}

/**
 * Costs of cheapest paths: min and sum; the zero is Infinity. Two weights are equal when they differ by at most
 * `tolerance`, relative to the larger where that exceeds 1.
 *
 * @example
 * console.log(tropicalFloat64Within(1e-3).equals(1, 1.0005)); // true
 */
export function tropicalFloat64Within(tolerance: number): InexactSemifield<number> {
  return minPlusFloat64("tropical-float64", 1, tolerance);
}

/**
 * Gains of best paths: max and sum; the zero is -Infinity. Equality as in `tropicalFloat64Within`.
 *
 * @example
 * console.log(arcticFloat64Within(1e-3).equals(1, 1.0005)); // true
 */
export function arcticFloat64Within(tolerance: number): InexactSemifield<number> {
  return minPlusFloat64("arctic-float64", -1, tolerance);
}

/**
 * (min, +) on 64-bit floats, with the default tolerance: `tropical` where speed matters more than exactness.
 *
 * @example
 * console.log(tropicalFloat64.plus(2, 3), tropicalFloat64.times(2, 3)); // 2 5
 */
export const tropicalFloat64 = tropicalFloat64Within(DEFAULT_TOLERANCE);
/**
 * (max, +) on 64-bit floats, with the default tolerance: `arctic` where speed matters more than exactness.
 *
 * @example
 * console.log(arcticFloat64.plus(2, 3), arcticFloat64.times(2, 3)); // 3 5
 */
export const arcticFloat64 = arcticFloat64Within(DEFAULT_TOLERANCE);
