import { notAWeight, zeroHasNoInverse } from "./failures.ts";
import { filled } from "./filled.ts";
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
import type { ExactSemifield } from "./semifield.ts";

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
