import { isClose, rational, realWithin, watchMargins } from "@hankel/core";
import { describe, expect, it } from "vitest";

describe("watchMargins", () => {
  it("records the least distance called different and the largest called equal, without changing any decision", () => {
    const plain = realWithin(1e-3);
    const { algebra, margins } = watchMargins(plain);
    expect(margins()).toEqual({ tolerance: 1e-3, apart: Number.POSITIVE_INFINITY, equal: 0 });
    for (const [a, b] of [
      [1, 1],
      [1, 1.0005],
      [1, 1.5],
      [1, 1.01],
      [0, 1],
    ]) {
      expect(algebra.equals(a, b)).toBe(plain.equals(a, b));
    }
    const { apart, equal } = margins() ?? { apart: 0, equal: 0 };
    expect(apart).toBeCloseTo(0.0099, 4);
    expect(equal).toBeCloseTo(0.0005, 5);
    expect(algebra.name).toBe(plain.name);
  });

  it("returns exact algebras unchanged", () => {
    const { algebra, margins } = watchMargins(rational);
    expect(algebra).toBe(rational);
    expect(margins()).toBeUndefined();
  });

  it("is close if another tolerance could decide differently", () => {
    expect(isClose({ tolerance: 1e-6, apart: 0.1, equal: 1e-12 })).toBe(false);
    expect(isClose({ tolerance: 1e-6, apart: 5e-6, equal: 1e-12 })).toBe(true);
    expect(isClose({ tolerance: 1e-6, apart: 0.1, equal: 5e-7 })).toBe(true);
    expect(isClose({ tolerance: 1e-6, apart: Number.POSITIVE_INFINITY, equal: 0 })).toBe(false);
  });
});
