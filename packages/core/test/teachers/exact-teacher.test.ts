import { Alphabet, compare, exactTeacher, learn, rational, WfsaBuilder } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { disguise, mutated } from "../support/disguise.ts";
import { build, drafts } from "../support/drafts.ts";
import { wordsUpTo } from "../support/reference.ts";

describe.each(exactCases)("exactTeacher over $name", (setting) => {
  it("weighs as the automaton does, and finds a shortest counterexample or none", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 5, maxLetters: 2 }), fc.nat(1e6), (draft, seed) => {
        const target = build(setting, draft);
        const teacher = exactTeacher(target);
        const words = [...wordsUpTo(draft.letters, 3)];
        const weights = teacher.weigh(words);
        words.forEach((word, i) => {
          expect(setting.algebra.equals(weights[i], target.weigh(word))).toBe(true);
        });
        const hypothesis = mutated(setting, target, seed);
        const found = teacher.findCounterexample(hypothesis);
        expect(found?.length).toBe(compare(target, hypothesis)?.word.length);
        expect(teacher.findCounterexample(disguise(setting, target, seed))).toBeNull();
      }),
      { seed: 121, numRuns: 40 },
    );
  });

  it("gives a counterexample that depends only on the language, not on the form of the target", () => {
    fc.assert(
      fc.property(drafts({ minStates: 2, maxStates: 5, maxLetters: 2 }), fc.nat(1e6), (draft, seed) => {
        const target = build(setting, draft);
        const hypothesis = mutated(setting, mutated(setting, target, seed), seed + 1);
        const hidden = exactTeacher(disguise(setting, target, seed));
        const found = exactTeacher(target).findCounterexample(hypothesis);
        expect(hidden.findCounterexample(hypothesis)).toEqual(found);
      }),
      { seed: 122, numRuns: 700 },
    );
  });
});

it("exactTeacher takes a nondeterministic target", () => {
  // Every a has two paths: a word weighs 2 to the power of its length.
  const builder = new WfsaBuilder(rational, new Alphabet("a"));
  const [left, right] = [builder.state(1), builder.state(1)];
  builder.initial(left);
  for (const from of [left, right]) builder.arc(from, "a", 1, left).arc(from, "a", 1, right);
  const teacher = exactTeacher(builder.build());
  expect(teacher.weigh([[], [0, 0]])).toEqual([1, 4]);
  const { automaton } = learn(teacher);
  expect([automaton.size, automaton.weigh(["a", "a", "a"])]).toEqual([1, 8]);
});
