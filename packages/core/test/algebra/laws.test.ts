import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  brokenLaws,
  type ExactSemifield,
  isSemifield,
  type Rational,
  rational,
  real,
  realWithin,
} from "../../src/index.ts";
import { positiveDoubles, weightCases } from "../support/weights.ts";

/** Each run tries 27 triples. */
const runs = { seed: 20241106, numRuns: 40 };

describe.each(weightCases.map((one) => [one.algebra.name, one] as const))(
  "%s",
  (_, { algebra, weight, nonZero }) => {
    it("obeys every law", () => {
      fc.assert(
        fc.property(weight, weight, weight, (a, b, c) => {
          expect(brokenLaws(algebra, [a, b, c])).toEqual([]);
        }),
        runs,
      );
    });

    it("inverts products in the opposite order", () => {
      fc.assert(
        fc.property(nonZero, nonZero, (a, b) => {
          const inverse = algebra.inverse(algebra.times(a, b));
          return algebra.equals(inverse, algebra.times(algebra.inverse(b), algebra.inverse(a)));
        }),
        runs,
      );
    });

    it("has one normal form for a weight, however it was computed", () => {
      if (!algebra.exact) return;
      fc.assert(
        fc.property(nonZero, nonZero, (a, b) => {
          const again = algebra.times(a, algebra.times(b, algebra.inverse(b)));
          expect(algebra.key(again)).toBe(algebra.key(a));
          expect(again).toEqual(a);
          expect(algebra.isWeight(again) && algebra.isWeight(algebra.inverse(a))).toBe(true);
        }),
        runs,
      );
    });

    it("accepts nothing else as a weight", () => {
      for (const value of [undefined, null, Number.NaN, {}, [], Symbol.iterator, () => 1, "banana ^", 1n]) {
        expect(algebra.isWeight(value)).toBe(false);
      }
    });
  },
);

it("is tested on algebras that are not commutative, and on one without ⊕", () => {
  const kinds = weightCases.map(({ algebra }) => `${algebra.commutative} ${isSemifield(algebra)}`);
  expect(new Set(kinds)).toEqual(new Set(["true true", "false true", "false false"]));
});

it("holds for reals of all sizes as long as nothing cancels", () => {
  fc.assert(
    fc.property(positiveDoubles, positiveDoubles, positiveDoubles, (a, b, c) => {
      expect(brokenLaws(real, [a, b, c])).toEqual([]);
    }),
    runs,
  );
});

/** The rationals with one fault. */
const mutants: [string, Partial<ExactSemifield<Rational>>][] = [
  ["⊗ is associative", { times: (a, b) => rational.plus(rational.times(a, b), 1) }],
  ["1 is a unit on both sides", { one: 2 }],
  ["0 annihilates on both sides", { times: (a, b) => (a === 0 ? b : rational.times(a, b)) }],
  ["0 is zero, 1 is not", { one: 0 }],
  ["no zero divisors", { times: () => 0 }],
  ["inverses on both sides", { inverse: (a) => a }],
  ["zero has no inverse", { inverse: (a) => (a === 0 ? 0 : rational.inverse(a)) }],
  ["⊗ is commutative if it says so", { times: (a) => a }],
  ["roots are unique if it says so", { uniqueRoots: true }],
  ["1 is the only weight but zero if it says so", { trivial: true }],
  ["equality is reflexive", { equals: () => false }],
  ["equality is symmetric", { equals: (a, b) => Number(a) <= Number(b) }],
  ["isZero agrees with equality", { isZero: () => false }],
  ["keys or distances agree with equality", { key: () => 0 }],
  ["parse inverts format", { format: () => "1" }],
  ["isWeight accepts every weight", { isWeight: (value): value is Rational => value === 0 }],
  ["arrays start as zeros and keep weights", { array: (length) => Array.from({ length }, () => 1) }],
  ["⊕ is associative", { plus: (a, b) => rational.plus(a, rational.times(2, b)) }],
  ["⊕ is commutative", { plus: (a) => a }],
  ["0 is the unit of ⊕", { plus: () => 1 }],
  ["⊗ distributes from the left", { plus: (a, b) => rational.plus(rational.plus(a, b), 1) }],
  ["⊗ distributes from the right", { plus: (a, b) => rational.times(a, b) }],
  ["sums are weights", { plus: (a, b) => Number(a) + Number(b) + 0.5 }],
  ["w* solves x = 1 ⊕ w ⊗ x and x = 1 ⊕ x ⊗ w, and 0* = 1", { star: () => 2 }],
  ["a weight and its additive inverse cancel", { negate: (a) => a }],
  ["|w| is zero only for zero, is its own magnitude, and w* exists where |w|* does", { magnitude: () => 1 }],
  ["the order is total, 1 is heavier than 0, and factors heavier than 0 keep it", { compare: () => 1 }],
  ["logarithms are those of the numbers, and turn products into sums", { log: (a) => Number(a) }],
];

function noSums(): Rational {
  throw new Error("no sums today");
}

describe("a law can fail", () => {
  it.each(mutants)("%s", (law, mutation) => {
    const broken = brokenLaws({ ...rational, ...mutation }, [0, 1, -1, 2, 3, -5]);
    expect(broken.filter((failure) => failure.startsWith(`${law}: not for `))).toHaveLength(1);
  });

  it("by throwing", () => {
    const sumless: ExactSemifield<Rational> = { ...rational, plus: noSums };
    expect(brokenLaws(sumless, [1, 2])).toContain("⊕ is commutative: not for 1, 1, 1 (no sums today)");
  });

  it("when equality does not agree with the distance", () => {
    const tight = { ...realWithin(0.1), equals: (a: number, b: number) => a === b };
    expect(brokenLaws(tight, [1, 1.05, 2])).toContain(
      "keys or distances agree with equality: not for 1, 1.05, 1",
    );
  });
});
