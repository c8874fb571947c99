/**
 * Gains of best paths, exact: max and sum over the rationals; the zero is -Infinity. Integers are bare numbers.
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

const ZERO = -Infinity;
const NOTATION = 'a rational number such as "3", "-1/2" or "0.125", or "-Infinity" for the zero';

export const arctic: ExactSemifield<Rational> = {
  name: "arctic",
  exact: true,
  commutative: true,
  uniqueRoots: true,
  zero: ZERO,
  one: 0,
  plus(a, b) {
    if (typeof a === "number" && typeof b === "number") return a >= b ? a : b;
    if (a === ZERO) return b;
    if (b === ZERO) return a;
    return compareRationals(a, b) >= 0 ? a : b;
  },
  times(a, b) {
    if (typeof a === "number" && typeof b === "number") {
      const sum = a + b;
      if (Number.isSafeInteger(sum) || sum === ZERO) return sum;
    }
    return a === ZERO || b === ZERO ? ZERO : addRationals(a, b);
  },
  inverse(a) {
    if (a === ZERO) throw zeroHasNoInverse("arctic");
    return negateRational(a);
  },
  equals: equalRationals,
  isZero: (a) => a === ZERO,
  isWeight: (value): value is Rational => value === ZERO || isRational(value),
  key: keyOfRational,
  parse(text) {
    const infinity = parseInfinity(text);
    if (infinity === ZERO) return ZERO;
    if (infinity !== undefined) throw notAWeight("arctic", text, NOTATION);
    return readRational(text, "arctic", NOTATION);
  },
  format: formatRational,
  array: (length) => filled<Rational>(length, ZERO),
  star: (a) => (signOfRational(a) <= 0 ? 0 : undefined),
};
