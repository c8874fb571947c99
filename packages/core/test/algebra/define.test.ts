import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  breadthFirst,
  brokenLaws,
  defineGroupWithZero,
  defineSemifield,
  functionTeacher,
  HankelError,
  isSemifield,
  learn,
} from "../../src/index.ts";

const runs = { seed: 10, numRuns: 200 };

/** Powers of ten under max and ×, as bigints; the zero is null. */
const powers = defineSemifield<bigint | null>({
  name: "powers",
  zero: null,
  one: 0n,
  commutative: true,
  plus: (a, b) => (a === null ? b : b === null || a > b ? a : b),
  times: (a, b) => (a === null || b === null ? null : a + b),
  inverse: (a) => -(a as bigint),
});

/** The units 1, i, -1, -i of the Gaussian integers, and zero. */
const units = defineGroupWithZero({
  name: "units",
  zero: { re: 0, im: 0 },
  one: { re: 1, im: 0 },
  times: (a, b) => ({ re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re }),
  inverse: (a) => ({ im: -a.im, re: a.re }),
});

/** Costs as a beginner would write them. */
const costs = defineSemifield({
  name: "costs",
  zero: Infinity,
  one: 0,
  plus: Math.min,
  times: (a, b) => a + b,
  inverse: (a) => -a,
});

describe("a user-defined algebra", () => {
  it("over bigints and null obeys the laws", () => {
    const weight = fc.option(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }));
    fc.assert(
      fc.property(weight, weight, weight, (a, b, c) => {
        expect(brokenLaws(powers, [a, b, c])).toEqual([]);
      }),
      runs,
    );
    expect(powers.format(12n)).toBe("12");
    expect(powers.parse("null")).toBeNull();
  });

  it("over records obeys the laws, whatever the order of the fields", () => {
    const weight = fc.constantFrom(
      { re: 0, im: 0 },
      { re: 1, im: 0 },
      { im: 1, re: 0 },
      { re: -1, im: 0 },
      { im: -1, re: 0 },
    );
    fc.assert(
      fc.property(weight, weight, weight, (a, b, c) => {
        expect(brokenLaws(units, [a, b, c])).toEqual([]);
      }),
      runs,
    );
    expect(units.key({ im: 1, re: 0 })).toBe(units.key({ re: 0, im: 1 }));
    expect(units.format(units.one)).toBe('{"im":0,"re":1}');
    expect(isSemifield(units)).toBe(false);
  });

  it("over numbers with an infinite zero obeys the laws", () => {
    const weight = fc.oneof(fc.integer({ min: -99, max: 99 }), fc.constant(Infinity));
    fc.assert(
      fc.property(weight, weight, weight, (a, b, c) => {
        expect(brokenLaws(costs, [a, b, c])).toEqual([]);
      }),
      runs,
    );
    expect(costs.commutative).toBe(false);
    expect(costs.isWeight(-Infinity)).toBe(false);
  });

  it.each(["banana", "", "[1]", "NaN", '"1"', "{}"])("refuses %j", (text) => {
    for (const algebra of [powers, costs]) {
      expect(() => algebra.parse(text)).toThrow(HankelError);
      expect(() => algebra.parse(text)).toThrow(/is not a weight of \w+: expected a weight such as 0/);
    }
  });

  it("may read null as a weight", () => {
    const own = defineSemifield({ ...powers, parse: (text) => (text === "none" ? null : BigInt(text)) });
    expect(own.parse("none")).toBeNull();
    expect(own.parse("5")).toBe(5n);
  });

  it("uses the given functions instead of the defaults", () => {
    const own = defineSemifield<number>({
      ...costs,
      name: "own",
      key: (a) => `k${a}`,
      format: (a) => `<${a}>`,
      parse: (text) => Number(text.slice(1, -1)),
      isWeight: (value) => typeof value === "number" && !Number.isNaN(value),
      array: (length) => new Float64Array(length).fill(Infinity),
    });
    expect(brokenLaws(own, [3, -4, Infinity])).toEqual([]);
    expect([own.key(2), own.format(2), own.parse("<7>")]).toEqual(["k2", "<2>", 7]);
    expect(own.array(1)).toBeInstanceOf(Float64Array);
    expect(() => own.parse("<x>")).toThrow(/expected a weight such as <0>/);
  });
});

/** Complex numbers as floats: multiplied, and compared relative to the larger. */
const phasors = defineGroupWithZero<{ re: number; im: number }>({
  name: "phasors",
  zero: { re: 0, im: 0 },
  one: { re: 1, im: 0 },
  commutative: true,
  times: (a, b) => ({ re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re }),
  inverse({ re, im }) {
    const square = re * re + im * im;
    return { re: re / square, im: -im / square };
  },
  tolerance: 1e-9,
  distance: (a, b) =>
    Math.hypot(a.re - b.re, a.im - b.im) / Math.max(Math.hypot(a.re, a.im), Math.hypot(b.re, b.im)),
});

/** Gains in decibels, read off a scale to a tenth. */
const decibels = defineSemifield({
  name: "decibels",
  zero: -Infinity,
  one: 0,
  commutative: true,
  times: (a, b) => a + b,
  inverse: (a) => -a,
  plus: Math.max,
  tolerance: 0.05,
  distance: (a, b) => Math.abs(a - b),
});

describe("a user-defined inexact algebra", () => {
  it("over records obeys the laws", () => {
    const part = fc.integer({ min: -50, max: 50 }).map((n) => n / 7);
    const weight = fc.record({ re: part, im: part });
    fc.assert(
      fc.property(weight, weight, weight, (a, b, c) => {
        expect(brokenLaws(phasors, [a, b, c, phasors.zero])).toEqual([]);
      }),
      { seed: 11, numRuns: 40 },
    );
    expect([phasors.exact, phasors.tolerance]).toEqual([false, 1e-9]);
    expect(phasors.isZero({ im: 0, re: 0 })).toBe(true);
    expect(phasors.distance(phasors.zero, phasors.one)).toBe(Infinity);
  });

  it("over numbers obeys the laws, and is learned within its tolerance", () => {
    expect(brokenLaws(decibels, [-Infinity, -12.5, 0, 3.25, 6])).toEqual([]);
    let reading = 0;
    const teacher = functionTeacher({
      algebra: decibels,
      alphabet: "ab",
      // 6 dB for each b, with noise in the last digit.
      weigh: (word) => 6 * word.filter((symbol) => symbol === "b").length + (reading++ % 3) / 1000,
      equivalence: breadthFirst(4),
    });
    const { automaton } = learn(teacher);
    expect(automaton.size).toBe(1);
    expect(decibels.equals(automaton.weigh([1, 0, 1]), 12)).toBe(true);
  });

  it("refuses a meaningless tolerance", () => {
    expect(() => defineSemifield({ ...decibels, tolerance: -1 })).toThrow(
      /a tolerance is a number from 0 up to 1/u,
    );
    expect(() => defineGroupWithZero({ ...phasors, tolerance: Number.NaN })).toThrow(HankelError);
  });
});
