/** A budget means the same everywhere: the words that a teacher is asked, whatever they are asked for. */

import {
  breadthFirst,
  exactTeacher,
  functionTeacher,
  type LearnerName,
  learn,
  learners,
  machineOf,
  machineTeacher,
  type Rational,
  randomAutomaton,
  randomWords,
  rational,
  type Teacher,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

/** The machine learner is for targets that answer with runs. */
const names = (Object.keys(learners) as LearnerName[]).filter((name) => name !== "machine");
const target = randomAutomaton({ algebra: rational, states: 12, letters: 2, seed: 6 });

/** The target as a function that counts how often it is called. */
function counting(equivalence = randomWords(300, { max: 8 })) {
  let calls = 0;
  const teacher = functionTeacher({
    algebra: rational,
    alphabet: target.alphabet,
    weigh(word): Rational {
      calls++;
      return target.weigh(target.alphabet.word(word));
    },
    equivalence,
  });
  return { teacher, calls: () => calls };
}

describe.each(names)("maxQuestions with the %s learner", (learner) => {
  it("is never exceeded by the words of the learner and of the tests together", () => {
    const free = counting();
    const { outcome, statistics, tests } = learn(free.teacher, { learner });
    expect(outcome).toBe("accepted");
    const all = statistics.questions + tests;
    expect(free.calls()).toBe(all);
    for (let most = 0; most < all; most += most < 60 ? 1 : 37) {
      const { teacher, calls } = counting();
      const learned = learn(teacher, { learner, maxQuestions: most });
      expect(learned.outcome).toBe("budget");
      expect(calls()).toBeLessThanOrEqual(most);
      expect(learned.reason).toBe(
        `the next batch would go beyond ${most} ${most === 1 ? "question" : "questions"} (${calls()} asked so far)`,
      );
    }
    expect(learn(counting().teacher, { learner, maxQuestions: all }).outcome).toBe("accepted");
  });

  it("stops a learner before a batch, and a test in the middle of one", () => {
    const endless = () => counting(breadthFirst(1000));
    const { teacher, calls } = endless();
    const most = 5000;
    const learned = learn(teacher, { learner, maxQuestions: most });
    expect(learned.automaton.size).toBe(target.size);
    expect([learned.outcome, calls()]).toEqual(["budget", most]);
    expect(learned.statistics.questions + learned.tests).toBe(most);
  });

  it("counts what was answered before the run, and what answers cost", () => {
    const { questions } = learn(exactTeacher(target), { learner }).statistics;
    const costly: Teacher<Rational> = { ...exactTeacher(target), cost: (words) => 3 * words.length };
    expect(learn(costly, { learner, maxQuestions: 3 * questions }).outcome).toBe("accepted");
    expect(learn(costly, { learner, maxQuestions: 3 * questions - 1 }).outcome).toBe("budget");
    const before: Teacher<Rational> = { ...exactTeacher(target), answered: 10 };
    expect(learn(before, { learner, maxQuestions: questions + 10 }).outcome).toBe("accepted");
    expect(learn(before, { learner, maxQuestions: questions + 9 }).outcome).toBe("budget");
  });
});

describe("maxStates", () => {
  /** Fourteen states: words are sifted again on the way, and the dead state has no leaf for a moment. */
  const arcs: readonly [from: number, letter: number, to: number][] = [
    ...Array.from({ length: 13 }, (_, state) => [state, 0, state + 1] as [number, number, number]),
    [13, 0, 0],
    [0, 1, 11],
    [1, 1, 0],
    [4, 1, 5],
    [12, 1, 13],
  ];
  const step = (state: number, letter: number) =>
    arcs.find(([from, symbol]) => from === state && symbol === letter)?.[2] ?? -1;
  const accepts = (word: Word) => [11, 13].includes(word.reduce((state, letter) => step(state, letter), 0));

  it.each(names)("of N does not stop the %s learner on a language of N states", (learner) => {
    const teacher = functionTeacher({
      algebra: rational,
      alphabet: "ab",
      weigh: (word) => (accepts(word.map((symbol) => (symbol === "a" ? 0 : 1))) ? 1 : 0),
      equivalence: breadthFirst(14),
    });
    const learned = learn(teacher, { learner, maxStates: 14 });
    expect([learned.outcome, learned.automaton.size]).toEqual(["accepted", 14]);
  });

  it.each(names)("of N never stops the %s learner on random languages of N states", (learner) => {
    for (const shape of ["dense", "sparse", "chain", "few-final"] as const) {
      for (let seed = 1; seed <= 10; seed++) {
        const states = 3 + 2 * seed;
        const language: Wdfsa<Rational> = randomAutomaton({
          algebra: rational,
          shape,
          states,
          letters: 2,
          seed,
        });
        const free = learn(exactTeacher(language), { learner });
        const learned = learn(exactTeacher(language), { learner, maxStates: free.automaton.size });
        expect([shape, seed, learned.outcome]).toEqual([shape, seed, "accepted"]);
      }
    }
  });
});

describe.each(names)("maxStates with the %s learner", (learner) => {
  it("is never exceeded by the automaton", () => {
    for (let maxStates = 0; maxStates < 12; maxStates++) {
      const { automaton, outcome, reason } = learn(counting().teacher, { learner, maxStates });
      expect([outcome, automaton.size <= maxStates]).toEqual(["budget", true]);
      expect(reason).toMatch(/^the language has more than \d+ states? \(\d+ told apart so far\)$/u);
    }
  });
});

it.each(["mealy", "moore"] as const)("maxStates leaves a complete %s machine", (kind) => {
  const run = (word: readonly string[]) => {
    const counts = word.map((_, i) => String(Math.min(i, 5)));
    return kind === "moore" ? ["start", ...counts] : counts;
  };
  for (const learner of Object.keys(learners) as LearnerName[]) {
    for (let maxStates = 1; maxStates < 6; maxStates++) {
      const teacher = machineTeacher({ kind, alphabet: ["a", "b"], run, equivalence: breadthFirst(8) });
      const { automaton, outcome } = learn(teacher, { learner, maxStates });
      expect([learner, outcome, automaton.size <= maxStates]).toEqual([learner, "budget", true]);
      expect(machineOf(automaton)?.kind).toBe(kind);
    }
  }
});
