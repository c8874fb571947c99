/** What a definition of one's own may leave out, and what it may add, member by member. */

import { describe, expect, it } from "vitest";
import {
  type Addition,
  defineGroupWithZero,
  defineSemifield,
  HankelError,
  type SemifieldDefinition,
} from "../../src/index.ts";
import { refusal } from "../support/refusal.ts";

/** Integers under addition as exponents: the zero is -Infinity. */
const least: SemifieldDefinition<number> = {
  name: "gains",
  zero: -Infinity,
  one: 0,
  plus: (a, b) => Math.max(a, b),
  times: (a, b) => a + b,
  inverse: (a) => 0 - a,
};

describe("a definition", () => {
  it("without optional members gives none", () => {
    const gains = defineSemifield(least);
    const optional = ["star", "negate", "magnitude", "compare", "toNumber", "log", "uniqueRoots", "trivial"];
    expect(optional.filter((member) => member in gains)).toEqual([]);
    expect([gains.name, gains.commutative, gains.exact]).toEqual(["gains", false, true]);
  });

  it.each<[keyof Addition<number>, (...weights: number[]) => number]>([
    ["star", (a) => a + 1],
    ["negate", (a) => a + 2],
    ["magnitude", (a) => a + 3],
    ["compare", (a, b) => a - b],
    ["toNumber", (a) => a + 4],
    ["log", (a) => a + 5],
  ])("with %s passes it on", (member, operation) => {
    for (const base of [least, { ...least, tolerance: 0.1, distance: () => 1 }]) {
      const gains = defineSemifield({ ...base, [member]: operation }) as Addition<number>;
      const own = gains[member] as (...weights: number[]) => number;
      expect(own(7, 3)).toBe(operation(7, 3));
    }
  });

  it("keeps `this` where its members use it", () => {
    class Gains {
      readonly name = "gains";
      readonly zero = -Infinity;
      readonly one = 0;
      readonly step = 10;
      plus = Math.max;
      times(a: number, b: number) {
        return this.step * (a + b);
      }
      inverse(a: number) {
        return this.step - a;
      }
      negate(a: number) {
        return this.step + a;
      }
      magnitude(a: number) {
        return this.step + a + 1;
      }
      compare(a: number, b: number) {
        return this.step * (a - b);
      }
      toNumber(a: number) {
        return this.step + a + 2;
      }
      log(a: number) {
        return this.step + a + 3;
      }
      star(a: number) {
        return this.step + a + 4;
      }
    }
    const gains = defineSemifield(new Gains() as SemifieldDefinition<number>);
    const { negate, magnitude, compare, toNumber, log, star, times, inverse } = gains;
    expect([times(1, 2), inverse(1), negate?.(1), magnitude?.(1)]).toEqual([30, 9, 11, 12]);
    expect([compare?.(2, 1), toNumber?.(1), log?.(1), star?.(1)]).toEqual([10, 13, 14, 15]);
  });

  it("may say that roots are unique and that 1 is the only weight but zero", () => {
    const claims = { uniqueRoots: true, trivial: true, commutative: true } as const;
    expect(defineSemifield({ ...least, ...claims })).toMatchObject(claims);
    expect(defineGroupWithZero({ ...least, ...claims })).toMatchObject(claims);
  });

  it("has keys: a number for a number, else its text", () => {
    expect(defineSemifield(least).key(5)).toBe(5);
    const texts = defineGroupWithZero<string>({
      name: "texts",
      zero: "-",
      one: "",
      inverse: (a) => a,
      times: (a, b) => a + b,
    });
    expect(texts.key("x")).toBe('"x"');
    expect(texts.equals("x", "x") && !texts.equals("x", "y")).toBe(true);
    expect([texts.isZero("-"), texts.isZero("")]).toEqual([true, false]);
  });
});

describe("text of a definition of one's own", () => {
  it("that cannot be read is refused with an example", () => {
    const gains = defineSemifield(least);
    expect(refusal(() => gains.parse("{"))).toBe(
      'parse: "{" is not a weight of gains: expected a weight such as 0',
    );
    expect(refusal(() => gains.parse("true"))).toContain("expected a weight such as 0");
    expect(gains.parse("-Infinity")).toBe(-Infinity);
    expect(gains.parse("-3")).toBe(-3);
  });

  it("is refused in the words of its own reader, if that gives some", () => {
    const reading = (error: Error) =>
      refusal(() =>
        defineSemifield({
          ...least,
          parse: () => {
            throw error;
          },
        }).parse("x"),
      );
    expect(reading(new HankelError("parse", "no x today"))).toBe("parse: no x today");
    const plain = 'parse: "x" is not a weight of gains: expected a weight such as 0';
    expect(reading(new HankelError("usage", "no x today"))).toBe(plain);
    expect(reading(new Error("no x today"))).toBe(plain);
  });

  it("is canonical: numbers and bigints as digits, fields by name, lists in order", () => {
    const group = defineGroupWithZero<unknown>({
      name: "records",
      zero: null,
      one: { b: [1n, 2], a: "x" },
      inverse: (a) => a,
      times: (a) => a,
    });
    expect(group.format({ b: [1n, 2], a: "x" })).toBe('{"a":"x","b":[1,2]}');
    expect(group.format({ c: { e: 1, d: null }, a: true })).toBe('{"a":true,"c":{"d":null,"e":1}}');
    expect(group.format(Infinity)).toBe("Infinity");
    expect([group.isWeight(null), group.isWeight({ z: 1 }), group.isWeight([])]).toEqual([true, true, false]);
    expect([group.isWeight(1), group.isWeight("x"), group.isWeight(undefined)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("of bigints has digits only", () => {
    const powers = defineGroupWithZero<bigint | null>({
      name: "powers",
      zero: null,
      one: 0n,
      inverse: (a) => a,
      times: (a) => a,
    });
    expect(powers.parse("-12")).toBe(-12n);
    for (const text of ["", " 1", "0x1", "1.5", "+1", "1n", "1 "]) {
      expect(refusal(() => powers.parse(text))).toContain("is not a weight of powers");
    }
  });
});

describe("an inexact definition of one's own", () => {
  const near = { ...least, tolerance: 0.5, distance: (a: number, b: number) => Math.abs(a - b) };

  it("counts weights as equal up to the tolerance, and zero as far from all others", () => {
    const gains = defineSemifield(near);
    expect([gains.equals(1, 1.5), gains.equals(1, 1.625)]).toEqual([true, false]);
    expect([gains.distance(2, 2), gains.distance(1, 4)]).toEqual([0, 3]);
    expect(gains.distance(-Infinity, 1)).toBe(Infinity);
    expect(gains.distance(1, -Infinity)).toBe(Infinity);
    expect(gains.distance(-Infinity, -Infinity)).toBe(0);
    expect([gains.isZero(-Infinity), gains.isZero(0)]).toEqual([true, false]);
  });

  it("knows a zero that is a record by its content", () => {
    const pairs = defineGroupWithZero<{ readonly re: number }>({
      name: "pairs",
      zero: { re: 0 },
      one: { re: 1 },
      inverse: (a) => a,
      times: (a) => a,
      tolerance: 0.5,
      distance: () => 0,
    });
    expect([pairs.isZero({ re: 0 }), pairs.isZero({ re: 1 })]).toEqual([true, false]);
    expect(pairs.distance({ re: 0 }, { re: 0 })).toBe(0);
    expect(pairs.distance({ re: 0 }, { re: 1 })).toBe(Infinity);
    expect(pairs.distance({ re: 2 }, { re: 1 })).toBe(0);
  });

  it.each([0, 0.999])("takes a tolerance of %s", (tolerance) => {
    expect(defineSemifield({ ...near, tolerance }).tolerance).toBe(tolerance);
  });

  it.each([1, -0.001, Number.NaN])("refuses a tolerance of %s", (tolerance) => {
    expect(refusal(() => defineSemifield({ ...near, tolerance }))).toBe(
      `algebra: a tolerance is a number from 0 up to 1, not ${tolerance}`,
    );
  });
});
