/** ε arcs are removed, and the sums over all paths stay. */

import {
  Alphabet,
  boolean,
  freeGroup,
  primeField,
  project,
  quaternion,
  rational,
  removeEpsilon,
  trim,
  tropical,
  type Wfsa,
  WfsaBuilder,
  WfstBuilder,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectWeights } from "../support/expect-weights.ts";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { automatonOf, buildWfsa, paths, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

const silent = wfsaDrafts({ maxStates: 4, maxLetters: 2, maxArcs: 8, epsilon: "acyclic" });

const ab = new Alphabet("ab");

describe.each(wfsaCases)("removeEpsilon over $name", (setting) => {
  const { algebra } = setting;
  const sum = (weights: readonly unknown[]) => weights.reduce(algebra.plus, algebra.zero);

  it("keeps the sums over all paths", () => {
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

  it("solves cycles, or says that they have no value", () => {
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
});

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

  it("stops at its budget", () => {
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

  it("forms no more entries than a few times the result, where many ε arcs leave one state", () => {
    const fan = 2000;
    const builder = new WfsaBuilder(tropical, ab);
    for (let i = 0; i <= 2 * fan + 1; i++) builder.state(i > fan ? 1 : tropical.zero);
    for (let i = 1; i <= fan; i++) builder.arc(0, null, 1, i).arc(i, "a", 1, fan + i);
    const found = removeEpsilon(builder.initial(0).build(), { maxEntries: 3 * fan });
    expect(found.arcs).toBe(2 * fan);
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
