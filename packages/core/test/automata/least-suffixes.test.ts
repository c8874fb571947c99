/** Lemma 9.2: the shortlex-least accepted suffixes, against the enumeration of words. */

import { Alphabet, leastSuffix, leastSuffixes, rational, WdfsaBuilder } from "@hankel/core";
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

it("takes the least letter of a shortest way, in a hand-made automaton", () => {
  const builder = new WdfsaBuilder(rational, new Alphabet("abc"));
  for (let state = 0; state < 6; state++) builder.state(state === 2 ? 1 : 0);
  // 0 has two shortest ways, cb and bc; 3 a loop and one arc; 4 nothing but itself; 5 a long way and a short one.
  builder.arc(0, "a", 1, 0).arc(0, "c", 1, 1).arc(0, "b", 1, 3);
  builder.arc(1, "b", 1, 2).arc(3, "b", 1, 3).arc(3, "c", 1, 2);
  builder.arc(4, "a", 1, 4).arc(5, "a", 1, 0).arc(5, "c", 1, 2);
  const automaton = builder.build();
  const suffixes = leastSuffixes(automaton);
  expect(Array.from(suffixes.length)).toEqual([2, 1, 0, 1, -1, 1]);
  expect(Array.from(suffixes.order)).toEqual([2, 1, 3, 5, 0]);
  expect([0, 1, 3, 5].map((state) => suffixes.first[state])).toEqual([1, 1, 2, 2]);
  expect([0, 1, 2, 3, 5].map((state) => leastSuffix(automaton, suffixes, state))).toEqual([
    [1, 2],
    [1],
    [],
    [2],
    [2],
  ]);
});
