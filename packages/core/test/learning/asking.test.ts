/** What all learners share: batches, conjectures, and the search for the place where a counterexample breaks a hypothesis. */

import { beforeEach, describe, expect, it } from "vitest";
import {
  Alphabet,
  type Answer,
  Contradiction,
  HankelError,
  Observations,
  rational,
  real,
  tropical,
  type Word,
  weightsIn,
} from "../../src/index.ts";
import {
  type Asker,
  askWanted,
  askWord,
  conjecture,
  findBreakpoint,
  noProgress,
  notACounterexample,
  type Run,
} from "../../src/learning/asking.ts";
import type { Asking } from "../../src/learning/protocol.ts";
import { shown, wdfsaOf } from "../support/sifted.ts";

type Rational = ReturnType<typeof rational.parse>;

/** The letters of a full batch. */
const FULL = 2 ** 19;

const alphabet = new Alphabet("ab");
const learner = { name: "hand", algebra: rational, alphabet, states: 2 } as unknown as Asker<Rational>;

/** Answers the questions of a part of a run; returns its value, and the words of each batch. */
function answered<T>(asking: Asking<Rational, T>, weigh: (word: Word) => Rational) {
  const batches: (readonly Word[])[] = [];
  let step = asking.next();
  while (step.done !== true) {
    if (step.value.kind !== "weigh") throw new Error("only words are asked here");
    batches.push(step.value.batch.words);
    step = asking.next({ kind: "weights", weights: step.value.batch.words.map(weigh) });
  }
  return { value: step.value, batches };
}

describe("a batch", () => {
  let observations: Observations<Rational>;
  beforeEach(() => {
    observations = new Observations(rational, 2);
  });
  const want = (...words: Word[]) => {
    for (const word of words) observations.want(observations.node(0, word));
  };
  const ask = () =>
    answered(askWanted({ ...learner, observations }, { kind: "start" }), (word) => word.length);

  it("holds every word that is wanted, in order", () => {
    want([1], [], [0, 0], [1]);
    expect(ask().batches).toEqual([[[1], [], [0, 0]]]);
    expect([...observations.answers()]).toEqual([
      [[1], 1],
      [[], 0],
      [[0, 0], 2],
    ]);
  });

  it("is not asked if nothing is wanted", () => {
    expect(ask().batches).toEqual([]);
  });

  it.each([
    [FULL - 1, [1, 1]],
    [FULL - 2, [2]],
  ])("is cut where it has 2¹⁹ letters, each word with one more: %d", (length, sizes) => {
    want(new Array(length).fill(0), [1]);
    expect(ask().batches.map((batch) => batch.length)).toEqual(sizes);
    expect(observations.wants).toBe(false);
  });

  it("tells why", () => {
    want([1]);
    const asking = askWanted({ ...learner, observations }, { kind: "split", suffix: [1, 1] });
    expect(asking.next().value).toMatchObject({
      kind: "weigh",
      batch: { words: [[1]] },
      why: { kind: "split", suffix: [1, 1] },
    });
  });

  it("is not recorded if an answer is no weight, or one is missing", () => {
    want([1], [0, 0]);
    const send = (answer: Answer<Rational>) => () => {
      const asking = askWanted({ ...learner, observations }, { kind: "start" });
      asking.next();
      asking.next(answer);
    };
    expect(send({ kind: "weights", weights: [1] })).toThrow("asked for 2 weights, b's first, got 1");
    expect(send({ kind: "weights", weights: [1, Number.NaN] })).toThrow(
      "the answer for aa is no rational weight: NaN",
    );
    expect(send({ kind: "verdict", counterexample: null })).toThrow("expected weights, got a verdict");
    expect([observations.count, observations.wanted().words]).toEqual([0, [[1], [0, 0]]]);
  });
});

describe("one word", () => {
  it("is asked once, along with what is wanted already", () => {
    const observations = new Observations(rational, 2);
    observations.want(observations.node(0, [0]));
    const why = { kind: "counterexample", word: [1] } as const;
    const first = answered(askWord({ ...learner, observations }, [1], why), (word) => 5 + word[0]);
    expect(first).toEqual({ value: 6, batches: [[[0], [1]]] });
    expect(answered(askWord({ ...learner, observations }, [1], why), () => 0)).toEqual({
      value: 6,
      batches: [],
    });
  });
});

describe("a verdict", () => {
  const hypothesis = wdfsaOf(rational, "ab", "0 1");
  const told = (counterexample: unknown) => {
    const asking = conjecture(learner, hypothesis);
    expect(asking.next().value).toEqual({ kind: "conjecture", hypothesis });
    return asking.next({ kind: "verdict", counterexample: counterexample as Word }).value;
  };

  it("is a word over the alphabet, or null", () => {
    expect([told(null), told([]), told([0, 1, 1])]).toEqual([null, [], [0, 1, 1]]);
  });

  it.each([
    [[2]],
    [[-1]],
    [[0.5]],
    [["a"]],
    ["ab"],
    [undefined],
    [{ length: 0 }],
    [Object.assign([], { 0: 0, 2: 1 })],
  ])("is refused otherwise: %j", (word) => {
    const refused = () => told(word);
    expect(refused).toThrow(HankelError);
    expect(refused).toThrow(/^the counterexample is not a word over the alphabet: /u);
  });
});

// Theorem 6.1.
describe("the place where a counterexample breaks a hypothesis", () => {
  /** The states of a run, the weight accumulated before each, and the access word and the scale of a state. */
  interface Parts {
    readonly states: readonly number[];
    readonly accumulated?: Rational;
    readonly access?: (state: number) => Word;
    readonly scale?: Rational;
  }
  const runOf = (observations: Observations<Rational>, parts: Parts): Run<Rational> => {
    const { states, accumulated = 1, access = () => [], scale = 1 } = parts;
    const factor = rational.times(accumulated, rational.inverse(scale));
    return {
      states,
      access: (state) => observations.node(0, access(state)),
      alpha: (_, node) => rational.times(factor, observations.weight(node)),
    };
  };

  /** The hypothesis stays in one state: λ = 1, ρ = 1, a and b weigh 1. The language differs after the n-th letter. */
  const stays = (length: number, scale: Rational = 1): Parts => ({
    states: new Array(length + 1).fill(0),
    accumulated: scale,
    scale,
  });

  /** The language: 2 for words of `breaks` letters or more, 1 for others. */
  const search = (length: number, breaks: number, parts = stays(length)) => {
    const weigh = (word: Word) => (word.length >= breaks ? 2 : 1);
    const word = new Array(length).fill(0).map((_, i) => i % 2);
    const observations = new Observations(rational, 2);
    const { value, batches } = answered(
      findBreakpoint({ ...learner, observations }, runOf(observations, parts), word, weigh(word)),
      weigh,
    );
    return { ...value, asked: batches.map((batch) => shown(batch)) };
  };

  it("is found by halves", () => {
    // α₀ = … = 2 as long as four letters are left, and 1 after that: the break is between 4 and 5 of 8.
    expect(search(8, 4)).toEqual({ state: 0, letter: 0, suffix: [1, 0, 1], asked: ["abab", "ab", "bab"] });
    expect(search(8, 8)).toEqual({
      state: 0,
      letter: 0,
      suffix: [1, 0, 1, 0, 1, 0, 1],
      asked: ["abab", "ababab", "bababab"],
    });
    expect(search(8, 1)).toEqual({ state: 0, letter: 1, suffix: [], asked: ["abab", "ab", "b"] });
  });

  it("takes ⌈log₂ n⌉ questions at most", () => {
    for (let length = 1; length <= 33; length++) {
      for (let breaks = 1; breaks <= length; breaks++) {
        const { asked, suffix } = search(length, breaks);
        expect(suffix.length).toBe(breaks - 1);
        expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(length)));
      }
    }
  });

  it("is the first letter of a word of one, without a question", () => {
    expect(search(1, 1)).toEqual({ state: 0, letter: 0, suffix: [], asked: [] });
  });

  it("is the whole word if the hypothesis has no state", () => {
    expect(search(4, 2, { states: [] })).toEqual({ state: -1, letter: 0, suffix: [0, 1, 0, 1], asked: [] });
  });

  it("is not behind the place where the run has died", () => {
    // α₃ = … = α₈ = 0 need no question, and 2 differs from it.
    expect(search(8, 1, { states: [0, 0, 0] })).toEqual({
      state: 0,
      letter: 0,
      suffix: [1, 0, 1, 0, 1],
      asked: ["bababab", "ababab"],
    });
  });

  it("divides by the scale of the access word", () => {
    // With acc = d(u) = 3 everywhere, α is the answer itself.
    expect(search(8, 4, stays(8, 3))).toEqual(search(8, 4));
  });

  it("is asked for with the counterexample as the reason", () => {
    const observations = new Observations(rational, 2);
    const run = runOf(observations, stays(2));
    const asking = findBreakpoint({ ...learner, observations }, run, [0, 1], 2);
    expect(asking.next().value).toMatchObject({
      kind: "weigh",
      batch: { words: [[1]] },
      why: { kind: "counterexample", word: [0, 1] },
    });
  });

  it("asks behind the access word of the state", () => {
    const observations = new Observations(rational, 2);
    const run = runOf(observations, {
      states: [0, 1, 1],
      access: (state) => (state === 0 ? [] : [1, 1]),
    });
    const { value, batches } = answered(
      findBreakpoint({ ...learner, observations }, run, [0, 1], 5),
      (word) => (word.length === 3 ? 5 : 1),
    );
    expect(batches).toEqual([[[1, 1, 1]]]);
    expect(value).toEqual({ state: 1, letter: 1, suffix: [] });
  });
});

describe("errors", () => {
  const over = (algebra: unknown) =>
    ({ algebra, alphabet, states: 3, kind: weightsIn(rational) }) as unknown as Asker<Rational>;

  it("name the word, and say that answers contradict each other where weights are exact", () => {
    const wrong = notACounterexample(over(rational), [0, 1], 7);
    expect(wrong).toBeInstanceOf(Contradiction);
    expect(wrong.message).toBe(
      "ab was given as a counterexample, but language and hypothesis both weigh it 7: the answers contradict each other",
    );
    const stuck = noProgress(over(tropical), []);
    expect(stuck).toBeInstanceOf(Contradiction);
    expect(stuck.message).toBe(
      "the counterexample ε led to no new state beyond the 3 known: the answers contradict each other",
    );
  });

  it("name the tolerance where weights are rounded", () => {
    const error = noProgress(over(real), [1]);
    expect(error).not.toBeInstanceOf(Contradiction);
    expect([error.code, error.message]).toEqual([
      "tolerance",
      "the counterexample b led to no new state beyond the 3 known: some weights differ by about the tolerance of 1e-9; " +
        "choose a smaller or a larger one with --tolerance, or an exact semifield",
    ]);
  });
});
