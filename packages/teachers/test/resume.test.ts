/** A run that is resumed after any cut of its journal leaves the journal of an uninterrupted run, byte for byte. */

import {
  Alphabet,
  AnswerStore,
  type AnyAlgebra,
  type AnyLearnerName,
  createLearner,
  type Distribution,
  fieldLearners,
  freeGroup,
  freeWord,
  type JournalLine,
  learners,
  type Machine,
  nextTeacherOf,
  parseEquivalence,
  parseJournal,
  Random,
  randomAutomaton,
  rational,
  runMachine,
  stateRegression,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { automatonBox, type BlackBox, type LiveOptions, nextBox, weightsBox } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { randomPdfa, tellingPrefixes } from "../../core/test/support/pdfas.ts";
import { combinationLock, noisyStates } from "../../core/test/support/state-teachers.ts";
import { UndoRequest } from "../src/undo-request.ts";
import { expectSameAfterEveryCut } from "./support/cuts.ts";

/** As many rechecks as by default. */
const RECHECK = 8;
/** The kinds of tests that are the default, with fewer words. */
const TESTS = "short:7+states:0+loops:2+walk:2";

const machineLearners = Object.keys(learners) as AnyLearnerName[];
const weightLearners = [
  ...machineLearners.filter((name) => name !== "machine"),
  ...(Object.keys(fieldLearners) as AnyLearnerName[]),
];

const target = randomAutomaton({
  algebra: rational,
  states: 3,
  letters: 2,
  seed: 2,
}) as unknown as Wdfsa<unknown>;

type Answering = (word: Word, occurrence: number, again: boolean) => unknown;

/** Answers in an order of its own. What it says may depend on how often a word occurs in a request. */
function boxOf(answer: Answering, more: Partial<BlackBox<unknown>> = {}): BlackBox<unknown> {
  const random = new Random(1);
  return {
    ...automatonBox(target),
    finds: "none",
    async weigh(words, { arrived, again = false } = {}) {
      const seen = new Map<string, number>();
      const weights = words.map((word) => {
        const occurrence = seen.get(word.join()) ?? 0;
        seen.set(word.join(), occurrence + 1);
        return answer(word, occurrence, again);
      });
      const order = words.map((_, i) => [random.bits(), i]).toSorted(([a], [b]) => a - b);
      for (const [, i] of order) arrived?.(i, [weights[i]]);
      return weights;
    },
    ...more,
  };
}

const honest: Answering = (word) => target.weigh(word);

/** A number that a word determines. */
const digest = (word: Word, more = 0) => new Random(7, more, ...word).below(1000);

function optionsFor(
  learner: AnyLearnerName,
  equivalence: string,
  more: Partial<LiveOptions<unknown>> = {},
): LiveOptions<unknown> {
  const setting = { seed: 1, words: () => [], box: "counterexamples" as const, samples: true };
  return {
    createLearner: (algebra, alphabet, tree, machine) =>
      createLearner<unknown>({ algebra, alphabet, tree, machine }, { learner }),
    tests: parseEquivalence(equivalence, setting),
    recheck: RECHECK,
    ...more,
  };
}

const has = (text: string, kind: string) => text.includes(`\n{"${kind}"`);

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
        finds: "counterexamples",
        findCounterexample: exact.findCounterexample,
        draws: true,
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
    const box = () => boxOf(answer, { finds: "counterexamples", findCounterexample });
    const options = () => optionsFor(learner, "box", { onConflict: "majority" });
    const { text, result } = await expectSameAfterEveryCut({ box, options });
    expect(has(text, "correction")).toBe(true);
    expect(result.outcome).toBe("accepted");
  });
});

/** The empty word, which a recheck soon corrects, and some of the words of tests. */
const isMisheard = (word: Word) => word.length === 0 || (word.length > 3 && digest(word) % 16 === 0);

/** How many counterexamples were asked again right before the verdict. */
function confirmations(text: string): number {
  const { lines } = parseJournal(text);
  return lines.filter((line, i) => {
    const next = lines[i + 1];
    return (
      line.kind === "recheck" &&
      next?.kind === "conjecture" &&
      line.word.join() === next.counterexample?.join()
    );
  }).length;
}

const machines: readonly Machine[] = (["mealy", "moore"] as const).map((kind) => ({
  kind,
  alphabet: new Alphabet("ab"),
  target: [1, 0, 2, 1, 0, 2],
  output: kind === "mealy" ? ["x", "y", "x", "x", "y", "y"] : ["x", "y", "x"],
}));

const machineBox = (machine: Machine, lies: (word: Word) => boolean = () => false) => {
  const answer: Answering = (word, _occurrence, again) => {
    const outputs = runMachine(machine, word);
    if (lies(word) && !again) outputs[digest(word, 1) % outputs.length] = "?";
    return freeWord(...outputs);
  };
  const { kind, alphabet } = machine;
  return boxOf(answer, { algebra: freeGroup as AnyAlgebra, machine: kind, alphabet });
};

describe.each(machineLearners)("the %s learner of machines resumes after any cut", (learner) => {
  it.each(machines)("of a $kind machine", async (machine) => {
    const options = () => optionsFor(learner, "walk:2+loops:2+states:0");
    const { text } = await expectSameAfterEveryCut({ box: () => machineBox(machine), options });
    expect(has(text, "recheck")).toBe(true);
  });

  it.each(machines)("of a $kind machine whose runs are disputed", async (machine) => {
    const lies = (word: Word) => word.length > 0 && digest(word) % 6 === 0;
    const options = () => optionsFor(learner, "short:15+walk:2", { onConflict: "majority" });
    const { text, result } = await expectSameAfterEveryCut({ box: () => machineBox(machine, lies), options });
    expect(confirmations(text)).toBeGreaterThan(0);
    expect(has(text, "correction")).toBe(true);
    expect(result.outcome).toBe("accepted");
  });
});

describe("a run over a language model resumes after any cut", () => {
  const pdfa = randomPdfa({ seed: 1, states: 3, end: 0.3 });

  it.each([false, true])("with distributions (of all prefixes: %s)", async (prefixes) => {
    const box = () => nextBox(prefixes ? tellingPrefixes(pdfa) : nextTeacherOf(pdfa));
    const options = (): LiveOptions<number, Distribution> => ({
      createLearner: (algebra, alphabet, tree, machine, next) =>
        createLearner({ algebra, alphabet, tree, machine, next }, { learner: "soft" }),
      tests: [],
      recheck: RECHECK,
    });
    const { text } = await expectSameAfterEveryCut({ box, options });
    expect(has(text, "recheck")).toBe(true);
  });

  it("with the weights of whole words", async () => {
    const box = () => weightsBox(nextBox(nextTeacherOf(pdfa))) as BlackBox<unknown>;
    const options = () => optionsFor("tree", "short:12");
    const { text } = await expectSameAfterEveryCut({ box, options });
    expect(has(text, "recheck")).toBe(true);
  });
});

describe("a run resumes after any cut", () => {
  it("with a search that looks at states", async () => {
    const lock = combinationLock(4, 2, 1);
    const stateAfter = noisyStates(lock);
    const box = (): BlackBox<boolean> => ({
      ...automatonBox(lock),
      states: 32,
      finds: "none",
      async weigh(words, { arrived, states } = {}) {
        const weights = words.map((word) => lock.weigh(word));
        states?.(0, words.map(stateAfter));
        arrived?.(0, weights);
        return weights;
      },
    });
    const options = (): LiveOptions<boolean> => ({
      createLearner: (algebra, alphabet, tree) => createLearner({ algebra, alphabet, tree }),
      tests: [stateRegression(30)],
      recheck: RECHECK,
    });
    const { text } = await expectSameAfterEveryCut({ box, options });
    expect(has(text, "samples")).toBe(true);
  });

  it("with the answers of another journal", async () => {
    const options = () => {
      const store = new AnswerStore(target.algebra, target.alphabet);
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
    expect(text.split('{"undo":1}')).toHaveLength(3);
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
    finds: "none",
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
