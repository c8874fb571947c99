import { DEFAULT_TOLERANCE, factors } from "./float64.ts";
import type { InexactSemifield } from "./semifield.ts";

const NOTATION = 'a non-negative decimal number such as "0.25", 0 or from 2^-1022 to 2^1022, or a ratio';

/** Two weights are equal when they differ by at most `tolerance` of the larger. */
export function viterbiFloat64Within(tolerance: number): InexactSemifield<number> {
  return {
    ...factors("viterbi-float64", tolerance, { notation: NOTATION, negative: false }),
    uniqueRoots: true,
    plus: (a, b) => (a >= b ? a : b),
    star: (a) => (a <= 1 ? 1 : undefined),
    toNumber: (a) => a,
  };
}

/** Probabilities of best paths, as float64: max and product on the non-negative numbers, also beyond 1 (inverses). */
export const viterbiFloat64 = viterbiFloat64Within(DEFAULT_TOLERANCE);
