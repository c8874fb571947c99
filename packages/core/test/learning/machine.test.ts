/** The machine learner: the conformance of learners on machines, and what is special about it. */

import {
  Alphabet,
  boolean,
  createLearner,
  exactTeacher,
  freeLetters,
  freeWord,
  HankelError,
  type Learned,
  learn,
  machineOf,
  machineToWdfsa,
  minimize,
  type Question,
  Random,
  type Teacher,
  type Word,
  weightsIn,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conformanceInformed } from "../support/conformance-machines.ts";
import { bytes } from "../support/drafts.ts";
import { interview, type Subject } from "../support/interview.ts";
import { quietMachine, randomMachine } from "../support/machines.ts";
import { windingTeacher } from "../support/targets.ts";

const subject: Subject = {
  name: "machine",
  make: (algebra, alphabet, kind = weightsIn(algebra)) =>
    createLearner({ kind, alphabet }, { learner: "machine" }),
};

describe("the machine learner", () => conformanceInformed(subject));

const machines = fc
  .tuple(fc.nat(1e6), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5 }))
  .map(([seed, states, letters]) => machineToWdfsa(quietMachine(seed, states, letters)));

describe("on quiet machines, the machine learner", () => {
  it("never has more states than the minimal machine, and conjectures complete machines", () => {
    fc.assert(
      fc.property(machines, fc.nat(1e6), (target, seed) => {
        const minimal = minimize(target);
        for (const teacher of [exactTeacher(target), windingTeacher(target, seed)]) {
          const { result, conjectures } = interview(subject, teacher, {
            informed: true,
            watch: (learner) => expect(learner.states).toBeLessThanOrEqual(minimal.size),
          });
          expect(bytes(result)).toBe(bytes(minimal));
          for (const { hypothesis, states } of conjectures) {
            const machine = machineOf(hypothesis);
            expect(machine?.kind).toBe(teacher.kind.header.machine);
            expect(Array.from(machine?.target ?? [-1]).every((state) => state >= 0)).toBe(true);
            expect(states).toBe(hypothesis.size);
          }
        }
      }),
      { seed: 1030, numRuns: 60 },
    );
  });

  it("asks nothing that it knows, longest first in a batch", () => {
    fc.assert(
      fc.property(machines, (target) => {
        const shown = new Set<string>();
        interview(subject, exactTeacher(target), {
          informed: true,
          watch: (_, question) => expectNews(question, shown),
        });
      }),
      { seed: 1031, numRuns: 40 },
    );
  });
});

/** Every word of a question is longer than what was shown, and none follows a shorter one. */
function expectNews(question: Question<unknown>, shown: Set<string>): void {
  if (question.kind !== "weigh") return;
  const lengths = question.batch.words.map((word) => word.length);
  expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
  for (const word of question.batch.words) {
    expect(shown.has(word.join())).toBe(false);
    for (let end = 0; end <= word.length; end++) shown.add(word.slice(0, end).join());
  }
}

/** Ends a run that asks for ever. */
const MOST = 20_000;

/** Outputs that depend on the word and on nothing else: most likely of no small machine. */
function scrambled(word: Word, seed: number): string {
  const outputs = word.map((_, i) => {
    let hash = seed;
    for (const letter of word.slice(0, i + 1)) hash = Math.imul(hash ^ (letter + 1), 0x01000193) >>> 0;
    return String((hash >>> 7) & 1);
  });
  return freeWord(...outputs);
}

const ENDS = ["contradiction", "budget"];

describe("within limits, the machine learner", () => {
  const teacher = exactTeacher(machineToWdfsa(quietMachine(4, 25, 3)));
  const { statistics } = learn(teacher, { learner: "machine" });

  it("stops wherever it must, with an automaton", () => {
    for (let most = 0; most < statistics.questions; most++) {
      const learned = learn(teacher, { learner: "machine", maxQuestions: most });
      expect(learned.outcome).toBe("budget");
      expect(learned.statistics.questions).toBeLessThanOrEqual(most);
      expect(bytes(minimize(learned.automaton))).toBe(bytes(learned.automaton));
    }
    for (let most = 1; most < statistics.states; most++) {
      expect(learn(teacher, { learner: "machine", maxStates: most }).outcome).toBe("budget");
    }
  });

  it("is not stopped by limits that are just large enough", () => {
    const enough = { maxStates: statistics.states, maxQuestions: statistics.questions };
    expect(learn(teacher, { learner: "machine", ...enough }).outcome).toBe("accepted");
  });

  it("can be cancelled at any question", () => {
    let steps = 0;
    learn(teacher, { learner: "machine", cancelled: () => steps++ < 0 });
    for (let stop = 0; stop < steps; stop++) {
      let asked = 0;
      const learned = learn(teacher, { learner: "machine", cancelled: () => asked++ === stop });
      expect(learned.outcome).toBe("cancelled");
    }
  });
});

describe("with a teacher that is wrong, the machine learner", () => {
  const ended = (teacher: Teacher<string>): Learned<string> =>
    learn(teacher, { learner: "machine", maxQuestions: MOST });

  it("ends in a contradiction, or unharmed, if single outputs are wrong", () => {
    const outcomes = new Map<string, number>();
    fc.assert(
      fc.property(machines, fc.nat(1e6), (target, seed) => {
        const honest = exactTeacher(target);
        if (honest.kind.header.machine !== "mealy") return;
        const random = new Random(seed, 44);
        const liar: Teacher<string> = {
          ...honest,
          weigh: (words) =>
            Array.from(honest.weigh(words), (run) => (random.below(10) === 0 ? lied(run) : run)),
        };
        const { outcome, statistics } = ended(liar);
        expect(statistics.questions).toBeLessThan(MOST);
        expect(["contradiction", "accepted"]).toContain(outcome);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }),
      { seed: 1032, numRuns: 60 },
    );
    expect(outcomes.get("contradiction")).toBeGreaterThan(10);
  });

  it("ends in a contradiction if verdicts and outputs are of different machines", () => {
    let found = 0;
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), (one, two) => {
        const target = machineToWdfsa(randomMachine(one, "mealy"));
        const other = machineToWdfsa(randomMachine(two, "mealy"));
        if (
          target.alphabet.size !== other.alphabet.size ||
          bytes(minimize(target)) === bytes(minimize(other))
        )
          return;
        const teacher = {
          ...exactTeacher(target),
          findCounterexample: exactTeacher(other).findCounterexample,
        };
        const { outcome, automaton } = ended(teacher);
        // A first hypothesis may happen to be the other machine.
        if (outcome === "accepted") expect(bytes(automaton)).toBe(bytes(minimize(other)));
        else expect(outcome).toBe("contradiction");
        if (outcome === "contradiction") found++;
      }),
      { seed: 1033, numRuns: 60 },
    );
    expect(found).toBeGreaterThan(5);
  });

  it("keeps to its budget if no machine gives the outputs", () => {
    const alphabet = Alphabet.letters(2);
    for (let seed = 1; seed <= 5; seed++) {
      const honest = exactTeacher(machineToWdfsa(randomMachine(1, "mealy")));
      const teacher: Teacher<string> = {
        kind: honest.kind,
        alphabet,
        weigh: (words) => words.map((word) => scrambled(word, seed)),
        findCounterexample: (hypothesis) => {
          for (let length = 1; ; length++) {
            const random = new Random(seed, length);
            const word = Array.from({ length }, () => random.below(2));
            if (hypothesis.weigh(word) !== scrambled(word, seed)) return word;
          }
        },
      };
      const learned = learn(teacher, { learner: "machine", maxQuestions: 600 });
      expect(ENDS).toContain(learned.outcome);
      expect(learned.statistics.questions).toBeLessThanOrEqual(600);
      expect(learned.automaton.size).toBe(learned.statistics.states);
    }
  });
});

/** A run whose last output is wrong. */
function lied(run: string): string {
  const names = freeLetters(run).map(({ name }) => name);
  return names.length === 0 ? run : freeWord(...names.slice(0, -1), "wrong");
}

describe("the choice of a learner", () => {
  const target = machineToWdfsa(randomMachine(3));
  const teacher = exactTeacher(target);

  it("is the machine learner for machines, and the tree for others", () => {
    expect(createLearner(teacher).name).toBe("machine");
    expect(createLearner({ ...teacher, kind: weightsIn(teacher.kind.algebra) }).name).toBe("tree");
    expect(createLearner(teacher, { learner: "apart" }).name).toBe("apart");
  });

  it("refuses the machine learner where words have weights", () => {
    const { alphabet } = target;
    const options = { learner: "machine" } as const;
    for (const action of [
      () => createLearner({ kind: weightsIn(boolean), alphabet }, options),
      () => createLearner({ kind: weightsIn(target.algebra), alphabet }, options),
    ]) {
      expect(action).toThrow(HankelError);
      expect(action).toThrow(
        /the machine learner is for Mealy and Moore machines, and the target gives words weights/u,
      );
    }
  });
});
