import {
  Alphabet,
  boolean,
  EPSILON,
  freeGroup,
  isDeterministic,
  project,
  quaternion,
  rational,
  relabel,
  toWdfsa,
  toWfsa,
  Wfsa,
  WfsaBuilder,
  WfstBuilder,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { build, bytes, drafts } from "../support/drafts.ts";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { buildWfsa, paths, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

const ab = new Alphabet("ab");

describe.each(wfsaCases)("over $name", (setting) => {
  it("weigh is the sum over all paths", () => {
    fc.assert(
      fc.property(wfsaDrafts({ maxStates: 3, maxLetters: 2, maxArcs: 7 }), (draft) => {
        const automaton = buildWfsa(setting, draft);
        for (const word of wordsUpTo(draft.letters, 3)) {
          const sum = paths(automaton, word).reduce(setting.algebra.plus, setting.algebra.zero);
          expect(setting.algebra.equals(automaton.weigh(word), sum)).toBe(true);
        }
      }),
      { seed: 31, numRuns: 60 },
    );
  });
});

describe.each(exactCases)("over $name", (setting) => {
  it("toWfsa and back changes nothing", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 5, maxLetters: 3 }), (draft) => {
        const automaton = build(setting, draft);
        const loose = toWfsa(automaton);
        expect(isDeterministic(loose)).toBe(true);
        expect(bytes(toWdfsa(loose))).toBe(bytes(automaton));
        for (const word of wordsUpTo(draft.letters, 3)) {
          expect(setting.algebra.equals(loose.weigh(word), automaton.weigh(word))).toBe(true);
        }
      }),
      { seed: 32, numRuns: 50 },
    );
  });
});

describe("Wfsa", () => {
  it("sorts its arcs by source, then letter, and keeps the order of the rest", () => {
    const builder = new WfsaBuilder(rational, ab);
    for (let i = 0; i < 3; i++) builder.state();
    builder.arc(2, "a", 1, 0).arc(0, "b", 2, 1).arc(0, "a", 3, 2).arc(0, null, 4, 1).arc(0, "a", 5, 1);
    const { start, source, letter, target, arcWeight, epsilons } = builder.build();
    expect(Array.from(start)).toEqual([0, 4, 4, 5]);
    expect(Array.from(source)).toEqual([0, 0, 0, 0, 2]);
    expect(Array.from(letter)).toEqual([EPSILON, 0, 0, 1, 0]);
    expect(Array.from(target)).toEqual([1, 2, 1, 1, 0]);
    expect(Array.from(arcWeight)).toEqual([4, 3, 5, 2, 1]);
    expect(epsilons).toBe(1);
  });

  it("has a zero, and drops arcs of weight zero", () => {
    expect(Wfsa.zero(rational, ab).weigh([0])).toBe(0);
    const builder = new WfsaBuilder(rational, ab);
    const state = builder.state(1);
    expect(builder.initial(state).arc(state, "a", 0, state).build().arcs).toBe(0);
  });

  it("says why it is not deterministic", () => {
    const builder = () => {
      const begun = new WfsaBuilder(rational, ab);
      for (const name of ["p", "q"]) begun.state(1, name);
      return begun.initial(1);
    };
    const two = builder().initial(0, 2).build();
    expect(refusal(() => toWdfsa(two))).toMatch(/unsupported: .*2 states are initial, p and q/u);
    const same = builder().arc(1, "b", 1, 0).arc(1, "b", 2, 1).build();
    expect(refusal(() => toWdfsa(same))).toMatch(/two arcs leave state q on "b"/u);
    const silent = builder().arc(0, null, 1, 1).build();
    expect(refusal(() => toWdfsa(silent))).toMatch(/an ε arc leaves state p/u);
    expect(refusal(() => silent.weigh([]))).toMatch(/unsupported: .*1 ε arcs; use removeEpsilon/u);
    const fine = toWdfsa(builder().arc(1, "a", 2, 0).arc(0, "b", 3, 0).build());
    expect(fine.names).toEqual(["q", "p"]);
    expect(fine.weigh([0, 1])).toBe(6);
  });

  it("needs ⊕ only if a word has several paths", () => {
    const builder = new WfsaBuilder(freeGroup, ab);
    const [p, q] = [builder.state("x"), builder.state("y")];
    builder.initial(p).arc(p, "a", "z", p).arc(p, "a", "z", q).arc(p, "b", "y", q);
    const automaton = builder.build();
    expect(automaton.weigh([1])).toBe("y y");
    expect(refusal(() => automaton.weigh([0]))).toMatch(/unsupported: .*needs ⊕, and free-group has none/u);
  });

  it("refuses arrays that do not form an automaton", () => {
    const parts = (changes: object) => ({
      algebra: rational,
      alphabet: ab,
      initialWeight: [1, 0],
      finalWeight: [0, 1],
      source: Int32Array.of(0),
      letter: Int32Array.of(0),
      target: Int32Array.of(1),
      arcWeight: [1],
      ...changes,
    });
    expect(new Wfsa(parts({})).weigh([0])).toBe(1);
    const wrong: [object, RegExp][] = [
      [{ initialWeight: [1] }, /2 initial weights/u],
      [{ source: Int32Array.of(2) }, /arc 0 from 2 to 1/u],
      [{ target: Int32Array.of(-1) }, /arc 0 from 0 to -1/u],
      [{ letter: Int32Array.of(2) }, /letter 2, outside/u],
      [{ letter: Int32Array.of(-2) }, /letter -2, outside/u],
      [{ letter: Int32Array.of() }, /1 sources, 0 letters/u],
      [{ arcWeight: [0] }, /weight zero/u],
      [{ arcWeight: [Number.NaN] }, /not a weight/u],
      [{ finalWeight: [0, 0.5] }, /final weight of state 1/u],
      [{ initialWeight: [0.5, 0] }, /initial weight of state 0/u],
      [{ names: ["one"] }, /expected 2 state names, got 1/u],
    ];
    for (const [changes, message] of wrong) {
      const said = refusal(() => new Wfsa(parts(changes)));
      expect(said).toMatch(/^automaton: /u);
      expect(said).toMatch(message);
    }
    expect(refusal(() => new Wfsa(parts({})).weigh([2]))).toMatch(/usage: letter 2 at 0 is outside 0…1/u);
  });
});

describe("relabel", () => {
  it("sends words to their images", () => {
    const builder = new WfsaBuilder(quaternion, new Alphabet("abc"));
    const state = builder.state(quaternion.one);
    builder.initial(state);
    for (const [symbol, weight] of ["ai", "bj", "ck"]) {
      builder.arc(state, symbol, quaternion.parse(weight), state);
    }
    const image = relabel(builder.build(), (symbol) => (symbol === "c" ? "x" : "y"));
    expect(image.alphabet.symbols).toEqual(["y", "x"]);
    expect(quaternion.format(image.weigh([0]))).toBe("i+j");
    expect(quaternion.format(image.weigh([1, 0]))).toBe("-i+j");
    const silent = relabel(builder.build(), (symbol) => (symbol === "c" ? null : symbol));
    expect([silent.epsilons, silent.alphabet.symbols]).toEqual([1, ["a", "b"]]);
  });
});

describe("Wfst", () => {
  it("projects to its inputs and its outputs", () => {
    const builder = new WfstBuilder(boolean, ab, new Alphabet(["x", "", ":"]));
    const [p, q] = [builder.state(), builder.state(true)];
    builder.initial(p).arc(p, "a", "x", true, q).arc(p, "b", "", true, p).arc(q, "b", ":", true, q);
    builder.arc(q, null, null, true, p).arc(q, "a", null, true, q);
    const transducer = builder.build();
    expect(transducer.pairs.alphabet.symbols).toEqual(["a:x", "b:\\e", "b:\\:", "a:"]);
    const input = project(transducer, "input");
    expect(input.alphabet).toBe(ab);
    expect(input.epsilons).toBe(1);
    expect(Array.from(input.letter)).toEqual([0, 1, EPSILON, 0, 1]);
    const output = project(transducer, "output");
    expect(output.epsilons).toBe(2);
    expect(Array.from(output.letter)).toEqual([0, 1, EPSILON, EPSILON, 2]);
    expect(refusal(() => builder.arc(p, "z", "x", true, q))).toMatch(/"z" is not in the alphabet/u);
  });
});
