import { type GroupWithZero, realWithin, tropicalFloat64Within, weightMap } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { weightIds } from "../../src/automata/minimal/weight-ids.ts";
import { exactCases } from "../support/cases.ts";

/** The entry of each weight by definition: the nearest earlier entry within the tolerance, or a new one. */
function nearestEntries(
  weights: readonly number[],
  distance: (a: number, b: number) => number,
  tolerance: number,
) {
  const entries: number[] = [];
  return weights.map((weight) => {
    const near = entries
      .map((entry, place) => ({ place, distance: distance(entry, weight) }))
      .filter((candidate) => candidate.distance <= tolerance)
      .toSorted((a, b) => a.distance - b.distance || a.place - b.place);
    return near.length > 0 ? near[0].place : entries.push(weight) - 1;
  });
}

/** The entry that a `WeightMap` gives to each weight. */
function entriesOf<W>(algebra: GroupWithZero<W>, weights: readonly W[]): number[] {
  const map = weightMap<W, number>(algebra);
  return weights.map((weight) => map.getOrAdd(weight, () => map.size));
}

describe.each(exactCases)("weightMap over $name", ({ algebra, pool }) => {
  it("has one entry for equal weights", () => {
    const weights = [...pool, algebra.zero, ...pool].map((weight) => algebra.parse(algebra.format(weight)));
    const expected = weights.map((weight) => weights.findIndex((other) => algebra.equals(weight, other)));
    const places = entriesOf(algebra, weights);
    weights.forEach((_, i) => {
      weights.forEach((_, j) => expect(places[i] === places[j]).toBe(expected[i] === expected[j]));
    });
    expect(Math.max(...places) + 1).toBe(new Set(expected).size);
    expect([...weightIds(algebra, weights).ids]).toEqual(places);
  });

  it("gets what was set, and keeps the order of the entries", () => {
    const map = weightMap<unknown, string>(algebra);
    expect(map.get(algebra.one)).toBeUndefined();
    map.set(algebra.one, "one");
    map.set(algebra.zero, "zero");
    map.set(algebra.one, "unit");
    expect([map.get(algebra.one), map.get(algebra.zero), map.size]).toEqual(["unit", "zero", 2]);
    expect(map.values()).toEqual(["unit", "zero"]);
  });
});

describe.each([realWithin(0.1), tropicalFloat64Within(0.1)])("weightMap over $name", (algebra) => {
  // A grid finer than the tolerance, so that chains, ties and straddled edges occur.
  const weights = fc.array(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(0)), { maxLength: 30 });
  const runs = { seed: 151, numRuns: 300 };

  it("assigns a weight to the nearest entry within the tolerance, or to a new entry", () => {
    if (algebra.exact) throw new Error("an inexact algebra was expected");
    fc.assert(
      fc.property(weights, (grid) => {
        const numbers = grid.map((n) => n / 32);
        const expected = nearestEntries(numbers, algebra.distance, algebra.tolerance);
        expect(entriesOf(algebra, numbers)).toEqual(expected);
      }),
      runs,
    );
  });

  it("is what weightIds does with numbers in increasing order", () => {
    fc.assert(
      fc.property(weights, (grid) => {
        const numbers = grid.map((n) => n / 32);
        const sorted = numbers.toSorted((a, b) => a - b);
        const places = entriesOf(algebra, sorted);
        const { ids, count } = weightIds(algebra, numbers);
        expect([...ids]).toEqual(numbers.map((number) => places[sorted.indexOf(number)]));
        expect(count).toBe(new Set(places).size);
      }),
      runs,
    );
  });

  it("gets and sets by nearness", () => {
    const map = weightMap<number, string>(algebra);
    map.set(1, "one");
    map.set(1.05, "near");
    map.set(2, "two");
    expect([map.get(1), map.get(0.95), map.get(3), map.size]).toEqual(["near", "near", undefined, 2]);
    expect(map.values()).toEqual(["near", "two"]);
  });
});
