/** Gains of best paths, as float64: max and sum; the zero is -Infinity. */

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

const ZERO = -Infinity;
const NOTATION = 'a decimal number such as "2.5", or "-Infinity" for the zero';

/** Two weights are equal when they differ by at most `tolerance`, relative to the larger where that exceeds 1. */
export function arcticFloat64Within(tolerance: number): InexactSemifield<number> {
  const name = nameWithin("arctic-float64", checkedTolerance(tolerance));
  return {
    name,
    exact: false,
    tolerance,
    commutative: true,
    uniqueRoots: true,
    zero: ZERO,
    one: 0,
    plus: (a, b) => (a >= b ? a : b),
    times: (a, b) => exponentSum(name, ZERO, a, b),
    inverse(a) {
      if (a === ZERO) throw zeroHasNoInverse(name);
      return 0 - a;
    },
    equals: (a, b) => a === b || scaledDistance(a, b) <= tolerance,
    isZero: (a) => a === ZERO,
    isWeight: (value): value is number =>
      typeof value === "number" && (Number.isFinite(value) || value === ZERO),
    distance: scaledDistance,
    parse(text) {
      const infinity = parseInfinity(text);
      if (infinity === ZERO) return ZERO;
      if (infinity !== undefined) throw notAWeight(name, text, NOTATION);
      return parseFloat64(name, text, NOTATION);
    },
    format: String,
    array: (length) => floats(length, ZERO),
    star: (a) => (a <= 0 ? 0 : undefined),
  };
}

export const arcticFloat64 = arcticFloat64Within(DEFAULT_TOLERANCE);
