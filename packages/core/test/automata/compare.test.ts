/** Theorems 8.2 and 8.4, Lemma 8.3: the first difference in shortlex order, against the enumeration of all words. */

import {
  Alphabet,
  boolean,
  compare,
  exactTeacher,
  freeGroup,
  type GroupWithZero,
  minimize,
  rational,
  tropical,
  Wdfsa,
  WdfsaBuilder,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Case, exactCases, nonCommutativeCases } from "../support/cases.ts";
import { disguise, mutated } from "../support/disguise.ts";
import { build, bytes, drafts } from "../support/drafts.ts";
import { firstDifference, firstDifferenceByPairs, plain, weighByDefinition } from "../support/reference.ts";

const seed = fc.nat(1e6);

/** Checks that `compare` and the reference agree on whether there is a difference, and on the first word. */
function agrees(setting: Case, a: Wdfsa<unknown>, b: Wdfsa<unknown>, byWords = false): boolean {
  const { algebra, arithmetic } = setting;
  const [left, right] = [plain(a, arithmetic), plain(b, arithmetic)];
  const found = compare(a, b);
  expect(found?.word).toEqual(firstDifferenceByPairs(left, right));
  if (byWords) expect(found?.word).toEqual(firstDifference(left, right));
  if (found === undefined) return false;
  const read = (weight: unknown) => arithmetic.read(algebra.format(weight));
  expect(arithmetic.equals(read(found.left), weighByDefinition(left, found.word))).toBe(true);
  expect(arithmetic.equals(read(found.right), weighByDefinition(right, found.word))).toBe(true);
  expect(arithmetic.equals(read(found.left), read(found.right))).toBe(false);
  return true;
}

describe.each(exactCases)("compare over $name", (setting) => {
  const small = drafts({ maxStates: setting.smallStates, maxLetters: 2 });
  const larger = drafts({ minStates: 2, maxStates: 6, maxLetters: 2 });

  it("agrees with the enumeration of all words", () => {
    fc.assert(
      fc.property(small, seed, (draft, seed) => {
        const automaton = build(setting, draft);
        agrees(setting, automaton, mutated(setting, automaton, seed), true);
      }),
      { seed: 20, numRuns: 100 },
    );
  });

  it("finds the first difference of unrelated automata", () => {
    fc.assert(
      fc.property(larger, larger, (one, two) => {
        fc.pre(one.letters === two.letters);
        agrees(setting, build(setting, one), build(setting, two));
      }),
      { seed: 21, numRuns: 200 },
    );
  });

  it("finds the first difference when arcs or weights of a copy have changed", () => {
    let different = 0;
    fc.assert(
      fc.property(larger, seed, (draft, seed) => {
        const automaton = build(setting, draft);
        const once = mutated(setting, automaton, seed);
        const twice = mutated(setting, once, seed + 1);
        for (const [a, b] of [
          [automaton, once],
          [once, automaton],
          [automaton, twice],
          [twice, once],
        ]) {
          if (agrees(setting, a, b)) different++;
        }
      }),
      { seed: 22, numRuns: 500 },
    );
    expect(different).toBeGreaterThan(250);
  });

  it("finds the same difference between disguised automata of many states", () => {
    fc.assert(
      fc.property(larger, seed, (draft, seed) => {
        const automaton = build(setting, draft);
        const other = mutated(setting, automaton, seed);
        const plainly = compare(automaton, other);
        const hidden = compare(disguise(setting, automaton, seed), disguise(setting, other, seed + 1));
        expect(hidden?.word).toEqual(plainly?.word);
        if (hidden === undefined) return;
        expect(setting.algebra.equals(hidden.left, automaton.weigh(hidden.word))).toBe(true);
        expect(setting.algebra.equals(hidden.left, other.weigh(hidden.word))).toBe(false);
      }),
      { seed: 23, numRuns: 300 },
    );
  });

  it("finds the one arc that differs between two large automata of many homothetic states", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 4, maxLetters: 2 }), seed, (draft, seed) => {
        const automaton = build(setting, draft);
        const a = disguise(setting, automaton, seed);
        const b = disguise(setting, automaton, seed + 1);
        agrees(setting, automaton, mutated(setting, b, seed));
        agrees(setting, mutated(setting, b, seed), automaton);
        agrees(setting, a, mutated(setting, b, seed));
      }),
      { seed: 26, numRuns: 300 },
    );
  });

  it("finds the one arc that differs when all states are homothetic and only ratios differ", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 1, maxLetters: 3 }), seed, (draft, seed) => {
        const automaton = build(setting, { ...draft, finals: [0] });
        const a = disguise(setting, disguise(setting, automaton, seed), seed + 1);
        const b = disguise(setting, disguise(setting, automaton, seed + 2), seed + 3);
        agrees(setting, a, mutated(setting, b, seed));
      }),
      { seed: 27, numRuns: 500 },
    );
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

  it("finds no difference exactly if the minimal forms are the same bytes", () => {
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

  it("knows the zero language beside weights and outputs", () => {
    const word = <W>(algebra: GroupWithZero<W>, weight: W) => {
      const builder = new WdfsaBuilder(algebra, ab);
      const [one, two] = [builder.state(), builder.state()];
      return builder.arc(one, "b", weight, two).final(two, weight).build();
    };
    const check = <W>(algebra: GroupWithZero<W>, weight: W) => {
      const [some, zero] = [word(algebra, weight), Wdfsa.zero(algebra, ab)];
      const product = algebra.times(weight, weight);
      expect(compare(some, zero)).toMatchObject({ word: [1], left: product, right: algebra.zero });
      expect(compare(zero, some)).toMatchObject({ word: [1], left: algebra.zero, right: product });
      expect(compare(zero, zero)).toBeUndefined();
    };
    check(rational, 3);
    check(tropical, 2);
    check(freeGroup, "x");
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

describe("comparing one automaton with many", () => {
  const larger = drafts({ minStates: 2, maxStates: 6, maxLetters: 2 });

  it.each(exactCases)("gives the same as comparing with each alone, over $name", (setting) => {
    fc.assert(
      fc.property(larger, fc.array(seed, { maxLength: 6 }), (draft, seeds) => {
        const automaton = build(setting, draft);
        const kept = exactTeacher(automaton);
        for (const other of seeds.map((seed) => mutated(setting, automaton, seed))) {
          expect(kept.findCounterexample(other)).toEqual(exactTeacher(automaton).findCounterexample(other));
        }
      }),
      { seed: 27, numRuns: 50 },
    );
  });

  it("finds the same word over the Booleans as over weights that are all 1", () => {
    const setting = exactCases.find(({ name }) => name === "boolean") as Case;
    const weighted = <W>({ alphabet, target, finalWeight, size }: Wdfsa<W>, zero: W) => {
      const arcWeight = tropical.array(target.length);
      const finals = tropical.array(size);
      for (let arc = 0; arc < target.length; arc++) if (target[arc] >= 0) arcWeight[arc] = tropical.one;
      for (let state = 0; state < size; state++)
        if (finalWeight[state] !== zero) finals[state] = tropical.one;
      const parts = { algebra: tropical, alphabet, target: Int32Array.from(target), arcWeight };
      return new Wdfsa({ ...parts, initialWeight: tropical.one, finalWeight: finals });
    };
    fc.assert(
      fc.property(larger, seed, (draft, seed) => {
        const [a, b] = [build(setting, draft), mutated(setting, build(setting, draft), seed)];
        fc.pre(a.size > 0 && b.size > 0);
        expect(compare(a, b)?.word).toEqual(compare(weighted(a, false), weighted(b, false))?.word);
      }),
      { seed: 28, numRuns: 300 },
    );
  });
});

describe.each(nonCommutativeCases)("compare over $name, which is not commutative", ({ algebra, pool }) => {
  const [x, y] = [pool[1], pool[2]];
  const { times, inverse, one } = algebra;

  /** Every word weighs 1: λ = φ₀⁻¹, arcs p → q weigh φ_p ⊗ φ_q⁻¹, ρ = φ; the loop on c weighs `loop`. */
  function constant(potentials: readonly unknown[], target: Int32Array, loop: unknown): Wdfsa<unknown> {
    const arcWeight = algebra.array(target.length);
    target.forEach((to, arc) => {
      arcWeight[arc] = times(potentials[Math.floor(arc / 3)], inverse(potentials[to]));
    });
    arcWeight[2] = loop;
    return new Wdfsa({
      algebra,
      alphabet: new Alphabet("abc"),
      target,
      arcWeight,
      initialWeight: inverse(potentials[0]),
      finalWeight: Object.assign(algebra.array(2), potentials),
    });
  }

  it("multiplies along the union-find in the right order: the commutator of two factors is not 1", () => {
    // The claims of a and b link A₀ below B₀ below B₁; the claim of c then goes through both factors.
    const commutator = times(times(inverse(x), inverse(y)), times(x, y));
    expect(algebra.equals(commutator, one)).toBe(false);
    const [left, right] = [Int32Array.of(1, 0, 0, 1, 1, 1), Int32Array.of(1, 1, 0, 1, 1, 1)];
    const a = constant([x, one], left, one);
    expect(compare(a, constant([one, y], right, one))).toBeUndefined();
    expect(compare(a, constant([one, y], right, commutator))?.word).toEqual([2]);
  });
});
