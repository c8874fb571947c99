/** Means, entropies, divergences, samples and best words, against enumeration. */

import {
  Alphabet,
  bestPath,
  bestPaths,
  boolean,
  compareRationals,
  entropy,
  expectedLength,
  fraction,
  heaviestWords,
  klDivergence,
  log,
  primeField,
  quaternion,
  type Rational,
  rational,
  rationalToNumber,
  real,
  sample,
  shortlex,
  totalWeight,
  toWfsa,
  tropical,
  viterbi,
  Wdfsa,
  type Wfsa,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dice } from "../support/disguise.ts";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { automatonOf, buildWfsa, paths, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

/** A random stochastic automaton: from every state the chances of stopping and of each letter sum to 1. */
function stochastic(seed: number, maxStates = 8, letters = 2): Wdfsa<Rational> {
  const roll = dice(seed);
  const size = 1 + roll(maxStates);
  const target = new Int32Array(size * letters).fill(-1);
  const arcWeight: Rational[] = rational.array(size * letters) as Rational[];
  const finalWeight: Rational[] = rational.array(size) as Rational[];
  for (let state = 0; state < size; state++) {
    const parts = Array.from({ length: letters + 1 }, (_, i) => (i === 0 ? 1 + roll(5) : roll(4)));
    const sum = parts.reduce((a, b) => a + b);
    finalWeight[state] = fraction(parts[0], sum);
    for (let letter = 0; letter < letters; letter++) {
      if (parts[letter + 1] === 0) continue;
      target[state * letters + letter] = roll(size);
      arcWeight[state * letters + letter] = fraction(parts[letter + 1], sum);
    }
  }
  const alphabet = Alphabet.letters(letters);
  return new Wdfsa({ algebra: rational, alphabet, target, arcWeight, initialWeight: 1, finalWeight });
}

/** The same over another algebra with numbers. */
function over(algebra: typeof real, automaton: Wdfsa<Rational>, turn: (p: number) => number): Wdfsa<number> {
  const turned = (weight: Rational) => (weight === 0 ? algebra.zero : turn(rationalToNumber(weight)));
  return new Wdfsa({
    algebra,
    alphabet: automaton.alphabet,
    target: Int32Array.from(automaton.target),
    arcWeight: Array.from(automaton.arcWeight, turned),
    initialWeight: turned(automaton.initialWeight),
    finalWeight: Array.from(automaton.finalWeight, turned),
  });
}

const seed = fc.nat(1e6);
const runs = (numRuns: number) => ({ seed: 81, numRuns });

/** Sums f(P(x), |x|) by length, over words up to a length that gives ten digits. */
function sumOver(
  automaton: Wdfsa<Rational>,
  f: (p: number, length: number) => number,
  length: number,
): number {
  let sum = 0;
  for (const word of wordsUpTo(automaton.alphabet.size, length)) {
    const p = rationalToNumber(automaton.weigh(word));
    if (p > 0) sum += f(p, word.length);
  }
  return sum;
}

/** Short-lived: stops with a chance of at least 9 in 10, so that words of 11 letters are 10⁻¹¹ of all. */
function shortLived(seed: number): Wdfsa<Rational> {
  const automaton = stochastic(seed, 4);
  const tenth = (weight: Rational) => rational.times(fraction(1, 10), weight);
  return new Wdfsa({
    algebra: rational,
    alphabet: automaton.alphabet,
    target: Int32Array.from(automaton.target),
    arcWeight: Array.from(automaton.arcWeight, tenth),
    initialWeight: 1,
    finalWeight: Array.from(automaton.finalWeight, (weight) => rational.plus(fraction(9, 10), tenth(weight))),
  });
}

describe("stochastic automata", () => {
  it("sum to exactly 1, also from every state", () => {
    fc.assert(
      fc.property(seed, (seed) => {
        const automaton = stochastic(seed, 20, 3);
        expect(totalWeight(automaton)).toBe(1);
        expect(totalWeight(over(real, automaton, (p) => p))).toBeCloseTo(1, 10);
        expect(totalWeight(over(log, automaton, (p) => -Math.log(p)))).toBeCloseTo(0, 10);
      }),
      runs(60),
    );
  });

  it("have the mean length of their words", () => {
    fc.assert(
      fc.property(seed, (seed) => {
        const automaton = shortLived(seed);
        const mean = sumOver(automaton, (p, length) => p * length, 11);
        expect(rationalToNumber(expectedLength(automaton))).toBeCloseTo(mean, 8);
        expect(expectedLength(over(real, automaton, (p) => p))).toBeCloseTo(mean, 8);
        const logarithm = expectedLength(over(log, automaton, (p) => -Math.log(p)));
        expect(Math.exp(-logarithm)).toBeCloseTo(mean, 8);
      }),
      runs(12),
    );
    expect(expectedLength(automatonOf(rational, "> 0 1; 0 a 1/2 0; 0 1/2"))).toBe(1);
    expect(expectedLength(automatonOf(rational, "> 0 3; 0 a 9/10 0; 0 7"))).toBe(9);
  });

  it("have the entropy of their words", () => {
    fc.assert(
      fc.property(seed, (seed) => {
        const automaton = shortLived(seed);
        const sum = -sumOver(automaton, (p) => p * Math.log(p), 11);
        expect(entropy(automaton)).toBeCloseTo(sum, 7);
        expect(entropy(over(log, automaton, (p) => -Math.log(p)))).toBeCloseTo(sum, 7);
      }),
      runs(12),
    );
    // Two bits for four words, whatever their common weight.
    const four = automatonOf(rational, "> 0 5; 0 a 1 1; 0 b 1 1; 1 a 2 2; 1 b 2 2; 2 1");
    expect(entropy(four) / Math.LN2).toBeCloseTo(2, 14);
    // An unambiguous automaton that is not deterministic: Σ 2⁻ⁿ · n log 2.
    const guess = automatonOf(rational, "> 0 1/2; > 1 1/2; 0 a 1/2 0; 0 b 1/2 2; 1 a 1/2 1; 1 c 1/2 2; 2 1");
    expect(entropy(guess) / Math.LN2).toBeCloseTo(1 + 2, 12);
  });

  it("have the divergence of their words", () => {
    fc.assert(
      fc.property(seed, seed, (one, two) => {
        const [p, q] = [shortLived(one), shortLived(two)];
        let sum = 0;
        for (const word of wordsUpTo(2, 11)) {
          const [here, there] = [p.weigh(word), q.weigh(word)].map(rationalToNumber);
          if (here > 0) sum += here * Math.log(here / there);
        }
        const found = klDivergence(p, q);
        expect(found === sum || Math.abs(found - sum) < 1e-7).toBe(true);
        const both = [p, q].map((one) => over(real, one, (x) => x));
        const near = klDivergence(both[0], both[1]);
        expect(near === sum || Math.abs(near - sum) < 1e-7).toBe(true);
      }),
      runs(15),
    );
    fc.assert(
      fc.property(seed, (seed) => {
        const automaton = stochastic(seed);
        expect(klDivergence(automaton, automaton)).toBe(0);
      }),
      runs(20),
    );
    const [a, ab] = [
      automatonOf(rational, "> 0 1; 0 a 1/2 0; 0 1/2"),
      automatonOf(rational, "> 0 1; 0 a 1/4 0; 0 b 1/4 0; 0 1/2"),
    ];
    expect(klDivergence(a, ab)).toBeCloseTo(Math.LN2, 14);
    expect(klDivergence(ab, a)).toBe(Number.POSITIVE_INFINITY);
  });

  it("are sampled by their probabilities, reproducibly by seed", () => {
    const automaton = automatonOf(rational, "> 0 1; 0 a 1/4 0; 0 b 1/4 1; 1 b 1/3 0; 1 2/3; 0 1/2");
    const words = sample(automaton, { count: 20_000, seed: 7 });
    expect(sample(automaton, { count: 100, seed: 7 })).toEqual(words.slice(0, 100));
    expect(sample(automaton, { count: 100, seed: 8 })).not.toEqual(words.slice(0, 100));
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word.join(), (counts.get(word.join()) ?? 0) + 1);
    for (const word of wordsUpTo(2, 3)) {
      const p = rationalToNumber(automaton.weigh(word));
      // Five standard deviations.
      const slack = 5 * Math.sqrt((p * (1 - p)) / 20_000);
      expect(Math.abs((counts.get(word.join()) ?? 0) / 20_000 - p)).toBeLessThanOrEqual(slack);
    }
    const several = automatonOf(rational, "> 0 1; > 1 1; 0 a 1 2; 1 a 1 2; 1 b 2 2; 2 1");
    const drawn = sample(several, { count: 4000 }).filter(([letter]) => letter === 0).length;
    expect(Math.abs(drawn / 4000 - 1 / 2)).toBeLessThan(0.05);
  });
});

describe.each(wfsaCases.filter(({ algebra }) => algebra.negate === undefined))("over $name", (setting) => {
  const { algebra } = setting;
  const acyclic = wfsaDrafts({ maxStates: 5, maxLetters: 2, maxArcs: 10 }).map((draft) => ({
    ...draft,
    arcs: draft.arcs.filter(({ from, to }) => from < to),
  }));
  const heavier = (a: unknown, b: unknown) =>
    algebra.equals(a, b) ? 0 : algebra.equals(algebra.plus(a, b), a) ? 1 : -1;
  const shown = (weights: readonly unknown[]) => weights.map((weight) => algebra.format(weight));

  it("bestPaths are the first of all paths", () => {
    fc.assert(
      fc.property(acyclic, fc.nat(12), (draft, n) => {
        const automaton = buildWfsa(setting, draft);
        const all = [...wordsUpTo(draft.letters, 4)].flatMap((word) => paths(automaton, word));
        all.sort((a, b) => heavier(b, a));
        const found = bestPaths(automaton, n);
        expect(shown(found.map(({ weight }) => weight))).toEqual(shown(all.slice(0, n)));
        expect(
          new Set(found.map((path) => JSON.stringify([path.states, path.word]))).size <= found.length,
        ).toBe(true);
        for (const { word, weight } of found) {
          expect(paths(automaton, [...word]).some((one) => algebra.equals(one, weight))).toBe(true);
        }
      }),
      runs(60),
    );
  });

  it("heaviestWords are the first of all words, in shortlex order among equals", () => {
    fc.assert(
      fc.property(acyclic, fc.nat(12), (draft, k) => {
        const automaton = buildWfsa(setting, draft);
        const all = [...wordsUpTo(draft.letters, 4)]
          .map((word) => ({ word, weight: automaton.weigh(word) }))
          .filter(({ weight }) => !algebra.isZero(weight))
          .sort((a, b) => heavier(b.weight, a.weight) || shortlex(a.word, b.word));
        const found = heaviestWords(automaton, k);
        expect(found.map(({ word }) => word)).toEqual(all.slice(0, k).map(({ word }) => word));
        expect(shown(found.map(({ weight }) => weight))).toEqual(
          shown(all.slice(0, k).map(({ weight }) => weight)),
        );
      }),
      runs(60),
    );
  });

  it("heaviestWords ends, or refuses cycles that improve words for ever", () => {
    fc.assert(
      fc.property(wfsaDrafts({ maxStates: 4, maxLetters: 2, maxArcs: 8 }), (draft) => {
        const automaton = buildWfsa(setting, draft);
        const said = refusal(() => heaviestWords(automaton, 5));
        if (said !== "none") {
          expect(said).toMatch(/^unsupported: heaviestWords: .* improve for ever/u);
          return;
        }
        const found = heaviestWords(automaton, 5);
        const short = [...wordsUpTo(draft.letters, 5)]
          .map((word) => ({ word, weight: automaton.weigh(word) }))
          .filter(({ weight }) => !algebra.isZero(weight))
          .sort((a, b) => heavier(b.weight, a.weight) || shortlex(a.word, b.word));
        // No omitted word is heavier than a found one.
        const last = found.at(-1);
        for (const { word, weight } of short) {
          if (found.some((one) => shortlex(one.word, word) === 0)) continue;
          expect(found.length).toBe(5);
          expect(
            heavier(weight, last?.weight) || shortlex((last?.word ?? []) as number[], word),
          ).toBeLessThan(0);
        }
        expect(bestPath(automaton) === undefined).toBe(found.length === 0);
      }),
      runs(60),
    );
  });
});

describe("the heaviest words", () => {
  it("of a stochastic automaton are the most probable ones", () => {
    fc.assert(
      fc.property(seed, (seed) => {
        const automaton = shortLived(seed);
        const all = [...wordsUpTo(2, 6)]
          .map((word) => ({ word, weight: automaton.weigh(word) }))
          .filter(({ weight }) => weight !== 0)
          .sort((a, b) => compareRationals(b.weight, a.weight) || shortlex(a.word, b.word));
        expect(heaviestWords(automaton, 6)).toEqual(all.slice(0, 6));
        const logs = heaviestWords(
          over(log, automaton, (p) => -Math.log(p)),
          6,
        );
        logs.forEach(({ weight }, i) =>
          expect(Math.exp(-weight)).toBeCloseTo(rationalToNumber(all[i].weight), 9),
        );
      }),
      runs(20),
    );
  });

  it("of an unweighted language are its first", () => {
    const evenAs = automatonOf(boolean, "> 0 1; 0 a 1 1; 1 a 1 0; 0 b 1 0; 1 b 1 1; 0 1");
    const words = heaviestWords(evenAs, 7).map(({ word }) => evenAs.alphabet.show(word));
    expect(words).toEqual(["ε", "b", "aa", "bb", "aab", "aba", "baa"]);
  });

  it("are found quickly, however many words weigh the same", () => {
    // 2³⁰ words of weight 0, all of length 30.
    const lines = Array.from({ length: 30 }, (_, i) => `${i} a 0 ${i + 1}; ${i} b 0 ${i + 1}`);
    const many = automatonOf(tropical, `> 0 0; ${lines.join("; ")}; 30 0`);
    expect(heaviestWords(many, 3, { maxNodes: 200 }).map(({ word }) => word.join(""))).toEqual([
      "0".repeat(30),
      `${"0".repeat(29)}1`,
      `${"0".repeat(28)}10`,
    ]);
    expect(refusal(() => heaviestWords(many, 100, { maxNodes: 50 }))).toMatch(
      /^budget: .* 50 prefixes of words: 8 of 100/u,
    );
    expect(bestPaths(many, 4, { maxNodes: 2000 })).toHaveLength(4);
    expect(refusal(() => bestPaths(many, 100, { maxNodes: 50 }))).toMatch(
      /^budget: .* 50 prefixes of paths/u,
    );
  });
});

describe("what is refused", () => {
  const twice = automatonOf(rational, "> 0 1; 0 a 1/4 1; 0 a 1/4 2; 0 1/2; 1 1; 2 1");
  const negative = automatonOf(rational, "> 0 1; 0 a -1/4 0; 0 1");
  const none = (automaton: Wfsa<Rational>) => [
    refusal(() => entropy(automaton)),
    refusal(() => heaviestWords(automaton, 3)),
  ];

  it("words with several paths, if the weights of paths add up", () => {
    for (const said of none(twice)) expect(said).toMatch(/^unsupported: .*words have several paths/u);
    expect(refusal(() => klDivergence(twice, twice))).toMatch(/^unsupported: .*not deterministic/u);
    expect(bestPaths(twice, 5).map(({ weight }) => rational.format(weight))).toEqual(["1/2", "1/4", "1/4"]);
  });

  it("weights that are negative or do not stand for a number", () => {
    for (const said of none(negative))
      expect(said).toMatch(/^unsupported: .*not negative, and one is -1\/4/u);
    expect(refusal(() => sample(negative))).toMatch(
      /^unsupported: sample needs weights that are not negative/u,
    );
    expect(refusal(() => bestPath(negative))).toMatch(
      /^unsupported: bestPaths needs weights that are not negative/u,
    );
    expect(refusal(() => sample(automatonOf(viterbi, "> 0 1; 0 1")))).toMatch(
      /^unsupported: sample needs probabilities/u,
    );
    expect(refusal(() => entropy(automatonOf(tropical, "> 0 1; 0 1")))).toMatch(
      /^unsupported: entropy needs probab/u,
    );
    const units = automatonOf(quaternion, "> 0 1; 0 1");
    expect(refusal(() => bestPath(units))).toMatch(
      /^unsupported: bestPaths needs to know which weights of quaternion/u,
    );
    expect(refusal(() => bestPath(automatonOf(primeField(7), "> 0 1; 0 1")))).toMatch(
      /prime-field:7 are heavier/u,
    );
    expect(refusal(() => expectedLength(units))).toMatch(/^unsupported: expectedLength needs a commutative/u);
    expect(refusal(() => expectedLength(automatonOf(tropical, "> 0 1; 0 1")))).toMatch(
      /means nothing over tropical/u,
    );
  });

  it("but not states that lead nowhere: paths keep their numbers", () => {
    const holes = automatonOf(tropical, "0 a 0 1; > 2 0; 2 a -5 2; 1 0; > 3 1; 3 a 1 5; 5 2; 3 a 0 4");
    expect(bestPath(holes)).toEqual({ word: [0], states: [3, 5], weight: 4 });
  });

  it("samples and means of the zero language, and meaningless counts", () => {
    const zero = toWfsa(Wdfsa.zero(rational, new Alphabet("a")));
    expect(bestPaths(zero, 3)).toEqual([]);
    expect(heaviestWords(zero, 3)).toEqual([]);
    expect(refusal(() => sample(zero))).toMatch(/^unsupported: sample: the language is zero/u);
    expect(refusal(() => expectedLength(zero))).toMatch(/^unsupported: .*the total weight is zero/u);
    for (const n of [-1, 0.5, Number.NaN]) {
      expect(refusal(() => bestPaths(zero, n))).toMatch(/^usage: /u);
      expect(refusal(() => heaviestWords(zero, n))).toMatch(/^usage: /u);
      expect(refusal(() => sample(zero, { count: n }))).toMatch(/^usage: /u);
    }
  });

  it("samples of unbounded length", () => {
    const long = automatonOf(rational, "> 0 1; 0 a 999999/1000000 0; 0 1/1000000");
    expect(refusal(() => sample(long, { count: 10, maxLetters: 1000 }))).toMatch(
      /^budget: sample stopped at its budget of 1000 letters: 0 of 10 words/u,
    );
  });
});
