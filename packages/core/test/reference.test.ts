import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectLanguage, tellingWords } from "./support/agreement.ts";
import { freeWords, permutations, quaternions, ratio } from "./support/arithmetic.ts";
import { exactCases } from "./support/cases.ts";
import { build, drafts } from "./support/drafts.ts";
import { type Sketch, sketched } from "./support/languages.ts";
import { classesByPairs, classesByWords, plain, wordsUpTo } from "./support/reference.ts";

/** aⁿ for n ≥ 0, with another weight after three letters. */
const THREE: Sketch = {
  name: "a weight after three letters",
  symbols: "ab",
  states: 4,
  arcs: [
    [0, "a", 1],
    [1, "a", 2],
    [2, "a", 3],
    [3, "a", 3],
  ],
  finals: [0, 1, 2, [3, 2]],
};

describe("the reference itself", () => {
  it("knows i·j = k, j·i = -k and i² = j² = k² = -1", () => {
    const { read, times, equals } = quaternions;
    expect(equals(times(read("i"), read("j")), read("k"))).toBe(true);
    expect(equals(times(read("j"), read("i")), read("-k"))).toBe(true);
    for (const unit of ["i", "j", "k"]) expect(equals(times(read(unit), read(unit)), read("-1"))).toBe(true);
    expect(read("1+2i-1/2j+k")).toEqual([ratio(1n), ratio(2n), ratio(-1n, 2n), ratio(1n)]);
  });

  it("cancels in the free group, and composes permutations from left to right", () => {
    expect(freeWords.times(["x", "y"], ["y^-1", "x"])).toEqual(["x", "x"]);
    expect(freeWords.inverse(["x", "y^-1"])).toEqual(["y", "x^-1"]);
    expect(permutations.times([1, 0, 2], [0, 2, 1])).toEqual([2, 0, 1]);
  });

  it("enumerates words in shortlex order", () => {
    expect([...wordsUpTo(2, 2)].map((word) => word.join(""))).toEqual(["", "0", "1", "00", "01", "10", "11"]);
    expect([...wordsUpTo(0, 5)]).toEqual([[]]);
  });

  it.each(exactCases)("has the arithmetic of $name", ({ algebra, arithmetic, pool }) => {
    const weight = fc.constantFrom(...pool, algebra.zero);
    const read = (w: unknown) => arithmetic.read(algebra.format(w));
    const same = (a: unknown, b: unknown) => expect(arithmetic.equals(a, b)).toBe(true);
    fc.assert(
      fc.property(weight, weight, weight, (a, b, c) => {
        const product = algebra.times(algebra.times(a, b), c);
        same(read(product), arithmetic.times(read(a), arithmetic.times(read(b), read(c))));
        expect(arithmetic.isZero(read(a))).toBe(algebra.isZero(a));
        expect(arithmetic.equals(read(a), read(b))).toBe(algebra.equals(a, b));
        if (!algebra.isZero(a)) same(read(algebra.inverse(a)), arithmetic.inverse(read(a)));
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it.each(exactCases)("counts classes by words as by pairs over $name", (setting) => {
    fc.assert(
      fc.property(drafts({ maxStates: setting.smallStates + 1, maxLetters: 2 }), (draft) => {
        const automaton = plain(build(setting, draft), setting.arithmetic);
        expect(classesByPairs(automaton)).toBe(classesByWords(automaton));
      }),
      { seed: 2, numRuns: 100 },
    );
  });

  it("draws automata with non-trivial languages", () => {
    const sizes = fc
      .sample(drafts({ maxStates: 4, maxLetters: 2 }), { seed: 3, numRuns: 200 })
      .map((draft) => classesByPairs(plain(build(exactCases[1], draft), exactCases[1].arithmetic)));
    for (const size of [0, 1, 2, 3, 4]) expect(sizes.filter((s) => s === size).length).toBeGreaterThan(15);
  });

  it("weighs short words, and long ones that live", () => {
    const words = tellingWords(plain(sketched(exactCases[1], THREE), exactCases[1].arithmetic));
    expect(words.slice(0, 4).map((word) => word.join(""))).toEqual(["", "0", "1", "00"]);
    expect(words.length).toBe(63 + 8);
    expect(words.slice(63).every((word) => word.length <= 9 && !word.includes(1))).toBe(true);
    expect(words.slice(63).some((word) => word.length > 6)).toBe(true);
  });

  it("notices another weight, another arc and another state", () => {
    const setting = exactCases[1];
    const language = plain(sketched(setting, THREE), setting.arithmetic);
    const other = (sketch: Partial<Sketch>) => () =>
      expectLanguage(sketched(setting, { ...THREE, ...sketch }), language);
    expect(other({})).not.toThrow();
    expect(other({ finals: [0, 1, 2, [3, 3]] })).toThrow(/\[0,0,0\] weighs 1\/2/u);
    expect(other({ arcs: THREE.arcs.slice(0, 3) })).toThrow(/\[0,0,0,0\] weighs 0/u);
    expect(other({ arcs: [...THREE.arcs, [3, "b", 0]] })).toThrow(/\[0,0,0,1\] weighs 1/u);
    expect(other({ states: 5 })).not.toThrow();
  });

  it("notices a difference that no listed word shows", () => {
    const setting = exactCases[0];
    const chain: Sketch = {
      name: "thirty letters",
      symbols: "ab",
      states: 31,
      arcs: Array.from({ length: 30 }, (_, state) => [state, "a", state + 1] as const),
      finals: [30],
    };
    const language = plain(sketched(setting, chain), setting.arithmetic);
    const longer = sketched(setting, { ...chain, arcs: [...chain.arcs, [30, "b", 30]] });
    expect(tellingWords(language).every((word) => longer.weigh(word) === (word.length === 30))).toBe(true);
    expect(() => expectLanguage(longer, language)).toThrow(/expected 31 to be undefined/u);
  });
});
