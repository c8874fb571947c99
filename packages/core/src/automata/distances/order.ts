import type { GroupWithZero, Semifield } from "../../algebra/semifield.ts";
import { shortened } from "../../errors.ts";
import { requireSemifield, unsupported } from "../requirements.ts";
import type { Wfsa } from "../wfsa.ts";

/** Is 1 ⊕ 1 = 1? Then a ⊕ a = a for all a, and ⊕ defines an order: a ⊕ b is the heavier of the two. */
export function isIdempotent<W>(algebra: Semifield<W>): boolean {
  return algebra.equals(algebra.plus(algebra.one, algebra.one), algebra.one);
}

/**
 * A comparison that is positive if a is heavier than b, by the algebra's own order or by an idempotent ⊕. Two weights that
 * an idempotent ⊕ does not choose between are equally heavy.
 */
export function heaviness<W>(algebra: GroupWithZero<W>, operation: string): (a: W, b: W) => number {
  const sums = requireSemifield(algebra, operation);
  if (sums.compare !== undefined) return sums.compare.bind(sums);
  if (!isIdempotent(sums))
    unsupported(`${operation} needs to know which weights of ${sums.name} are heavier`);
  // Not `equals`: of two floats within the tolerance, one is still the heavier.
  const same = sums.exact ? (a: W, b: W) => sums.equals(a, b) : (a: W, b: W) => a === b;
  return (a, b) => {
    const sum = sums.plus(a, b);
    return same(sum, a) ? (same(sum, b) ? 0 : 1) : same(sum, b) ? -1 : 0;
  };
}

/**
 * The same weights with the heavier of two for ⊕: tropical from log, Viterbi from rational or real. So sums over paths
 * become best paths. An algebra with an idempotent ⊕ is returned as it is.
 */
export function bestPathSemifield<W>(algebra: GroupWithZero<W>, operation: string): Semifield<W> {
  const sums = requireSemifield(algebra, operation);
  if (isIdempotent(sums)) return sums;
  const compare = heaviness(sums, operation);
  return {
    ...sums,
    plus: (a, b) => (compare(a, b) >= 0 ? a : b),
    star: (a) => (compare(a, sums.one) <= 0 ? sums.one : undefined),
  };
}

/** An error if a weight is lighter than zero: products with it would not keep the order. */
export function requireNonNegative<W>(
  {
    algebra,
    initialWeight,
    arcWeight,
    finalWeight,
  }: Pick<Wfsa<W>, "algebra" | "initialWeight" | "arcWeight" | "finalWeight">,
  operation: string,
): void {
  const compare = heaviness(algebra, operation);
  for (const array of [initialWeight, arcWeight, finalWeight]) {
    for (let i = 0; i < array.length; i++) {
      if (compare(array[i], algebra.zero) >= 0) continue;
      const weight = shortened(algebra.format(array[i]));
      unsupported(`${operation} needs weights that are not negative, and one is ${weight}`);
    }
  }
}
