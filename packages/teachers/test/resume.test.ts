/** A run that is resumed after any cut of its journal leaves the journal of an uninterrupted run, byte for byte. */

import {
  AnswerStore,
  type AnyLearnerName,
  createLearner,
  fieldLearners,
  type JournalLine,
  learners,
  Random,
  rational,
  stateRegression,
  type Word,
  weightsIn,
} from "@hankel/core";
import { automatonBox, type BlackBox, type LiveOptions } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { combinationLock, noisyStates } from "../../core/test/support/state-teachers.ts";
import { UndoRequest } from "../src/box.ts";
import { expectSameAfterEveryCut } from "./support/cuts.ts";
import {
  type Answering,
  boxOf,
  confirmations,
  digest,
  has,
  optionsFor,
  RECHECK,
  TESTS,
  target,
} from "./support/resumed-runs.ts";

const machineLearners = Object.keys(learners) as AnyLearnerName[];

const weightLearners = [
  ...machineLearners.filter((name) => name !== "machine"),
  ...(Object.keys(fieldLearners) as AnyLearnerName[]),
];

const honest: Answering = (word) => target.weigh(word);

describe.each(weightLearners)("the %s learner resumes after any cut", (learner) => {
  it("by default, and with a certificate", async () => {
    for (const certificate of [false, true]) {
      const options = () => optionsFor(learner, TESTS, { certificate });
      const { text, result } = await expectSameAfterEveryCut({ box: () => boxOf(honest), options });
      expect(result.outcome).toBe("accepted");
      expect(has(text, "recheck")).toBe(true);
    }
  });

  it("if the black box finds counterexamples, or draws the words of a test", async () => {
    const exact = automatonBox(target);
    const draw = async (count: number, seed: number) => {
      const random = new Random(seed);
      return Array.from({ length: count }, () =>
        Array.from({ length: random.below(6) }, () => random.below(2)),
      );
    };
    const box = () =>
      boxOf(honest, {
        ...(exact.findCounterexample && { findCounterexample: exact.findCounterexample }),
        draw,
      });
    const options = () => optionsFor(learner, "samples:4+box");
    const { text } = await expectSameAfterEveryCut({ box, options });
    expect(has(text, "samples")).toBe(true);
  });

  it("if every word is asked three times and the answers differ", async () => {
    const answer: Answering = (word, occurrence, again) =>
      occurrence === digest(word) % 3 && !again ? rational.parse("41") : target.weigh(word);
    const options = () => optionsFor(learner, TESTS, { repeat: 3 });
    const { text, result } = await expectSameAfterEveryCut({ box: () => boxOf(answer), options });
    expect(text).toContain('"answers"');
    expect(result.outcome).toBe("accepted");
  });

  it("if rechecks correct answers", async () => {
    const answer: Answering = (word, _occurrence, again) =>
      word.length < 4 && digest(word) % 8 === 0 && !again ? rational.parse("41") : target.weigh(word);
    const options = () => optionsFor(learner, TESTS, { recheck: 30, onConflict: "majority" });
    const { text, result } = await expectSameAfterEveryCut({ box: () => boxOf(answer), options });
    expect(has(text, "correction")).toBe(true);
    expect(result.outcome).toBe("accepted");
  });

  it("if counterexamples are asked again, since answers were corrected", async () => {
    const answer: Answering = (word, _occurrence, again) =>
      isMisheard(word) && !again ? rational.parse("41") : target.weigh(word);
    const options = () => optionsFor(learner, TESTS, { recheck: 30, onConflict: "majority" });
    const { text, result } = await expectSameAfterEveryCut({ box: () => boxOf(answer), options });
    expect(confirmations(text)).toBeGreaterThan(0);
    expect(result.outcome).toBe("accepted");
  });

  it("if the black box finds counterexamples after a correction", async () => {
    const { findCounterexample } = automatonBox(target);
    const answer: Answering = (word, _occurrence, again) =>
      word.length === 0 && !again ? rational.parse("41") : target.weigh(word);
    const box = () => boxOf(answer, { ...(findCounterexample && { findCounterexample }) });
    const options = () => optionsFor(learner, "box", { onConflict: "majority" });
    const { text, result } = await expectSameAfterEveryCut({ box, options });
    expect(has(text, "correction")).toBe(true);
    expect(result.outcome).toBe("accepted");
  });
});

/** The empty word, which a recheck soon corrects, and some of the words of tests. */
const isMisheard = (word: Word) => word.length === 0 || (word.length > 3 && digest(word) % 16 === 0);

describe("a run resumes after any cut", () => {
  it("with a search that looks at states", async () => {
    const lock = combinationLock(4, 2, 1);
    const stateAfter = noisyStates(lock);
    const box = (): BlackBox<boolean> => ({
      ...automatonBox(lock),
      states: 32,
      async weigh(words, { arrived, states } = {}) {
        const weights = words.map((word) => lock.weigh(word));
        states?.(0, words.map(stateAfter));
        arrived?.(0, weights);
        return weights;
      },
    });
    const options = (): LiveOptions<boolean> => ({
      createLearner: (setting) => createLearner(setting),
      tests: [stateRegression(30)],
      recheck: RECHECK,
    });
    const { text } = await expectSameAfterEveryCut({ box, options });
    expect(has(text, "samples")).toBe(true);
  });

  it("with the answers of another journal", async () => {
    const options = () => {
      const store = new AnswerStore(weightsIn(target.algebra), target.alphabet);
      for (const word of [[], [0, 1], [1, 1, 0], [0, 0, 0, 1]]) {
        store.reserve(store.tree.insert(word), { weight: target.weigh(word) }, false);
      }
      return optionsFor("table", TESTS, { store });
    };
    await expectSameAfterEveryCut({ box: () => boxOf(honest), options });
  });

  it("if a person withdraws answers", async () => {
    const options = () => optionsFor("table", TESTS, { recheck: 0 });
    const { text, result } = await expectSameAfterEveryCut({ box: hesitantBox, options });
    expect(text.split('{"undo":1,')).toHaveLength(3);
    expect(result.outcome).toBe("accepted");
  });
});

/** Answers two words wrongly at first, and withdraws each wrong answer at the next question. */
function hesitantBox(lines: readonly JournalLine[]): BlackBox<unknown> {
  const { alphabet } = target;
  const spoken = lines.map((line) => (line.kind === "answer" ? line.word.join("") : ""));
  const wrong = ["a", "bb"];
  const withdrawn = new Set(
    spoken.filter((word, i) => wrong.includes(word) && lines[i + 1]?.kind === "undo"),
  );
  let last = spoken.at(-1) ?? "";
  return {
    ...automatonBox(target),

    async weigh(words, { arrived } = {}) {
      const weights = words.map((word, i) => {
        if (wrong.includes(last) && !withdrawn.has(last)) {
          withdrawn.add(last);
          throw new UndoRequest();
        }
        last = alphabet.spell(word).join("");
        const lies = wrong.includes(last) && !withdrawn.has(last);
        const weight = lies ? rational.parse("41") : target.weigh(word);
        arrived?.(i, [weight]);
        return weight;
      });
      return weights;
    },
  };
}
