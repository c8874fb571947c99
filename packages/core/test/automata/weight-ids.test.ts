import { rational, realWithin, tropicalFloat64, tropicalFloat64Within } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { weightIds } from "../../src/automata/minimal/weight-ids.ts";

describe("weightIds", () => {
  it("numbers exact weights in the order in which they occur", () => {
    const half = rational.parse("1/2");
    const { ids, count } = weightIds(rational, [half, 3, 0, rational.parse("2/4"), 3, half]);
    expect([Array.from(ids), count]).toEqual([[0, 1, 2, 0, 1, 0], 3]);
  });

  it("numbers floats by size, and infinities at the ends", () => {
    const weights = [3, Number.POSITIVE_INFINITY, 1, -2, Number.POSITIVE_INFINITY, 1 + 1e-12, 3];
    const { ids, count } = weightIds(tropicalFloat64, weights);
    expect([Array.from(ids), count]).toEqual([[2, 3, 1, 0, 3, 1, 2], 4]);
    const infinite = weightIds(tropicalFloat64, [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect([Array.from(infinite.ids), infinite.count]).toEqual([[0, 0], 1]);
  });

  it("compares with the first float of a number, so that a chain of near ones ends", () => {
    const { ids, count } = weightIds(tropicalFloat64Within(0.1), [1.16, 1, 1.24, 1.08]);
    expect([Array.from(ids), count]).toEqual([[1, 0, 1, 0], 2]);
  });

  it("sorts by value, not by text", () => {
    const { ids, count } = weightIds(realWithin(0.01), [10, 9, 100, -1]);
    expect([Array.from(ids), count]).toEqual([[2, 1, 3, 0], 4]);
  });

  it.each([rational, tropicalFloat64])("has no number for no weight: $name", (algebra) => {
    const { ids, count } = weightIds<unknown>(algebra, []);
    expect([ids.length, count]).toEqual([0, 0]);
  });
});
