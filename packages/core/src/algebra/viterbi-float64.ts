import { notAWeight, zeroHasNoInverse } from "./failures.ts";
import {
  checkedTolerance,
  DEFAULT_TOLERANCE,
  floats,
  isFactor,
  nameWithin,
  parseFloat64,
  product,
  relativeDistance,
} from "./float64.ts";
import type { InexactSemifield } from "./semifield.ts";

const NOTATION = 'a non-negative decimal number such as "0.25", 0 or from 2^-1022 to 2^1022, or a ratio';

/** Two weights are equal when they differ by at most `tolerance` of the larger. */
export function viterbiFloat64Within(tolerance: number): InexactSemifield<number> {
  const name = nameWithin("viterbi-float64", checkedTolerance(tolerance));
  return {
    name,
    exact: false,
    tolerance,
    commutative: true,
    uniqueRoots: true,
    zero: 0,
    one: 1,
    plus: (a, b) => (a >= b ? a : b),
    times: (a, b) => product(name, a, b),
    inverse(a) {
      if (a === 0) throw zeroHasNoInverse(name);
      return 1 / a;
    },
    equals: (a, b) => a === b || relativeDistance(a, b) <= tolerance,
    isZero: (a) => a === 0,
    isWeight: (value): value is number => typeof value === "number" && value >= 0 && isFactor(value),
    distance: relativeDistance,
    parse(text) {
      const value = parseFloat64(name, text, NOTATION);
      if (value < 0 || !isFactor(value)) throw notAWeight(name, text, NOTATION);
      return value;
    },
    format: String,
    array: (length) => floats(length, 0),
    star: (a) => (a <= 1 ? 1 : undefined),
    toNumber: (a) => a,
  };
}

/** Probabilities of best paths, as float64: max and product on the non-negative numbers, also beyond 1 (inverses). */
export const viterbiFloat64 = viterbiFloat64Within(DEFAULT_TOLERANCE);
