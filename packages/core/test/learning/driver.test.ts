import {
  Alphabet,
  type Answer,
  type AsyncTeacher,
  Batch,
  breadthFirst,
  createLearner,
  Driver,
  exactTeacher,
  functionTeacher,
  HankelError,
  type Learner,
  type LearnerName,
  learn,
  type Question,
  type Rational,
  rational,
  TableLearner,
  type Teacher,
  type TeacherBase,
  Wdfsa,
  type Word,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { line } from "../support/interview.ts";
import { learnLater } from "../support/learn-later.ts";
import { automatonOf } from "../support/targets.ts";

const alphabet = new Alphabet("ab");
const learner = () => new TableLearner<Rational>(rational, alphabet);
const weights = (...values: Rational[]): Answer<Rational> => ({ kind: "weights", weights: values });
const verdict = (counterexample: Word | null): Answer<Rational> => ({ kind: "verdict", counterexample });

/** Nobody answers: the test does. */
const nobody: TeacherBase<Rational> = { kind: weightsIn(rational), alphabet };

describe("Driver", () => {
  it("passes the learner's questions on, and has the teacher look for counterexamples", () => {
    const driver = new Driver(learner(), nobody);
    expect(driver.next()).toMatchObject({
      kind: "weigh",
      batch: { words: [[], [0], [1]] },
      why: { kind: "start" },
    });
    expect(() => driver.learned).toThrow("the run is not over");
    expect(driver.next(weights(1, 2, 0))).toMatchObject({ kind: "search", hypothesis: { size: 1 } });
    expect(driver.next(verdict(null))).toBeUndefined();
    expect(driver.learned).toMatchObject({ outcome: "accepted", reason: "", error: undefined });
    expect(driver.learned.evidence).toBeUndefined();
  });

  it("is done when the teacher accepts, even if it is told to stop in the same moment", () => {
    let stopped = false;
    const driver = new Driver(learner(), nobody, { cancelled: () => stopped });
    driver.next();
    driver.next(weights(1, 2, 0));
    stopped = true;
    expect(driver.next(verdict(null))).toBeUndefined();
    expect(driver.learned).toMatchObject({ outcome: "accepted", reason: "" });
  });

  it("tells those who watch each question of the learner with its answer and the costs so far, in order", () => {
    const seen: string[] = [];
    const target = automatonOf(exactCases[1], { shape: "dense", states: 4, letters: 2, seed: 1 });
    const { statistics } = learn(exactTeacher(target), {
      learner: "table",
      announce: (question) => seen.push(`${question.kind}?`),
      observe: (question, answer, costs) => {
        expect(answer.kind).toBe(question.kind === "weigh" ? "weights" : "verdict");
        expect(seen.at(-1)).toBe(`${question.kind}?`);
        seen.push(`${question.kind} ${costs.questions}`);
      },
    });
    expect(seen).toHaveLength(2 * (statistics.rounds + statistics.equivalences));
    expect(seen[1]).toBe("weigh 3");
    expect(seen.at(-1)).toBe(`conjecture ${statistics.questions}`);
  });

  it("examines conjectures as the teacher wishes, by its number, with questions of every kind", () => {
    const asked: string[] = [];
    const teacher: Teacher<Rational> = {
      kind: weightsIn(rational),
      alphabet,
      weigh: (words) => words.map((word) => 2 ** word.length),
      answer({ words }, purpose) {
        asked.push(`${purpose} ${words.map((word) => alphabet.show(word)).join(" ")}`);
        return { weights: teacher.weigh(words) };
      },
      *examine(hypothesis, conjecture) {
        const drawn = yield { kind: "sample", count: 1, seed: 7 };
        if (drawn.kind !== "samples") throw new Error("no samples");
        yield { kind: "recheck", batch: Batch.of([[0]]) };
        yield { kind: "test", batch: Batch.of(drawn.words) };
        const found = yield { kind: "search", hypothesis };
        asked.push(`conjecture ${conjecture}`);
        return found.kind === "verdict" ? found.counterexample : null;
      },
      draw: (count, seed) => Array.from({ length: count }, () => [1, seed % 2]),
      findCounterexample: () => null,
    };
    const { outcome, tests, statistics } = learn(teacher, { learner: "table" });
    expect(asked).toEqual(["learn ε a b", "recheck a", "test bb", "conjecture 0"]);
    expect({ outcome, tests, ...statistics }).toMatchObject({ outcome: "accepted", tests: 1, questions: 3 });
    const { draw: _, ...without } = teacher;
    expect(() => learn(without)).toThrow("the teacher cannot draw words");
  });

  it.each<[string, Answer<Rational>[]]>([
    ["a verdict for weights", [verdict(null)]],
    ["weights for a verdict", [weights(1, 2, 0), weights(1)]],
    ["nothing for a verdict", [weights(1, 2, 0), { kind: "samples", words: [] }]],
  ])("does not take %s", (_, answers) => {
    const driver = new Driver(learner(), nobody);
    driver.next();
    const last = answers.map((answer) => driver.next(answer)).at(-1);
    expect(last).toBeUndefined();
    expect(driver.learned).toMatchObject({ outcome: "failed", error: { code: "teacher" } });
  });

  it("stops before the first question when there is no room for it", () => {
    const driver = new Driver(learner(), nobody, { maxQuestions: 2 });
    expect(driver.next()).toBeUndefined();
    expect(driver.learned).toMatchObject({ outcome: "budget", automaton: { size: 0 } });
  });

  it("uses the time of day when no clock is given", () => {
    const late = new Driver(learner(), nobody, { maxSeconds: 1, started: 0 });
    expect(late.next()).toBeUndefined();
    expect(late.learned.outcome).toBe("budget");
    expect(new Driver(learner(), nobody, { maxSeconds: 1000 }).next()).toBeDefined();
  });

  it("throws what is a mistake of its own, or of the caller", () => {
    const broken = (error: Error): Learner<Rational> => ({
      ...learner(),
      name: "broken",
      algebra: rational,
      alphabet,
      states: 0,
      hypothesis: () => Wdfsa.zero(rational, alphabet),
      answers: () => [],
      run: () => {
        throw error;
      },
    });
    const run = (error: Error) => () =>
      learn(exactTeacher(Wdfsa.zero(rational, alphabet)), { learner: () => broken(error) });
    expect(run(new RangeError("a mistake"))).toThrow(RangeError);
    expect(run(new HankelError("usage", "wrong"))).toThrow("wrong");
    expect(run(new HankelError("algebra", "the zero has no inverse"))).toThrow("no inverse");
  });
});

describe("the asynchronous loop", () => {
  const target = automatonOf(exactCases[1], { shape: "dense", states: 9, letters: 2, seed: 1 });

  it("pauses when a slice of time is over, and asks the same", async () => {
    let [now, pauses] = [0, 0];
    const words: string[] = [];
    const watch = (question: Question<unknown>) => words.push(line(question));
    const learned = await learnLater(exactTeacher(target), {
      learner: "table",
      clock: () => (now += 10),
      slice: 30,
      observe: watch,
      async pause() {
        pauses++;
        now += 1000;
      },
    });
    const { rounds, equivalences } = learned.statistics;
    expect(pauses).toBe(Math.floor((rounds + equivalences) / 3));
    const paused = words.splice(0);
    learn(exactTeacher(target), { learner: "table", observe: watch });
    expect(paused).toEqual(words);
  });

  it("lets others cancel in a pause", async () => {
    let stop = false;
    const learned = await learnLater(exactTeacher(target), {
      slice: 0,
      cancelled: () => stop,
      pause: async () => {
        stop = true;
      },
    });
    expect(learned).toMatchObject({ outcome: "cancelled", reason: "cancelled", statistics: { rounds: 1 } });
  });

  it("takes a teacher that was stopped because the time is up for what it is", async () => {
    let now = 0;
    const teacher: AsyncTeacher<unknown> = {
      ...exactTeacher(target),
      findCounterexample: async () => {
        now += 5000;
        throw new HankelError("cancelled", "cancelled");
      },
    };
    const late = await learnLater(teacher, { maxSeconds: 3, clock: () => now });
    expect(late).toMatchObject({ outcome: "budget", reason: "more than 3 seconds have passed" });
    const early = await learnLater(teacher, { maxSeconds: 1, clock: () => now });
    expect(early.reason).toBe("more than 1 second has passed");
    expect(await learnLater(teacher, {})).toMatchObject({ outcome: "cancelled", reason: "cancelled" });
  });
});

describe("learn", () => {
  const teacher = functionTeacher({
    algebra: rational,
    alphabet,
    weigh: (word) => word.length,
    equivalence: breadthFirst(6),
  });

  it("takes a learner by name, or made by the caller", () => {
    expect(createLearner(teacher, { learner: "table" }).name).toBe("table");
    const own = learner();
    expect(createLearner(teacher, { learner: () => own })).toBe(own);
    expect(() => createLearner(teacher, { learner: "chair" as LearnerName })).toThrow(
      /unknown learner "chair"/u,
    );
    expect(() => createLearner(teacher, { learner: "toString" as LearnerName })).toThrow(HankelError);
  });

  it("gives each reason with its batch", () => {
    const reasons = new Set<string>();
    for (const counterexamples of ["prefixes", "suffixes", "rivest-schapire"] as const) {
      for (const shape of ["chain", "dense", "sparse"] as const) {
        const target = automatonOf(exactCases[1], { shape, states: 9, letters: 2, seed: 4 });
        learn(exactTeacher(target), {
          learner: "table",
          counterexamples,
          observe: (question) => {
            if (question.kind === "weigh") reasons.add(question.why.kind);
          },
        });
      }
    }
    expect([...reasons].sort()).toEqual(["counterexample", "inconsistent", "revived", "start", "unclosed"]);
  });

  it("learns the length of a word up to a limit, and says that it was one", () => {
    const learned = learn(teacher, { learner: "table", maxStates: 4 });
    expect([learned.outcome, learned.automaton.weigh([0, 1])]).toEqual(["budget", 2]);
  });
});
