/** Theorem 11.1: the tests of the W- and Wp-method where the conjecture is zero, and where it is dead. */

import { Alphabet, minimize, Wdfsa, wMethod, wpMethod } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { build, drafts } from "../support/drafts.ts";
import { plain, residualByDefinition, wordsUpTo } from "../support/reference.ts";

describe.each(exactCases)("over $name", (setting) => {
  it("the zero conjecture is tried on all words up to m", () => {
    const zero = Wdfsa.zero(setting.algebra, new Alphabet("ab"));
    for (let m = 0; m <= 3; m++) {
      for (const method of [wMethod(m), wpMethod(m)]) {
        expect([...method.words(zero, 0, [])]).toEqual([...wordsUpTo(2, m)]);
      }
    }
  });

  it("a word that leads nowhere is followed by suffixes on which no state is null", () => {
    let seen = 0;
    fc.assert(
      fc.property(drafts({ maxStates: 4, maxLetters: 2 }), (draft) => {
        const conjecture = minimize(build(setting, draft));
        fc.pre(conjecture.size > 0 && conjecture.alphabet.size > 0);
        const reference = plain(conjecture, setting.arithmetic);
        const tests = [...wpMethod(0).words(conjecture, 0, [])];
        for (let letter = 0; letter < conjecture.alphabet.size; letter++) {
          if (conjecture.target[letter] >= 0) continue;
          seen++;
          const suffixes = tests.filter((word) => word[0] === letter).map((word) => word.slice(1));
          for (let state = 0; state < conjecture.size; state++) {
            const live = (suffix: readonly number[]) =>
              !reference.k.isZero(residualByDefinition(reference, state, suffix));
            expect(suffixes.some(live)).toBe(true);
          }
        }
      }),
      { seed: 1100, numRuns: 40 },
    );
    expect(seen).toBeGreaterThan(5);
  });
});
