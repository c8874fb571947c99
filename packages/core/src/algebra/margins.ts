import type { GroupWithZero, InexactGroup } from "./semifield.ts";

/** How close the decisions were that two weights are equal, or that they are not. */
export interface Margins {
  readonly tolerance: number;
  /** The least distance of two weights that were told apart; Infinity if there were none but zero and non-zero. */
  readonly apart: number;
  /** The largest distance of two weights that counted as equal. */
  readonly equal: number;
}

/** A decision is close if the distance and the tolerance differ by less than this factor. */
const CLOSE = 10;

/** Could a slightly different tolerance have given another automaton? */
export function isClose({ tolerance, apart, equal }: Margins): boolean {
  return apart < CLOSE * tolerance || equal * CLOSE > tolerance;
}

/**
 * The same algebra, but it records the margins of its decisions. A learner that gets it decides as before, and its driver
 * reads `margins`. An exact algebra has no margins and is returned as it is.
 */
export function watchMargins<W>(algebra: GroupWithZero<W>): {
  readonly algebra: GroupWithZero<W>;
  readonly margins: () => Margins | undefined;
} {
  if (algebra.exact) return { algebra, margins: () => undefined };
  const { tolerance } = algebra;
  let apart = Number.POSITIVE_INFINITY;
  let equal = 0;
  const distance = (a: W, b: W) => {
    const between = algebra.distance(a, b);
    if (between > tolerance) apart = Math.min(apart, between);
    else equal = Math.max(equal, between);
    return between;
  };
  const watched: InexactGroup<W> = { ...algebra, distance, equals: (a, b) => distance(a, b) <= tolerance };
  return { algebra: watched, margins: () => ({ tolerance, apart, equal }) };
}
