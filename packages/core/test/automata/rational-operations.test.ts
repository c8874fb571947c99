/** Union, product, closure, mirror image, intersection, difference, ε: each against its definition, word by word. */

import {
  Alphabet,
  boolean,
  closure,
  concat,
  difference,
  freeGroup,
  intersect,
  isDeterministic,
  primeField,
  project,
  quaternion,
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
  WfstBuilder,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
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

  /** Does the automaton give every word over a and b the weight that is expected? */
  function expectWeights(automaton: Wfsa<unknown>, expected: (word: number[]) => unknown): void {
    const plain = removeEpsilon(automaton);
    for (const word of wordsUpTo(automaton.alphabet.size, LENGTH)) {
      const [found, wanted] = [plain.weigh(word), expected(word)];
      if (!algebra.equals(found, wanted)) {
        expect(`${word}: ${algebra.format(found)}`).toBe(`${word}: ${algebra.format(wanted)}`);
      }
    }
  }

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
      else expect(refusal(() => reverse(a))).toMatch(/unsupported: reverse needs a commutative ⊗/u);
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

  it("removeEpsilon keeps the sums over all paths", () => {
    fc.assert(
      fc.property(silent, (draft) => {
        const automaton = buildWfsa(setting, draft);
        const plain = removeEpsilon(automaton);
        expect(plain.epsilons).toBe(0);
        expectWeights(plain, (word) => sum(paths(automaton, word)));
      }),
      { seed: 43, numRuns: 60 },
    );
  });

  it("removeEpsilon solves cycles, or says that they have no value", () => {
    let solved = 0;
    fc.assert(
      fc.property(wfsaDrafts({ maxStates: 3, maxLetters: 1, maxArcs: 7, epsilon: "any" }), (draft) => {
        const automaton = trim(buildWfsa(setting, draft));
        let plain: Wfsa<unknown>;
        try {
          plain = removeEpsilon(automaton);
        } catch {
          expect(refusal(() => removeEpsilon(automaton))).toMatch(/unsupported: .*no value/u);
          return;
        }
        solved++;
        // x = E x ⊕ b, for the weights of words from each state on: the equation that the sums satisfy.
        const from = (state: number, word: readonly number[]) => startAt(plain, state).weigh(word);
        for (const word of wordsUpTo(automaton.alphabet.size, 2)) {
          for (let state = 0; state < automaton.size; state++) {
            const terms = word.length === 0 ? [automaton.finalWeight[state]] : [];
            for (let arc = automaton.start[state]; arc < automaton.start[state + 1]; arc++) {
              const [letter, to] = [automaton.letter[arc], automaton.target[arc]];
              if (letter >= 0 && letter !== word[0]) continue;
              terms.push(
                algebra.times(automaton.arcWeight[arc], from(to, letter < 0 ? word : word.slice(1))),
              );
            }
            expect(algebra.equals(from(state, word), sum(terms))).toBe(true);
          }
        }
      }),
      { seed: 44, numRuns: 60 },
    );
    expect(solved).toBeGreaterThan(20);
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

/** The same automaton with one initial state, of weight 1. */
function startAt(automaton: Wfsa<unknown>, state: number): Wfsa<unknown> {
  const builder = new WfsaBuilder(automaton.algebra, automaton.alphabet);
  for (let i = 0; i < automaton.size; i++) builder.state(automaton.finalWeight[i]);
  builder.initial(state);
  for (let arc = 0; arc < automaton.arcs; arc++) {
    builder.arcOn(
      automaton.source[arc],
      automaton.letter[arc],
      automaton.arcWeight[arc],
      automaton.target[arc],
    );
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

  it("stop removeEpsilon", () => {
    const builder = new WfsaBuilder(boolean, ab);
    for (let i = 0; i < 300; i++) builder.state(true);
    for (let i = 0; i < 300; i++) builder.arc(i, "a", true, i);
    for (let i = 1; i < 300; i++) builder.arc(i - 1, null, true, i);
    const automaton = builder.initial(0).build();
    expect(refusal(() => removeEpsilon(automaton, { maxEntries: 5000 }))).toMatch(
      /budget: removeEpsilon stopped at its budget of 5000 entries/u,
    );
    expect(removeEpsilon(automaton).arcs).toBe((300 * 301) / 2);
  });
});

describe("removeEpsilon", () => {
  const loop = <W>(builder: WfsaBuilder<W>, weight: W) => {
    const state = builder.state(builder.algebra.one);
    return removeEpsilon(builder.initial(state).arc(state, null, weight, state).build()).weigh([]);
  };

  it("sums geometric series, exactly", () => {
    expect(loop(new WfsaBuilder(rational, ab), rational.parse("1/3"))).toEqual(rational.parse("3/2"));
    expect(loop(new WfsaBuilder(rational, ab), rational.parse("-1/3"))).toEqual(rational.parse("3/4"));
    expect(loop(new WfsaBuilder(tropical, ab), 2)).toBe(0);
    expect(quaternion.format(loop(new WfsaBuilder(quaternion, ab), quaternion.parse("1/2i")))).toBe(
      "4/5+2/5i",
    );
    expect(refusal(() => loop(new WfsaBuilder(rational, ab), -1))).toMatch(
      /through state 0 has no value in rational/u,
    );
    expect(refusal(() => loop(new WfsaBuilder(tropical, ab), -1))).toMatch(/has no value in tropical/u);
    expect(refusal(() => loop(new WfsaBuilder(primeField(7), ab), 3))).toMatch(
      /has no value in prime-field:7/u,
    );
  });

  it("ignores cycles that lead nowhere", () => {
    const dead = automatonOf(rational, "> 0 1; 0 - 1 1; 1 - 2 1; 0 - 1/2 2; 2 1");
    expect(removeEpsilon(dead).weigh([])).toEqual(rational.parse("1/2"));
  });

  it("does not trust stars of weights that cancel", () => {
    // Eigenvalues of modulus 1.22, although both stars of the elimination exist.
    const builder = new WfsaBuilder(rational, ab);
    const [p, q] = [builder.state(1), builder.state()];
    builder
      .arc(p, null, rational.parse("-9/10"), p)
      .arc(p, null, rational.parse("3/2"), q)
      .arc(q, null, -1, p);
    expect(refusal(() => removeEpsilon(builder.initial(p).build()))).toMatch(/has no value in rational/u);
  });

  it("needs ⊕ only where paths meet", () => {
    const builder = new WfsaBuilder(freeGroup, ab);
    const [p, q, r] = [builder.state(), builder.state(), builder.state("z")];
    builder.initial(p).arc(p, null, "x", q).arc(q, "a", "y", r);
    expect(removeEpsilon(builder.build()).weigh([0])).toBe("x y z");
    builder.arc(p, "a", "y", r);
    expect(refusal(() => removeEpsilon(builder.build()))).toMatch(/unsupported: removeEpsilon needs ⊕/u);
    expect(refusal(() => removeEpsilon(builder.arc(q, null, "y", q).build()))).toMatch(
      /needs the star of free-group, which is not defined/u,
    );
  });
});

it("a transducer's projections are weighed after removing ε", () => {
  const builder = new WfstBuilder(rational, ab, new Alphabet("xy"));
  const state = builder.state(1);
  builder.initial(state).arc(state, "a", "x", 2, state).arc(state, "a", "y", 3, state);
  builder.arc(state, "b", null, rational.parse("1/2"), state);
  const transducer = builder.build();
  expect(project(transducer, "input").weigh([0, 0])).toBe(25);
  // Every b between the x and y counts 1 + 1/2 + 1/4 + … = 2.
  expect(removeEpsilon(project(transducer, "output")).weigh([0, 1])).toBe(2 * 2 * 2 * 3 * 2);
});
