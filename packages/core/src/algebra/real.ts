import { notAWeight, zeroHasNoInverse } from "./failures.ts";
import {
  checkedTolerance,
  DEFAULT_TOLERANCE,
  floats,
  isFactor,
  nameWithin,
  parseFloat64,
  product,
  realSum,
  relativeDistance,
} from "./float64.ts";
import type { InexactSemifield } from "./semifield.ts";

const NOTATION = 'a decimal number such as "0.25" or "-1e-3", of magnitude 2^-1022 to 2^1022, or a ratio';

/** Two weights are equal when they differ by at most `tolerance` of the larger. */
export function realWithin(tolerance: number): InexactSemifield<number> {
  const name = nameWithin("real", checkedTolerance(tolerance));
  return {
    name,
    exact: false,
    tolerance,
    commutative: true,
    zero: 0,
    one: 1,
    plus: (a, b) => realSum(name, a, b),
    times: (a, b) => product(name, a, b),
    inverse(a) {
      if (a === 0) throw zeroHasNoInverse(name);
      return 1 / a;
    },
    equals: (a, b) => a === b || relativeDistance(a, b) <= tolerance,
    isZero: (a) => a === 0,
    isWeight: (value): value is number => typeof value === "number" && isFactor(value),
    distance: relativeDistance,
    parse(text) {
      const value = parseFloat64(name, text, NOTATION);
      if (!isFactor(value)) throw notAWeight(name, text, NOTATION);
      return value;
    },
    format: String,
    array: (length) => floats(length, 0),
    star: (a) => (Math.abs(a) < 1 ? 1 / (1 - a) : undefined),
    negate: (a) => 0 - a,
    magnitude: Math.abs,
    compare: (a, b) => a - b,
    toNumber: (a) => a,
    log: Math.log,
  };
}

/**
 * Real numbers as float64: sum and product; equality within a relative tolerance. Zero is exactly 0: a sum that cancels
 * except for rounding is a small weight, not zero.
 */
export const real = realWithin(DEFAULT_TOLERANCE);
