import { describe, expect, it } from "vitest";
import {
  arcticFloat64,
  HankelError,
  type InexactSemifield,
  log,
  logWithin,
  real,
  realWithin,
  tropicalFloat64,
  viterbiFloat64,
} from "../../src/index.ts";

const products = [real, viterbiFloat64];
const sums = [log, tropicalFloat64, arcticFloat64];
const named = (list: InexactSemifield<number>[]) => list.map((algebra) => [algebra.name, algebra] as const);

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return (error as HankelError).code;
  }
}

describe.each(named(products))("%s", (_, algebra) => {
  it("compares by relative distance", () => {
    expect(algebra.tolerance).toBe(1e-9);
    for (const size of [1e-300, 1, 1e300]) {
      expect(algebra.equals(size, size * (1 + 5e-10))).toBe(true);
      expect(algebra.equals(size, size * (1 + 2e-9))).toBe(false);
    }
  });

  it("has a zero that equals no other weight", () => {
    expect(algebra.equals(0, 1e-300)).toBe(false);
    expect(algebra.distance(0, 1e-300)).toBe(Infinity);
    expect(algebra.isZero(1e-300)).toBe(false);
    expect(algebra.distance(0, -0)).toBe(0);
  });

  it("throws when a product would become zero, infinite or imprecise", () => {
    for (const [a, b] of [
      [1e-200, 1e-200],
      [1e200, 1e200],
      [1e-160, 1e-155],
    ] as const) {
      expect(codeOf(() => algebra.times(a, b))).toBe("algebra");
    }
    expect(() => algebra.times(1e-200, 1e-200)).toThrow(/1e-200 ⊗ 1e-200 leaves the range of/);
    expect(algebra.times(0, 1e300)).toBe(0);
  });

  it("holds the inverse of every weight", () => {
    for (const edge of [2 ** -1022, 2 ** 1022]) {
      expect(algebra.isWeight(edge)).toBe(true);
      expect(algebra.isWeight(algebra.inverse(edge))).toBe(true);
      expect(algebra.times(edge, algebra.inverse(edge))).toBe(1);
    }
    for (const value of [Number.MIN_VALUE, Number.MAX_VALUE, Infinity, -Infinity, Number.NaN, "1"]) {
      expect(algebra.isWeight(value)).toBe(false);
    }
  });

  it("keeps weights in flat arrays", () => expect(algebra.array(3)).toEqual(new Float64Array(3)));
});

describe.each(named(sums))("%s", (_, algebra) => {
  it("compares by absolute distance below 1 and by relative distance above", () => {
    expect(algebra.equals(0, 5e-10)).toBe(true);
    expect(algebra.equals(0, 2e-9)).toBe(false);
    expect(algebra.equals(1e6, 1e6 + 5e-4)).toBe(true);
    expect(algebra.equals(1e6, 1e6 + 2e-3)).toBe(false);
  });

  it("has a zero that equals no other weight, and no other infinity", () => {
    expect(algebra.distance(algebra.zero, 1e300)).toBe(Infinity);
    expect(algebra.distance(algebra.zero, algebra.zero)).toBe(0);
    for (const value of [-algebra.zero, Number.NaN, "1"]) expect(algebra.isWeight(value)).toBe(false);
  });

  it("throws when a product would become the zero", () => {
    const large = algebra.zero > 0 ? 1e308 : -1e308;
    expect(codeOf(() => algebra.times(large, large))).toBe("algebra");
    expect(codeOf(() => algebra.times(-large, -large))).toBe("algebra");
    expect(algebra.times(algebra.zero, large)).toBe(algebra.zero);
    expect(algebra.times(-large, algebra.zero)).toBe(algebra.zero);
  });

  it("keeps weights in flat arrays", () => {
    expect(algebra.array(3)).toEqual(new Float64Array(3).fill(algebra.zero));
  });
});

describe("real", () => {
  it("lets sums cancel to an exact zero only", () => {
    expect(real.isZero(real.plus(0.5, -0.5))).toBe(true);
    expect(real.isZero(real.plus(real.plus(0.1, 0.2), -0.3))).toBe(false);
  });

  it("throws when a sum leaves the range", () => {
    expect(codeOf(() => real.plus(2 ** 1022, 2 ** 1022))).toBe("algebra");
    expect(codeOf(() => real.plus(2 ** -1022, -(2 ** -1022) * 1.5))).toBe("algebra");
  });

  it("never returns -0", () => expect(Object.is(real.times(-1, 0), 0)).toBe(true));
});

describe("log", () => {
  it("adds probabilities", () => {
    const sum = log.plus(-Math.log(0.25), -Math.log(0.5));
    expect(log.equals(sum, -Math.log(0.75))).toBe(true);
  });

  it("neither overflows nor loses the smaller of very unequal terms", () => {
    expect(log.plus(-1000, 1000)).toBe(-1000);
    expect(log.plus(5000, 5000)).toBeCloseTo(5000 - Math.log(2), 9);
    expect(log.plus(-1e308, 1e308)).toBe(-1e308);
    expect(log.plus(0, 40)).toBe(-Math.log1p(Math.exp(-40)));
  });
});

describe("a user-defined tolerance", () => {
  it("is part of the name, unless it is the default", () => {
    expect(realWithin(1e-6).name).toBe("real:0.000001");
    expect(realWithin(1e-12).name).toBe("real:1e-12");
    expect(logWithin(1e-9).name).toBe("log");
  });

  it("decides what is equal", () => {
    expect(realWithin(0.01).equals(100, 100.5)).toBe(true);
    expect(realWithin(0).equals(1, 1 + Number.EPSILON)).toBe(false);
  });

  it.each([-1, 1, 2, Number.NaN, Infinity])("cannot be %d", (tolerance) => {
    expect(() => realWithin(tolerance)).toThrow(HankelError);
  });
});
