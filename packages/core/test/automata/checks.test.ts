/** What is no automaton, in the words of the refusal, and what is left of one without useless states. */

import {
  Alphabet,
  type Automaton,
  equivalent,
  fromExpression,
  rational,
  trim,
  tropical,
  twins,
  Wfsa,
  type WfsaParts,
  WfstBuilder,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { refusal } from "../support/refusal.ts";
import { automatonOf } from "../support/wfsas.ts";

describe("a Wfsa", () => {
  /** Two states and an arc between them. */
  const parts = (some: Partial<WfsaParts<number>> = {}): WfsaParts<number> => ({
    algebra: rational as never,
    alphabet: new Alphabet("a"),
    initialWeight: [1, 0],
    finalWeight: [0, 1],
    source: Int32Array.of(0),
    letter: Int32Array.of(0),
    target: Int32Array.of(1),
    arcWeight: [2],
    ...some,
  });

  it.each<[Partial<WfsaParts<number>>, string]>([
    [{}, "none"],
    [{ initialWeight: [1] }, "automaton: expected 2 initial weights, one per state, got 1"],
    [{ letter: Int32Array.of() }, "automaton: arrays of 1 sources, 0 letters, 1 targets, 1 weights"],
    [{ target: Int32Array.of(1, 1) }, "automaton: arrays of 1 sources, 1 letters, 2 targets, 1 weights"],
    [{ arcWeight: [] }, "automaton: arrays of 1 sources, 1 letters, 1 targets, 0 weights"],
    [{ names: ["x"] }, "automaton: expected 2 state names, got 1"],
    [{ initialWeight: [1, 0.5] }, "automaton: the initial weight of state 1 is not a weight"],
    [{ finalWeight: [0.5, 1] }, "automaton: the final weight of state 0 is not a weight"],
    [{ source: Int32Array.of(-1) }, "automaton: arc 0 from -1 to 1 leaves the states 0…1"],
    [{ source: Int32Array.of(2) }, "automaton: arc 0 from 2 to 1 leaves the states 0…1"],
    [{ target: Int32Array.of(-1) }, "automaton: arc 0 from 0 to -1 leaves the states 0…1"],
    [{ target: Int32Array.of(2) }, "automaton: arc 0 from 0 to 2 leaves the states 0…1"],
    [{ letter: Int32Array.of(-2) }, "automaton: arc 0 has letter -2, outside -1 (for ε), 0…0"],
    [{ letter: Int32Array.of(1) }, "automaton: arc 0 has letter 1, outside -1 (for ε), 0…0"],
    [{ letter: Int32Array.of(-1) }, "none"],
    [{ arcWeight: [0.5] }, "automaton: the weight of arc 0 is not a weight"],
    [{ arcWeight: [0] }, "automaton: arc 0 has weight zero, which is no arc"],
  ])("with %j: %s", (some, expected) => {
    expect(refusal(() => new Wfsa(parts(some)))).toBe(expected);
  });

  it("weighs only words over its alphabet", () => {
    const automaton = new Wfsa(parts());
    expect(automaton.weigh([0])).toBe(2);
    for (const letter of [1, -1, 0.5]) {
      expect(refusal(() => automaton.weigh([0, letter]))).toBe(`usage: letter ${letter} at 1 is outside 0…0`);
    }
  });
});

it("a transducer refuses symbols that are in no alphabet of its own", () => {
  const builder = new WfstBuilder(rational, new Alphabet("a"), new Alphabet("x"));
  const state = builder.state(1);
  expect(refusal(() => builder.arc(state, "b", "x", 1, state))).toBe('automaton: "b" is not in the alphabet');
  expect(refusal(() => builder.arc(state, "a", "y", 1, state))).toBe('automaton: "y" is not in the alphabet');
  expect(refusal(() => builder.arc(state, "a", null, 1, state))).toBe("none");
});

describe("trimmed", () => {
  it("an automaton keeps the states on paths from the start to an end, in order, with their names", () => {
    // 1 leads nowhere, and nothing leads to 3.
    const automaton = automatonOf(rational, "> 0 1; 0 a 2 1; 0 a 3 2; 3 a 5 2; 2 b 7 2; 2 11; 3 13");
    const { size, source, target, arcWeight, finalWeight, initialWeight } = trim(automaton);
    expect([size, Array.from(source), Array.from(target)]).toEqual([2, [0, 1], [1, 1]]);
    expect([Array.from(arcWeight), Array.from(initialWeight), Array.from(finalWeight)]).toEqual([
      [3, 7],
      [1, 0],
      [0, 11],
    ]);
  });
});

describe("expressions", () => {
  it("may have any number of groups side by side, but not one in another for ever", () => {
    const side = fromExpression("(a)".repeat(1500), rational);
    expect(side.weigh(new Array(1500).fill(0))).toBe(1);
    const deep = (depth: number) =>
      refusal(() => fromExpression(`${"(".repeat(depth)}a${")".repeat(depth)}`, rational));
    expect([deep(900), deep(1001) === "none"]).toEqual(["none", false]);
  });
});

it("twins are decided with a reason", () => {
  const because = <W>(automaton: Automaton<W>) => twins(automaton).because;
  expect(because(automatonOf(tropical, "> 0 0; 0 a 1 0; 0 2"))).toBe("the automaton is deterministic");
  expect(because(automatonOf(tropical, "> 0 0; 0 a 1 1; 0 a 1 2; 1 2; 2 2"))).toBe("the language is finite");
  expect(because(automatonOf(tropical, "> 0 0; 0 a 1 1; 0 a 1 2; 1 b 1 1; 1 2; 2 2"))).not.toBe("");
  const two = "> 0 0; 0 a 1 1; 0 a 2 2; 1 a 3 1; 2 a 3 2; 1 0; 2 0";
  expect(because(automatonOf(tropical, two))).toBe("the automaton has the twins property and ⊕ chooses");
  expect(because(automatonOf(rational, two.replaceAll(/ 0(?=;|$)/gu, " 1")))).toMatch(
    /^the word .* has several paths, and ⊕ adds them up in rational$/u,
  );
});

it("automata are equivalent if no word tells them apart", () => {
  const [one, same, other] = ["> 0 1; 0 a 2 0; 0 1", "> 0 2; 0 a 2 0; 0 1/2", "> 0 1; 0 a 3 0; 0 1"].map(
    (lines) => automatonOf(rational, lines),
  );
  expect([equivalent(one, same), equivalent(one, other)]).toEqual([true, false]);
});
