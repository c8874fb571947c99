import { DEFAULT_TOLERANCE, exponents } from "./float64.ts";
import type { InexactSemifield } from "./semifield.ts";

const ZERO = Infinity;

/** Two weights are equal when they differ by at most `tolerance`, relative to the larger where that exceeds 1. */
export function logWithin(tolerance: number): InexactSemifield<number> {
  return {
    ...exponents("log", tolerance, ZERO),
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
 */
export const log = logWithin(DEFAULT_TOLERANCE);

/** -log(e^-a + e^-b) without overflow: the larger probability is factored out of the logarithm. */
function logSum(a: number, b: number): number {
  if (a === ZERO) return b;
  if (b === ZERO) return a;
  const least = a <= b ? a : b;
  return least - Math.log1p(Math.exp(-Math.abs(a - b)));
}
