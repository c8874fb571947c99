import {
  Alphabet,
  type Answer,
  breadthFirst,
  createLearner,
  drive,
  exactTeacher,
  functionTeacher,
  HankelError,
  type LearnerName,
  learn,
  type Rational,
  rational,
  TableLearner,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { automatonOf } from "../support/targets.ts";

const alphabet = new Alphabet("ab");
const learner = () => new TableLearner<Rational>(rational, alphabet);
const weights = (...values: Rational[]): Answer<Rational> => ({ kind: "weights", weights: values });
const verdict = (counterexample: Word | null): Answer<Rational> => ({ kind: "verdict", counterexample });

describe("drive", () => {
  it("is a generator of questions like the learner's own", () => {
    const run = drive(learner());
    expect(run.next().value).toMatchObject({ kind: "weigh", words: [[], [0], [1]], why: { kind: "start" } });
    expect(run.next(weights(1, 2, 0)).value).toMatchObject({ kind: "conjecture" });
    const end = run.next(verdict(null));
    expect(end).toMatchObject({ done: true, value: { outcome: "accepted", reason: "" } });
    expect(run.next(verdict(null))).toEqual({ done: true, value: undefined });
  });

  it("tells the observer each question with its answer and the costs so far, in order", () => {
    const seen: string[] = [];
    const target = automatonOf(exactCases[1], { shape: "dense", states: 4, letters: 2, seed: 1 });
    const { statistics } = learn(exactTeacher(target), {
      learner: "table",
      observe: (question, answer, costs) => {
        expect(answer.kind).toBe(question.kind === "weigh" ? "weights" : "verdict");
        seen.push(`${question.kind} ${costs.questions}`);
      },
    });
    expect(seen).toHaveLength(statistics.rounds + statistics.equivalences);
    expect(seen[0]).toBe("weigh 3");
    expect(seen.at(-1)).toBe(`conjecture ${statistics.questions}`);
  });

  it("can be left at any time", () => {
    const run = drive(learner());
    run.next();
    const nothing = undefined as unknown as Parameters<typeof run.return>[0];
    expect(run.return(nothing)).toEqual({ done: true, value: undefined });
    expect(run.next(weights(1))).toEqual({ done: true, value: undefined });
  });

  it("passes an error thrown into it on", () => {
    const run = drive(learner());
    run.next();
    expect(() => run.throw(new RangeError("no line"))).toThrow(RangeError);
  });

  it.each<[string, Answer<Rational>[]]>([
    ["a verdict for weights", [verdict(null)]],
    ["weights for a verdict", [weights(1, 2, 0), weights(1)]],
    ["nothing for weights", [undefined as unknown as Answer<Rational>]],
    ["nothing for a verdict", [weights(1, 2, 0), undefined as unknown as Answer<Rational>]],
  ])("does not take %s", (_, answers) => {
    const run = drive(learner());
    run.next();
    const send = () => answers.map((answer) => run.next(answer));
    expect(send).toThrow(HankelError);
  });

  it("stops before the first question when there is no room for it", () => {
    const run = drive(learner(), { maxQuestions: 2 });
    expect(run.next()).toMatchObject({ done: true, value: { outcome: "budget", automaton: { size: 0 } } });
  });

  it("uses the time of day when no clock is given", () => {
    const run = drive(learner(), { maxSeconds: -1 });
    expect(run.next()).toMatchObject({ done: true, value: { outcome: "budget" } });
    expect(drive(learner(), { maxSeconds: 1000 }).next().done).toBe(false);
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
