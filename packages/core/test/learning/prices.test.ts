/** What a question costs. */

import {
  ALGORITHM_VERSION,
  Alphabet,
  checkPrices,
  costOf,
  defaultPrices,
  exactTeacher,
  headerOptionsOf,
  type JournalHeader,
  learn,
  machineToWdfsa,
  openReplay,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

/** A Mealy machine that writes x for every other letter. */
const target = machineToWdfsa({
  kind: "mealy",
  alphabet: new Alphabet("a"),
  target: [1, 0],
  output: ["x", "y"],
});

describe("prices", () => {
  it("are finite, not negative, and not both zero", () => {
    expect(checkPrices()).toEqual({ word: 1, letter: 1 });
    expect(checkPrices({ word: 0, letter: 0.5 })).toEqual({ word: 0, letter: 0.5 });
    for (const [prices, message] of [
      [{ word: -1, letter: 1 }, /the price of a word is -1; give a number that is not negative/u],
      [{ word: 1, letter: Number.NaN }, /the price of a letter is NaN/u],
      [{ word: Number.POSITIVE_INFINITY, letter: 1 }, /the price of a word is Infinity/u],
      [{ word: 0, letter: 0 }, /neither words nor letters cost anything/u],
    ] as const) {
      expect(() => checkPrices(prices)).toThrow(message);
      expect(() => learn(exactTeacher(target), { prices })).toThrow(message);
    }
  });

  it("make the cost of a run", () => {
    expect(costOf(3, 10, { word: 2, letter: 0.5 })).toBe(11);
    const { statistics } = learn(exactTeacher(target));
    expect(statistics.cost).toBe(statistics.questions + statistics.symbols);
    const other = learn(exactTeacher(target), { prices: { word: 3, letter: 0.25 } }).statistics;
    expect(other.cost).toBe(3 * other.questions + other.symbols / 4);
  });

  it("are in the header of a journal unless they are the default ones, and a replay has them", () => {
    expect(headerOptionsOf({ prices: defaultPrices })).toEqual({});
    expect(headerOptionsOf({ prices: { word: 1, letter: 0 } })).toEqual({ letterCost: 0 });
    const prices = { word: 2.5, letter: 0 };
    const options = headerOptionsOf({ prices });
    expect(options).toEqual({ wordCost: 2.5, letterCost: 0 });
    const header: JournalHeader = {
      journal: "hankel/1",
      algorithm: ALGORITHM_VERSION,
      learner: "machine",
      machine: "mealy",
      alphabet: ["a"],
      options,
      seed: 1,
    };
    expect(openReplay({ header, lines: [] }).prices).toEqual(prices);
    expect(openReplay({ header: { ...header, options: {} }, lines: [] }).prices).toEqual(defaultPrices);
    const wrong = { ...header, options: { wordCost: "many" } };
    expect(() => openReplay({ header: wrong, lines: [] })).toThrow(
      'the price of a word is "many"; give a number that is not negative',
    );
  });
});
