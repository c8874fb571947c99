import {
  Alphabet,
  type Automaton,
  boolean,
  createLearner,
  deterministicForm,
  type Examination,
  functionTeacher,
  minimize,
  parseEquivalence,
  primeField,
  randomAutomaton,
  randomWords,
  rational,
  real,
  runLearner,
  shortWords,
  stateRegression,
  stateTests,
  toWfsa,
  Wdfsa,
  Wfsa,
  type Word,
  weightsIn,
  writeHankel,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { combinationLock, linearNetwork, noisyStates, stateTeacher } from "../support/state-teachers.ts";

const learnWith = (
  target: ReturnType<typeof combinationLock>,
  tests: Parameters<typeof stateTeacher>[2],
  budget = {},
) => {
  const { teacher, asked } = stateTeacher(target, noisyStates(target), tests);
  const { algebra, alphabet } = target;
  return { ...runLearner(createLearner({ kind: weightsIn(algebra), alphabet }), teacher, budget), asked };
};

/** A Wfsa that differs from another in one final weight. */
function withFinal(automaton: Wfsa<number>, state: number, weight: number): Wfsa<number> {
  const { algebra, alphabet, initialWeight, source, letter, target, arcWeight } = automaton;
  const finalWeight = Array.from(automaton.finalWeight);
  finalWeight[state] = weight;
  return new Wfsa({
    algebra,
    alphabet,
    initialWeight: Array.from(initialWeight),
    finalWeight,
    source: Int32Array.from(source),
    letter: Int32Array.from(letter),
    target: Int32Array.from(target),
    arcWeight: Array.from(arcWeight),
  });
}

/** Runs one examination of a hypothesis, and says which words were asked. */
function examined<W>(
  target: Automaton<W>,
  stateAfter: (word: Word) => Float64Array,
  hypothesis: Automaton<W>,
  { most = 200, longest = Number.POSITIVE_INFINITY } = {},
) {
  const { teacher, asked } = stateTeacher(target, stateAfter, [stateRegression(most)], longest);
  const learner = {
    name: "one conjecture",
    kind: weightsIn(target.algebra),
    form: {
      ...deterministicForm,
      zero: () => hypothesis,
      canonical: () => hypothesis,
      complete: () => hypothesis,
    },
    algebra: target.algebra,
    alphabet: target.alphabet,
    states: hypothesis.size,
    hypothesis: () => hypothesis,
    answers: () => [],
    *run() {
      const answer: unknown = yield { kind: "conjecture" as const, hypothesis };
      found = (answer as { counterexample: Word | null }).counterexample;
      return hypothesis;
    },
  };
  let found: Word | null = null;
  runLearner<W, W, Automaton<W>>(learner, teacher);
  return { found: found as Word | null, asked };
}

describe("a search by regression", () => {
  it("opens a lock that random, short and state tests leave closed", () => {
    const lock = combinationLock(12, 4, 2);
    for (const test of [randomWords(2000), shortWords(2000), stateTests(5)]) {
      expect(learnWith(lock, [test]).automaton.size).toBe(0);
    }
    const { automaton, outcome, tests } = learnWith(lock, [stateRegression(2000)]);
    expect({ outcome, states: automaton.size }).toEqual({ outcome: "accepted", states: lock.size });
    expect(tests).toBeLessThan(1000);
  });

  it("learns random acceptors from noisy states", () => {
    for (const seed of [1, 2, 3]) {
      const target = minimize(randomAutomaton({ algebra: boolean, letters: 2, states: 20, seed }));
      const { automaton } = learnWith(target, [stateRegression(2000)]);
      expect(writeHankel(automaton), `seed ${seed}`).toBe(writeHankel(target));
    }
  });

  it("learns weights: a deterministic automaton's configuration is its state", () => {
    const target = minimize(randomAutomaton({ algebra: rational, letters: 2, states: 8, seed: 4 }));
    const { teacher } = stateTeacher(target, noisyStates(target), [stateRegression(500)]);
    const { automaton } = runLearner(
      createLearner({ kind: weightsIn(rational), alphabet: target.alphabet }),
      teacher,
    );
    expect(writeHankel(automaton)).toBe(writeHankel(target));
  });

  it("asks the same words each time, at most as many as it may, none too long, none twice", () => {
    const { automaton, stateAfter } = linearNetwork(6, 2, 1);
    const limits = { most: 50, longest: 6 };
    const first = examined(automaton, stateAfter, automaton, limits);
    expect(examined(automaton, stateAfter, automaton, limits).asked).toEqual(first.asked);
    expect(first.found).toBeNull();
    expect(first.asked).toHaveLength(50);
    expect(Math.max(...first.asked.map((word) => word.length))).toBeLessThanOrEqual(6);
    expect(new Set(first.asked.map((word) => word.join())).size).toBe(50);
  });

  it("ends before its limit where every place was seen often", () => {
    const target = combinationLock(4, 2, 1);
    const { found, asked } = examined(target, noisyStates(target, 16, 0), target, { most: 100_000 });
    expect(found).toBeNull();
    expect(asked.length).toBeLessThan(200);
  });

  it("finds what is wrong with a nondeterministic automaton, and accepts a linear network as itself", () => {
    for (const seed of [1, 2, 3]) {
      const { automaton, stateAfter } = linearNetwork(5, 3, seed);
      expect(examined(automaton, stateAfter, automaton).found).toBeNull();
      const wrong = withFinal(automaton, seed, automaton.finalWeight[seed] + 0.01);
      const { found } = examined(automaton, stateAfter, wrong);
      expect(found).not.toBeNull();
      expect(wrong.weigh(found ?? [])).not.toBeCloseTo(automaton.weigh(found ?? []), 9);
    }
  });

  it("takes exact weights of nondeterministic automata that are numbers, and refuses others", () => {
    const states = () => Float64Array.of(1);
    const zero = (algebra: typeof rational) => Wfsa.zero(algebra, new Alphabet("a"));
    expect(examined(zero(rational), states, zero(rational)).found).toBeNull();
    const residues = toWfsa(randomAutomaton({ algebra: primeField(7), letters: 2, states: 3, seed: 1 }));
    expect(() => examined<number>(residues, states, residues)).toThrow(
      "vectors of real numbers, and the weights of prime-field:7 are none; random",
    );
  });

  it("tries no words that floats cannot weigh", () => {
    const tiny = new Wdfsa({
      algebra: real,
      alphabet: new Alphabet("a"),
      target: Int32Array.of(0),
      arcWeight: [1e-30],
      initialWeight: 1,
      finalWeight: [1],
    });
    const { found, asked } = examined(tiny, (word) => Float64Array.of(word.length), tiny);
    expect(found).toBeNull();
    expect(asked.length).toBeLessThan(12);
  });

  it("counts its words as tests and keeps to a budget", () => {
    const lock = combinationLock(12, 4, 2);
    const { outcome, tests, statistics, asked } = learnWith(lock, [stateRegression(2000)], {
      maxQuestions: 40,
    });
    expect(outcome).toBe("budget");
    expect(tests + statistics.questions).toBe(40);
    expect(asked).toHaveLength(40);
  });

  it("needs the states that it asked for", () => {
    const { automaton, stateAfter } = linearNetwork(2, 2, 1);
    const { teacher } = stateTeacher(automaton, stateAfter, [stateRegression(20)]);
    const search = teacher.examine?.(automaton, 0) as Examination<number>;
    expect(search.next().value).toMatchObject({ kind: "test", batch: { words: [[]] }, states: true });
    expect(() => search.next({ kind: "weights", weights: [1] })).toThrow(
      "asked for the weights and states of 1 word, got 1 weight and 0 states",
    );
    const { answer: _gone, ...silent } = teacher;
    const learner = createLearner({ kind: weightsIn(real), alphabet: automaton.alphabet });
    expect(runLearner(learner, silent).reason).toContain("the teacher gives no states");
  });

  it("is written regression:N, for targets that give states", () => {
    const setting = { seed: 1, words: () => [], box: "none", samples: false } as const;
    const [test] = parseEquivalence("regression:300", { ...setting, states: true });
    expect(test.text).toBe("regression:300");
    expect(() => parseEquivalence("regression:300", setting)).toThrow("the target gives no states");
    expect(() => parseEquivalence("regression:0", { ...setting, states: true })).toThrow("1 or more");
    expect(() =>
      functionTeacher({ algebra: rational, alphabet: "ab", weigh: () => 1, equivalence: test }),
    ).toThrow("the test regression:300 needs a target that can give its states; a function cannot");
  });
});
