/**
 * Costs of cheapest paths and gains of best paths, exact: ⊗ is the sum of rationals, ⊕ the minimum or the maximum, and
 * the zero is the infinity that ⊕ never chooses. Integers are bare numbers.
 */

import { notAWeight, zeroHasNoInverse } from "./failures.ts";
import { filled } from "./filled.ts";
import { parseInfinity } from "./float64.ts";
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
import type { ExactSemifield } from "./semifield.ts";

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
