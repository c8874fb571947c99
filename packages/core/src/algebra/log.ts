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

const ZERO = Infinity;
const NOTATION = 'a decimal number such as "2.5", or "Infinity" for the zero';

/** Two weights are equal when they differ by at most `tolerance`, relative to the larger where that exceeds 1. */
export function logWithin(tolerance: number): InexactSemifield<number> {
  const name = nameWithin("log", checkedTolerance(tolerance));
  return {
    name,
    exact: false,
    tolerance,
    commutative: true,
    uniqueRoots: true,
    zero: ZERO,
    one: 0,
    plus: logSum,
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
 */
export const log = logWithin(DEFAULT_TOLERANCE);

/** -log(e^-a + e^-b) without overflow: the larger probability is factored out of the logarithm. */
function logSum(a: number, b: number): number {
  if (a === ZERO) return b;
  if (b === ZERO) return a;
  const least = a <= b ? a : b;
  return least - Math.log1p(Math.exp(-Math.abs(a - b)));
}
