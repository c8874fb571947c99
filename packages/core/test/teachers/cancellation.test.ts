/** Sums whose terms are much larger than they are: what was compared beside them, and how far off it may be. */

import { cancellationSentence, determinize, rational, realWithin, type Word } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { cancelled as isCancelled } from "../../src/teachers/testing/cancellation.ts";
import { automatonOf } from "../support/wfsas.ts";

const cancelled = (automaton: unknown, word: Word, a: number, b: number) =>
  isCancelled<number>(automaton as never, word, a, b);

const algebra = realWithin(1e-6);
/** The word a weighs 1000 + 1 - 1000, and every longer one 0. */
const wfsa = automatonOf(algebra, "> 0 1; > 1 1; > 2 1; 0 a 1000 3; 1 a 1 3; 2 a -1000 3; 3 1");

describe("a difference", () => {
  it("is lost where it is small beside the terms of the sum", () => {
    // The terms are 2001 in all, and a word of one letter has two factors.
    const limit = 2 * 1e-6 * 2001;
    expect(cancelled(wfsa, [0], 1, 1 + 0.99 * limit)).toBe(true);
    expect(cancelled(wfsa, [0], 1 + 0.99 * limit, 1)).toBe(true);
    expect(cancelled(wfsa, [0], 1, 1 + 1.01 * limit)).toBe(false);
  });

  it("is not lost where weights are exact, or no terms are added", () => {
    const exact = automatonOf(rational, "> 0 1; 0 a 1 0; 0 1");
    expect(cancelled(exact, [0], 1, 1)).toBe(false);
    const single = determinize(automatonOf(algebra, "> 0 1; 0 a 1 0; 0 1"));
    expect(cancelled(single, [0], 1, 1)).toBe(false);
  });
});

describe("the sentence about cancellation", () => {
  const about = (...answers: [Word, number][]) => cancellationSentence(wfsa, answers);

  it("is empty where the automaton is right, or weights are exact", () => {
    expect(about([[0], 1])).toBe("");
    expect(about()).toBe("");
    const exact = automatonOf(rational, "> 0 1; 0 a 1 0; 0 1");
    expect(cancellationSentence(exact, [[[0], 7]])).toBe("");
    const single = determinize(automatonOf(algebra, "> 0 1; 0 a 1 0; 0 1"));
    expect(cancellationSentence(single, [[[0], 7]])).toBe("");
  });

  it("counts the words where it is wrong, and says by how much at most", () => {
    const said = (words: string, most: string) =>
      `For ${words} the terms of the sum cancel, and the weights were compared beside these terms: the automaton is wrong there ` +
      `by up to ${most} times the largest answer for words of about their length.`;
    expect(about([[0], 2])).toBe(said("1 word", "0.5"));
    expect(about([[0], 2], [[0, 0], 4])).toBe(said("2 words", "1"));
    // An error that is small beside the answers for words of about that length does not count.
    expect(about([[0], 1 + 1e-3], [[0, 0], 0])).toBe(said("1 word", "0.001"));
    expect(about([[0], 1 + 1e-3], [new Array<number>(8).fill(0), -4e4])).toBe(said("1 word", "1"));
    // Words of other lengths say nothing of that.
    expect(about([[0], 1 + 1e-3], [new Array<number>(10).fill(0), -4e4])).toBe(said("2 words", "1"));
  });
});
