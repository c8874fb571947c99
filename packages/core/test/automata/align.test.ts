import { Alphabet, align, HankelError, withAlphabet } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { dice, shuffled } from "../support/disguise.ts";
import { build, drafts } from "../support/drafts.ts";
import { wordsUpTo } from "../support/reference.ts";

describe("align", () => {
  it.each(exactCases)("keeps the weight of every word, given by its symbols, over $name", (setting) => {
    const { algebra } = setting;
    fc.assert(
      fc.property(drafts({ maxStates: 4, maxLetters: 3 }), fc.nat(1e6), (draft, seed) => {
        const automaton = build(setting, draft);
        const symbols = [...automaton.alphabet.symbols, "new"];
        const alphabet = new Alphabet(shuffled(symbols.length, dice(seed)).map((i) => symbols[i]));
        const moved = withAlphabet(automaton, alphabet);
        for (const word of wordsUpTo(alphabet.size, 3)) {
          const spelled = alphabet.spell(word);
          const expected = spelled.includes("new")
            ? algebra.zero
            : automaton.weigh(automaton.alphabet.word(spelled));
          expect(algebra.equals(moved.weigh(word), expected)).toBe(true);
        }
        const [left, right] = align(automaton, moved);
        expect(left.alphabet.equals(right.alphabet)).toBe(true);
        expect(left.alphabet.symbols).toEqual([...automaton.alphabet.symbols, "new"]);
      }),
      { seed: 81, numRuns: 25 },
    );
  });

  it("returns an aligned automaton unchanged, and refuses an alphabet that lacks a symbol", () => {
    const automaton = build(exactCases[0], {
      states: 1,
      letters: 2,
      initial: 0,
      finals: [0],
      arcs: [null, null],
    });
    expect(withAlphabet(automaton, new Alphabet("ab"))).toBe(automaton);
    expect(() => withAlphabet(automaton, new Alphabet("a"))).toThrow(HankelError);
  });
});
