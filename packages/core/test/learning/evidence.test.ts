/** What is said about a language whose run did not come to its end. */

import {
  boolean,
  exactTeacher,
  functionTeacher,
  givenWords,
  type LearnerName,
  learn,
  learners,
  primeField,
  type Rational,
  randomAutomaton,
  randomWords,
  rational,
  type Teacher,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

/** The machine learner is for targets that answer with runs. */
const names = (Object.keys(learners) as LearnerName[]).filter((name) => name !== "machine");
const NOT_REGULAR = /not regular as far as seen/u;
const NOT_DETERMINISTIC = /looks regular but not deterministic/u;

/** A language over a and b, given by a function; conjectures are tried on random words. */
function language(weigh: (word: string) => Rational): Teacher<Rational> {
  return functionTeacher({
    algebra: rational,
    alphabet: "ab",
    weigh: (word) => weigh(word.join("")),
    equivalence: randomWords(2000, { mean: 10 }, 7),
  });
}

const count = (word: string, letter: string) => [...word].filter((other) => other === letter).length;
const isPalindrome = (word: string) => word === [...word].reverse().join("");
const sumOfPowers = language((word) =>
  rational.parse(String(2n ** BigInt(count(word, "a")) + 3n ** BigInt(count(word, "b")))),
);

describe("evidence", () => {
  it.each(names)(
    "never says of a regular language that it is not, wherever the %s learner stops",
    (learner) => {
      let runs = 0;
      for (const shape of ["dense", "sparse", "chain", "few-final", "all-final"] as const) {
        for (const states of [5, 20, 60]) {
          const target = randomAutomaton({ algebra: rational, shape, states, letters: 2, seed: 2 });
          for (const maxQuestions of [10, 49, 100, 300, 1000, 3000]) {
            const { outcome, evidence } = learn(exactTeacher(target), { learner, maxQuestions });
            if (outcome === "accepted") break;
            expect(evidence?.sentence).not.toMatch(NOT_REGULAR);
            expect(evidence?.sentence).not.toMatch(NOT_DETERMINISTIC);
            runs++;
          }
        }
      }
      expect(runs).toBeGreaterThan(30);
    },
  );

  it("says nothing after 49 answers on sixty states", () => {
    const target = randomAutomaton({ algebra: rational, states: 60, letters: 2, seed: 1 });
    const { evidence, statistics } = learn(exactTeacher(target), { maxQuestions: 49 });
    expect(statistics.questions).toBeLessThanOrEqual(49);
    const { rank } = evidence?.blocks[1] ?? {};
    expect(rank).toBeGreaterThan(1);
    const sentence = `the rank is ${rank}: every automaton for the language, deterministic or not, has at least ${rank} states.`;
    expect(evidence?.sentence.endsWith(sentence)).toBe(true);
  });

  it("says after enough answers that the palindromes are not regular", () => {
    const palindromes = language((word) => (isPalindrome(word) ? 1 : 0));
    const sentence = (maxQuestions: number) => {
      const { outcome, evidence } = learn(
        { ...palindromes, examine: undefined as never },
        { learner: "table", maxQuestions },
      );
      expect(outcome).toBe("budget");
      return evidence?.sentence;
    };
    expect(sentence(1000)).not.toMatch(NOT_REGULAR);
    expect(sentence(16_000)).toMatch(NOT_REGULAR);
  });

  it.each(names)(
    "says that 2^#a + 3^#b looks regular but not deterministic, with the %s learner",
    (learner) => {
      const { outcome, evidence } = learn(sumOfPowers, { learner, maxQuestions: 1000 });
      expect(outcome).toBe("budget");
      expect(evidence?.sentence).toMatch(/the rank is 2, as it was after half of the answers/u);
      expect(evidence?.sentence).toMatch(NOT_DETERMINISTIC);
    },
  );

  it("says too little rather than too much after few answers: one class, one suffix, nothing that ends", () => {
    const { evidence } = learn(sumOfPowers, { maxQuestions: 3, maxStates: 1 });
    expect(evidence?.sentence).toBe(
      "States told apart: 1 after 1 answer, 1 after 3 answers: no new one since 1 answer. " +
        "Among 3 prefixes × 1 suffix whose answers are all known, the rows fall into 1 class of proportional rows, and the rank is 1: " +
        "every automaton for the language, deterministic or not, has at least 1 state.",
    );
  });

  it("speaks of no growth when nothing was answered", () => {
    const { evidence } = learn(sumOfPowers, { maxQuestions: 0 });
    expect(evidence?.sentence).toBe("States told apart: 0 after 0 answers.");
  });

  it("does not say of a language with nine states that it looks not deterministic", () => {
    // Each a goes one state further, with a weight of its own; the columns of few answers are nearly all proportional.
    const cycle = functionTeacher({
      algebra: rational,
      alphabet: "ab",
      weigh: (word) => {
        let [state, weight] = [0, 1];
        for (const letter of word) {
          weight *= letter === "a" ? state + 2 : 3;
          if (letter === "a") state = (state + 1) % 9;
        }
        return rational.parse(String(state === 8 ? 0 : weight));
      },
      equivalence: givenWords([[1, 1, 1, 0, 0, 1]]),
    });
    const { evidence } = learn(cycle, { learner: "table", maxQuestions: 30 });
    expect(evidence?.blocks[1]).toEqual({ prefixes: 9, suffixes: 4, classes: 5, rank: 2 });
    expect(evidence?.sentence).toMatch(
      /the language may be regular but not deterministic\. The multiplicity learner finds/u,
    );
  });

  it("tells how the number of states grew, where there is no rank", () => {
    const target = randomAutomaton({ algebra: boolean, states: 60, letters: 2, seed: 1 });
    const { evidence, statistics } = learn(exactTeacher(target), { learner: "table", maxQuestions: 300 });
    expect(evidence?.sentence).toMatch(
      /^States told apart: (\d+ after \d+ answers, )+\d+ after \d+ answers: still growing\.$/u,
    );
    const { growth = [] } = evidence ?? {};
    expect(growth.at(-1)?.answers).toBe(statistics.questions);
    for (const [i, point] of growth.slice(1).entries()) {
      expect(point.answers).toBeGreaterThan(growth[i].answers);
      expect(point.states).toBeGreaterThanOrEqual(growth[i].states);
    }
  });

  it("over a prime field tells the rank, which may wrap round, and concludes nothing from its growth", () => {
    const seven = primeField(7);
    const teacher = functionTeacher({
      algebra: seven,
      alphabet: "ab",
      weigh: (word) => seven.plus(3 ** count(word.join(""), "a") % 7, 5 ** count(word.join(""), "b") % 7),
      equivalence: randomWords(500, { mean: 10 }, 7),
    });
    const { evidence, outcome } = learn(teacher, { learner: "table", maxQuestions: 150 });
    expect(outcome).toBe("budget");
    expect(evidence?.sentence).toBe(
      "States told apart: 1 after 3 answers, 1 after 31 answers, 6 after 47 answers: no new one since, while 87 words of tests " +
        "were asked. Among 15 prefixes × 5 suffixes whose answers are all known, the rows fall into 6 classes of proportional rows, and the rank is 2. The multiplicity " +
        "learner finds an automaton with as many states as the rank.",
    );
    expect(evidence?.suggests).toBe("multiplicity");
  });
});
