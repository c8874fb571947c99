/** The edges of operations on automata, with the values written down. */

import { describe, expect, it } from "vitest";
import { isStochastic } from "../../src/automata/stochastic/conditionals.ts";
import {
  Alphabet,
  boolean,
  rational,
  real,
  totalWeight,
  tropical,
  twins,
  Wfsa,
  WfsaBuilder,
  Wfst,
} from "../../src/index.ts";
import { ratioModulo } from "../../src/linear/reconstruction.ts";
import { refusal } from "../support/refusal.ts";

describe("ratios modulo a number", () => {
  it("may have parts as large as the bound, and no larger", () => {
    const modulus = 1_000_003n;
    const inverse = (d: bigint) => {
      for (let x = 1n; x < modulus; x++) if ((x * d) % modulus === 1n) return x;
      throw new Error("there is no inverse");
    };
    expect(ratioModulo((5n * inverse(7n)) % modulus, modulus, 7n)).toEqual({ n: 5n, d: 7n });
    expect(ratioModulo((7n * inverse(5n)) % modulus, modulus, 7n)).toEqual({ n: 7n, d: 5n });
    expect(ratioModulo((5n * inverse(7n)) % modulus, modulus, 6n)).toBeUndefined();
    expect(ratioModulo((-5n * inverse(7n)) % modulus, modulus, 7n)).toEqual({ n: -5n, d: 7n });
  });
});

describe("transducers", () => {
  it("refuse letters outside their alphabets", () => {
    const builder = new WfsaBuilder(rational, new Alphabet(["p"]));
    builder.state(1);
    const pairs = builder.build();
    const made = (inputOf: number[], outputOf: number[]) =>
      new Wfst({ pairs, input: new Alphabet("a"), output: new Alphabet("xy"), inputOf, outputOf });
    expect(made([-1], [1]).outputOf).toEqual([1]);
    expect(refusal(() => made([0], [2]))).toBe(
      "automaton: pair 0 has the output letter 2, outside -1 (for ε), 0…1",
    );
    expect(refusal(() => made([1], [0]))).toBe(
      "automaton: pair 0 has the input letter 1, outside -1 (for ε), 0…0",
    );
    expect(refusal(() => made([-2], [0]))).toMatch(/^automaton: /u);
    expect(refusal(() => made([], [0]))).toBe("automaton: expected 1 input letters, one per pair, got 0");
  });
});

/** One state with a loop for each weight. */
function loops(initial: number, final: number, ...weights: number[]): Wfsa<number> {
  const builder = new WfsaBuilder(real, new Alphabet("abc"));
  const state = builder.state(final);
  builder.initial(state, initial);
  for (const [letter, weight] of weights.entries()) builder.arcOn(state, letter, weight, state);
  return builder.build();
}

describe("stochastic automata", () => {
  it("have non-negative weights that sum to one in each state, and at the start", () => {
    expect(isStochastic(loops(1, 0.5, 0.25, 0.25))).toBe(true);
    expect(isStochastic(loops(1, 0.5, 0.25))).toBe(false);
    expect(isStochastic(loops(0.5, 0.5, 0.5))).toBe(false);
    expect(isStochastic(loops(1, 1, 0.5, -0.5))).toBe(false);
    expect(isStochastic(loops(-1, 1))).toBe(false);
    expect(isStochastic(Wfsa.zero(real, new Alphabet("a")))).toBe(false);
    const epsilon = new WfsaBuilder(real, new Alphabet("a"));
    const [from, to] = [epsilon.state(), epsilon.state(1)];
    epsilon.initial(from, 1);
    epsilon.arcOn(from, -1, 1, to);
    expect(isStochastic(epsilon.build())).toBe(false);
    const costs = new WfsaBuilder(tropical, new Alphabet("a"));
    costs.initial(costs.state(1), 1);
    expect(isStochastic(costs.build())).toBe(false);
  });
});

describe("twins", () => {
  it("says why at once where there is nothing to compare", () => {
    const builder = new WfsaBuilder(boolean, new Alphabet("a"));
    const [start, end, dead] = [builder.state(), builder.state(true), builder.state()];
    builder.initial(start, true);
    builder.arcOn(start, 0, true, end);
    expect(twins(builder.build())).toEqual({ answer: "yes", because: "the automaton is deterministic" });
    builder.arcOn(start, 0, true, dead);
    expect(twins(builder.build())).toEqual({
      answer: "yes",
      because: "trimmed, the automaton is deterministic",
    });
  });
});

describe("totalWeight", () => {
  it("names itself when it cannot sum", () => {
    const builder = new WfsaBuilder(rational, new Alphabet("a"));
    const state = builder.state(1);
    builder.initial(state, 1);
    builder.arcOn(state, 0, 2, state);
    expect(refusal(() => totalWeight(builder.build()))).toContain("totalWeight");
  });
});
