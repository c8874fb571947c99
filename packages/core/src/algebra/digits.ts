/** How many digits exact weights may have. */

import { HankelError } from "../errors.ts";

/**
 * The most digits of the numerator and of the denominator of an exact weight, read or computed, unless the program sets another
 * number: the time of the next product grows with the square, and takes seconds from here on.
 */
export const DEFAULT_DIGITS = 200_000;

/** Nobody can set more: a bigint of JavaScript has 2³⁰ bits, and some products on the way are several times as long as their factors. */
export const LARGEST_DIGITS = 10_000_000;

/** A coordinate of a quaternion has this share of the digits: a product takes 16 products and 12 sums. */
const QUATERNION_SHARE = 1 / 20;

let digits = DEFAULT_DIGITS;

/**
 * The most digits of the numerator and of the denominator of an exact weight.
 *
 * @example
 * console.log(mostDigits()); // 200000
 */
export function mostDigits(): number {
  return digits;
}

/** The same for each coordinate of a quaternion. */
export function mostQuaternionDigits(): number {
  return Math.ceil(digits * QUATERNION_SHARE);
}

/**
 * Sets the most digits of an exact weight, for the whole program: the weights of a run meet those of its journal and of files. The
 * coordinates of a quaternion get a twentieth of them.
 *
 * @example
 * setMostDigits(2 * mostDigits());
 * console.log(mostDigits()); // 400000
 */
export function setMostDigits(most: number): void {
  if (!Number.isSafeInteger(most) || most < 1 || most > LARGEST_DIGITS) {
    throw new HankelError("usage", `exact weights can have 1 to ${LARGEST_DIGITS} digits, not ${most}`);
  }
  digits = most;
}
