/** Costs of cheapest paths and gains of best paths, as float64: sums, and the minimum or the maximum. */

import { notAWeight, zeroHasNoInverse } from "./failures.ts";
import {
  checkedTolerance,
  DEFAULT_TOLERANCE,
  exponentSum,
  floats,
  nameWithin,
  parseFloat64,
  parseInfinity,
  scaledDistance,
} from "./float64.ts";
import type { InexactSemifield } from "./semifield.ts";

/** Min-plus for `direction` 1; for -1 the mirror image, max-plus. */
function minPlus(plainName: string, direction: 1 | -1, tolerance: number): InexactSemifield<number> {
  const name = nameWithin(plainName, checkedTolerance(tolerance));
  const zero = direction * Infinity;
  const notation = `a decimal number such as "2.5", or "${zero}" for the zero`;
  return {
    name,
    exact: false,
    tolerance,
    commutative: true,
    uniqueRoots: true,
    zero,
    one: 0,
    plus: (a, b) => (direction * a <= direction * b ? a : b),
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
    star: (a) => (direction * a >= 0 ? 0 : undefined),
  };
}

/**
 * Costs of cheapest paths: min and sum; the zero is Infinity. Two weights are equal when they differ by at most
 * `tolerance`, relative to the larger where that exceeds 1.
 */
export function tropicalFloat64Within(tolerance: number): InexactSemifield<number> {
  return minPlus("tropical-float64", 1, tolerance);
}

/** Gains of best paths: max and sum; the zero is -Infinity. Equality as in `tropicalFloat64Within`. */
export function arcticFloat64Within(tolerance: number): InexactSemifield<number> {
  return minPlus("arctic-float64", -1, tolerance);
}

/** (min, +) on 64-bit floats, with the default tolerance: `tropical` where speed matters more than exactness. */
export const tropicalFloat64 = tropicalFloat64Within(DEFAULT_TOLERANCE);
/** (max, +) on 64-bit floats, with the default tolerance: `arctic` where speed matters more than exactness. */
export const arcticFloat64 = arcticFloat64Within(DEFAULT_TOLERANCE);
