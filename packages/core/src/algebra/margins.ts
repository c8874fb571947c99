import type { GroupWithZero, InexactGroup } from "./semifield.ts";

/** How close the calls were that weights are equal, or are not. */
export interface Margins {
  readonly tolerance: number;
  /** The least distance of two weights that were told apart; Infinity when none were, or only zeros from others. */
  readonly apart: number;
  /** The largest distance of two weights that were called equal. */
  readonly equal: number;
}

/** Below this factor between a distance and the tolerance a call was close. */
const CLOSE = 10;

/** Could a slightly other tolerance have given another automaton? */
export function isClose({ tolerance, apart, equal }: Margins): boolean {
  return apart < CLOSE * tolerance || equal * CLOSE > tolerance;
}

/**
 * The same algebra, which writes down the margins of its decisions. A learner that is given it decides as before;
 * its driver looks at `margins` when it wants to know. Exact algebras decide without margins and stay as they are.
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
