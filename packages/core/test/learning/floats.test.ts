/** Floating-point answers as people have them: tiny probabilities, and noise. */

import {
  Alphabet,
  createLearner,
  functionTeacher,
  givenWords,
  type Learned,
  type LearnerName,
  learners,
  pac,
  Random,
  randomWalks,
  real,
  realWithin,
  runLearner,
  testWords,
  type Wdfsa,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { alphabetOf, type FloatLanguage, floatLanguage } from "../support/float-language.ts";

/** The machine learner is for targets that answer with runs. */
const names = (Object.keys(learners) as LearnerName[]).filter((name) => name !== "machine");
/** The default tests of a black box. */
const tests = [randomWalks(200), pac(0.01, 0.01)];

function learnFloats(learner: LearnerName, language: FloatLanguage, tolerance = 1e-9): Learned<number> {
  const algebra = realWithin(tolerance);
  const alphabet = new Alphabet(alphabetOf(language.letters ?? 2));
  const weigh = floatLanguage(language);
  const teacher = functionTeacher({ algebra, alphabet, weigh, equivalence: tests });
  return runLearner(createLearner({ kind: weightsIn(algebra), alphabet }, { learner }), teacher);
}

/** Is the automaton right about random words, within this share for each letter? */
function isRight(automaton: Wdfsa<number>, language: FloatLanguage, within: number): boolean {
  const weigh = floatLanguage({ ...language, noise: 0 });
  const random = new Random(4711);
  const { alphabet } = automaton;
  for (let i = 0; i < 300; i++) {
    const word = Array.from({ length: random.below(30) }, () => random.below(alphabet.size));
    const weight = weigh(alphabet.spell(word));
    if (Math.abs(automaton.weigh(word) - weight) > within * (word.length + 1) * Math.abs(weight))
      return false;
  }
  return true;
}

describe.each(names)("the %s learner", (learner) => {
  it("learns a hundred states of tiny probabilities with tests that would leave the range of float64", () => {
    for (const seed of [1, 2, 3]) {
      const language = { states: 100, letters: 8, seed };
      const { outcome, reason, automaton } = learnFloats(learner, language);
      expect([outcome, reason], `seed ${seed}`).toEqual(["accepted", ""]);
      expect(isRight(automaton, language, 1e-9)).toBe(true);
    }
  });

  it("ends in the right automaton when answers are noisy by a tenth of the tolerance", () => {
    for (let seed = 1; seed <= 30; seed++) {
      const language = { states: 3 + (seed % 18), letters: 2 + (seed % 2), seed, signed: seed % 4 < 2 };
      const exact = learnFloats(learner, language).automaton;
      const { outcome, reason, automaton } = learnFloats(learner, { ...language, noise: 1e-6 }, 1e-5);
      expect([outcome, reason], `seed ${seed}`).toEqual(["accepted", ""]);
      expect(automaton.size, `seed ${seed}`).toBe(exact.size);
      expect(isRight(automaton, language, 1e-5), `seed ${seed}`).toBe(true);
    }
  });
});

describe("the words of a test", () => {
  const halves = learnFloats("tree", { states: 1, seed: 1 }).automaton;
  const long = (length: number) => Array.from({ length }, (_, i) => i % 2);

  it("are cut where the square of a weight would leave the range, and counted", () => {
    const drawn = { text: "long", words: () => [long(10), long(3000)], claim: randomWalks(1).claim };
    let cut = 0;
    const words = [...testWords(drawn, halves, 0, [], () => cut++)];
    expect(words[0]).toEqual(long(10));
    expect(words[1]).toEqual(long(words[1].length));
    expect(real.isWeight(halves.weigh(words[1]) ** 2)).toBe(true);
    expect(real.isWeight(halves.weigh(long(words[1].length + 2)) ** 2)).toBe(false);
    expect(cut).toBe(1);
  });

  it("are left alone when they are what the test is about", () => {
    expect([...testWords(givenWords([long(3000)]), halves, 0)]).toEqual([long(3000)]);
  });
});
