/** The exact algebras of rational numbers: the field, Viterbi, tropical and arctic. Integers are bare numbers. */

import { parseInfinity } from "./float64.ts";
import {
  addRationals,
  compareRationals,
  equalRationals,
  isRational,
  magnitudeOfRational,
  multiplyRationals,
  negateRational,
  type Rational,
  reciprocal,
  signOfRational,
  subtractRationals,
} from "./fraction.ts";
import {
  formatRational,
  keyOfRational,
  logOfRational,
  parseRational,
  rationalToNumber,
  readRational,
} from "./fraction-text.ts";
import { type ExactField, type ExactSemifield, filled, notAWeight, zeroHasNoInverse } from "./semifield.ts";

/** What the exact algebras of rational numbers share; a zero may be an infinity. */
function rationals(
  name: string,
  { zero, one, inverse }: { readonly zero: number; readonly one: number; inverse(a: Rational): Rational },
) {
  return {
    name,
    exact: true,
    commutative: true,
    zero,
    one,
    inverse(a: Rational) {
      if (a === zero) throw zeroHasNoInverse(name);
      return inverse(a);
    },
    equals: equalRationals,
    isZero: (a: Rational) => a === zero,
    key: keyOfRational,
    format: formatRational,
    array: (length: number) => filled<Rational>(length, zero),
  } as const;
}

/**
 * The field of rational numbers, exact.
 *
 * @example
 * console.log(rational.format(rational.times(rational.parse("1/3"), rational.parse("0.3")))); // 1/10
 */
export const rational: ExactField<Rational> = {
  ...rationals("rational", { zero: 0, one: 1, inverse: reciprocal }),
  plus: addRationals,
  times: multiplyRationals,
  isWeight: isRational,
  parse: parseRational,
  star: (a) =>
    compareRationals(magnitudeOfRational(a), 1) < 0 ? reciprocal(subtractRationals(1, a)) : undefined,
  negate: negateRational,
  magnitude: magnitudeOfRational,
  compare: compareRationals,
  toNumber: rationalToNumber,
  log: logOfRational,
  kernel: { kind: "rational", of: (weight) => weight, weight: (value) => value },
};

const VITERBI_NOTATION = 'a non-negative rational number such as "3", "1/2" or "0.125"';

/**
 * Probabilities of best paths, exact: max and product on the non-negative rationals, also beyond 1 (inverses).
 *
 * @example
 * console.log(rational.format(viterbi.plus(fraction(1, 2), fraction(1, 3)))); // 1/2
 */
export const viterbi: ExactSemifield<Rational> = {
  ...rationals("viterbi", { zero: 0, one: 1, inverse: reciprocal }),
  uniqueRoots: true,
  plus: (a, b) => (compareRationals(a, b) >= 0 ? a : b),
  times: multiplyRationals,
  isWeight: (value): value is Rational => isRational(value) && signOfRational(value) >= 0,
  parse(text) {
    const weight = readRational(text, "viterbi", VITERBI_NOTATION);
    if (signOfRational(weight) < 0) throw notAWeight("viterbi", text, VITERBI_NOTATION);
    return weight;
  },
  star: (a) => (compareRationals(a, 1) <= 0 ? 1 : undefined),
  toNumber: rationalToNumber,
};

/** Min-plus for `direction` 1; for -1 the mirror image, max-plus. The zero is the infinity that ⊕ never chooses. */
function minPlus(name: string, direction: 1 | -1): ExactSemifield<Rational> {
  const zero = direction * Infinity;
  const notation = `a rational number such as "3", "-1/2" or "0.125", or "${zero}" for the zero`;
  return {
    ...rationals(name, { zero, one: 0, inverse: negateRational }),
    uniqueRoots: true,
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
    isWeight: (value): value is Rational => value === zero || isRational(value),
    parse(text) {
      const infinity = parseInfinity(text);
      if (infinity === zero) return zero;
      if (infinity !== undefined) throw notAWeight(name, text, notation);
      return readRational(text, name, notation);
    },
    star: (a) => (direction * signOfRational(a) >= 0 ? 0 : undefined),
  };
}

/**
 * Costs of cheapest paths: min and sum over the rationals; the zero is Infinity.
 *
 * @example
 * console.log(tropical.plus(2, 3), tropical.times(2, 3), tropical.zero); // 2 5 Infinity
 */
export const tropical = minPlus("tropical", 1);

/**
 * Gains of best paths: max and sum over the rationals; the zero is -Infinity.
 *
 * @example
 * console.log(arctic.plus(2, 3), arctic.times(2, 3), arctic.zero); // 3 5 -Infinity
 */
export const arctic = minPlus("arctic", -1);
