import { Alphabet, HankelError, rational, tropical, WdfsaBuilder } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { renumbered } from "../support/disguise.ts";
import { build, bytes, drafts } from "../support/drafts.ts";

const alphabet = new Alphabet(["a", "b", "__proto__", ""]);

describe("WdfsaBuilder", () => {
  it.each(exactCases)("builds the given automaton, whichever state is initial, over $name", (setting) => {
    const { algebra, pool } = setting;
    const draft = drafts({ maxStates: 5, maxLetters: 2 });
    fc.assert(
      fc.property(draft, fc.nat(4), (draft, number) => {
        const initial = number % draft.states;
        const expected = build(setting, draft);
        const swapped = (state: number) => (state === 0 ? initial : state === initial ? 0 : state);
        const builder = new WdfsaBuilder(algebra, Alphabet.letters(draft.letters));
        for (let state = 0; state < draft.states; state++) builder.state();
        draft.arcs.forEach((arc, i) => {
          const from = swapped(Math.floor(i / draft.letters));
          const symbol = builder.alphabet.symbols[i % draft.letters];
          const weight = arc === null ? algebra.zero : pool[arc.weight % pool.length];
          builder.arc(from, symbol, weight, swapped(arc?.to ?? 0));
        });
        draft.finals.forEach((_, state) => builder.final(swapped(state), expected.finalWeight[state]));
        builder.initial(initial, expected.initialWeight);
        expect(bytes(builder.build())).toBe(bytes(expected));
        const order = Array.from({ length: draft.states }, (_, state) => state);
        expect(bytes(renumbered(builder.build(), order))).toBe(bytes(expected));
      }),
      { seed: 41, numRuns: 40 },
    );
  });

  it("builds the zero language if there is no state or the initial weight is zero", () => {
    expect(new WdfsaBuilder(rational, alphabet).build().size).toBe(0);
    const builder = new WdfsaBuilder(rational, alphabet);
    builder.initial(builder.state(1), 0);
    expect(builder.build().size).toBe(0);
  });

  it("uses the algebra's one for omitted weights", () => {
    const builder = new WdfsaBuilder(tropical, alphabet);
    const state = builder.state();
    expect(builder.initial(state).final(state).build().weigh([])).toBe(0);
  });

  it("keeps the names of states", () => {
    const builder = new WdfsaBuilder(rational, alphabet);
    builder.state(1);
    builder.state(2, "second");
    builder.state(3);
    const automaton = builder.initial(1).build();
    expect(automaton.names).toEqual(["second", "0", "2"]);
    expect(Array.from(automaton.finalWeight)).toEqual([2, 1, 3]);
  });

  it("accepts any string as a symbol", () => {
    const builder = new WdfsaBuilder(rational, alphabet);
    const state = builder.state(1);
    const automaton = builder.arc(state, "__proto__", 2, state).arc(state, "", 3, state).build();
    expect(automaton.weigh([2, 2, 3])).toBe(12);
  });

  it("refuses unknown states, unknown symbols and second arcs", () => {
    const builder = new WdfsaBuilder(rational, alphabet);
    const state = builder.state(1);
    expect(() => builder.arc(0, "a", 1, 1)).toThrow(/state 1 is outside 0…0/u);
    expect(() => builder.arc(-1, "a", 1, 0)).toThrow(HankelError);
    expect(() => builder.arc(0.5, "a", 1, 0)).toThrow(HankelError);
    expect(() => builder.initial(1)).toThrow(HankelError);
    expect(() => builder.final(Number.NaN)).toThrow(HankelError);
    expect(() => builder.arc(0, "toString", 1, 0)).toThrow(/"toString" is not in the alphabet/u);
    builder.arc(state, "a", 1, state).arc(state, "a", 2, state);
    expect(() => builder.build()).toThrow(/two arcs leave state 0 on "a"/u);
  });

  it.each([
    [0, 2],
    [2, 0],
  ])("ignores an arc of weight zero, in any order (%d, %d)", (first, second) => {
    const builder = new WdfsaBuilder(rational, alphabet);
    const state = builder.state(1);
    const automaton = builder.arc(state, "a", first, state).arc(state, "a", second, state).build();
    expect(automaton.weigh([0])).toBe(2);
  });

  it("refuses values that are not weights", () => {
    const builder = new WdfsaBuilder(rational, alphabet);
    builder.state(Number.NaN);
    expect(() => builder.build()).toThrow(HankelError);
  });

  it("refuses more than 2³⁰ places for arcs", () => {
    const builder = new WdfsaBuilder(rational, Alphabet.letters(2 ** 16));
    for (let state = 0; state <= 2 ** 14; state++) builder.state(1);
    expect(() => builder.build()).toThrow("16385 states × 65536 letters do not fit");
    expect(() => builder.build()).toThrow(HankelError);
    // Nothing of it is needed for the zero language.
    expect(builder.initial(3, 0).build().size).toBe(0);
  });

  it("makes the chosen state the first one, and lets the first one take its place", () => {
    const builder = new WdfsaBuilder(rational, alphabet);
    for (const final of [5, 6, 7]) builder.state(final);
    builder.arc(0, "a", 2, 1).arc(1, "b", 3, 2).arc(2, "a", 4, 0);
    const automaton = builder.initial(2, 9).build();
    expect([automaton.initialWeight, Array.from(automaton.finalWeight)]).toEqual([9, [7, 6, 5]]);
    const arcs = [automaton.target, automaton.arcWeight].map((array) => [array[0], array[5], array[8]]);
    expect(arcs).toEqual([
      [2, 0, 1],
      [4, 3, 2],
    ]);
    expect(automaton.arcs).toBe(3);
  });
});
