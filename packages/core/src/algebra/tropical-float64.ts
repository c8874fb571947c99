/** Costs of cheapest paths and gains of best paths, as float64: sums, and the minimum or the maximum. */

import { DEFAULT_TOLERANCE, exponents } from "./float64.ts";
import type { InexactSemifield } from "./semifield.ts";

/** Min-plus for `direction` 1; for -1 the mirror image, max-plus. */
function minPlus(name: string, direction: 1 | -1, tolerance: number): InexactSemifield<number> {
  return {
    ...exponents(name, tolerance, direction * Infinity),
    plus: (a, b) => (direction * a <= direction * b ? a : b),
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
