import { DEFAULT_TOLERANCE, factors, floatingKernel, realSum } from "./float64.ts";
import type { InexactField } from "./semifield.ts";

const NOTATION = 'a decimal number such as "0.25" or "-1e-3", of magnitude 2^-1022 to 2^1022, or a ratio';

/** Two weights are equal when they differ by at most `tolerance` of the larger. */
export function realWithin(tolerance: number): InexactField<number> {
  const group = factors("real", tolerance, { notation: NOTATION, negative: true });
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
 */
export const real = realWithin(DEFAULT_TOLERANCE);
