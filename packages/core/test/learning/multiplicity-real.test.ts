/** The multiplicity learner over rounded weights: numerical rank, the spectrum, noise. */

import {
  Alphabet,
  breadthFirst,
  functionTeacher,
  learn,
  log,
  MultiplicityLearner,
  Random,
  randomWords,
  real,
  realWithin,
  type Teacher,
  type Wfsa,
  WfsaBuilder,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";

function boxOf(weigh: (word: readonly string[]) => number, tolerance = 1e-9): Teacher<number> {
  const equivalence = [breadthFirst(7), randomWords(300)];
  return functionTeacher({ algebra: realWithin(tolerance), alphabet: "ab", weigh, equivalence });
}

function randomReal(states: number, arcs: number, seed: number): Wfsa<number> {
  const random = new Random(seed, states, arcs);
  const builder = new WfsaBuilder(real, new Alphabet("ab"));
  for (let state = 0; state < states; state++) builder.state(random.below(2) === 0 ? 0 : random.real());
  builder.initial(0);
  for (let state = 0; state < states; state++) {
    for (let letter = 0; letter < 2; letter++) {
      for (let i = 0; i < arcs; i++)
        builder.arcOn(state, letter, (random.real() * 0.9) / arcs, random.below(states));
    }
  }
  return builder.build();
}

const letters = (word: readonly string[]) => word.map((symbol) => (symbol === "a" ? 0 : 1));

describe("over the reals", () => {
  it("learns 0.5^#a + 0.3^#b with rank 2, and shows its spectrum and threshold", () => {
    const count = (word: readonly string[], letter: string) =>
      word.filter((symbol) => symbol === letter).length;
    const box = boxOf((word) => 0.5 ** count(word, "a") + 0.3 ** count(word, "b"));
    const { automaton, outcome } = learn(box, { learner: "multiplicity" });
    expect([automaton.size, outcome]).toEqual([2, "accepted"]);
    const learner = new MultiplicityLearner(real, new Alphabet("ab"));
    expect(learner.conclusion?.()).toBe(
      "Singular values none: rank 0 at a threshold of 1e-9 of the largest.",
    );
  });

  it.each([0, 1e-10])("learns random automata with noise of %s, zeros included", (noise) => {
    for (const states of [3, 6, 10]) {
      for (const arcs of [1, 2, 4]) {
        const target = randomReal(states, arcs, 7);
        const random = new Random(9, states);
        const answers = new Map<string, number>();
        const box = boxOf(
          (word) => {
            const key = word.join("");
            const answer =
              answers.get(key) ?? target.weigh(letters(word)) * (1 + noise * (2 * random.real() - 1));
            answers.set(key, answer);
            return answer;
          },
          noise === 0 ? 1e-9 : 1e-6,
        );
        const { automaton, outcome, reason } = learn(box, { learner: "multiplicity", maxStates: 20 });
        expect([outcome, reason], `${states} states, ${arcs} arcs`).toEqual(["accepted", ""]);
        expect(automaton.size).toBeLessThanOrEqual(states);
        for (const word of wordsUpTo(2, 5)) {
          expect(automaton.weigh(word)).toBeCloseTo(target.weigh(word), 7);
        }
      }
    }
  });

  it("says which singular value was too small when a counterexample adds no dimension", () => {
    const target = randomReal(4, 2, 3);
    const box = boxOf((word) => target.weigh(letters(word)));
    const { outcome, reason } = learn(box, { learner: "multiplicity", rankTolerance: 0.9 });
    expect(outcome).toBe("tolerance");
    expect(reason).toMatch(
      /led to no rank above 1: .*below the threshold of 0\.9; a smaller rank tolerance counts it/u,
    );
  });

  it("refuses thresholds that make no sense, and rounded weights that are no reals", () => {
    const make = (rankTolerance: number) =>
      refusal(() => new MultiplicityLearner(real, new Alphabet("a"), { rankTolerance }));
    expect(make(0)).toBe("usage: the rank tolerance is a number between 0 and 1, not 0");
    expect(make(Number.NaN)).toContain("not NaN");
    expect(refusal(() => new MultiplicityLearner(log, new Alphabet("a")))).toContain("needs a field");
  });
});
