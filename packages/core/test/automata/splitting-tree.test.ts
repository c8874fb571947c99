import {
  accessWords,
  characterisingSet,
  identificationSet,
  minimize,
  randomAutomaton,
  residual,
  splittingTree,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { build, drafts } from "../support/drafts.ts";

/** Are the weights of the suffixes from two states proportional? The first suffix with a non-zero weight gives the factor. */
function proportional<W>(automaton: Wdfsa<W>, p: number, q: number, suffixes: readonly Word[]): boolean {
  const { algebra } = automaton;
  const weigh = (state: number, suffix: Word) =>
    state < 0 ? algebra.zero : residual(automaton, state, suffix);
  const live = suffixes.find((suffix) => !algebra.isZero(weigh(q, suffix)));
  if (live === undefined) return suffixes.every((suffix) => algebra.isZero(weigh(p, suffix)));
  const factor = algebra.times(weigh(p, live), algebra.inverse(weigh(q, live)));
  if (algebra.isZero(factor)) return false;
  return suffixes.every((suffix) =>
    algebra.equals(weigh(p, suffix), algebra.times(factor, weigh(q, suffix))),
  );
}

describe.each(exactCases.map((setting) => [setting.name, setting] as const))("over %s", (_name, setting) => {
  it("tells all states and the dead state apart, by the whole set and by the set of each state", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 7, maxLetters: 3 }), (draft) => {
        const minimal = minimize(build(setting, draft));
        const tree = splittingTree(minimal);
        const everything = characterisingSet(tree);
        expect(everything).toContainEqual([]);
        for (let p = -1; p < minimal.size; p++) {
          const own = identificationSet(tree, p);
          for (let q = -1; q < minimal.size; q++) {
            if (p === q) continue;
            expect(proportional(minimal, p, q, everything)).toBe(false);
            expect(proportional(minimal, p, q, own)).toBe(false);
          }
        }
      }),
      { numRuns: 60, seed: 5 },
    );
  });
});

describe("a large automaton", () => {
  it("takes few suffixes and little time", () => {
    const automaton = randomAutomaton({ algebra: exactCases[2].algebra, states: 3000, letters: 4, seed: 3 });
    const minimal = minimize(automaton);
    const tree = splittingTree(minimal);
    expect(tree.nodes.filter((node) => "states" in node && node.states.length === 1)).toHaveLength(
      minimal.size,
    );
    expect(characterisingSet(tree).length).toBeLessThan(minimal.size);
    const access = accessWords(minimal);
    expect(access.every((word, state) => word !== undefined && minimal.stateAfter(word) === state)).toBe(
      true,
    );
  });
});
