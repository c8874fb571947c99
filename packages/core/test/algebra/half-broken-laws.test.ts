/** A law that asks for several things is broken by an algebra that lacks any one of them. */

import { describe, expect, it } from "vitest";
import { groupLaws, semifieldLaws } from "../../src/algebra/laws.ts";
import {
  type ExactSemifield,
  fraction,
  HankelError,
  type Rational,
  rational,
  real,
  realWithin,
} from "../../src/index.ts";

type Fault = {
  readonly [name in keyof ExactSemifield<Rational>]?: ExactSemifield<Rational>[name] | undefined;
};

const half = fraction(1, 2);

/** The rationals, with other products or sums for some pairs. */
const product =
  (...wrong: readonly (readonly [Rational, Rational, Rational])[]) =>
  (a: Rational, b: Rational) =>
    wrong.find(([left, right]) => rational.equals(left, a) && rational.equals(right, b))?.[2] ??
    rational.times(a, b);
const sum = (left: Rational, right: Rational, wrong: Rational) => (a: Rational, b: Rational) =>
  a === left && b === right ? wrong : rational.plus(a, b);

const not =
  (...refused: readonly Rational[]) =>
  (value: unknown): value is Rational =>
    !refused.includes(value as Rational);

function refuse(code: "algebra" | "usage"): never {
  throw new HankelError(code, "no");
}

/** The beginning of a law, what is wrong, and the weights that show it. */
const faults: readonly (readonly [string, Fault, ...Rational[]])[] = [
  ["1 is a unit", { times: product([1, 3, 4]) }, 3],
  ["1 is a unit", { times: product([3, 1, 4]) }, 3],
  ["0 annihilates", { times: product([0, 3, 4]) }, 3],
  ["0 annihilates", { times: product([3, 0, 4]) }, 3],
  ["0 is zero", { isZero: () => false }],
  ["0 is zero", { isZero: () => true }],
  ["no zero divisors", { times: product([2, 3, 0]) }, 2, 3],
  ["no zero divisors", { times: product([0, 3, 1]) }, 0, 3],
  ["no zero divisors", { times: product([3, 0, 1]) }, 3, 0],
  ["inverses on both sides", { times: product([2, half, 3]) }, 2],
  ["inverses on both sides", { times: product([half, 2, 3]) }, 2],
  ["zero has no inverse", { inverse: () => 0 }],
  ["zero has no inverse", { inverse: () => refuse("usage") }],
  [
    "zero has no inverse",
    {
      inverse() {
        throw new Error("no");
      },
    },
  ],
  ["⊗ is commutative", { times: product([2, 3, 7]) }, 2, 3],
  ["roots are unique", { uniqueRoots: true }, 2, -2],
  ["1 is the only weight", { trivial: true }, 2],
  ["equality is symmetric", { equals: (a, b) => Number(a) <= Number(b) }, 2, 3],
  ["isZero agrees", { isZero: () => true }, 3],
  ["isZero agrees", { isZero: () => false }, 0],
  ["keys or distances", { key: () => 0 }, 2, 3],
  ["keys or distances", { key: () => Symbol("new") as never }, 2, 2],
  ["parse inverts", { parse: () => 7 }, 3],
  ["parse inverts", { equals: () => true, parse: () => 7 }, 3],
  ["isWeight", { isWeight: not(2) }, 2, 3],
  ["isWeight", { isWeight: not(6) }, 2, 3],
  ["isWeight", { isWeight: not(0) }, 2, 3],
  ["isWeight", { isWeight: not(1) }, 2, 3],
  ["arrays start", { array: () => [0, 0, 0] }, 3],
  ["arrays start", { array: () => [1, 0] }, 3],
  ["arrays start", { array: () => new Proxy([0, 0], { set: () => true }) }, 3],
  ["0 is the unit of ⊕", { plus: sum(0, 3, 4) }, 3],
  ["0 is the unit of ⊕", { plus: sum(3, 0, 4) }, 3],
  ["⊕ is commutative", { plus: sum(2, 3, 4) }, 2, 3],
  ["sums are weights", { isWeight: not(5) }, 2, 3],
  ["w* solves", { star: (a) => (a === 0 ? 1 : 5) }, 2],
  ["w* solves", { star: (a) => (a === 0 ? 1 : -1), times: product([2, -1, 5]) }, 2],
  ["w* solves", { star: (a) => (a === 0 ? 1 : -1), times: product([-1, 2, 5]) }, 2],
  ["w* solves", { star: () => undefined }, 2],
  ["w* solves", { star: (a) => (a === 0 ? 3 : undefined) }, 2],
  ["a weight and its additive inverse", { negate: () => 5 }, 3],
  ["|w| is zero only", { magnitude: () => 0 }, 3],
  ["|w| is zero only", { magnitude: () => 3 }, 0],
  ["|w| is zero only", { magnitude: (a) => rational.plus(a, 1) }, 3],
  ["|w| is zero only", { star: (a) => (a === half ? 2 : undefined), magnitude: () => half }, 3],
  ["the order is total", { compare: () => 0 }, 2, 2],
  ["the order is total", { compare: (a, b) => (a === 1 && b === 0 ? 1 : 0) }, 2, 3, 0],
  ["the order is total", { compare: (a, b) => (a === b ? 0 : 1) }, 2, 3, 0],
  ["the order is total", { compare: (a, b) => Number(b) - Number(a) }, 2, 3, 0],
  ["the order is total", { compare: () => 1 }, 2, 2, 0],
  ["the order is total", { times: product([5, 2, 40]) }, 2, 3, 5],
  ["logarithms are", { log: (a) => 2 * Math.log(Number(a)) }, 2, 3],
  ["logarithms are", { log: (a) => (a === 6 ? 9 : Math.log(Number(a))) }, 2, 3],
  ["logarithms are", { log: (a) => (a === 1 ? 0 : Number(a)) }, 2, 3],
  ["logarithms are", { compare: undefined }, 2, 3],
];

const laws = [...groupLaws<Rational>(), ...semifieldLaws<Rational>()];

function holds(start: string, fault: Fault, [a = 2, b = a, c = 2]: readonly Rational[]): boolean {
  const law = laws.find(({ name }) => name.startsWith(start));
  if (law === undefined) throw new Error(`there is no law ${start}`);
  return law.holds({ ...rational, ...fault } as ExactSemifield<Rational>, a, b, c);
}

describe("a law of several parts", () => {
  it.each(faults.map((fault, at) => [at, fault] as const))("%i: %s", (_, [start, fault, ...weights]) => {
    expect(holds(start, fault, weights)).toBe(false);
    expect(holds(start, {}, weights)).toBe(true);
  });

  it("asks nothing of what an algebra lacks or does not claim", () => {
    const weights = [2, 3, 5];
    expect(holds("⊗ is commutative", { commutative: false, times: (a) => a }, weights)).toBe(true);
    expect(holds("roots are unique", {}, [2, -2])).toBe(true);
    expect(holds("roots are unique", { uniqueRoots: true }, [2, 2])).toBe(true);
    expect(holds("1 is the only weight", { trivial: true }, [0])).toBe(true);
    expect(holds("1 is the only weight", { trivial: true }, [1])).toBe(true);
    expect(holds("inverses on both sides", {}, [0])).toBe(true);
    for (const [start, name] of [
      ["w* solves", "star"],
      ["a weight and its additive inverse", "negate"],
      ["|w| is zero only", "magnitude"],
      ["the order is total", "compare"],
      ["logarithms are", "log"],
    ] as const) {
      expect(holds(start, { [name]: undefined }, weights), start).toBe(true);
    }
    expect(holds("logarithms are", {}, [-2, 3])).toBe(true);
    expect(holds("logarithms are", {}, [2, -3])).toBe(true);
    expect(holds("logarithms are", {}, [0, 3])).toBe(true);
    // Factors that are not heavier than zero may turn the order round.
    expect(holds("the order is total", {}, [2, 3, -1])).toBe(true);
    expect(holds("the order is total", {}, [2, 3, 0])).toBe(true);
  });

  it("counts weights at the very tolerance as equal", () => {
    const law = groupLaws<number>().find(({ name }) => name.startsWith("keys or distances"));
    const wide = realWithin(0.5);
    expect(law?.holds(wide, 1, 0.5, 1)).toBe(true);
    expect(law?.holds({ ...wide, equals: (a, b) => wide.distance(a, b) < 0.5 }, 1, 0.5, 1)).toBe(false);
  });

  it("compares logarithms with those of numbers up to 10³⁰⁰, where float64 has them", () => {
    const law = semifieldLaws<number>().find(({ name }) => name.startsWith("logarithms are"));
    // Twice the logarithm turns products into sums, too.
    const twice = { ...real, log: (a: number) => 2 * Math.log(a) };
    expect([1e-301, 1e-300, 1e300, 1e301].map((a) => law?.holds(twice, a, 1, 1))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
