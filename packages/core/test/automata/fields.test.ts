/** What needs a field: comparing nondeterministic automata, and reducing them to their rank. */

import {
  boolean,
  compare,
  determinize,
  type ExactSemifield,
  equivalent,
  quaternion,
  rational,
  real,
  reduce,
  tropical,
  union,
  type Wfsa,
  WfsaBuilder,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { automatonOf, buildWfsa, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

const small = wfsaDrafts({ maxStates: 3, maxLetters: 2, maxArcs: 7 });
const fields = wfsaCases.filter(({ algebra }) => algebra.negate !== undefined);

/** The rank of a matrix by Gauss, factors on the left: slow and obvious. */
function rank<W>(algebra: ExactSemifield<W>, matrix: readonly (readonly W[])[]): number {
  let left = matrix.filter((row) => row.some((weight) => !algebra.isZero(weight)));
  for (let found = 0; ; found++) {
    const [first, ...others] = left;
    if (first === undefined) return found;
    const pivot = first.findIndex((weight) => !algebra.isZero(weight));
    const minus = algebra.negate?.(algebra.one) as W;
    left = others
      .map((row) => {
        const factor = algebra.times(minus, algebra.times(row[pivot], algebra.inverse(first[pivot])));
        return row.map((weight, i) => algebra.plus(weight, algebra.times(factor, first[i])));
      })
      .filter((row) => row.some((weight) => !algebra.isZero(weight)));
  }
}

/** The same language with a second automaton added and subtracted. */
function withNoise(a: Wfsa<unknown>, b: Wfsa<unknown>, algebra: ExactSemifield<unknown>): Wfsa<unknown> {
  const minus = algebra.negate?.(algebra.one);
  const builder = new WfsaBuilder(algebra, b.alphabet);
  for (let state = 0; state < b.size; state++) {
    builder.state(b.finalWeight[state]);
    builder.initial(state, algebra.times(minus, b.initialWeight[state]));
  }
  for (let arc = 0; arc < b.arcs; arc++)
    builder.arcOn(b.source[arc], b.letter[arc], b.arcWeight[arc], b.target[arc]);
  return union(union(a, b), builder.build());
}

describe.each(fields)("over $name", (setting) => {
  const { algebra } = setting;

  it("compare finds a shortest difference, or that there is none", () => {
    let [equal, different] = [0, 0];
    fc.assert(
      fc.property(small, small, fc.boolean(), (one, two, noise) => {
        const [a, other] = [one, two].map((draft) => buildWfsa(setting, { ...draft, letters: 2 }));
        const b = noise ? withNoise(a, other, algebra) : other;
        const found = compare(a, b);
        expect(equivalent(b, a)).toBe(found === undefined);
        // n states in all: words of length n - 1 reach the whole space (see the reference).
        const first = [...wordsUpTo(2, a.size + other.size)].find(
          (word) => !algebra.equals(a.weigh(word), b.weigh(word)),
        );
        expect(found?.word.length).toBe(first?.length);
        if (found === undefined) {
          equal++;
          return;
        }
        different++;
        expect(algebra.equals(found.left, a.weigh(found.word))).toBe(true);
        expect(algebra.equals(found.right, b.weigh(found.word))).toBe(true);
        expect(algebra.equals(found.left, found.right)).toBe(false);
      }),
      { seed: 61, numRuns: 60 },
    );
    expect(Math.min(equal, different)).toBeGreaterThan(5);
  });

  it("reduce has as many states as the Hankel matrix has independent rows", () => {
    fc.assert(
      fc.property(small, small, (one, two) => {
        const [a, b] = [one, two].map((draft) => buildWfsa(setting, { ...draft, letters: 2 }));
        const noisy = withNoise(a, b, algebra);
        const reduced = reduce(noisy);
        const words = [...wordsUpTo(2, 3)];
        const hankel = words.map((p) => words.map((s) => a.weigh([...p, ...s])));
        expect(reduced.size).toBe(rank(algebra, hankel));
        for (const word of wordsUpTo(2, 4)) {
          expect(algebra.equals(reduced.weigh(word), a.weigh(word))).toBe(true);
        }
      }),
      { seed: 62, numRuns: 40 },
    );
  });
});

describe("compare", () => {
  it("determinizes if the semifield is not a field", () => {
    const a = automatonOf(boolean, "> 0 1; 0 a 1 0; 0 b 1 0; 0 a 1 1; 1 b 1 2; 2 1");
    const b = automatonOf(boolean, "> 0 1; 0 a 1 1; 0 b 1 0; 1 a 1 1; 1 b 1 2; 2 a 1 1; 2 b 1 0; 2 1");
    expect(compare(a, b)).toBeUndefined();
    const c = automatonOf(boolean, "> 0 1; 0 a 1 0; 0 b 1 0; 0 a 1 1; 1 b 1 2; 2 1; 0 1");
    expect(compare(a, c)?.word).toEqual([]);
  });

  it("refuses undecidable cases with a reason", () => {
    const never = automatonOf(tropical, "> 0 0; 0 a 0 1; 0 a 0 2; 1 b 1 1; 2 b 2 2; 1 0; 2 0");
    const said = refusal(() => compare(never, never, { maxStates: 50 }));
    expect(said).toMatch(
      /^unsupported: comparing nondeterministic automata over tropical is undecidable in general/u,
    );
    expect(said).toMatch(/or not implemented here, because .* stopped at its budget of 50 states/u);
  });

  it("does not treat rounded weights as a field", () => {
    const a = automatonOf(real, "> 0 1; 0 a 0.5 0; 0 a 0.5 1; 1 1");
    expect(refusal(() => reduce(a))).toMatch(
      /unsupported: reduce needs exact weights, and those of real are rounded/u,
    );
    expect(equivalent(a, a)).toBe(true);
    const b = automatonOf(tropical, "> 0 1; 0 a 1 0; 0 1");
    expect(refusal(() => reduce(b))).toMatch(
      /unsupported: reduce needs a field, and tropical has no additive/u,
    );
  });

  it("keeps to its budget", () => {
    const builder = new WfsaBuilder(rational, automatonOf(rational, "> 0 1; 0 a 1 0; 0 b 1 0; 0 1").alphabet);
    for (let i = 0; i < 60; i++) builder.state(1);
    for (let i = 0; i < 60; i++)
      builder
        .arc(i, "a", i + 1, (i * 7 + 1) % 60)
        .arc(i, "b", 1, (i * i) % 60)
        .arc(i, "b", 2, i);
    const a = builder.initial(0).build();
    expect(refusal(() => compare(a, a, { maxProducts: 20 }))).toMatch(
      /^budget: compare stopped at its budget of 20/u,
    );
    expect(refusal(() => reduce(a, { maxProducts: 20 }))).toMatch(
      /^budget: reduce stopped at its budget of 20/u,
    );
    expect(equivalent(a, a)).toBe(true);
  });

  it("multiplies quaternions in their order", () => {
    const a = automatonOf(quaternion, "> 0 1; > 1 1; 0 a i 0; 1 a j 1; 0 b j 2; 1 b i 2; 2 1");
    // i j and j i cancel.
    expect(
      compare(a, automatonOf(quaternion, "> 0 1; 0 b i+j 1; 0 a 1 2; 2 a 1 3; 3 b 1 1; 1 1"))?.word,
    ).toEqual([0, 0, 1]);
    expect(determinize(a).weigh([0, 1])).toEqual(quaternion.zero);
  });
});
