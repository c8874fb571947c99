/** Means, entropies, divergences and samples, against enumeration; what is refused. */

import {
  Alphabet,
  bestPath,
  bestPaths,
  entropy,
  expectedLength,
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
  totalWeight,
  toWfsa,
  tropical,
  viterbi,
  Wdfsa,
  type Wfsa,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { over, shortLived, stochastic } from "../support/stochastic-automata.ts";
import { automatonOf } from "../support/wfsas.ts";

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
