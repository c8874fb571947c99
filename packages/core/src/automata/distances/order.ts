import type { GroupWithZero, Semifield } from "../../algebra/semifield.ts";
import { HankelError } from "../../errors.ts";
import { requireSemifield } from "../requirements.ts";

/** Is 1 ⊕ 1 = 1? Then a ⊕ a = a for all a, and ⊕ has an order of its own: a ⊕ b is the heavier of the two. */
export function isIdempotent<W>(algebra: Semifield<W>): boolean {
  return algebra.equals(algebra.plus(algebra.one, algebra.one), algebra.one);
}

/**
 * Positive where a is heavier than b: the algebra's own order, or that of an idempotent ⊕. Two weights that an
 * idempotent ⊕ does not choose between are as heavy as each other.
 */
export function heaviness<W>(algebra: GroupWithZero<W>, operation: string): (a: W, b: W) => number {
  const sums = requireSemifield(algebra, operation);
  if (sums.compare !== undefined) return sums.compare.bind(sums);
  if (!isIdempotent(sums)) {
    throw new HankelError(
      "unsupported",
      `${operation} needs to know which weights of ${sums.name} are heavier`,
    );
  }
  // Near is not the same: of two floats that are equal within the tolerance one is still the heavier.
  const same = sums.exact ? (a: W, b: W) => sums.equals(a, b) : (a: W, b: W) => a === b;
  return (a, b) => {
    const sum = sums.plus(a, b);
    return same(sum, a) ? (same(sum, b) ? 0 : 1) : same(sum, b) ? -1 : 0;
  };
}

/**
 * The same weights with "the heavier one" for ⊕: tropical from log, Viterbi from rational or real. Sums over paths
 * become best paths. An algebra whose ⊕ is that already is returned as it is.
 */
export function best<W>(algebra: GroupWithZero<W>, operation: string): Semifield<W> {
  const sums = requireSemifield(algebra, operation);
  if (isIdempotent(sums)) return sums;
  const compare = heaviness(sums, operation);
  return {
    ...sums,
    plus: (a, b) => (compare(a, b) >= 0 ? a : b),
    star: (a) => (compare(a, sums.one) <= 0 ? sums.one : undefined),
  };
}

/** An error unless every weight is zero or heavier than zero: only then do products keep the order. */
export function requireNonNegative<W>(
  algebra: GroupWithZero<W>,
  weights: Iterable<ArrayLike<W>>,
  operation: string,
): void {
  const compare = heaviness(algebra, operation);
  for (const array of weights) {
    for (let i = 0; i < array.length; i++) {
      if (compare(array[i], algebra.zero) >= 0) continue;
      const weight = algebra.format(array[i]);
      throw new HankelError(
        "unsupported",
        `${operation} needs weights that are not negative, and one is ${weight}`,
      );
    }
  }
}
