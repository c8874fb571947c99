/** Lemma 9.1, Theorems 9.3 and 9.4, Corollary 2.3: scaled, minimal and canonical automata, against their definitions. */

import {
  Alphabet,
  boolean,
  canonicalNumbering,
  canonicalScale,
  type GroupWithZero,
  minimize,
  type Random,
  randomAutomaton,
  rational,
  shapes,
  trim,
  type Wdfsa,
  WdfsaBuilder,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Case, exactCases } from "../support/cases.ts";
import { dice, disguise, doubled, renumbered, rescaled, shuffled } from "../support/disguise.ts";
import { build, bytes, type Draft, drafts } from "../support/drafts.ts";
import {
  classesByPairs,
  classesByWords,
  firstDifference,
  plain,
  residualByDefinition,
  usefulStates,
  wordsUpTo,
} from "../support/reference.ts";

const seed = fc.nat(1e6);

function sameLanguage(setting: Case, a: Wdfsa<unknown>, b: Wdfsa<unknown>): void {
  expect(firstDifference(plain(a, setting.arithmetic), plain(b, setting.arithmetic))).toBeUndefined();
}

/** The final weights, in their notation. */
function finals(automaton: Wdfsa<unknown>): string[] {
  return Array.from(automaton.finalWeight, (weight) => automaton.algebra.format(weight));
}

describe.each(exactCases)("over $name", (setting) => {
  const { algebra, arithmetic, pool, smallStates } = setting;
  const small = drafts({ maxStates: smallStates, maxLetters: 2 });
  const weight = (random: Random) => pool[random.below(pool.length)];
  const check = (numRuns: number, holds: (automaton: Wdfsa<unknown>, draft: Draft) => void) =>
    fc.assert(
      fc.property(small, (draft) => holds(build(setting, draft), draft)),
      { seed: 11, numRuns },
    );

  it("trim keeps the language and only the useful states, in their order", () => {
    check(150, (automaton) => {
      const trimmed = trim(automaton);
      const useful = usefulStates(plain(automaton, arithmetic));
      sameLanguage(setting, automaton, trimmed);
      expect(finals(trimmed)).toEqual(
        useful.includes(0) ? useful.map((state) => finals(automaton)[state]) : [],
      );
      expect(usefulStates(plain(trimmed, arithmetic))).toHaveLength(trimmed.size);
      expect(trim(trimmed)).toBe(trimmed);
    });
  });

  it("canonicalScale keeps the language, and homothetic states become equal", () => {
    check(150, (automaton) => {
      const scaled = canonicalScale(automaton);
      sameLanguage(setting, automaton, scaled);
      const reference = plain(scaled, arithmetic);
      const words = [...wordsUpTo(reference.letters, 2 * scaled.size)];
      const rows = Array.from({ length: scaled.size }, (_, state) =>
        words.map((word) => residualByDefinition(reference, state, word)),
      );
      const distinct = rows.filter(
        (row, i) => !rows.slice(0, i).some((other) => other.every((w, j) => arithmetic.equals(w, row[j]))),
      );
      expect(distinct).toHaveLength(classesByPairs(reference));
    });
  });

  it("canonicalScale gives one to the least accepted suffix of every state", () => {
    check(100, (automaton) => {
      const reference = plain(canonicalScale(automaton), arithmetic);
      for (let state = 0; state < reference.states; state++) {
        const words = [...wordsUpTo(reference.letters, reference.states)];
        const weights = words.map((word) => residualByDefinition(reference, state, word));
        const first = weights.find((weight) => !arithmetic.isZero(weight));
        expect(arithmetic.equals(first, arithmetic.one)).toBe(true);
      }
    });
  });

  it("canonicalNumbering is breadth-first and independent of the old numbering", () => {
    check(150, (automaton) => {
      const numbered = canonicalNumbering(automaton);
      sameLanguage(setting, automaton, numbered);
      const order = [...new Set([0, ...Array.from(numbered.target).filter((to) => to >= 0)])];
      expect(order).toEqual(Array.from({ length: numbered.size }, (_, i) => i));
      const places = [0, ...shuffled(automaton.size - 1, dice(automaton.arcs)).map((i) => i + 1)];
      expect(bytes(canonicalNumbering(renumbered(automaton, places)))).toBe(bytes(numbered));
    });
  });

  it("minimize keeps the language, with one state per class of residuals", () => {
    check(200, (automaton) => {
      const minimal = minimize(automaton);
      sameLanguage(setting, automaton, minimal);
      expect(minimal.size).toBe(classesByWords(plain(automaton, arithmetic)));
      expect(bytes(minimize(minimal))).toBe(bytes(minimal));
    });
  });

  it("minimize gives the same bytes for the same language in disguise", () => {
    fc.assert(
      fc.property(small, seed, seed, (draft, one, two) => {
        const automaton = build(setting, draft);
        const minimal = bytes(minimize(automaton));
        expect(bytes(minimize(disguise(setting, automaton, one)))).toBe(minimal);
        expect(bytes(minimize(disguise(setting, disguise(setting, automaton, one), two)))).toBe(minimal);
      }),
      { seed: 12, numRuns: 150 },
    );
  });

  it.each(Object.keys(shapes) as (keyof typeof shapes)[])(
    "minimize is right about %s automata of 20 states",
    (shape) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 20 }),
          fc.integer({ min: 1, max: 3 }),
          seed,
          (states, letters, seed) => {
            const automaton = randomAutomaton({ algebra, states, letters, shape, seed, weight });
            const roll = dice(seed);
            const larger = doubled(automaton, roll);
            const potentials = Array.from({ length: larger.size }, () => pool[roll(pool.length)]);
            const minimal = minimize(automaton);
            expect(minimal.size).toBe(classesByPairs(plain(automaton, arithmetic)));
            expect(bytes(minimize(rescaled(larger, potentials)))).toBe(bytes(minimal));
          },
        ),
        { seed: 13, numRuns: 6 },
      );
    },
  );
});

it("minimize drops the names of states, whether it merges any or not", () => {
  const alphabet = new Alphabet("a");
  const named = (names: readonly (string | undefined)[]) => {
    const builder = new WdfsaBuilder(rational, alphabet);
    for (const name of names) builder.state(1, name);
    for (let i = 0; i < names.length; i++) builder.arc(i, "a", 2, (i + 1) % names.length);
    return minimize(builder.build());
  };
  expect(bytes(named(["one"]))).toBe(bytes(named([undefined])));
  expect(bytes(named(["one", "two"]))).toBe(bytes(named([undefined])));
});

it("minimize tells states apart by their letters where every round of a search splits off only one", () => {
  // A chain of states that are told apart by the way to its end. Two states lead to its first two, by a and b or by b and a.
  const length = 80;
  const slow = <W>(algebra: GroupWithZero<W>) => {
    const builder = new WdfsaBuilder(algebra, new Alphabet("ab"));
    const [start, ab, ba] = [builder.state(), builder.state(), builder.state()];
    const chain = Array.from({ length }, () => builder.state());
    const arcs = (from: number, a: number, b: number) =>
      builder.arc(from, "a", algebra.one, a).arc(from, "b", algebra.one, b);
    arcs(start, ab, ba);
    arcs(ab, chain[0], chain[1]);
    arcs(ba, chain[1], chain[0]);
    for (let i = 0; i + 1 < length; i++) arcs(chain[i], chain[i + 1], chain[i + 1]);
    return builder.final(chain[length - 1], algebra.one).build();
  };
  expect(minimize(slow(boolean)).size).toBe(length + 3);
  expect(minimize(slow(rational)).size).toBe(length + 3);
});
