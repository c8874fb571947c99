/** Rational numbers as whole numbers over a common denominator. */

import type { Rational } from "../../algebra/fraction.ts";
import { gcdOfBigints } from "../../algebra/lehmer.ts";

/** The least common denominator. */
export function commonDenominator(weights: Iterable<Rational>): bigint {
  let common = 1n;
  for (const weight of weights) {
    if (typeof weight === "number") continue;
    const d = BigInt(weight.d);
    if (common % d !== 0n) common *= d / gcdOfBigints(common, d);
  }
  return common;
}

/** The numerator of a weight over a multiple of its denominator. */
export function numerator(weight: Rational, denominator: bigint): bigint {
  return typeof weight === "number"
    ? BigInt(weight) * denominator
    : BigInt(weight.n) * (denominator / BigInt(weight.d));
}

/** The number of bits of a natural number, rounded up to hexadecimal digits. */
export function bitsOf(value: bigint): number {
  return value === 0n ? 0 : 4 * value.toString(16).length;
}
