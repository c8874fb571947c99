/** Lemma 17.1, Theorems 17.2 and 17.3: ambiguity and determinization against enumeration. */

import {
  Alphabet,
  bestPath,
  boolean,
  determinize,
  disambiguate,
  findAmbiguity,
  freeGroup,
  isDeterministic,
  isUnambiguous,
  log,
  minimize,
  primeField,
  quaternion,
  rational,
  real,
  reverse,
  totalWeight,
  toWfsa,
  trim,
  tropical,
  tropicalFloat64,
  twins,
  WfsaBuilder,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytes } from "../support/drafts.ts";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { automatonOf, buildWfsa, paths, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

const small = wfsaDrafts({ maxStates: 3, maxLetters: 2, maxArcs: 6 });

describe.each(wfsaCases)("over $name", (setting) => {
  const { algebra } = setting;
  const isField = algebra.negate !== undefined;

  it("determinize keeps the language or reaches its budget", () => {
    let done = 0;
    fc.assert(
      fc.property(small, (draft) => {
        const automaton = buildWfsa(setting, draft);
        const limits = { maxStates: 60 };
        const said = refusal(() => determinize(automaton, limits));
        if (said !== "none") {
          expect(said).toMatch(
            /^(?:budget: determinize stopped at its budget of 60 states: words up|unsupported: no det)/u,
          );
          return;
        }
        done++;
        const found = determinize(automaton, limits);
        for (const word of wordsUpTo(draft.letters, 4)) {
          expect(algebra.equals(found.weigh(word), automaton.weigh(word))).toBe(true);
        }
        expect(isDeterministic(toWfsa(found))).toBe(true);
        // Over a field equal right languages have equal vectors, so there is nothing left to merge.
        if (isField && !isDeterministic(automaton)) expect(minimize(found).size).toBe(found.size);
        expect(bytes(minimize(automaton))).toBe(bytes(minimize(found)));
      }),
      { seed: 51, numRuns: 80 },
    );
    expect(done).toBeGreaterThan(40);
  });

  it("findAmbiguity finds a word with two paths, if there is one", () => {
    let ambiguous = 0;
    fc.assert(
      fc.property(small, (draft) => {
        const automaton = buildWfsa(setting, draft);
        const word = findAmbiguity(automaton);
        expect(isUnambiguous(automaton)).toBe(word === undefined);
        if (word !== undefined) {
          ambiguous++;
          expect(paths(automaton, [...word]).length).toBeGreaterThan(1);
          return;
        }
        for (const other of wordsUpTo(draft.letters, 5)) {
          expect(paths(automaton, other).length).toBeLessThan(2);
        }
      }),
      { seed: 53, numRuns: 60 },
    );
    expect(ambiguous).toBeGreaterThan(10);
  });

  it("disambiguate leaves one path per word, and the language", () => {
    fc.assert(
      fc.property(small, (draft) => {
        const automaton = buildWfsa(setting, draft);
        const said = refusal(() => disambiguate(automaton, { maxStates: 100 }));
        if (said !== "none") {
          expect(said).toMatch(/^(?:budget|unsupported: no deterministic)/u);
          return;
        }
        const found = disambiguate(automaton, { maxStates: 100 });
        expect(isUnambiguous(found)).toBe(true);
        for (const word of wordsUpTo(draft.letters, 4)) {
          expect(algebra.equals(found.weigh(word), automaton.weigh(word))).toBe(true);
        }
      }),
      { seed: 54, numRuns: 60 },
    );
  });
});

describe("the examples of the literature", () => {
  // Mohri 1997, figures 11 and 12: the loops on b weigh the same, or do not.
  const mohri = (second: string) =>
    automatonOf(tropical, `> 0 0; 0 a 1 1; 0 a 2 2; 1 b 3 1; 2 b ${second} 2; 1 c 5 3; 2 d 6 3; 3 0`);

  it("Mohri's twins", () => {
    expect(twins(mohri("3"))).toEqual({
      answer: "yes",
      because: "the automaton is unambiguous and has the twins property",
    });
    const found = determinize(mohri("3"));
    expect(found.size).toBe(3);
    expect(found.weigh(found.alphabet.word("abbd"))).toBe(2 + 3 + 3 + 6);
  });

  it("Mohri's siblings that are no twins", () => {
    const { answer, because, cycles } = twins(mohri("4"));
    expect(answer).toBe("no");
    expect(because).toBe("a leads to the states 1 and 2, which go round on b with the weights 3 and 4");
    expect(cycles).toEqual({ prefix: [0], states: [1, 2], cycle: [1], weights: [3, 4] });
    expect(refusal(() => determinize(mohri("4")))).toBe(
      `unsupported: no deterministic automaton exists: ${because}`,
    );
    expect(refusal(() => determinize(mohri("4"), { askTwins: false, maxStates: 50 }))).toBe(
      "budget: determinize stopped at its budget of 50 states: words up to length 48 are done",
    );
  });

  it("names states by their original numbers", () => {
    const shifted = automatonOf(
      tropical,
      "0 a 0 1; > 2 0; 2 - 0 3; 3 a 1 4; 3 a 2 5; 4 b 3 4; 5 b 4 5; 4 c 5 6; 5 d 6 6; 6 0",
    );
    expect(twins(shifted).cycles?.states).toEqual([4, 5]);
    const { because } = twins(shifted);
    expect(because).toMatch(/^a leads to the states 4 and 5/u);
    expect(refusal(() => determinize(shifted))).toBe(
      `unsupported: no deterministic automaton exists: ${because}`,
    );
  });

  it("aⁿ ↦ n, regular over the rationals but not deterministic", () => {
    const counting = automatonOf(rational, "> 0 1; 0 a 1 0; 0 a 1 1; 1 a 1 1; 1 1");
    expect(twins(counting)).toEqual({
      answer: "cannot tell",
      because: "the word aa has several paths, and ⊕ adds them up in rational",
    });
    expect(refusal(() => determinize(counting, { maxStates: 40 }))).toMatch(/^budget: /u);
    // The same counting ends modulo 7, with one class per ratio of n to n + 1.
    const modulo = automatonOf(primeField(7), "> 0 1; 0 a 1 0; 0 a 1 1; 1 a 1 1; 1 1");
    expect(determinize(modulo).size).toBe(7);
  });

  it("a sibling that never wins: not twins, yet the language is deterministic", () => {
    const never = automatonOf(tropical, "> 0 0; 0 a 0 1; 0 a 0 2; 1 b 1 1; 2 b 2 2; 1 0; 2 0");
    const { answer, because } = twins(never);
    expect(answer).toBe("cannot tell");
    expect(because).toBe(
      "a leads to the states 1 and 2, which go round on b with the weights 1 and 2, but the word a has several paths",
    );
    expect(refusal(() => determinize(never, { maxStates: 40 }))).toMatch(/^budget/u);
  });

  it("weights that change sign only: -1 is a root of 1", () => {
    const signs = automatonOf(rational, "> 0 1; 0 a 1 1; 0 a 1 2; 1 b 1 1; 2 b -1 2; 1 c 1 3; 2 d 1 3; 3 1");
    expect(twins(signs).answer).toBe("cannot tell");
    expect(determinize(signs).size).toBe(4);
    const doubling = automatonOf(
      rational,
      "> 0 1; 0 a 1 1; 0 a 1 2; 1 b 1 1; 2 b -2 2; 1 c 1 3; 2 d 1 3; 3 1",
    );
    expect(twins(doubling).answer).toBe("no");
  });

  // Theorem 10.3.
  it("Choffrut's transducers: outputs that wait for the end, and outputs that cannot", () => {
    const waits = automatonOf(freeGroup, "> 0 1; > 1 1; 0 a x 0; 1 a x 1; 0 b 1 2; 1 c y 2; 2 1");
    expect(twins(waits).answer).toBe("yes");
    expect(minimize(waits).size).toBe(2);
    const cannot = automatonOf(freeGroup, "> 0 1; > 1 1; 0 a x 0; 1 a y 1; 0 b 1 2; 1 c 1 2; 2 1");
    const said = twins(cannot);
    expect(said.answer).toBe("no");
    expect(said.because).toMatch(
      /^ε leads to the states 0 and 1, which go round on a with the weights x and y, so/u,
    );
    // Equal cycles, but the delay between them does not commute with them.
    const conjugate = automatonOf(freeGroup, "> 0 1; > 1 y; 0 a x 0; 1 a x 1; 0 b 1 2; 1 c 1 2; 2 1");
    expect(twins(conjugate).cycles?.delays).toEqual(["y", "x^-1 y x"]);
    expect(twins(conjugate).answer).toBe("no");
    const shared = automatonOf(freeGroup, "> 0 1; 0 a x 0; 0 a x 1; 1 a y 1; 1 1");
    expect(refusal(() => determinize(shared))).toMatch(/^unsupported: .*needs ⊕, and free-group has none/u);
  });

  it("quaternions of finite order: delays that come back", () => {
    const units = automatonOf(quaternion, "> 0 1; > 1 1; 0 a i 0; 1 a j 1; 0 b 1 2; 1 c 1 2; 2 1");
    expect(twins(units).answer).toBe("yes");
    expect(determinize(units).size).toBe(3);
    const growing = automatonOf(quaternion, "> 0 1; > 1 1; 0 a i 0; 1 a 1+j 1; 0 b 1 2; 1 c 1 2; 2 1");
    expect(twins(growing, { maxPairs: 1000 })).toEqual({
      answer: "cannot tell",
      because: "twins stopped at its budget of 1000 pairs",
    });
  });

  it("the first non-zero entry scales vectors whose sum is zero", () => {
    // λ = (1, -1): every ⊕ of the first vector is 0, and no language is.
    const cancelling = automatonOf(rational, "> 0 1; > 1 -1; 0 a 2 0; 1 a 2 1; 0 1; 1 3");
    const found = determinize(cancelling);
    expect(found.size).toBe(1);
    expect(found.weigh([0, 0])).toBe(-8);
    // And everything may cancel.
    expect(determinize(automatonOf(rational, "> 0 1; > 1 -1; 0 a 2 0; 1 a 2 1; 0 1; 1 1")).size).toBe(0);
  });

  it("ends over a field although the vectors with null right languages never repeat", () => {
    // States 0 and 1 cancel in every word, with ever-growing ratios; only state 2 contributes.
    const noisy = automatonOf(rational, "> 0 1; > 1 -1; > 2 1; 0 a 2 0; 1 a 2 1; 2 a 1 2; 0 1; 1 1; 2 1");
    expect(determinize(noisy, { maxStates: 5 }).size).toBe(1);
  });
});

describe("what determinize needs", () => {
  it("is no state for a deterministic automaton", () => {
    const automaton = automatonOf(rational, "> 0 1; 0 a 2 1; 1 b 3 0; 1 1");
    expect(determinize(automaton, { maxStates: 0 }).weigh([0])).toBe(2);
  });

  it("2ⁿ states for the n-th letter from the end, and no more than its budget", () => {
    const builder = new WfsaBuilder(boolean, new Alphabet("ab"));
    for (let i = 0; i <= 16; i++) builder.state(i === 16);
    builder.initial(0).arc(0, "a", true, 0).arc(0, "b", true, 0).arc(0, "a", true, 1);
    for (let i = 1; i < 16; i++) builder.arc(i, "a", true, i + 1).arc(i, "b", true, i + 1);
    const automaton = builder.build();
    expect(refusal(() => determinize(automaton, { maxStates: 1000 }))).toMatch(/^budget: .* 1000 states/u);
    expect(refusal(() => determinize(automaton, { maxVectorEntries: 500 }))).toMatch(
      /^budget: .* 500 entries/u,
    );
  });

  it("floating-point vectors are matched by nearness", () => {
    const third = "0.1; > 1 0.2; 0 a 0.1 0; 1 a 0.1 1; 0 b 0.3 2; 1 c 0.7 2; 2 0.5";
    for (const algebra of [real, log, tropicalFloat64]) {
      const automaton = automatonOf<number>(algebra, `> 0 ${third}`);
      const found = determinize(automaton);
      expect(found.size).toBe(2);
      for (const word of wordsUpTo(3, 5)) {
        expect(algebra.equals(found.weigh(word), automaton.weigh(word))).toBe(true);
      }
    }
  });

  it("no stack: a chain of 50,000 states goes through everything", () => {
    const size = 50_000;
    const builder = new WfsaBuilder(tropical, new Alphabet("ab"));
    for (let i = 0; i < size; i++) builder.state(i === size - 1 ? 0 : Number.POSITIVE_INFINITY);
    builder.initial(0);
    for (let i = 1; i < size; i++) builder.arc(i - 1, i % 3 === 0 ? "b" : "a", 1, i);
    const chain = builder.build();
    expect(trim(chain)).toBe(chain);
    expect(totalWeight(chain)).toBe(size - 1);
    expect(minimize(reverse(chain)).size).toBe(size);
    expect(bestPath(chain)?.word.length).toBe(size - 1);
    // Two arcs at the end make it nondeterministic.
    const forked = builder
      .arc(size - 2, "a", 5, size - 1)
      .arc(size - 2, "a", 6, size - 1)
      .build();
    expect(determinize(forked, { maxStates: size }).size).toBe(size);
    expect(twins(forked).answer).toBe("yes");
  });

  it("ε is removed on the way", () => {
    const automaton = automatonOf(rational, "> 0 1; 0 - 1/2 0; 0 a 1 1; 1 1");
    expect(determinize(automaton).weigh([0])).toBe(2);
    expect(twins(automaton).answer).toBe("yes");
    expect(refusal(() => findAmbiguity(automaton))).toMatch(/unsupported: .*removeEpsilon/u);
  });
});
