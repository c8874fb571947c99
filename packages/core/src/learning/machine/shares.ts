/**
 * Likelihoods as whole numbers, and what is open among candidates. Sums of whole numbers do not depend on the order, and what
 * is left of a sum is a difference.
 */

/** A likelihood of one is so many shares. */
const SHARES = 2 ** 14;
/** So exact is what is open, in parts of a share. */
const PRECISION = 2 ** 8;
/** What a bit that remains open costs, in words. */
const BIT = 0.75;

/** What is open if the words that are still needed are one for certain. */
export const WHOLE = SHARES * PRECISION;

// Each share is rounded, so together they may be a few more than SHARES.
const surprises = Int32Array.from({ length: SHARES + 64 }, (_, of) =>
  of === 0 ? 0 : Math.round(BIT * PRECISION * of * Math.log2(of)),
);

/** A likelihood in shares: never none, so that no candidate is forgotten. */
export function share(likelihood: number): number {
  return Math.max(1, Math.round(likelihood * SHARES));
}

/** w·log w for so many shares. */
export function surprise(shares: number): number {
  return surprises[shares];
}

/**
 * What is open among several candidates, in words that are still needed, by the sums of their shares and of their surprises: one
 * word at least, and more for each bit of their entropy.
 */
export function open(shares: number, surprised: number): number {
  return PRECISION * shares + surprises[shares] - surprised;
}
