import type { GroupWithZero, InexactGroup } from "./semifield.ts";

/** How close the decisions were that two weights are equal, or that they are not. */
export interface Margins {
  readonly tolerance: number;
  /** The least distance of two weights that were told apart; Infinity if there were none but zero and non-zero. */
  readonly apart: number;
  /** The largest distance of two weights that counted as equal. */
  readonly equal: number;
}

/** Weights that were told apart should differ by this many times the tolerance at least. */
const FAR = 10;
/** Weights that counted as equal should differ by less than this share of it. The quotient of noisy answers is noisier. */
const NEAR = 1 / 2;

/**
 * Could a slightly different tolerance have given another automaton?
 *
 * @example
 * const { algebra, margins } = watchMargins(realWithin(1e-6));
 * algebra.equals(1, 2);
 * const seen = margins();
 * console.log(seen !== undefined && isClose(seen)); // false
 */
export function isClose({ tolerance, apart, equal }: Margins): boolean {
  return apart < FAR * tolerance || (equal > 0 && equal >= NEAR * tolerance);
}

const plain = new WeakMap<object, unknown>();

/**
 * Is a product of so many factors equal to a weight, as far as one can tell? Each factor may be off by the tolerance, so
 * the product may be off by the sum. This is no decision about two answers, and is not recorded.
 */
export function agree<W>(algebra: GroupWithZero<W>, product: W, weight: W, factors: number): boolean {
  if (algebra.exact) return algebra.equals(product, weight);
  return distanceOf(algebra, product, weight) <= factors * algebra.tolerance;
}

/** The distance of two weights, without recording it. */
export function distanceOf<W>(algebra: InexactGroup<W>, a: W, b: W): number {
  return ((plain.get(algebra) as InexactGroup<W> | undefined) ?? algebra).distance(a, b);
}

/**
 * The same algebra, but it records the margins of its decisions. A learner that gets it decides as before, and its driver
 * reads `margins`. An exact algebra has no margins and is returned as it is.
 *
 * @example
 * const { algebra, margins } = watchMargins(real);
 * algebra.equals(1, 1.5);
 * console.log(margins()?.tolerance === real.tolerance); // true
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
  plain.set(watched, algebra);
  return { algebra: watched, margins: () => ({ tolerance, apart, equal }) };
}
