import { filled, zeroHasNoInverse } from "./failures.ts";
import {
  addRationals,
  compareRationals,
  equalRationals,
  isRational,
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
} from "./fraction-text.ts";
import type { ExactField } from "./semifield.ts";

/**
 * The field of rational numbers, exact.
 *
 *     rational.format(rational.times(rational.parse("1/3"), rational.parse("0.3"))) // "1/10"
 */
export const rational: ExactField<Rational> = {
  name: "rational",
  exact: true,
  commutative: true,
  zero: 0,
  one: 1,
  plus: addRationals,
  times: multiplyRationals,
  inverse(a) {
    if (a === 0) throw zeroHasNoInverse("rational");
    return reciprocal(a);
  },
  equals: equalRationals,
  isZero: (a) => a === 0,
  isWeight: isRational,
  key: keyOfRational,
  parse: parseRational,
  format: formatRational,
  array: (length) => filled<Rational>(length, 0),
  star: (a) => (compareRationals(magnitude(a), 1) < 0 ? reciprocal(subtractRationals(1, a)) : undefined),
  negate: negateRational,
  magnitude,
  compare: compareRationals,
  toNumber: rationalToNumber,
  log: logOfRational,
  kernel: { kind: "rational", of: (weight) => weight, weight: (value) => value },
};

function magnitude(a: Rational): Rational {
  return signOfRational(a) < 0 ? negateRational(a) : a;
}
