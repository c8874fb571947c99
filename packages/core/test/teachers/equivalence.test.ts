import {
  Alphabet,
  batches,
  boolean,
  breadthFirst,
  type EquivalenceTest,
  randomWords,
  shortlex,
  Wdfsa,
  type Word,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsUpTo } from "../support/reference.ts";

function words(test: EquivalenceTest, letters: number, equivalence = 0): Word[] {
  return [...test.words(Wdfsa.zero(boolean, Alphabet.letters(letters)), equivalence, [])];
}

describe("breadthFirst", () => {
  it.each([0, 1, 2, 3])(
    "gives every word up to a length once, in shortlex order, over %d letters",
    (letters) => {
      for (let length = 0; length <= 5; length++) {
        const found = words(breadthFirst(length), letters);
        expect(found).toEqual([...wordsUpTo(letters, length)]);
        expect(found.toSorted(shortlex)).toEqual(found);
        expect(new Set(found.map(String)).size).toBe(found.length);
      }
    },
  );

  it("yields words that the caller may change", () => {
    const found: number[][] = [];
    for (const word of breadthFirst(3).words(Wdfsa.zero(boolean, Alphabet.letters(2)), 0, [])) {
      found.push([...word]);
      (word as number[]).fill(9);
    }
    expect(found).toEqual([...wordsUpTo(2, 3)]);
  });
});

describe("randomWords", () => {
  it("depends only on the seed and the number of the equivalence question", () => {
    const first = words(randomWords(50, 10, 3), 3, 5);
    expect(words(randomWords(50, 10, 3), 3, 5)).toEqual(first);
    expect(words(randomWords(50, 10, 3), 3, 6)).not.toEqual(first);
    expect(words(randomWords(50, 10, 4), 3, 5)).not.toEqual(first);
    const test = randomWords(50, 10, 3);
    words(test, 3, 0);
    expect(words(test, 3, 5)).toEqual(first);
  });

  it("yields the given number of words, of all lengths, over all letters", () => {
    const found = words(randomWords(3000, 4, 1), 3);
    expect(found).toHaveLength(3000);
    for (let length = 0; length <= 4; length++) {
      expect(Math.abs(found.filter((word) => word.length === length).length - 600)).toBeLessThan(130);
    }
    expect(new Set(found.flat())).toEqual(new Set([0, 1, 2]));
    expect(words(randomWords(3, 4), 0)).toEqual([[], [], []]);
  });
});

describe("batches", () => {
  it("splits words into batches and loses none", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(3))), fc.integer({ min: 1, max: 5 }), (all, size) => {
        const cut = [...batches(all, size)];
        expect(cut.flat()).toEqual(all);
        expect(cut.every((batch, i) => batch.length === size || i === cut.length - 1)).toBe(true);
        expect(cut.every((batch) => batch.length > 0)).toBe(true);
      }),
      { seed: 111, numRuns: 100 },
    );
  });
});
