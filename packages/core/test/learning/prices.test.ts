/** What a question costs, and what learners make of it. */

import {
  ALGORITHM_VERSION,
  Alphabet,
  checkPrices,
  costOf,
  defaultPrices,
  exactTeacher,
  headerOptionsOf,
  type JournalHeader,
  type LearnerName,
  learn,
  type Machine,
  machineToWdfsa,
  openReplay,
  type Prices,
  Random,
  type Wdfsa,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { windingTeacher } from "../support/targets.ts";

const FREE_LETTERS: Prices = { word: 1, letter: 0 };

/** Mealy machines of 10 to 28 states, 2 to 5 letters and 2 outputs. */
const targets = Array.from({ length: 10 }, (_, seed): Wdfsa<string> => {
  const random = new Random(seed, 7);
  const states = 10 + 2 * seed;
  const alphabet = Alphabet.letters(2 + (seed % 4));
  const arcs = states * alphabet.size;
  const machine: Machine = {
    kind: "mealy",
    alphabet,
    target: Array.from({ length: arcs }, () => random.below(states)),
    output: Array.from({ length: arcs }, () => String(random.below(2))),
  };
  return machineToWdfsa(machine);
});

/** What a learner asks of all targets, with long counterexamples. */
function asked(learner: LearnerName, prices: Prices) {
  const words: string[] = [];
  let cost = 0;
  targets.forEach((target, seed) => {
    const observe = (question: { kind: string; words?: readonly (readonly number[])[] }) => {
      for (const word of question.words ?? []) words.push(word.join());
    };
    const learned = learn(windingTeacher(target, seed), { learner, prices, observe });
    expect(learned.outcome).toBe("accepted");
    cost += learned.statistics.cost;
  });
  return { words, cost };
}

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
      expect(() => learn(exactTeacher(targets[0]), { prices })).toThrow(message);
    }
  });

  it("make the cost of a run", () => {
    expect(costOf(3, 10, { word: 2, letter: 0.5 })).toBe(11);
    const { statistics } = learn(exactTeacher(targets[0]));
    expect(statistics.cost).toBe(statistics.questions + statistics.symbols);
    const other = learn(exactTeacher(targets[0]), { prices: { word: 3, letter: 0.25 } }).statistics;
    expect(other.cost).toBe(3 * other.questions + other.symbols / 4);
  });

  it("are in the header of a journal unless they are the default ones, and a replay has them", () => {
    expect(headerOptionsOf({ prices: defaultPrices })).toEqual({});
    expect(headerOptionsOf({ prices: FREE_LETTERS })).toEqual({ letterCost: 0 });
    const prices = { word: 2.5, letter: 0 };
    const options = headerOptionsOf({ prices });
    expect(options).toEqual({ wordCost: 2.5, letterCost: 0 });
    const header: JournalHeader = {
      journal: "hankel/1",
      algorithm: ALGORITHM_VERSION,
      learner: "machine",
      semifield: "free-group",
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

describe.each(["machine", "tree", "apart"] as const)("the %s learner", (learner) => {
  it("asks other words if letters cost nothing, and not more of them in sum", () => {
    const usual = asked(learner, defaultPrices);
    const free = asked(learner, FREE_LETTERS);
    expect(free.words).not.toEqual(usual.words);
    expect(free.words.length).toBeLessThanOrEqual(usual.words.length);
    expect(free.cost).toBe(free.words.length);
  });
});

describe("the table learner", () => {
  it("has no choice: it asks the same whatever it costs", () => {
    expect(asked("table", FREE_LETTERS).words).toEqual(asked("table", defaultPrices).words);
  });
});

describe("the saving shorter-suffixes", () => {
  it("does nothing if letters cost nothing", () => {
    const options = { learner: "tree", prices: FREE_LETTERS } as const;
    targets.slice(0, 5).forEach((target, seed) => {
      const run = (savings: readonly ("shorter-suffixes" | "ask-ahead")[]) =>
        learn(windingTeacher(target, seed), { ...options, savings }).statistics;
      expect(run(["shorter-suffixes"])).toEqual(run([]));
    });
  });
});
