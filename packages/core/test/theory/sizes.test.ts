/** Proposition 9.5: the weights of the canonical automaton are products of a bounded number of factors. */

import {
  Alphabet,
  freeGroup,
  minimize,
  type Random,
  randomAutomaton,
  rational,
  type Wdfsa,
  WdfsaBuilder,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { disguise } from "../support/disguise.ts";
import { targets } from "../support/targets.ts";

interface Measure {
  readonly name: string;
  size(text: string): number;
  weight(random: Random): string;
}

const bits = (text: string) =>
  Math.max(
    ...text
      .replace("-", "")
      .split("/")
      .map((digits) => Math.log2(Number(digits))),
  );
const letters = (text: string) => (text === "1" ? 0 : text.split(" ").length);

const measures: readonly Measure[] = [
  {
    name: rational.name,
    size: bits,
    weight: (random) => `${1 + random.below(9)}/${1 + random.below(9)}`,
  },
  {
    name: freeGroup.name,
    size: letters,
    weight: (random) => ["1", "x", "y x", "x^-1", "y^-1 x y"][random.below(5)],
  },
];

describe.each(measures)("over $name", ({ name, size, weight }) => {
  const setting = exactCases.find(({ algebra }) => algebra.name === name) as (typeof exactCases)[number];
  const { algebra } = setting;
  const sizeOf = (value: unknown) => (algebra.isZero(value) ? 0 : size(algebra.format(value)));
  const largest = (values: ArrayLike<unknown>) => Math.max(0, ...Array.from(values, sizeOf));

  it("canonical weights are products of at most 2N + 1 weights, λ and ρ of N + 1", () => {
    const check = (automaton: Wdfsa<unknown>) => {
      const b = Math.max(
        sizeOf(automaton.initialWeight),
        largest(automaton.arcWeight),
        largest(automaton.finalWeight),
      );
      const canonical = minimize(automaton);
      const N = canonical.size;
      const slack = 1e-9;
      expect(sizeOf(canonical.initialWeight)).toBeLessThanOrEqual((N + 1) * b + slack);
      expect(largest(canonical.finalWeight)).toBeLessThanOrEqual((N + 1) * b + slack);
      expect(largest(canonical.arcWeight)).toBeLessThanOrEqual((2 * N + 1) * b + slack);
    };
    fc.assert(
      fc.property(targets(10), (target) => {
        const automaton = randomAutomaton({
          algebra,
          ...target,
          weight: (random: Random) => algebra.parse(weight(random)),
        });
        check(automaton);
        check(disguise(setting, automaton, target.seed));
      }),
      { seed: 9050, numRuns: 20 },
    );
  });
});

describe("over the rationals", () => {
  it("a word of N - 1 arcs and a final weight of 2 each has the canonical λ 2^N", () => {
    for (let N = 1; N <= 8; N++) {
      const builder = new WdfsaBuilder(rational, new Alphabet("a"));
      for (let state = 0; state < N; state++) builder.state();
      builder.initial(0, rational.one);
      for (let state = 0; state + 1 < N; state++) builder.arc(state, "a", rational.parse("2"), state + 1);
      builder.final(N - 1, rational.parse("2"));
      const canonical = minimize(builder.build());
      expect(canonical.size).toBe(N);
      expect(rational.format(canonical.initialWeight)).toBe(String(2 ** N));
    }
  });
});
