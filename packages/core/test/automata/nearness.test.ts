import { canonicalScale, compare, minimize, Wdfsa } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dice, doubled, rescaled } from "../support/disguise.ts";
import { targets } from "../support/targets.ts";
import { automatonOver, twins } from "../support/twins.ts";

/** Doubled and rescaled, so that different products give the same weights. */
function roundedDifferently(automaton: Wdfsa<number>, pool: readonly number[], seed: number): Wdfsa<number> {
  const roll = dice(seed);
  const larger = doubled(automaton, roll);
  return rescaled(
    larger,
    Array.from({ length: larger.size }, () => pool[roll(pool.length)]),
  );
}

describe.each(twins)("over $name", ({ near, exact, pool }) => {
  const potentials = pool.map((text) => near.parse(text));
  const runs = { seed: 141, numRuns: 40 };
  const check = (holds: (automaton: Wdfsa<number>, hidden: Wdfsa<number>, size: number) => void) =>
    fc.assert(
      fc.property(targets(15), fc.nat(1e6), (target, seed) => {
        const automaton = automatonOver(near, pool, target);
        const hidden = roundedDifferently(automaton, potentials, seed);
        holds(automaton, hidden, minimize(automatonOver(exact, pool, target)).size);
      }),
      runs,
    );

  it("minimize finds the states of the exact twin, whatever was rounded", () => {
    check((automaton, hidden, size) => {
      expect(minimize(automaton).size).toBe(size);
      expect(minimize(hidden).size).toBe(size);
      const [one, two] = [minimize(automaton), minimize(hidden)];
      expect(Array.from(one.target)).toEqual(Array.from(two.target));
      for (let arc = 0; arc < one.target.length; arc++) {
        expect(near.equals(one.arcWeight[arc], two.arcWeight[arc])).toBe(true);
      }
    });
  });

  it("canonicalScale gives every final state a weight of exactly one", () => {
    check((automaton) => {
      const scaled = canonicalScale(automaton);
      for (let state = 0; state < scaled.size; state++) {
        const final = scaled.finalWeight[state];
        expect(near.isZero(final) || final === near.one).toBe(true);
      }
    });
  });

  it("compare ignores rounding and finds a difference of a thousandth", () => {
    check((automaton, hidden) => {
      expect(compare(automaton, hidden)).toBeUndefined();
      expect(compare(hidden, automaton)).toBeUndefined();
      const other = new Wdfsa({
        algebra: near,
        alphabet: hidden.alphabet,
        target: Int32Array.from(hidden.target),
        arcWeight: Float64Array.from(hidden.arcWeight),
        initialWeight: near.times(hidden.initialWeight, near.one === 0 ? 0.001 : 1.001),
        finalWeight: Float64Array.from(hidden.finalWeight),
      });
      const found = compare(automaton, other);
      expect(found).toBeDefined();
      if (found !== undefined) expect(near.equals(found.left, found.right)).toBe(false);
    });
  });
});
