import { filled, notAWeight, zeroHasNoInverse } from "./failures.ts";
import { DEFAULT_TOLERANCE, factors } from "./float64.ts";
import {
  compareRationals,
  equalRationals,
  isRational,
  multiplyRationals,
  type Rational,
  reciprocal,
  signOfRational,
} from "./fraction.ts";
import { formatRational, keyOfRational, rationalToNumber, readRational } from "./fraction-text.ts";
import type { ExactSemifield, InexactSemifield } from "./semifield.ts";

const NOTATION = 'a non-negative rational number such as "3", "1/2" or "0.125"';

/** Probabilities of best paths, exact: max and product on the non-negative rationals, also beyond 1 (inverses). */
export const viterbi: ExactSemifield<Rational> = {
  name: "viterbi",
  exact: true,
  commutative: true,
  uniqueRoots: true,
  zero: 0,
  one: 1,
  plus: (a, b) => (compareRationals(a, b) >= 0 ? a : b),
  times: multiplyRationals,
  inverse(a) {
    if (a === 0) throw zeroHasNoInverse("viterbi");
    return reciprocal(a);
  },
  equals: equalRationals,
  isZero: (a) => a === 0,
  isWeight: (value): value is Rational => isRational(value) && signOfRational(value) >= 0,
  key: keyOfRational,
  parse(text) {
    const weight = readRational(text, "viterbi", NOTATION);
    if (signOfRational(weight) < 0) throw notAWeight("viterbi", text, NOTATION);
    return weight;
  },
  format: formatRational,
  array: (length) => filled<Rational>(length, 0),
  star: (a) => (compareRationals(a, 1) <= 0 ? 1 : undefined),
  toNumber: rationalToNumber,
};

const FLOAT64_NOTATION =
  'a non-negative decimal number such as "0.25", 0 or from 2^-1022 to 2^1022, or a ratio';

/** Two weights are equal when they differ by at most `tolerance` of the larger. */
export function viterbiFloat64Within(tolerance: number): InexactSemifield<number> {
  return {
    ...factors("viterbi-float64", tolerance, { notation: FLOAT64_NOTATION, negative: false }),
    uniqueRoots: true,
    plus: (a, b) => (a >= b ? a : b),
    star: (a) => (a <= 1 ? 1 : undefined),
    toNumber: (a) => a,
  };
}

/** Probabilities of best paths, as float64: max and product on the non-negative numbers, also beyond 1 (inverses). */
export const viterbiFloat64 = viterbiFloat64Within(DEFAULT_TOLERANCE);
