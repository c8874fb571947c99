/** Automata with integer weights (docs/theory/fields.md, 14.13 to 14.16), against enumeration. */

import {
  Alphabet,
  type Automaton,
  findFraction,
  fromExpression,
  type GroupWithZero,
  integral,
  minimize,
  primeField,
  Random,
  type Rational,
  rational,
  real,
  reduce,
  toWfsa,
  tropical,
  union,
  Wdfsa,
  WdfsaBuilder,
  type Wfsa,
  WfsaBuilder,
  type Word,
  writeHankel,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { onAnotherBasis } from "../support/another-basis.ts";
import { denseWfsa } from "../support/dense-wfsa.ts";
import { slowRank } from "../support/multiplicity.ts";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { automatonOf } from "../support/wfsas.ts";

/** Factors that hide integers behind fractions. */
const FACTORS = ["1/2", "-3", "2/3", "5/4", "-1/7"].map((text) => rational.parse(text));

/** An automaton of up to five states with about half of all arcs. */
function draw(weights: readonly Rational[], seed: number, most = 5): Wfsa<Rational> {
  const random = new Random(seed);
  const weight = () => (random.below(2) === 0 ? 0 : weights[random.below(weights.length)]);
  const builder = new WfsaBuilder(rational, Alphabet.letters(1 + random.below(3)));
  const states = 1 + random.below(most);
  for (let state = 0; state < states; state++) builder.initial(builder.state(weight()), weight());
  for (let from = 0; from < states; from++) {
    for (let to = 0; to < states; to++) {
      for (let letter = 0; letter < builder.alphabet.size; letter++)
        builder.arcOn(from, letter, weight(), to);
    }
  }
  return builder.build();
}

/** The weights of all words of up to some letters, as texts. */
function table(automaton: Automaton<Rational>, longest: number): string[] {
  return [...wordsUpTo(automaton.alphabet.size, longest)].map((word) =>
    rational.format(automaton.weigh(word)),
  );
}

const isWhole = (weight: Rational) => /^-?\d+$/u.test(rational.format(weight));

function weightsOf(automaton: Automaton<Rational>): Rational[] {
  const wfsa = toWfsa(automaton);
  return [wfsa.initialWeight, wfsa.arcWeight, wfsa.finalWeight].flatMap((weights) => Array.from(weights));
}

/** The first word in shortlex order, among those of up to some letters, whose weight is no integer. */
function slowFraction(automaton: Automaton<Rational>, longest: number): Word | undefined {
  return [...wordsUpTo(automaton.alphabet.size, longest)].find((word) => !isWhole(automaton.weigh(word)));
}

/** Is every unit vector a sum of whole multiples of the vectors of words? By Euclid's algorithm on rows, one column after the other. */
function spansWholeVectors(wfsa: Wfsa<Rational>, longest: number): boolean {
  const whole = (weight: Rational) => BigInt(rational.format(weight));
  let rows = [...wordsUpTo(wfsa.alphabet.size, longest)].map((word) => {
    let reached = new Map<number, Rational>();
    for (const state of Array.from(wfsa.initials)) reached.set(state, wfsa.initialWeight[state]);
    for (const letter of word) reached = wfsa.step(reached, letter);
    return Array.from({ length: wfsa.size }, (_, state) => whole(reached.get(state) ?? 0));
  });
  const size = (n: bigint) => (n < 0n ? -n : n);
  for (let column = 0; column < wfsa.size; column++) {
    for (;;) {
      const some = rows.filter((row) => row[column] !== 0n);
      if (some.length === 0) return false;
      const least = some.reduce((a, b) => (size(a[column]) <= size(b[column]) ? a : b));
      if (some.length === 1) {
        if (size(least[column]) !== 1n) return false;
        rows = rows.filter((row) => row !== least);
        break;
      }
      rows = rows.map((row) =>
        row === least ? row : row.map((entry, at) => entry - (row[column] / least[column]) * least[at]),
      );
    }
  }
  return true;
}

describe("the integral form of a nondeterministic automaton", () => {
  it("weighs every word the same, has integer weights and as many states as the rank, and equal languages give equal files", () => {
    let hidden = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const target = draw([1, 2, -1, 3], seed);
        const disguised = onAnotherBasis(target, rational, FACTORS, seed);
        const found = integral(disguised);
        expect(table(found, 5)).toEqual(table(target, 5));
        expect(weightsOf(found).every(isWhole)).toBe(true);
        const words = [...wordsUpTo(target.alphabet.size, target.alphabet.size === 1 ? 6 : 3)];
        expect(found.size).toBeGreaterThanOrEqual(slowRank(rational, words, (word) => target.weigh(word)));
        expect(found.size).toBe(reduce(target).size);
        const file = writeHankel(found);
        expect(writeHankel(integral(target))).toBe(file);
        expect(writeHankel(integral(found))).toBe(file);
        expect(writeHankel(integral(union(target, emptied(target))))).toBe(file);
        if (!weightsOf(reduce(target)).every(isWhole)) hidden++;
      }),
      { numRuns: 60 },
    );
    // The canonical form over the rational numbers has fractions in many of them.
    expect(hidden).toBeGreaterThan(12);
  });

  it("has the rank of the Hankel matrix as its number of states, by elimination on all short words", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const target = draw([1, 2, -1], seed, 3);
        const words = [...wordsUpTo(target.alphabet.size, 3)];
        expect(integral(target).size).toBe(slowRank(rational, words, (word) => target.weigh(word)));
      }),
      { numRuns: 40 },
    );
  });

  it("has the rows of all words as its lattice: their vectors span all whole vectors", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const found = integral(draw([1, 2, -1, 3], seed, 4));
        expect(spansWholeVectors(found, found.alphabet.size === 1 ? 8 : 5)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("is what reduce returns, if that has integer weights", () => {
    let same = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const reduced = reduce(draw([1, 2, -1], seed, 4));
        fc.pre(weightsOf(reduced).every(isWhole));
        expect(writeHankel(integral(reduced))).toBe(writeHankel(reduced));
        if (reduced.size > 1) same++;
      }),
    );
    expect(same).toBeGreaterThan(10);
  });

  it("has one initial state", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const target = draw([1, 2, -1, 3], seed);
        expect(Array.from(integral(target).initials)).toEqual(reduce(target).size === 0 ? [] : [0]);
      }),
    );
  });
});

/** The zero language, with an automaton of several states. */
function emptied({ alphabet }: Wfsa<Rational>): Wfsa<Rational> {
  const builder = new WfsaBuilder(rational, alphabet);
  const [first, second, third] = [1, 1, -1].map((weight) => builder.state(weight));
  builder.initial(first, rational.parse("1/3"));
  builder.initial(third, rational.parse("1/3"));
  builder.arcOn(first, 0, rational.parse("1/2"), second);
  builder.arcOn(third, 0, rational.parse("-1/2"), second);
  return builder.build();
}

it("makes the weights of a random automaton half as long as those over the rational numbers", () => {
  const target = denseWfsa(rational, 20, [1, 2, -1], new Random(7));
  const longest = (automaton: Wfsa<Rational>) =>
    Math.max(...weightsOf(automaton).map((weight) => rational.format(weight).length));
  expect([longest(reduce(target)), longest(integral(target))]).toEqual([104, 51]);
});

describe("counts", () => {
  it.each([
    ["occurrences of ab", "(a|b)*ab(a|b)*", (text: string) => text.split("ab").length - 1],
    [
      "occurrences of aa, which may overlap",
      "(a|b)*aa(a|b)*",
      (text: string) => [...text].filter((_, i) => text.startsWith("aa", i)).length,
    ],
    [
      "pairs of an a and a later b",
      "(a|b)*a(a|b)*b(a|b)*",
      (text: string) =>
        [...text].reduce((sum, x, i) => sum + (x === "a" ? text.slice(i).split("b").length - 1 : 0), 0),
    ],
    [
      "parses as a sequence of a, b and ab",
      "(a|b|ab)*",
      (text: string) => 2 ** (text.split("ab").length - 1),
    ],
  ])("%s have automata over the integers", (_, expression, count) => {
    const automaton = toWfsa(fromExpression(expression, rational));
    const found = integral(onAnotherBasis(automaton, rational, FACTORS, 5));
    expect(weightsOf(found).every(isWhole)).toBe(true);
    expect(found.size).toBe(reduce(automaton).size);
    for (const word of wordsUpTo(2, 7)) {
      const text = word.map((letter) => "ab"[letter]).join("");
      expect(found.weigh(word), text).toBe(count(text));
    }
  });

  it("of coins: a canonical automaton with fractions becomes one without", () => {
    const coins = automatonOf(
      rational,
      "> 0 1; 0 a 1 0; 0 b 1 0; 0 c 1 0; 0 a 10 1; 0 b 5 1; 0 c 1 1; 1 a 1 1; 1 b 1 1; 1 c 1 1; 1 1",
    );
    const [reduced, found] = [reduce(coins), integral(coins)].map(weightsOf);
    expect(reduced.every(isWhole)).toBe(false);
    expect(found.every(isWhole)).toBe(true);
    expect(integral(coins).weigh("a b c c".split(" "))).toBe(17);
  });
});

describe("a language with a fraction", () => {
  it("is refused by its first word, found as by enumeration", () => {
    let refused = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const weights = ["1", "2", "-3", "1/2", "4/3"].map((text) => rational.parse(text));
        const target = draw(seed % 2 === 0 ? weights : [2, 4, 6, rational.parse("1/2")], seed, 4);
        const word = findFraction(target);
        const slow = slowFraction(target, 6);
        if (slow !== undefined) {
          expect(word).toEqual(slow);
          const shown = `${target.alphabet.show(slow)} weighs ${rational.format(target.weigh(slow))}`;
          expect(refusal(() => integral(target))).toBe(`unsupported: ${shown}, which is no integer`);
          refused++;
        } else if (word !== undefined) {
          expect(word.length).toBeGreaterThan(6);
          expect(isWhole(target.weigh(word))).toBe(false);
        } else expect(weightsOf(integral(target)).every(isWhole)).toBe(true);
      }),
      { numRuns: 200 },
    );
    expect(refused).toBeGreaterThan(50);
  });

  it("may have its fraction at the end of a long run of integers", () => {
    const halved = automatonOf(rational, "> 0 1099511627776; 0 a 1/2 0; 0 1");
    expect(findFraction(halved)).toEqual(new Array(41).fill(0));
    expect(findFraction(minimize(halved))).toEqual(new Array(41).fill(0));
  });
});

describe("the integral form of a deterministic automaton", () => {
  /** A deterministic automaton with integer weights, in which about half of the arcs are missing. */
  function drawn(seed: number): Wdfsa<Rational> {
    const random = new Random(seed);
    const weights = [1, 2, -3, 6, -4];
    const builder = new WdfsaBuilder(rational, Alphabet.letters(2));
    const states = 2 + random.below(5);
    for (let state = 0; state < states; state++)
      builder.state(random.below(2) === 0 ? 0 : weights[random.below(weights.length)]);
    for (let from = 0; from < states; from++) {
      for (let letter = 0; letter < 2; letter++) {
        if (random.below(4) > 0)
          builder.arc(from, "ab"[letter], weights[random.below(weights.length)], random.below(states));
      }
    }
    return builder.build();
  }

  const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

  it("2.5: is minimal, has integer weights, and what follows a state has no common divisor", () => {
    let changed = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const target = drawn(seed);
        const [minimal, found] = [minimize(target), integral(target)];
        expect(found).toBeInstanceOf(Wdfsa);
        expect(found.size).toBe(minimal.size);
        expect(table(found, 6)).toEqual(table(target, 6));
        expect(weightsOf(found).every(isWhole)).toBe(true);
        expect(writeHankel(integral(minimal))).toBe(writeHankel(found));
        expect(writeHankel(minimize(found))).toBe(writeHankel(minimal));
        const wfsa = toWfsa(found);
        for (let state = 0; state < found.size; state++) {
          let divisor = 0n;
          let first: Rational = 0;
          for (const word of wordsUpTo(2, 6)) {
            let reached = new Map<number, Rational>([[state, 1]]);
            for (const letter of word) reached = wfsa.step(reached, letter);
            for (const [at, weight] of reached) {
              const value = rational.times(weight, found.finalWeight[at]);
              if (first === 0) first = value;
              divisor = gcd(divisor, BigInt(rational.format(value)));
            }
          }
          expect(divisor).toBe(1n);
          expect(rational.compare?.(first, 0)).toBe(1);
        }
        if (writeHankel(found) !== writeHankel(minimal)) changed++;
      }),
    );
    expect(changed).toBeGreaterThan(20);
  });

  it("14.16: has natural weights if no word weighs less than 0, though its arcs did", () => {
    let negative = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const target = drawn(seed);
        const random = new Random(seed);
        const signs = Array.from({ length: target.size }, (_, q) =>
          q > 0 && random.below(2) === 0 ? -1 : 1,
        );
        const size = (weight: Rational) => rational.magnitude?.(weight) ?? weight;
        const signed = new Wdfsa({
          ...target,
          finalWeight: Array.from(target.finalWeight, (weight, q) => rational.times(signs[q], size(weight))),
          arcWeight: Array.from(target.arcWeight, (weight, arc) => {
            const sign = signs[Math.floor(arc / 2)] * (signs[target.target[arc]] ?? 1);
            return rational.times(sign, size(weight));
          }),
        });
        if (weightsOf(signed).some((weight) => rational.compare?.(weight, 0) === -1)) negative++;
        expect(table(signed, 4).some((weight) => weight.startsWith("-"))).toBe(false);
        expect(weightsOf(integral(signed)).every((weight) => /^\d+$/u.test(rational.format(weight)))).toBe(
          true,
        );
      }),
    );
    expect(negative).toBeGreaterThan(20);
  });

  it("of a chain takes a few rounds", () => {
    const builder = new WdfsaBuilder(rational, Alphabet.letters(1));
    const states = 3000;
    for (let state = 0; state < states; state++) builder.state(state === states - 1 ? 6 : 0);
    for (let state = 1; state < states; state++) builder.arc(state - 1, "a", 1, state);
    const found = integral(builder.build(), { maxProducts: 20 * states });
    expect([found.size, found.initialWeight, found.finalWeight[states - 1]]).toEqual([states, 6, 1]);
  });
});

describe("integral", () => {
  it("takes the zero language, and ε arcs", () => {
    const zero = automatonOf(rational, "> 0 1; 0 a 1/2 0");
    expect([integral(zero).size, integral(minimize(zero)).size]).toEqual([0, 0]);
    const epsilon = automatonOf(rational, "> 0 1/3; 0 - 2 1; 0 a 2 0; 1 b 3 1; 1 3/2");
    expect(integral(epsilon).weigh("a a b".split(" "))).toBe(12);
  });

  it("refuses weights that are not rational, and stops at its budget", () => {
    const needed = "unsupported: integer weights are found among rational ones, and those of";
    const refuses = <W>(algebra: GroupWithZero<W>) => {
      const automaton = automatonOf(algebra, "> 0 1; 0 a 1 0; 0 1");
      expect(refusal(() => integral(automaton))).toBe(`${needed} ${algebra.name} are others; use rational`);
      expect(refusal(() => findFraction(automaton))).toContain(needed);
    };
    refuses(tropical);
    refuses(real);
    refuses(primeField(7));
    const many = automatonOf(rational, "> 0 1; 0 a 1 1; 1 a 2 0; 0 b 2 0; 1 b 3 1; 0 1; 1 5");
    expect(refusal(() => integral(many, { maxProducts: 1 }))).toMatch(/^budget: /u);
  });
});
