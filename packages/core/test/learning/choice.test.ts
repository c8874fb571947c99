/** Which learner a target gets, what is refused in which words, and what a run says that ends early. */

import { rowsOver, runsOf, weightsIn } from "@hankel/core";
import { describe, expect, it } from "vitest";
import {
  Alphabet,
  boolean,
  createLearner,
  exactTeacher,
  freeGroup,
  type LearnerName,
  type LearnOptions,
  learn,
  machineToWdfsa,
  nextTeacherOf,
  rational,
  softTeacher,
  type Wdfsa,
} from "../../src/index.ts";
import { isLearnerName } from "../../src/learning/learn.ts";
import { answerOf } from "../../src/learning/protocol.ts";
import { learnLater } from "../support/learn-later.ts";
import { randomPdfa } from "../support/pdfas.ts";
import { refusal } from "../support/refusal.ts";
import { wdfsaOf } from "../support/sifted.ts";

const alphabet = new Alphabet("ab");
const model = { kind: rowsOver(alphabet) };
const chosen = (setting: object, options: object = {}) =>
  createLearner({ kind: weightsIn(rational), alphabet, ...setting }, options as LearnOptions<unknown>);
const refused = (setting: object, options: object = {}) => refusal(() => chosen(setting, options));

describe("the learner", () => {
  it("is the one that is named, or else the one for the kind of the target", () => {
    for (const learner of ["tree", "apart", "table", "multiplicity"]) {
      expect(chosen({}, { learner }).name).toBe(learner);
    }
    const machine = { kind: runsOf("mealy") };
    for (const learner of ["tree", "apart", "table", "machine"]) {
      expect(chosen(machine, { learner }).name).toBe(learner);
    }
    expect([chosen({}).name, chosen(machine).name, chosen(model).name]).toEqual(["tree", "machine", "soft"]);
    expect(chosen(model, { learner: "soft" }).name).toBe("soft");
  });

  it("may be made by the caller, from the algebra and the alphabet", () => {
    const made: unknown[] = [];
    const own = { name: "own" };
    const learner = (...given: unknown[]) => {
      made.push(...given);
      return own;
    };
    expect(chosen({}, { learner })).toBe(own);
    expect(made).toEqual([rational, alphabet]);
  });

  it("has a name of the library", () => {
    const names = ["machine", "tree", "apart", "table", "soft", "multiplicity"];
    expect(names.every(isLearnerName)).toBe(true);
    expect(["", "Tree", "toString", "constructor"].some(isLearnerName)).toBe(false);
  });

  it.each<[object, string, string]>([
    [
      {},
      "toString",
      'unknown learner "toString"; known are machine, tree, apart, table, multiplicity, soft, tolerant',
    ],
    [
      {},
      "soft",
      "the soft learner is for language models that give distributions, and the target gives words weights (rational); use " +
        "tree, apart or table",
    ],
    [
      model,
      "tree",
      "the tree learner asks for the weights of words, and the target gives distributions; use soft, or make weights of them " +
        "with weightsOfNext",
    ],
    [
      model,
      "multiplicity",
      "the multiplicity learner asks for the weights of words, and the target gives distributions; use soft, or make weights " +
        "of them with weightsOfNext",
    ],
    [
      { kind: runsOf("moore") },
      "multiplicity",
      "the multiplicity learner is for weights that form a field, and the target is a Moore machine; use machine, tree, apart " +
        "or table",
    ],
    [
      { kind: runsOf("mealy") },
      "soft",
      "the soft learner is for language models that give distributions, and the target is a Mealy machine; use machine, tree, " +
        "apart or table",
    ],
    [
      { kind: weightsIn(boolean) },
      "machine",
      "the machine learner is for Mealy and Moore machines, and the target gives words weights (boolean); use tree, apart or " +
        "table, or soft for a language model",
    ],
    [
      { kind: weightsIn(freeGroup) },
      "machine",
      "the machine learner is for Mealy and Moore machines, and the target gives words weights (free-group); use tree, apart " +
        "or table, or soft for a language model",
    ],
  ])("is not every one for every target (%#)", (setting, learner, sentence) => {
    expect(refused(setting, { learner })).toBe(`usage: ${sentence}`);
  });

  it("of distributions has at least one state, and a tolerance below 1", () => {
    const soft = (options: object) => refused(model, options);
    expect([soft({ tolerance: 0 }), soft({ maxStates: 1 })]).toEqual(["none", "none"]);
    expect(soft({ tolerance: 1 })).toBe("usage: a tolerance is a number from 0 up to 1, not 1");
    expect(soft({ maxStates: 0 })).toBe("usage: a distribution has at least one state, not 0");
  });

  it("has prices of its own, which are checked whatever it is", () => {
    expect(refused({}, { prices: { word: -1, letter: 1 }, learner: () => ({}) })).toMatch(/^usage: /u);
  });
});

describe("answers of the wrong kind", () => {
  it("are named", () => {
    expect(refusal(() => answerOf("verdict", undefined))).toBe("teacher: expected a verdict, got no answer");
    expect(refusal(() => answerOf("samples", { kind: "weights", weights: [] }))).toBe(
      "teacher: expected samples, got weights",
    );
    expect(refusal(() => answerOf("weights", { kind: "samples", words: [] } as never))).toBe(
      "teacher: expected weights, got samples",
    );
    const verdict = { kind: "verdict", counterexample: null } as const;
    expect(answerOf("verdict", verdict)).toBe(verdict);
  });
});

/** Three states that a leads through; b stays, with weights of its own. */
const language = wdfsaOf(rational, "ab", "0 1; 1 2; 2 5; 0 a 1 1; 1 a 2 2; 2 a 1 0; 0 b 3 0; 1 b 1 1");
const machine = machineToWdfsa({
  kind: "mealy",
  alphabet,
  target: Int32Array.of(1, 0, 2, 1, 0, 2),
  output: ["x", "y", "x", "y", "z", "y"],
});

describe("a run that ends early", () => {
  it("shows the rank of what was answered over a field, and growth alone of distributions", () => {
    const { evidence } = learn(exactTeacher(language), { learner: "table", maxQuestions: 8 });
    expect(evidence?.blocks).toHaveLength(2);
    expect(evidence?.sentence).toMatch(/^States told apart: .*\. Among .* and the rank is /u);
    const model = nextTeacherOf(randomPdfa({ seed: 2, states: 9, letters: 2 }));
    const soft = learn(softTeacher(model), { maxQuestions: 5 });
    expect([soft.outcome, soft.evidence?.blocks]).toEqual(["budget", []]);
    expect(soft.evidence?.sentence).toMatch(/^States told apart: [^.]*\.$/u);
  });

  it("keeps the automaton of distributions as it is, and minimises others", async () => {
    const automaton = randomPdfa({ seed: 4, states: 3, letters: 2 });
    const soft = await learnLater(softTeacher(nextTeacherOf(automaton)), { maxQuestions: 1 });
    const { size, arcWeight, finalWeight } = soft.automaton;
    expect([size, arcWeight[0] + arcWeight[1] + finalWeight[0]]).toEqual([1, expect.closeTo(1, 12)]);
  });
});

it("a run that is over is not cancelled any more", () => {
  const teacher = exactTeacher(language);
  let over = false;
  const findCounterexample: typeof teacher.findCounterexample = (hypothesis) => {
    const found = teacher.findCounterexample(hypothesis);
    over = found === null;
    return found;
  };
  const { outcome } = learn({ ...teacher, findCounterexample }, { cancelled: () => over });
  expect([outcome, over]).toEqual(["accepted", true]);
});

describe("a word that is no counterexample", () => {
  /** A teacher that once gives a word on which the hypothesis is right. */
  function misled<W>(target: Wdfsa<W>, learner: LearnerName) {
    const teacher = exactTeacher(target);
    let given = false;
    const findCounterexample: typeof teacher.findCounterexample = (hypothesis) => {
      const found = teacher.findCounterexample(hypothesis);
      if (found !== null || given) return found;
      given = true;
      return [0, 1];
    };
    const { outcome, reason } = learn({ ...teacher, findCounterexample }, { learner });
    return [outcome, reason];
  }

  it.each<LearnerName>(["machine", "tree", "apart", "table"])("ends the run on a machine: %s", (learner) => {
    expect(misled(machine, learner)).toEqual([
      "contradiction",
      "ab was given as a counterexample, but machine and hypothesis both answer it with x y: the answers contradict each other",
    ]);
  });

  it.each<LearnerName>(["tree", "apart", "table"])("ends the run on weights: %s", (learner) => {
    expect(misled(language, learner)).toEqual([
      "contradiction",
      "ab was given as a counterexample, but language and hypothesis both weigh it 2: the answers contradict each other",
    ]);
  });
});
