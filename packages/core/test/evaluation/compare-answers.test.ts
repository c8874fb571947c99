/** Two acceptors beside each other on random words. */

import {
  Alphabet,
  type Answerer,
  boolean,
  compareAnswers,
  fromExpression,
  HankelError,
  minimize,
  type Word,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { shareOf } from "../../src/evaluation/share.ts";

const asked = (text: string, alphabet = ["a", "b"]): Answerer<boolean> => {
  const automaton = minimize(fromExpression(text, boolean, { alphabet: new Alphabet(alphabet) }));
  return { alphabet: automaton.alphabet, weigh: (words) => words.map((word) => automaton.weigh(word)) };
};
const rules = { equals: (a: boolean, b: boolean) => a === b, accepts: (yes: boolean) => yes };

describe("two acceptors", () => {
  test("that are the same do not differ, and an interval says how sure that is", async () => {
    const { even, near, differences } = await compareAnswers(asked("(ab)*"), asked("(ab)*"), rules);
    expect([even.different, even.words, near?.different, near?.words]).toEqual([0, 500, 0, 500]);
    // As exact as an interval can be: (1 − high)^500 = 2.5 %.
    expect(even.share.high).toBeCloseTo(1 - 0.025 ** (1 / 500), 9);
    expect(differences).toEqual([]);
  });

  test("differ on the shortest words first", async () => {
    const { differences, alphabet } = await compareAnswers(asked("(a|b)*"), asked("(a|b)*(aa|b)"), rules);
    expect(
      differences.slice(0, 2).map(({ word, left, right }) => [alphabet.show(word), left, right]),
    ).toEqual([
      ["ε", true, false],
      ["a", true, false],
    ]);
    expect(differences.length).toBe(10);
  });

  test("that rarely accept are compared near what they accept", async () => {
    // A word of 20 even letters is hardly ever one of these; ab with an a too many is near them.
    const { even, near } = await compareAnswers(asked("(ab)*"), asked("(ab)*a?"), { ...rules, words: 4000 });
    expect(near?.share.mean).toBeGreaterThan(3 * even.share.mean);
  });

  test("lengths and letters are even", async () => {
    const seen: Word[] = [];
    const all: Answerer<boolean> = {
      alphabet: new Alphabet(["a", "b"]),
      weigh(words) {
        seen.push(...words);
        return words.map(() => false);
      },
    };
    // Without accepted words there is nothing to be near to.
    const { near, maxLength, even } = await compareAnswers(all, all, {
      ...rules,
      words: 4000,
      maxLength: 12,
    });
    expect([near, maxLength, even.words]).toEqual([undefined, 12, 2000]);
    const long = seen.filter(({ length }) => length === 12);
    // Each word once for each of the two; about 2000 / 13 have 12 letters.
    expect(long.length / 2).toBeGreaterThan(110);
    expect(long.length / 2).toBeLessThan(200);
    const share = long.flat().reduce((sum, letter) => sum + letter, 0) / (12 * long.length);
    expect(share).toBeGreaterThan(0.45);
    expect(share).toBeLessThan(0.55);
  });

  test("over different symbols are compared on those that both know", async () => {
    const { alphabet, differences } = await compareAnswers(
      asked("a*", ["a", "b"]),
      asked("a*c*", ["c", "a"]),
      rules,
    );
    expect([...alphabet.symbols]).toEqual(["a"]);
    expect(differences).toEqual([]);
    await expect(compareAnswers(asked("a", ["a"]), asked("b", ["b"]), rules)).rejects.toThrow(
      "no symbol in common",
    );
  });

  test("keep to the words that can be asked, and stop when it is enough", async () => {
    const longest = (answerer: Answerer<boolean>): Answerer<boolean> => ({
      ...answerer,
      longest: 4,
      weigh(words) {
        expect(words.every(({ length }) => length <= 4)).toBe(true);
        return answerer.weigh(words);
      },
    });
    const { even } = await compareAnswers(longest(asked("a*")), asked("a*"), {
      ...rules,
      words: 5000,
      enough: () => true,
    });
    expect(even.words).toBe(20);
  });
});

test("a budget that is spent leaves the words so far, and is an error without any", async () => {
  const limited = (most: number): Answerer<boolean> => {
    let left = most;
    const right = asked("a*");
    return {
      ...right,
      weigh(words) {
        left -= words.length;
        if (left < 0) throw new HankelError("budget", "no more questions");
        return right.weigh(words);
      },
    };
  };
  const { even } = await compareAnswers(limited(100), asked("a*"), { ...rules, words: 5000 });
  expect(even.words).toBe(60);
  await expect(compareAnswers(limited(5), asked("a*"), rules)).rejects.toThrow("no more questions");
});

describe("the interval of a share", () => {
  /** How often a binomial variable is at most k. */
  function atMost(k: number, n: number, p: number): number {
    let [sum, term] = [0, (1 - p) ** n];
    for (let i = 0; i <= k; i++) {
      sum += term;
      term *= ((n - i) / (i + 1)) * (p / (1 - p));
    }
    return sum;
  }

  test.each([0, 1, 3, 10, 50, 99, 100])("holds for %i of 100", (successes) => {
    const values = Array.from({ length: 100 }, (_, i) => (i < successes ? 1 : 0));
    const { mean, low, high } = shareOf(values) ?? { mean: 0, low: 0, high: 0 };
    expect(mean).toBe(successes / 100);
    // Outside the interval so few, or so many, happen at most once in 40 times; not far inside it is more.
    if (high < 1) {
      expect(atMost(successes, 100, high)).toBeLessThanOrEqual(0.025 + 1e-9);
      expect(atMost(successes, 100, high - 0.06)).toBeGreaterThan(0.025);
    }
    if (low > 0) {
      expect(1 - atMost(successes - 1, 100, low)).toBeLessThanOrEqual(0.025 + 1e-9);
      expect(1 - atMost(successes - 1, 100, low + 0.06)).toBeGreaterThan(0.025);
    }
  });

  test("there is none of no values", () => {
    expect(shareOf([])).toBeUndefined();
  });
});
