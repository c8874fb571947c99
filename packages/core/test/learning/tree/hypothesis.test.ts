/** The hypothesis of a sifting, its runs, and how many states it certainly has. */

import { beforeEach, describe, expect, it } from "vitest";
import { boolean, rational, writeHankel } from "../../../src/index.ts";
import { hypothesisOf, liveStates, runOf } from "../../../src/learning/tree/hypothesis.ts";
import { Sifted, wdfsaOf } from "../../support/sifted.ts";

const language = wdfsaOf(rational, "ab", "0 1; 1 4; 2 1; 0 a 2 1; 0 b 3 0; 1 a 1 2; 2 a 5 2; 2 b 7 0");

describe("the hypothesis", () => {
  let sifted: Sifted<ReturnType<typeof rational.parse>>;
  beforeEach(() => {
    sifted = new Sifted(language);
  });

  it("is the zero language while there is no state", () => {
    expect(hypothesisOf(sifted.sifting).size).toBe(0);
    expect(runOf(sifted.sifting, [0, 1])).toMatchObject({ states: [], weight: 0 });
    expect(runOf(sifted.sifting, []).weight).toBe(0);
    expect(liveStates(sifted.sifting)).toBe(0);
  });

  it("has λ = 1, ρ(u) = L(u) and the factors of the arcs", () => {
    sifted.settle();
    expect(writeHankel(hypothesisOf(sifted.sifting))).toBe(
      writeHankel(wdfsaOf(rational, "ab", "0 1; 0 a 8 0; 0 b 3 0")),
    );
    sifted.ask("ab");
    sifted.sifting.split(1, [1]);
    sifted.settle();
    // b is held, so its arc is missing.
    const partial = wdfsaOf(rational, "ab", "0 1; 1 8; 2 2; 0 a 1 1; 1 a 1 2; 2 a 5 2; 2 b 14 0");
    expect(writeHankel(hypothesisOf(sifted.sifting))).toBe(writeHankel(partial));
    sifted.sifting.release();
    sifted.settle();
    const whole = wdfsaOf(rational, "ab", "0 1; 1 8; 2 2; 0 a 1 1; 0 b 3 0; 1 a 1 2; 2 a 5 2; 2 b 14 0");
    expect(writeHankel(hypothesisOf(sifted.sifting))).toBe(writeHankel(whole));
    expect(liveStates(sifted.sifting)).toBe(3);
  });

  it("runs until the word ends, or the run dies", () => {
    sifted.settle();
    sifted.ask("ab");
    sifted.sifting.split(1, [1]);
    sifted.sifting.release();
    sifted.settle();
    const { sifting } = sifted;
    const run = runOf(sifting, [1, 0, 0, 1]);
    expect(run.states).toEqual([0, 0, 1, 2, 0]);
    expect(run.access(2)).toBe(sifted.observations.node(0, [0, 0]));
    // The accumulated weights are 1, 3, 3, 3 and 42, and the access words weigh 1, 8 and 2.
    const alphas = run.states.map((state, i) => run.alpha(i, run.access(state)));
    expect(alphas).toEqual([1, 3, 24, 6, 42]);
    expect(runOf(sifting, [0, 1, 1, 1])).toMatchObject({ states: [0, 1], weight: 0 });
    expect(runOf(sifting, [])).toMatchObject({ states: [0], weight: 1 });
  });

  it("weighs a word by its run", () => {
    sifted.settle();
    sifted.ask("ab");
    sifted.sifting.split(1, [1]);
    sifted.sifting.release();
    sifted.settle();
    for (const word of ["", "a", "b", "ab", "aab", "aba", "baab", "aaa"]) {
      const letters = sifted.word(word);
      expect(runOf(sifted.sifting, letters).weight).toEqual(language.weigh(letters));
      expect(hypothesisOf(sifted.sifting).weigh(letters)).toEqual(language.weigh(letters));
    }
    expect(runOf(sifted.sifting, [1, 0, 0, 1]).weight).toBe(42);
    expect(runOf(sifted.sifting, [0, 1]).weight).toBe(0);
  });
});

// Proposition 6.8.
describe("the number of states that are certain, where 1 is the only non-zero weight", () => {
  it("does not count the state of the all-zero path before an arc leaves it", () => {
    // {a}: ε and a are live states in the end, and everything else is dead.
    const sifted = new Sifted(wdfsaOf(boolean, "ab", "0 true; 1 true; 0 a true 1"));
    const { sifting } = sifted;
    sifted.step();
    expect([sifting.states, liveStates(sifting)]).toEqual([1, 1]);
    sifted.step();
    // b is a state of its own, which may be the dead one.
    expect([sifting.states, liveStates(sifting)]).toEqual([2, 1]);
    sifted.settle();
    expect([sifting.states, liveStates(sifting)]).toEqual([2, 1]);
  });

  it("counts it once an arc leaves it, whichever letter the arc has", () => {
    for (const letter of ["a", "b"]) {
      const sifted = new Sifted(wdfsaOf(boolean, "ab", `1 true; 0 ${letter} true 1; 1 a true 1`));
      sifted.step();
      expect([sifted.sifting.states, liveStates(sifted.sifting)]).toEqual([1, 0]);
      sifted.settle();
      expect([sifted.sifting.states, liveStates(sifted.sifting)]).toEqual([2, 2]);
    }
  });
});
