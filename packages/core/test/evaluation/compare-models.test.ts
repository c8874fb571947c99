/** Two language models beside each other: the figures are those that sums over all words give. */

import {
  Alphabet,
  compareModels,
  fromExpression,
  HankelError,
  type NextTeacher,
  nextTeacherOf,
  real,
  type Share,
  toWdfsa,
  type Wdfsa,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { allWords } from "../../src/words/word.ts";
import { randomPdfa } from "../support/pdfas.ts";

/** The same by summing over every word, cut off after so many letters. */
function bySums(p: Wdfsa<number>, q: Wdfsa<number>, maxLength: number) {
  let [variation, jensenShannon, there, back] = [0, 0, 0, 0];
  const [rowsP, rowsQ] = [nextTeacherOf(p), nextTeacherOf(q)];
  const probability = (model: NextTeacher, word: readonly number[]): number => {
    let product = 1;
    for (let i = 0; i <= word.length && i < maxLength; i++) {
      const [row] = model.next([word.slice(0, i)]) as readonly Float64Array[];
      product *= row[i < word.length ? word[i] : row.length - 1];
    }
    return product;
  };
  for (const word of allWords(p.alphabet.size, maxLength)) {
    const [a, b] = [probability(rowsP, word), probability(rowsQ, word)];
    variation += Math.abs(a - b) / 2;
    const part = (x: number, y: number) => (x === 0 ? 0 : x * Math.log(x / y));
    jensenShannon += (part(a, (a + b) / 2) + part(b, (a + b) / 2)) / 2;
    there += part(a, b);
    back += part(b, a);
  }
  return { variation, jensenShannon, there, back };
}

const inside = (value: number, { low, high }: Share) => low <= value && value <= high;

describe("two language models", () => {
  test.each([1, 2, 3, 4])("are as far apart as sums over all words say, seed %i", async (seed) => {
    const [p, q] = [
      randomPdfa({ states: 3, letters: 2, seed: seed }),
      randomPdfa({ states: 2, letters: 2, seed: seed + 100 }),
    ];
    const exact = bySums(p, q, 8);
    const found = await compareModels(p, q, { words: 4000, maxLength: 8, seed });
    expect(inside(exact.variation, found.variation)).toBe(true);
    expect(inside(exact.jensenShannon, found.jensenShannon)).toBe(true);
    expect(found.variation.high - found.variation.low).toBeLessThan(0.05);
    // Three times the margin: a normal interval of 95 % is missed now and then.
    const near = (value: number, { mean, margin }: { mean: number; margin: number }) =>
      Math.abs(value - mean) < 3 * margin + 1e-9;
    expect(near(exact.there, found.left.wordDivergence)).toBe(true);
    expect(near(exact.back, found.right.wordDivergence)).toBe(true);
  });

  test("that are the same have nothing between them", async () => {
    const model = randomPdfa({ states: 3, letters: 2, seed: 5 });
    const { variation, jensenShannon, left, right, places } = await compareModels(
      model,
      nextTeacherOf(model),
      {
        words: 200,
      },
    );
    expect([variation.mean, jensenShannon.mean, left.divergence.mean, right.totalVariation.mean]).toEqual([
      0, 0, 0, 0,
    ]);
    expect(variation.high).toBeLessThan(0.01);
    expect(places).toEqual([]);
  });

  test("differ most where what is likely is said differently", async () => {
    // Behind b, which is rare, they differ more than behind a; behind c they agree.
    const text = (a: string, b: string) => `<0.6>a(${a})|<0.02>b(${b})|<0.38>c`;
    const left = toWdfsa(fromExpression(text("<0.5>a|<0.5>b", "<0.9>a|<0.1>b"), real));
    const right = toWdfsa(fromExpression(text("<0.8>a|<0.2>b", "<0.1>a|<0.9>b"), real));
    const { places, alphabet } = await compareModels(left, right, { words: 500 });
    expect(places.map(({ word }) => alphabet.show(word))).toEqual(["a", "b"]);
    const [a, b] = places;
    expect([a.left, a.right]).toEqual([0.6, 0.6]);
    expect([...a.leftRow].slice(0, 2)).toEqual([0.5, 0.5]);
    expect([...a.rightRow].slice(0, 2)).toEqual([0.8, 0.2]);
    expect(a.share + b.share).toBeCloseTo(1, 9);
    const kl = (p: number, q: number) => p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q));
    const [weightA, weightB] = [0.3 * (kl(0.5, 0.8) + kl(0.8, 0.5)), 0.01 * (kl(0.9, 0.1) + kl(0.1, 0.9))];
    expect(a.share).toBeCloseTo(weightA / (weightA + weightB), 4);
  });

  test("one of which excludes what the other says: KL is infinite one way", async () => {
    const left = toWdfsa(fromExpression("<0.5>a|<0.5>b", real));
    const right = toWdfsa(fromExpression("a", real, { alphabet: new Alphabet(["a", "b"]) }));
    const found = await compareModels(left, right, { words: 2000 });
    expect(found.left.divergence.mean).toBe(Number.POSITIVE_INFINITY);
    expect(found.left.smoothedDivergence.mean).toBeGreaterThan(1);
    expect(found.right.wordDivergence.mean).toBeCloseTo(Math.LN2, 9);
    expect(inside(0.5, found.variation)).toBe(true);
  });

  test("a word that is hardly possible in one of them tells who spoke", async () => {
    const left = toWdfsa(fromExpression("<0.5>a|<0.5>b", real));
    const right = toWdfsa(fromExpression("a|<1e-300>b", real));
    const { jensenShannon, variation } = await compareModels(left, right, { words: 2000 });
    expect(inside(0.5, variation)).toBe(true);
    const exact = (0.5 * Math.log(0.5 / 0.75) + 0.5 * Math.log(2) + Math.log(1 / 0.75)) / 2;
    expect(inside(exact, jensenShannon)).toBe(true);
  });

  test("match symbols by name, whatever their order", async () => {
    const left = toWdfsa(fromExpression("<0.5>a|<0.5>b", real, { alphabet: new Alphabet(["a", "b", "x"]) }));
    const right = toWdfsa(fromExpression("<0.5>a|<0.5>b", real, { alphabet: new Alphabet(["b", "a", "y"]) }));
    const { variation, alphabet } = await compareModels(left, right, { words: 300 });
    expect(variation.mean).toBe(0);
    expect(alphabet.equals(new Alphabet(["a", "b", "x", "y"]))).toBe(true);
    const other = toWdfsa(fromExpression("<0.5>a|<0.5>y", real, { alphabet: new Alphabet(["b", "a", "y"]) }));
    expect(inside(0.5, (await compareModels(left, other, { words: 2000 })).variation)).toBe(true);
  });

  test("are asked no longer than is enough, and only about words that they can be asked about", async () => {
    const model = randomPdfa({ states: 3, letters: 2, seed: 6 });
    let asked = 0;
    const short: NextTeacher = {
      ...nextTeacherOf(model),
      longest: 3,
      next(words) {
        for (const word of words) asked = Math.max(asked, word.length);
        return nextTeacherOf(model).next(words);
      },
    };
    const found = await compareModels(model, short, { words: 1000, enough: () => true });
    expect([found.words, found.maxLength]).toEqual([10, 3]);
    expect(asked).toBeLessThanOrEqual(3);
    expect(found.variation.mean).toBe(0);
    await expect(compareModels(model, short, { words: 0 })).rejects.toThrow("words is a whole number");
    await expect(compareModels(model, short, { cancelled: () => true })).rejects.toThrow("cancelled");
  });

  test("a budget that is spent leaves as many words of each, and is an error without any", async () => {
    const model = randomPdfa({ states: 3, letters: 2, seed: 6 });
    const limited = (most: number): NextTeacher => {
      let left = most;
      return {
        ...nextTeacherOf(model),
        next(words) {
          left -= words.length;
          if (left < 0) throw new HankelError("budget", "no more questions");
          return nextTeacherOf(model).next(words);
        },
      };
    };
    const found = await compareModels(model, limited(150), { words: 1000 });
    expect(found.words).toBeGreaterThanOrEqual(10);
    expect(found.words).toBeLessThan(1000);
    expect(found.variation.count).toBe(2 * found.words);
    await expect(compareModels(model, limited(1), { words: 1000 })).rejects.toThrow("no more questions");
  });

  test("give the same figures with the same seed, and others with another", async () => {
    const [p, q] = [
      randomPdfa({ states: 3, letters: 2, seed: 7 }),
      randomPdfa({ states: 3, letters: 2, seed: 8 }),
    ];
    const run = async (seed: number) => (await compareModels(p, q, { words: 150, seed })).variation;
    expect(await run(1)).toEqual(await run(1));
    expect(await run(1)).not.toEqual(await run(2));
  });
});
