/** docs/theory.md §12: `totalWeight` sums by length. */

import { Alphabet, rational, totalWeight, type Wdfsa, WdfsaBuilder } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsUpTo } from "../support/reference.ts";

function automaton(arcs: readonly (readonly string[])[], finals: readonly string[]): Wdfsa<unknown> {
  const alphabet = Alphabet.letters(2);
  const builder = new WdfsaBuilder(rational, alphabet);
  finals.forEach((weight, state) => {
    builder.state();
    builder.final(state, rational.parse(weight));
  });
  builder.initial(0, 1);
  arcs.forEach((weights, state) => {
    weights.forEach((weight, letter) => {
      const value = rational.parse(weight);
      const to = (state + letter) % finals.length;
      if (!rational.isZero(value)) builder.arc(state, alphabet.symbols[letter], value, to);
    });
  });
  return builder.build();
}

const number = (weight: unknown) => {
  const [n, d = "1"] = rational.format(weight as never).split("/");
  return Number(n) / Number(d);
};

describe("the sum of all weights", () => {
  it("adds words of one length first: weights that cancel there do no harm", () => {
    expect(number(totalWeight(automaton([["2", "-2"]], ["1"])))).toBe(1);
  });

  it("is the limit of the sums over words of at most n letters", () => {
    const weight = fc.integer({ min: -3, max: 3 }).map((n) => `${n}/10`);
    const final = fc.integer({ min: 1, max: 5 }).map(String);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(weight, weight), { minLength: 2, maxLength: 2 }),
        fc.tuple(final, final),
        (arcs, finals) => {
          const drawn = automaton(arcs, finals);
          let sum = 0;
          for (const word of wordsUpTo(2, 10)) sum += number(drawn.weigh(word));
          // What is left out is at most Σ 5 · 0.6ⁿ for n > 10.
          expect(Math.abs(sum - number(totalWeight(drawn)))).toBeLessThan((5 * 0.6 ** 11) / 0.4 + 1e-9);
        },
      ),
      { seed: 1200, numRuns: 10 },
    );
  });
});
