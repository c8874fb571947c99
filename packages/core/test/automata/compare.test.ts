import { Alphabet, boolean, compare, minimize, rational, tropical, Wdfsa, WdfsaBuilder } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Case, exactCases } from "../support/cases.ts";
import { disguise, mutated } from "../support/disguise.ts";
import { build, bytes, drafts } from "../support/drafts.ts";
import { firstDifference, plain, weighByDefinition } from "../support/reference.ts";

const seed = fc.nat(1e6);

/** `compare` and the reference agree on whether there is a difference and on its length, and the word is one. */
function agrees(setting: Case, a: Wdfsa<unknown>, b: Wdfsa<unknown>): boolean {
  const { algebra, arithmetic } = setting;
  const [left, right] = [plain(a, arithmetic), plain(b, arithmetic)];
  const expected = firstDifference(left, right);
  const found = compare(a, b);
  expect(found?.word.length).toBe(expected?.length);
  if (found === undefined) return false;
  const read = (weight: unknown) => arithmetic.read(algebra.format(weight));
  expect(arithmetic.equals(read(found.left), weighByDefinition(left, found.word))).toBe(true);
  expect(arithmetic.equals(read(found.right), weighByDefinition(right, found.word))).toBe(true);
  expect(arithmetic.equals(read(found.left), read(found.right))).toBe(false);
  return true;
}

describe.each(exactCases)("compare over $name", (setting) => {
  const small = drafts({ maxStates: setting.smallStates, maxLetters: 2 });

  it("finds a shortest difference of unrelated automata", () => {
    fc.assert(
      fc.property(small, small, (one, two) => {
        const letters = Math.max(one.letters, two.letters);
        fc.pre(one.letters === letters && two.letters === letters);
        agrees(setting, build(setting, one), build(setting, two));
      }),
      { seed: 21, numRuns: 250 },
    );
  });

  it("finds a shortest difference when one arc or weight of a copy has changed", () => {
    let different = 0;
    fc.assert(
      fc.property(small, seed, (draft, seed) => {
        const automaton = build(setting, draft);
        if (agrees(setting, automaton, mutated(setting, automaton, seed))) different++;
        if (agrees(setting, mutated(setting, automaton, seed), mutated(setting, automaton, seed + 1)))
          different++;
      }),
      { seed: 22, numRuns: 400 },
    );
    expect(different).toBeGreaterThan(100);
  });

  it("finds it in disguise too: many states, the same shortest difference", () => {
    let different = 0;
    fc.assert(
      fc.property(small, seed, (draft, seed) => {
        const automaton = build(setting, draft);
        const other = mutated(setting, automaton, seed);
        const plainly = compare(automaton, other);
        const hidden = compare(disguise(setting, automaton, seed), disguise(setting, other, seed + 1));
        expect(hidden?.word.length).toBe(plainly?.word.length);
        if (hidden === undefined) return;
        different++;
        expect(setting.algebra.equals(hidden.left, automaton.weigh(hidden.word))).toBe(true);
        expect(setting.algebra.equals(hidden.left, other.weigh(hidden.word))).toBe(false);
      }),
      { seed: 23, numRuns: 400 },
    );
    expect(different).toBeGreaterThan(50);
  });

  it("finds nothing between an automaton and its disguises, or its minimal form", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 12, maxLetters: 3 }), seed, (draft, seed) => {
        const automaton = build(setting, draft);
        const other = disguise(setting, automaton, seed);
        expect(compare(automaton, other)).toBeUndefined();
        expect(compare(other, automaton)).toBeUndefined();
        expect(compare(minimize(other), automaton)).toBeUndefined();
      }),
      { seed: 24, numRuns: 100 },
    );
  });

  it("says equal exactly where the minimal forms are the same bytes", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 10, maxLetters: 2 }), seed, (draft, seed) => {
        const automaton = build(setting, draft);
        const other = mutated(setting, automaton, seed);
        const equal = bytes(minimize(automaton)) === bytes(minimize(other));
        expect(compare(automaton, other) === undefined).toBe(equal);
        expect(compare(other, automaton) === undefined).toBe(equal);
      }),
      { seed: 25, numRuns: 200 },
    );
  });
});

const ab = new Alphabet("ab");

/** The language of one word. */
function single(symbols: string, word: string): Wdfsa<boolean> {
  const builder = new WdfsaBuilder(boolean, new Alphabet(symbols));
  let at = builder.state();
  for (const symbol of word) {
    const next = builder.state();
    builder.arc(at, symbol, true, next);
    at = next;
  }
  return builder.final(at).build();
}

describe("compare", () => {
  it("knows the zero language", () => {
    const zero = Wdfsa.zero(boolean, ab);
    expect(compare(zero, zero)).toBeUndefined();
    expect(compare(zero, single("ab", "ba"))?.word).toEqual([1, 0]);
    expect(compare(single("ab", "ba"), zero)?.word).toEqual([1, 0]);
    const dead = new WdfsaBuilder(boolean, ab);
    dead.state();
    expect(compare(dead.build(), zero)).toBeUndefined();
  });

  it("matches symbols by name, in whatever order the alphabets have them", () => {
    expect(compare(single("ab", "ab"), single("ba", "ab"))).toBeUndefined();
    expect(compare(single("ab", "ab"), single("abc", "ab"))).toBeUndefined();
    const found = compare(single("ab", "ab"), single("cba", "ac"));
    expect(found?.alphabet.spell(found.word).length).toBe(2);
    expect(found?.alphabet.symbols).toEqual(["a", "b", "c"]);
  });

  it("refuses automata over different semifields", () => {
    expect(() =>
      compare<unknown>(Wdfsa.zero(rational, ab), Wdfsa.zero(tropical, ab) as Wdfsa<unknown>),
    ).toThrow(/different semifields, "rational" and "tropical"/u);
  });
});
