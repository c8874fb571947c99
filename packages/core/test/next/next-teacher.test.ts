/** Language models as teachers: automata, functions, the probabilities of whole words. */

import {
  Alphabet,
  type Distribution,
  distributionOf,
  learn,
  type NextTeacher,
  nextTeacherOf,
  randomAutomaton,
  rational,
  real,
  softTeacher,
  Wdfsa,
  type Word,
  weightsIn,
  weightsOfNext,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { learnLater } from "../support/learn-later.ts";

const alphabet = new Alphabet("ab");

/** Two states, whose arcs and ends sum to 1. */
function coin(): Wdfsa<number> {
  return new Wdfsa({
    algebra: real,
    alphabet,
    target: Int32Array.of(0, 1, 0, -1),
    arcWeight: [0.5, 0.25, 0.75, 0],
    initialWeight: 1,
    finalWeight: [0.25, 0.25],
  });
}

/** A model that counts what it is asked; with `prefixes` it tells all rows. */
function model(prefixes: boolean): { next: NextTeacher; asked: Word[] } {
  const inner = nextTeacherOf(coin());
  const asked: Word[] = [];
  const rows = (word: Word): Distribution => {
    const found = word.map((_, i) => inner.next([word.slice(0, i)])[0]);
    return Float64Array.from([...found, inner.next([word])[0]].flatMap((row) => [...row]));
  };
  return {
    asked,
    next: {
      alphabet,
      prefixes,
      async next(words) {
        asked.push(...words);
        return words.map((word) => (prefixes ? rows(word) : inner.next([word])[0]));
      },
    },
  };
}

describe("nextTeacherOf", () => {
  it("reads the probabilities of a stochastic automaton as they stand", () => {
    const next = nextTeacherOf(coin());
    const words: Word[] = [[], [0, 1], [1, 1]];
    expect(next.next(words).map((row) => [...row])).toEqual([
      [0.5, 0.25, 0.25],
      [0.75, 0, 0.25],
      // The automaton cannot read bb: nothing follows.
      [0, 0, 1],
    ]);
  });

  it("pushes other weights first: the products along a word are its share of the total weight", async () => {
    const target = randomAutomaton({ algebra: rational, letters: 2, states: 4, seed: 7 });
    const small = new Wdfsa({
      algebra: real,
      alphabet: target.alphabet,
      target: Int32Array.from(target.target),
      arcWeight: Float64Array.from(target.target, (to, arc) => (to < 0 ? 0 : 0.1 + 0.01 * arc)),
      initialWeight: 3,
      finalWeight: Float64Array.from(target.finalWeight, () => 0.5),
    });
    const weights = weightsOfNext(nextTeacherOf(small));
    const words: Word[] = [[0], [0, 1], [1, 1, 0], []];
    const ratios = (await weights(words)).map((weight, i) => weight / small.weigh(words[i]));
    for (const ratio of ratios) expect(ratio).toBeCloseTo(ratios[0], 9);
  });

  it("refuses what gives no probabilities", () => {
    expect(() => nextTeacherOf(Wdfsa.zero(real, alphabet))).toThrow("a language model: the language is zero");
  });
});

describe("softTeacher", () => {
  it("serves a learner, with or without prefixes", async () => {
    for (const prefixes of [false, true]) {
      const { next, asked } = model(prefixes);
      const { automaton, outcome } = await learnLater(softTeacher(next));
      expect(outcome).toBe("accepted");
      expect(asked.length).toBeGreaterThan(0);
      for (let state = 0; state < automaton.size; state++) {
        const [a, b] = [automaton.arcWeight[2 * state], automaton.arcWeight[2 * state + 1]];
        expect(a + b + automaton.finalWeight[state]).toBeCloseTo(1, 9);
      }
    }
  });

  it("checks what a function says, and names the word", () => {
    const next = {
      alphabet,
      next: (words: readonly Word[]) => words.map(() => Float64Array.of(0.5, 0.4, 0)),
    };
    expect(() => learn(softTeacher(next))).toThrow(
      "the answer for ε: the probabilities sum to 0.9, not to 1: [0.5,0.4,0]",
    );
  });

  it("is not for learners of weights, nor other teachers for the soft one", () => {
    const next = nextTeacherOf(coin());
    expect(() => learn(softTeacher(next), { learner: "tree" })).toThrow(
      "make weights of them with weightsOfNext",
    );
    const weights = { kind: weightsIn(real), alphabet, weigh: () => [] };
    expect(() => learn(weights, { learner: "soft" })).toThrow("the soft learner is for language models");
  });
});

// Proposition 13.1.
describe("weightsOfNext", () => {
  const words: Word[] = [[0, 1], [0, 1, 0], [1, 1], []];

  it.each([false, true])(
    "multiplies along the word (prefixes: %s), and asks nothing twice",
    async (prefixes) => {
      const { next, asked } = model(prefixes);
      const weights = weightsOfNext(next);
      expect(await weights(words)).toEqual(words.map((word) => coin().weigh(word)));
      expect(asked.length).toBe(prefixes ? 2 : 6);
      expect(new Set(asked.map(String)).size).toBe(asked.length);
      await weights([[0, 1], [0]]);
      expect(asked.length).toBe(prefixes ? 2 : 6);
    },
  );
});

describe("the answers of a language model", () => {
  it("hold the word's own distribution last", async () => {
    const { next } = model(true);
    const [answer] = await next.next([[0, 1]]);
    expect(answer).toHaveLength(9);
    expect([...distributionOf(answer, 2)]).toEqual([0.75, 0, 0.25]);
  });
});
