import { leastSuffix, leastSuffixes } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { build, drafts } from "../support/drafts.ts";
import { plain, residualByDefinition, wordsUpTo } from "../support/reference.ts";

describe.each(exactCases)("leastSuffixes over $name", (setting) => {
  it("is the shortlex-first word that each state accepts", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 5, maxLetters: 3 }), (draft) => {
        const automaton = build(setting, draft);
        const reference = plain(automaton, setting.arithmetic);
        const suffixes = leastSuffixes(automaton);
        const live: number[] = [];
        for (let state = 0; state < draft.states; state++) {
          // Without zero divisors a shortest path to a final state is live, and it has fewer arcs than there are states.
          const expected = [...wordsUpTo(draft.letters, draft.states - 1)].find(
            (word) => !setting.arithmetic.isZero(residualByDefinition(reference, state, word)),
          );
          expect(suffixes.length[state]).toBe(expected?.length ?? -1);
          if (expected === undefined) continue;
          live.push(state);
          expect(leastSuffix(automaton, suffixes, state)).toEqual(expected);
        }
        const order = Array.from(suffixes.order);
        expect(order.toSorted((p, q) => p - q)).toEqual(live);
        const lengths = order.map((state) => suffixes.length[state]);
        expect(lengths).toEqual(lengths.toSorted((m, n) => m - n));
      }),
      { seed: 71, numRuns: 60 },
    );
  });
});
