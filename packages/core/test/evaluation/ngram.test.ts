/** n-gram models against the formula of Witten and Bell, written out. */

import { Alphabet, evaluateSample, isStochastic, ngramModel, sample, type Word } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { randomPdfa, rowAfter } from "../support/pdfas.ts";

/** p(symbol | history) by looking through the whole sample; -1 is the beginning, `letters` the end. */
function slowProbability(
  words: readonly Word[],
  letters: number,
  history: readonly number[],
  symbol: number,
): number {
  const after: number[] = [];
  for (const word of words) {
    const whole = [-1, ...word, letters];
    for (let at = 1; at < whole.length; at++) {
      const before = whole.slice(Math.max(0, at - history.length), at);
      if (before.join() === history.join()) after.push(whole[at]);
    }
  }
  const shorter = () =>
    history.length === 0 ? 1 / (letters + 1) : slowProbability(words, letters, history.slice(1), symbol);
  if (after.length === 0) return shorter();
  const kinds = new Set(after).size;
  return (after.filter((each) => each === symbol).length + kinds * shorter()) / (after.length + kinds);
}

describe("n-gram models", () => {
  test("are interpolated after Witten and Bell", () => {
    const source = randomPdfa({ seed: 3, letters: 3, missing: 0.3 });
    const words = sample(source, { count: 30, seed: 2 });
    for (const n of [1, 2, 3, 4]) {
      const model = ngramModel(source.alphabet, words, n);
      expect(isStochastic(model)).toBe(true);
      for (const word of [
        ...sample(randomPdfa({ seed: 9, letters: 3 }), { count: 10 }),
        [],
        [0],
        [2, 2, 2, 2],
      ]) {
        const row = rowAfter(model, word);
        const history = n === 1 ? [] : [-1, ...word].slice(-(n - 1));
        row.forEach((probability, symbol) => {
          expect(probability, `n ${n}, word ${word}`).toBeCloseTo(
            slowProbability(words, 3, history, symbol),
            12,
          );
        });
      }
    }
  });

  test("longer histories predict better what depends on them", async () => {
    const source = randomPdfa({ seed: 12, states: 5, letters: 3, missing: 0.5 });
    const train = sample(source, { count: 3000, seed: 1 });
    const held = { words: sample(source, { count: 500, seed: 2 }), alphabet: source.alphabet };
    const perplexities: number[] = [];
    for (const n of [1, 2, 3]) {
      perplexities.push((await evaluateSample(held, ngramModel(source.alphabet, train, n))).perplexity.mean);
    }
    expect(perplexities[1]).toBeLessThan(perplexities[0]);
    expect(perplexities[2]).toBeLessThan(perplexities[1]);
    expect((await evaluateSample(held, source)).perplexity.mean).toBeLessThan(perplexities[2]);
  });

  test("of no words it is uniform; states are named after their histories", () => {
    const alphabet = new Alphabet("ab");
    expect(rowAfter(ngramModel(alphabet, [], 3), [0, 1])).toEqual([1 / 3, 1 / 3, 1 / 3]);
    expect(ngramModel(alphabet, [[0, 0, 1]], 3).names).toContain("<s> a");
    expect(() => ngramModel(alphabet, [], 0)).toThrow("the order of an n-gram model is 1 or more, not 0");
  });
});
