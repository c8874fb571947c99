/**
 * Costs of cheapest paths and gains of best paths, exact: ⊗ is the sum of rationals, ⊕ the minimum or the maximum, and
 * the zero is the infinity that ⊕ never chooses. Integers are bare numbers.
 */

import { filled, notAWeight, zeroHasNoInverse } from "./failures.ts";
import { DEFAULT_TOLERANCE, exponents, parseInfinity } from "./float64.ts";
import {
  addRationals,
  compareRationals,
  equalRationals,
  isRational,
  negateRational,
  type Rational,
  signOfRational,
} from "./fraction.ts";
import { formatRational, keyOfRational, readRational } from "./fraction-text.ts";
import type { ExactSemifield, InexactSemifield } from "./semifield.ts";

/** Min-plus for `direction` 1; for -1 the mirror image, max-plus. */
function minPlus(name: string, direction: 1 | -1): ExactSemifield<Rational> {
  const zero = direction * Infinity;
  const notation = `a rational number such as "3", "-1/2" or "0.125", or "${zero}" for the zero`;
  return {
    name,
    exact: true,
    commutative: true,
    uniqueRoots: true,
    zero,
    one: 0,
    plus(a, b) {
      if (typeof a === "number" && typeof b === "number") return direction * a <= direction * b ? a : b;
      if (a === zero) return b;
      if (b === zero) return a;
      return direction * compareRationals(a, b) <= 0 ? a : b;
    },
    times(a, b) {
      if (typeof a === "number" && typeof b === "number") {
        const sum = a + b;
        if (Number.isSafeInteger(sum) || sum === zero) return sum;
      }
      return a === zero || b === zero ? zero : addRationals(a, b);
    },
    inverse(a) {
      if (a === zero) throw zeroHasNoInverse(name);
      return negateRational(a);
    },
    equals: equalRationals,
    isZero: (a) => a === zero,
    isWeight: (value): value is Rational => value === zero || isRational(value),
    key: keyOfRational,
    parse(text) {
      const infinity = parseInfinity(text);
      if (infinity === zero) return zero;
      if (infinity !== undefined) throw notAWeight(name, text, notation);
      return readRational(text, name, notation);
    },
    format: formatRational,
    array: (length) => filled<Rational>(length, zero),
    star: (a) => (direction * signOfRational(a) >= 0 ? 0 : undefined),
  };
}

/** Costs of cheapest paths: min and sum over the rationals; the zero is Infinity. */
export const tropical = minPlus("tropical", 1);

/** Gains of best paths: max and sum over the rationals; the zero is -Infinity. */
export const arctic = minPlus("arctic", -1);

/** The same as float64. */
function minPlusFloat64(name: string, direction: 1 | -1, tolerance: number): InexactSemifield<number> {
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
  return minPlusFloat64("tropical-float64", 1, tolerance);
}

/** Gains of best paths: max and sum; the zero is -Infinity. Equality as in `tropicalFloat64Within`. */
export function arcticFloat64Within(tolerance: number): InexactSemifield<number> {
  return minPlusFloat64("arctic-float64", -1, tolerance);
}

/** (min, +) on 64-bit floats, with the default tolerance: `tropical` where speed matters more than exactness. */
export const tropicalFloat64 = tropicalFloat64Within(DEFAULT_TOLERANCE);
/** (max, +) on 64-bit floats, with the default tolerance: `arctic` where speed matters more than exactness. */
export const arcticFloat64 = arcticFloat64Within(DEFAULT_TOLERANCE);
