import {
  boolean,
  observedBlock,
  primeField,
  rational,
  rationalFromNumber,
  real,
  tropical,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { wordsUpTo } from "../support/reference.ts";

/** Every word up to a length with its weight. */
function* answers<W>(length: number, weigh: (word: readonly number[]) => W): Generator<[Word, W]> {
  for (const word of wordsUpTo(2, length)) yield [word, weigh(word)];
}

const count = (word: readonly number[], letter: number) => word.filter((other) => other === letter).length;

describe("observedBlock", () => {
  it("shows that a language is regular but not deterministic", () => {
    // The sum of two languages, which double for every a and for every b: rank 2, with a class for each difference.
    const weigh = (word: readonly number[]) => 2 ** count(word, 0) + 2 ** count(word, 1);
    const small = observedBlock(rational, answers(5, weigh));
    const large = observedBlock(rational, answers(7, weigh));
    expect(small.rank).toBe(2);
    expect(large.rank).toBe(2);
    expect(large.classes).toBeGreaterThan(small.classes);
    expect(large.classes).toBeGreaterThan(4);
    const floats = observedBlock(real, answers(7, weigh));
    expect(floats.rank).toBe(2);
    expect(floats.classes).toBe(large.classes);
  });

  it("shows a growing rank for a language that is not regular", () => {
    const weigh = (word: readonly number[]) => (count(word, 0) === count(word, 1) ? 1 : 0);
    const small = observedBlock(rational, answers(4, weigh));
    const large = observedBlock(rational, answers(8, weigh));
    expect(large.rank).toBeGreaterThan(small.rank as number);
    expect(large.rank).toBe(large.classes);
  });

  it("has the classes and the rank of a deterministic language", () => {
    const weigh = (word: readonly number[]) => rationalFromNumber(count(word, 0) % 2 === 0 ? 1 : 0.25);
    const block = observedBlock(rational, answers(5, weigh));
    expect([block.classes, block.rank]).toEqual([2, 2]);
    const seven = primeField(7);
    const modulo = observedBlock(
      seven,
      answers(5, (word) => seven.parse(String(1 + (count(word, 1) % 3)))),
    );
    expect(modulo.classes).toBe(3);
    expect(modulo.rank).toBeLessThanOrEqual(3);
  });

  it("has the rank modulo the prime of its field", () => {
    // A sum of two languages, whose rows modulo seven have a larger rank if they are read as whole numbers.
    const seven = primeField(7);
    const weigh = (word: readonly number[]) =>
      seven.plus(3 ** count(word, 0) % 7, seven.times(2, 5 ** count(word, 1) % 7));
    const block = observedBlock(seven, answers(5, weigh));
    expect(block.rank).toBe(2);
    const whole = observedBlock(rational, answers(5, weigh));
    expect(whole.rank).toBeGreaterThan(2);
  });

  it("prefers the columns that most rows have, in whatever order the answers come", () => {
    const inOrder = [...answers(4, (word) => word.length + 1)];
    const block = { prefixes: 15, suffixes: 3, classes: 4, rank: 2 };
    expect(observedBlock(rational, inOrder)).toEqual(block);
    expect(observedBlock(rational, inOrder.toReversed())).toEqual(block);
  });

  it("has suffixes of at most twelve letters", () => {
    const words = Array.from({ length: 60 }, (_, length): [Word, number] => [new Array(length).fill(0), 1]);
    expect(observedBlock(rational, words)).toMatchObject({ suffixes: 13, prefixes: 48 });
  });

  it("has at most 128 columns", () => {
    // 288 prefixes aⁱbʲ and 144 suffixes bᵏcˡ and bᵏcˡd share so many words that few are enough for all of them.
    const words = new Map<string, [Word, boolean]>();
    const powers = (...times: number[]) => times.flatMap((n, letter) => new Array<number>(n).fill(letter));
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 84; j++) {
        for (let l = 0; l < 8; l++) {
          for (const d of [0, 1]) words.set(`${i} ${j} ${l} ${d}`, [powers(i, j, l, d), true]);
        }
      }
    }
    expect(observedBlock(boolean, words.values()).suffixes).toBe(128);
  });

  it("has no rank if the semifield is not a field", () => {
    expect(
      observedBlock(
        tropical,
        answers(4, (word) => word.length),
      ).rank,
    ).toBeUndefined();
    expect(
      observedBlock(
        boolean,
        answers(4, (word) => word.length % 2 === 0),
      ).classes,
    ).toBe(2);
    expect(observedBlock(boolean, []).classes).toBe(0);
  });
});
