/** Other forms of language models: in memory, and as black boxes that give the probabilities of whole words. */

import { Alphabet, createLearner, nextTeacherOf, type Word, wpMethod } from "@hankel/core";
import { learnLive, nextBox, nextOfBox, weightsBox } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { BatchLearner, following, languageModel } from "./support/language-models.ts";
import { type Model, plain, withProgram } from "./support/open-models.ts";

const AB: Word = [0, 1];
const WORDS: Word[] = [[], [0], AB, [0, 1, 0]];

describe("other forms of a language model", () => {
  it("a box in memory, and a box as a language model", async () => {
    const box = nextBox({ alphabet: new Alphabet("ab"), next: (words) => words.map(rowOf) });
    expect(plain(await nextOfBox(box).next(WORDS))).toEqual(WORDS.map(following));
    await expect(
      learnLive(box, { createLearner: () => new BatchLearner(box.alphabet, []), tests: [wpMethod(1)] }),
    ).rejects.toThrow("there are no tests of conjectures");
    const weights: unknown = weightsBox(box);
    expect(() => nextOfBox(weights as Model)).toThrow("gives words weights; distributions are needed");
  });

  it.each([false, true])("the probabilities of whole words, for exact learners (prefixes: %s)", (prefixes) =>
    withProgram(languageModel("", `hello.prefixes = ${prefixes};`), async (box, logged) => {
      const weights = weightsBox(box, 1e-6);
      const { automaton, outcome } = await learnLive(weights, {
        createLearner: (setting) => createLearner(setting),
        tests: [wpMethod(1)],
      });
      expect(outcome).toBe("accepted");
      expect(automaton.size).toBe(2);
      expect(automaton.weigh([0, 0, 1])).toBeCloseTo(0.5 * 0.125 * 0.25 * 0.25, 12);
      const asked = logged();
      expect(new Set(asked).size).toBe(asked.length);
      expect(plain(nextTeacherOf(automaton).next([AB]))[0][0]).toBeCloseTo(0.125, 9);
    }),
  );
});

const rowOf = (word: Word) => Float64Array.from(following(word));
