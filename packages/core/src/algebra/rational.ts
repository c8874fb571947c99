/** The field of rational numbers, exact. */

import { zeroHasNoInverse } from "./failures.ts";
import { filled } from "./filled.ts";
import {
  addRationals,
  equalRationals,
  isRational,
  multiplyRationals,
  type Rational,
  reciprocal,
} from "./fraction.ts";
import { formatRational, keyOfRational, parseRational } from "./fraction-text.ts";
import type { ExactSemifield } from "./semifield.ts";

export const rational: ExactSemifield<Rational> = {
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
};
