/** Union, product, closure, mirror image, intersection, difference: each against its definition, word by word. */

import {
  Alphabet,
  boolean,
  closure,
  concat,
  difference,
  intersect,
  isDeterministic,
  rational,
  relabel,
  removeEpsilon,
  reverse,
  support,
  toWfsa,
  trim,
  tropical,
  union,
  type Wfsa,
  WfsaBuilder,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectWeights } from "../support/expect-weights.ts";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import {
  automatonOf,
  buildWfsa,
  paths,
  type WfsaCase,
  type WfsaDraft,
  wfsaCases,
  wfsaDrafts,
} from "../support/wfsas.ts";

const small = wfsaDrafts({ maxStates: 3, maxLetters: 2, maxArcs: 6 });

const silent = wfsaDrafts({ maxStates: 4, maxLetters: 2, maxArcs: 8, epsilon: "acyclic" });

const ab = new Alphabet("ab");

const LENGTH = 3;

describe.each(wfsaCases)("over $name", (setting) => {
  const { algebra } = setting;
  const sum = (weights: readonly unknown[]) => weights.reduce(algebra.plus, algebra.zero);

  function check(holds: (a: Wfsa<unknown>, b: Wfsa<unknown>, draft: WfsaDraft) => void): void {
    const both = fc.property(small, small, (one, two) => {
      const letters = Math.max(one.letters, two.letters);
      const [a, b] = [one, two].map((draft) => buildWfsa(setting, { ...draft, letters }));
      holds(a, b, one);
    });
    fc.assert(both, { seed: 41, numRuns: 40 });
  }

  it("union adds", () => {
    check((a, b) => expectWeights(union(a, b), (word) => algebra.plus(a.weigh(word), b.weigh(word))));
  });

  it("concat sums over all factorizations", () => {
    check((a, b) => {
      expectWeights(concat(a, b), (word) => {
        const cuts = Array.from({ length: word.length + 1 }, (_, i) =>
          algebra.times(a.weigh(word.slice(0, i)), b.weigh(word.slice(i))),
        );
        return sum(cuts);
      });
    });
  });

  it("closure sums over all powers", () => {
    check((a) => {
      const ofEmpty = algebra.star?.(a.weigh([]));
      if (ofEmpty === undefined) {
        expect(refusal(() => closure(a))).toMatch(/unsupported: closure: ε has the weight .* no sum in/u);
        return;
      }
      // S(x) = c* ⊗ (ε(x) ⊕ the sum over first factors that are not empty).
      const series = (word: number[]): unknown => {
        if (word.length === 0) return ofEmpty;
        const cuts = Array.from({ length: word.length }, (_, i) =>
          algebra.times(a.weigh(word.slice(0, i + 1)), series(word.slice(i + 1))),
        );
        return algebra.times(ofEmpty, sum(cuts));
      };
      expectWeights(closure(a), series);
      // S⁺ = L S.
      expectWeights(closure(a, "plus"), (word) => {
        const cuts = Array.from({ length: word.length + 1 }, (_, i) =>
          algebra.times(a.weigh(word.slice(0, i)), series(word.slice(i))),
        );
        return sum(cuts);
      });
    });
  });

  it("reverse reads backwards, where ⊗ is commutative", () => {
    check((a) => {
      if (algebra.commutative) expectWeights(reverse(a), (word) => a.weigh(word.toReversed()));
      else
        expect(refusal(() => reverse(a))).toMatch(
          /unsupported: reverse needs (?:a commutative ⊗|weights that are multiplied in any order)/u,
        );
    });
  });

  it("intersect multiplies, where ⊗ is commutative or one side is unweighted", () => {
    check((a, b) => {
      if (algebra.commutative) {
        expectWeights(intersect(a, b), (word) => algebra.times(a.weigh(word), b.weigh(word)));
      }
      const plain = unweighted(setting, b);
      expectWeights(intersect(a, plain), (word) => algebra.times(a.weigh(word), plain.weigh(word)));
      expectWeights(intersect(plain, a), (word) => algebra.times(plain.weigh(word), a.weigh(word)));
    });
  });

  it("difference keeps the words that the other does not accept", () => {
    fc.assert(
      fc.property(silent, small, (one, two) => {
        const a = buildWfsa(setting, one);
        const b = buildWfsa(wfsaCases[0], two) as Wfsa<boolean>;
        const kept = removeEpsilon(difference(a, b));
        const letters = Math.min(one.letters, two.letters);
        for (const word of wordsUpTo(one.letters, LENGTH)) {
          const taken = word.every((letter) => letter < letters) && b.weigh(word);
          const wanted = taken ? algebra.zero : sum(paths(a, word));
          expect(algebra.equals(kept.weigh(word), wanted)).toBe(true);
        }
      }),
      { seed: 42, numRuns: 40 },
    );
  });

  it("trim keeps the language and leaves a trim automaton as it is", () => {
    check((a) => {
      const trimmed = trim(a);
      expectWeights(trimmed, (word) => a.weigh(word));
      expect(trim(trimmed)).toBe(trimmed);
      expect(trimmed.size).toBe(usefulByDefinition(a));
    });
  });

  it("support is where the weight is not zero, unless paths cancel", () => {
    check((a) => {
      if (algebra.negate !== undefined && !isDeterministic(a)) {
        expect(refusal(() => support(a))).toMatch(/unsupported: support: paths of .* may cancel/u);
        return;
      }
      const plain = support(a);
      for (const word of wordsUpTo(a.alphabet.size, LENGTH)) {
        expect(plain.weigh(word)).toBe(!algebra.isZero(a.weigh(word)));
      }
    });
  });

  it("relabel sums over all words with one image", () => {
    check((a) => {
      expectWeights(
        relabel(a, () => "x"),
        (word) => {
          const all = [...wordsUpTo(a.alphabet.size, word.length)].filter(
            ({ length }) => length === word.length,
          );
          return sum(all.map((one) => a.weigh(one)));
        },
      );
    });
  });
});

/** The same automaton with 1 for every weight. */
function unweighted({ algebra }: WfsaCase, automaton: Wfsa<unknown>): Wfsa<unknown> {
  const builder = new WfsaBuilder(algebra, automaton.alphabet);
  for (let state = 0; state < automaton.size; state++) {
    builder.state(algebra.isZero(automaton.finalWeight[state]) ? algebra.zero : algebra.one);
    if (!algebra.isZero(automaton.initialWeight[state])) builder.initial(state);
  }
  for (let arc = 0; arc < automaton.arcs; arc++) {
    builder.arcOn(automaton.source[arc], automaton.letter[arc], algebra.one, automaton.target[arc]);
  }
  return builder.build();
}

/** How many states lie on a path from an initial to a final one, by Warshall. */
function usefulByDefinition<W>(automaton: Wfsa<W>): number {
  const states = Array.from({ length: automaton.size }, (_, state) => state);
  const leads = states.map((p) => states.map((q) => p === q));
  for (let arc = 0; arc < automaton.arcs; arc++) leads[automaton.source[arc]][automaton.target[arc]] = true;
  for (const k of states)
    for (const i of states) for (const j of states) leads[i][j] ||= leads[i][k] && leads[k][j];
  const is = (weights: ArrayLike<W>) => states.filter((state) => !automaton.algebra.isZero(weights[state]));
  const [first, last] = [is(automaton.initialWeight), is(automaton.finalWeight)];
  return states.filter((q) => first.some((i) => leads[i][q]) && last.some((f) => leads[q][f])).length;
}

describe("alphabets", () => {
  it("are joined, and matched by symbol", () => {
    const one = (symbols: string, word: string) => {
      const builder = new WfsaBuilder(rational, new Alphabet(symbols));
      let at = builder.state();
      builder.initial(at);
      for (const symbol of word) {
        const next = builder.state();
        builder.arc(at, symbol, 2, next);
        at = next;
      }
      return builder.final(at).build();
    };
    const both = union(one("ab", "ab"), one("cba", "ca"));
    expect(both.alphabet.symbols).toEqual(["a", "b", "c"]);
    expect(both.weigh(both.alphabet.word("ca"))).toBe(4);
    expect(intersect(one("ab", "ab"), one("ba", "ab")).weigh([0, 1])).toBe(16);
    expect(removeEpsilon(concat(one("a", "a"), one("b", "b"))).weigh([0, 1])).toBe(4);
    expect(
      refusal(() => union<unknown>(one("a", "a"), toWfsa(new WfsaBuilder(tropical, ab).build()))),
    ).toMatch(/usage: the automata have different semifields/u);
  });
});

describe("budgets", () => {
  /** 2 × 2 … of states in a product, and rows that grow along ε arcs. */
  const ring = (size: number) => {
    const builder = new WfsaBuilder(boolean, new Alphabet("a"));
    for (let i = 0; i < size; i++) builder.state(true);
    for (let i = 0; i < size; i++) builder.arc(i, "a", true, (i + 1) % size);
    return builder.initial(0).build();
  };

  it("stop intersect and difference", () => {
    expect(refusal(() => intersect(ring(101), ring(103), { maxStates: 1000 }))).toMatch(
      /budget: intersect stopped at its budget of 1000 states/u,
    );
    expect(refusal(() => difference(ring(101), ring(103), { maxStates: 1000 }))).toMatch(
      /budget: difference stopped at its budget of 1000 states/u,
    );
    expect(intersect(ring(3), ring(5)).size).toBe(15);
    expect(refusal(() => difference(ring(3), automatonOf(tropical, "> 0 0; 0 0") as never))).toMatch(
      /^usage: difference/u,
    );
    expect(refusal(() => intersect(ring(3), ring(5), { maxStates: Number.NaN }))).toMatch(/usage: a budget/u);
  });
});
