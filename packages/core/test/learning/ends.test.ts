/** A run never ends with nothing: however it ends, there is an automaton, an outcome, a reason and the evidence. */

import {
  Alphabet,
  type AsyncTeacher,
  Batch,
  boolean,
  breadthFirst,
  deterministicForm,
  exactTeacher,
  functionTeacher,
  HankelError,
  type Learned,
  type LearnerName,
  type LearnOptions,
  learn,
  learners,
  minimize,
  type Outcome,
  randomAutomaton,
  rational,
  readHankel,
  real,
  type Teacher,
  toWdfsa,
  Wdfsa,
  WdfsaBuilder,
  type Word,
  weightsIn,
  writeHankel,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { ended, endedAsync } from "../support/ended.ts";
import { learnLater } from "../support/learn-later.ts";

/** The machine learner is for targets that answer with runs. */
const names = (Object.keys(learners) as LearnerName[]).filter((name) => name !== "machine");
const target = randomAutomaton({
  algebra: rational,
  states: 9,
  letters: 2,
  seed: 4,
}) as unknown as Wdfsa<unknown>;
const honest = exactTeacher(target);

/** An automaton over floats, by its arcs and final weights; state 0 is initial. */
function floats(states: number, final: unknown[], arcs: unknown[]): Wdfsa<unknown> {
  const text = {
    format: "hankel/1",
    semifield: "real",
    alphabet: ["a", "b"],
    states,
    initial: [[0, "1"]],
    final,
    arcs,
  };
  return toWdfsa(readHankel(JSON.stringify(text)));
}

/** Weights in steps of less than the tolerance: nearness is not transitive, and learners get lost. */
const nearEqual = floats(
  5,
  [
    [0, "1.0000000006"],
    [1, "1.0000000006"],
    [2, "1.0000000006"],
    [4, "1.0000000009"],
  ],
  [
    [0, "a", "0.5000000006", 4],
    [1, "a", "0.50000000015", 2],
    [2, "a", "0.50000000045", 2],
    [3, "a", "0.5", 0],
    [4, "a", "0.50000000045", 1],
  ],
);

/** A circle on which weights grow, or shrink, beyond what a float holds. */
const circle = (weight: string) =>
  floats(
    3,
    [
      [0, "1"],
      [2, "3"],
    ],
    [
      [0, "a", weight, 1],
      [1, "a", weight, 2],
      [2, "a", weight, 0],
      [0, "b", "1", 0],
    ],
  );

/** The n-th batch of words, or the n-th conjecture, is the last one that is answered well. */
function breaking(
  after: number,
  kind: "weigh" | "conjecture",
  breakIt: (word: Word) => unknown,
): Teacher<unknown> {
  let [batches, conjectures] = [0, 0];
  return {
    ...honest,
    weigh(words) {
      if (kind !== "weigh" || batches++ < after) return honest.weigh(words);
      return words.map(breakIt);
    },
    findCounterexample(hypothesis) {
      if (kind !== "conjecture" || conjectures++ < after) return honest.findCounterexample(hypothesis);
      return breakIt([]) as Word;
    },
  };
}

const broken = () => {
  throw new Error("the line is dead");
};

const ends: readonly [string, Outcome, RegExp, () => Teacher<unknown>, (() => LearnOptions<unknown>)?][] = [
  ["a budget of questions", "budget", /beyond 20 questions/u, () => honest, () => ({ maxQuestions: 20 })],
  ["a budget of states", "budget", /more than 3 states/u, () => honest, () => ({ maxStates: 3 })],
  [
    "a budget of time",
    "budget",
    /more than 0 seconds/u,
    () => honest,
    () => ({ maxSeconds: 0, clock: ticking() }),
  ],
  ["the caller", "cancelled", /cancelled/u, () => honest, () => ({ cancelled: after(3) })],
  ["a teacher that throws", "failed", /the line is dead/u, () => breaking(2, "weigh", broken)],
  ["a teacher that throws on a conjecture", "failed", /dead/u, () => breaking(1, "conjecture", broken)],
  [
    "an answer that is no weight",
    "failed",
    /is no rational weight: NaN/u,
    () => breaking(2, "weigh", () => Number.NaN),
  ],
  [
    "a counterexample that is no word",
    "failed",
    /not a word over the alphabet/u,
    () => breaking(1, "conjecture", () => [7]),
  ],
  [
    "a teacher that contradicts itself",
    "contradiction",
    /contradict/u,
    () => breaking(1, "conjecture", () => []),
  ],
  ["weights that are nearly equal", "tolerance", /--tolerance/u, () => exactTeacher(nearEqual)],
  [
    "weights that grow too large",
    "tolerance",
    /leaves the range of real/u,
    () => exactTeacher(circle("1e200")),
  ],
  [
    "weights that grow too small",
    "tolerance",
    /leaves the range of real/u,
    () => exactTeacher(circle("1e-200")),
  ],
  ["answers that grow too large", "tolerance", /Infinity, leaves the range of real/u, () => infinite()],
];

function infinite(): Teacher<unknown> {
  return functionTeacher({
    algebra: real,
    alphabet: "ab",
    weigh: (word) => 10 ** (150 * word.length) * (1 + (word.length % 3)),
    equivalence: breadthFirst(4),
  });
}

function ticking() {
  let now = 0;
  return () => now++;
}

function after(questions: number) {
  let asked = 0;
  return () => asked++ >= questions;
}

/** What every end has. */
function expectEnd(learned: Learned<unknown>, outcome: Outcome, reason: RegExp): void {
  expect([learned.outcome, learned.reason]).toEqual([outcome, expect.stringMatching(reason)]);
  expect(learned.automaton).toBeInstanceOf(Wdfsa);
  expect(readHankel(writeHankel(learned.automaton)).size).toBe(learned.automaton.size);
  expect(learned.statistics.states).toBe(learned.automaton.size);
  expect(learned.evidence?.sentence).toMatch(/^States told apart: /u);
  expect(learned.evidence?.growth.at(-1)?.answers).toBeLessThanOrEqual(learned.statistics.questions);
  const thrown = outcome !== "budget" && outcome !== "cancelled";
  expect(learned.error instanceof Error).toBe(thrown);
}

describe.each(names)("a run of the %s learner ended by", (learner) => {
  it.each(ends)("%s", async (_, outcome, reason, teacher, options = () => ({})) => {
    const learned = ended(() => learn(teacher(), { ...options(), learner }));
    expectEnd(learned, outcome, reason);
    // The other loop ends the same way.
    const again = await endedAsync(learnLater(later(teacher()), { ...options(), learner }));
    expectEnd(again, outcome, reason);
    expect(writeHankel(again.automaton)).toBe(writeHankel(learned.automaton));
    expect(again.statistics).toEqual(learned.statistics);
  });
});

/** The same teacher, which answers later. */
function later(teacher: Teacher<unknown>): AsyncTeacher<unknown> {
  const { examine } = teacher;
  return {
    kind: teacher.kind,
    alphabet: teacher.alphabet,
    ...(examine && { examine }),
    weigh: async (words) => teacher.weigh(words),
    findCounterexample: async (hypothesis) => teacher.findCounterexample?.(hypothesis) ?? null,
  };
}

describe("the best automaton so far", () => {
  it.each(["tree", "apart"] as const)(
    "has the states of a chain that %s found before any way to its end",
    (learner) => {
      for (const algebra of [boolean, rational]) {
        const builder = new WdfsaBuilder<unknown>(algebra, new Alphabet("ab"));
        for (let i = 0; i < 40; i++) builder.state();
        for (let i = 0; i < 39; i++) builder.arc(i, "a", algebra.one, i + 1);
        const chain = builder.final(39).build();
        const { automaton, outcome } = learn(exactTeacher(chain), { learner, maxQuestions: 800 });
        expect(outcome).toBe("budget");
        expect(automaton.size).toBeGreaterThan(10);
        expect(automaton.size).toBeLessThanOrEqual(41);
      }
    },
  );

  const one = floats(1, [[0, "1"]], [[0, "a", "0.5", 0]]);
  const conjectures = {
    ...floatsLearner(),
    *run() {
      yield { kind: "conjecture" as const, hypothesis: one };
      throw new HankelError("tolerance", "lost");
    },
  };

  /** A learner whose hypothesis cannot even be built. */
  function floatsLearner() {
    return {
      name: "fragile",
      kind: weightsIn(real) as never,
      form: deterministicForm,
      algebra: real as never,
      alphabet: one.alphabet,
      states: 0,
      hypothesis: (): Wdfsa<unknown> => {
        throw new HankelError("algebra", "leaves the range of real");
      },
      answers: () => [],
    };
  }

  it("is the last conjecture where no other can be built", () => {
    const teacher = { ...exactTeacher(one), findCounterexample: () => [0] };
    const learned = learn(teacher, { learner: () => conjectures });
    expect(learned).toMatchObject({ outcome: "tolerance", automaton: one });
  });

  it("is the zero language before the first conjecture", () => {
    const learned = learn(exactTeacher(one), {
      learner: () => ({
        ...floatsLearner(),
        *run() {
          yield { kind: "weigh" as const, batch: Batch.of([[]]), why: { kind: "start" as const } };
          return one;
        },
      }),
      maxQuestions: 0,
    });
    expect(learned).toMatchObject({ outcome: "budget", automaton: { size: 0 } });
  });

  it("is not minimised where that fails", () => {
    // Bringing it into canonical form divides by weights at both ends of the range.
    const wide = floats(
      2,
      [
        [0, "1e300"],
        [1, "1e-300"],
      ],
      [
        [0, "a", "1e-300", 1],
        [1, "a", "1e300", 0],
      ],
    );
    expect(() => minimize(wide)).toThrow(/leaves the range/u);
    const learned = learn(exactTeacher(wide), {
      learner: () => ({
        ...floatsLearner(),
        hypothesis: () => wide,
        *run() {
          yield { kind: "weigh" as const, batch: Batch.of([[]]), why: { kind: "start" as const } };
          return wide;
        },
      }),
      maxQuestions: 0,
    });
    expect(learned.automaton).toBe(wide);
  });

  it("is thrown with the mistake where weights are exact and nothing went wrong before", () => {
    const mistaken = {
      ...conjectures,
      algebra: rational as never,
      *run() {
        yield { kind: "weigh" as const, batch: Batch.of([[]]), why: { kind: "start" as const } };
        return target;
      },
    };
    expect(() => learn(honest, { learner: () => mistaken, maxQuestions: 0 })).toThrow("leaves the range");
  });
});
