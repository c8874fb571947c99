/** The bounds of what is read from others, so that neither a mistake nor malice fills the memory or stalls the machine. */

import { HankelError } from "./errors.ts";

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

/** The most digits of the numerator and of the denominator of an exact weight. */
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
 */
export function setMostDigits(most: number): void {
  if (!Number.isSafeInteger(most) || most < 1 || most > LARGEST_DIGITS) {
    throw new HankelError("usage", `exact weights can have 1 to ${LARGEST_DIGITS} digits, not ${most}`);
  }
  digits = most;
}

/** Decimal exponents beyond this are refused: a short text must not ask for gigabytes of digits. */
export const LARGEST_EXPONENT = 10_000;

/** The most characters of a value, of a word, and of what others say, in a message. */
export const LONGEST_VALUE_SHOWN = 60;
export const LONGEST_WORD_SHOWN = 1000;
export const LONGEST_SAYING_SHOWN = 2000;

/** The most characters of a symbol and of an output: each is repeated in many words. */
export const LONGEST_SYMBOL = 10_000;

/** The most characters of a weight. */
export const LONGEST_WEIGHT = 1_000_000;

/** The most words of a run, unless it is told otherwise: a `Map` holds no more entries. */
export const MAX_QUESTIONS = 2 ** 24;
