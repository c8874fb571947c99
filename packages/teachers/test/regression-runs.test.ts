/** Live runs whose conjectures are tested by regression on the states of the black box. */

import {
  createLearner,
  type JournalHeader,
  stateRegression,
  type Word,
  weightsIn,
  writeHankel,
} from "@hankel/core";
import { type BlackBox, Journal, type LiveOptions, learnLive } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { combinationLock, noisyStates } from "../../core/test/support/state-teachers.ts";
import { eachState } from "../src/box.ts";
import { StateMemory } from "../src/run/state-memory.ts";
import { bareHeader } from "./support/bare-header.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

const LOCK = combinationLock(8, 3, 1);

/** The lock as a black box; `asked` keeps each word, and whether its state was wanted. */
function lockBox(fail: (asked: number) => boolean = () => false) {
  const asked: { word: string; states: boolean }[] = [];
  const stateAfter = noisyStates(LOCK);
  const box: BlackBox<boolean> = {
    name: "the lock",
    kind: weightsIn(LOCK.algebra),
    alphabet: LOCK.alphabet,
    states: 32,
    async weigh(words, { arrived, states } = {}) {
      for (const word of words) asked.push({ word: word.join(""), states: states !== undefined });
      if (fail(asked.length)) throw new Error("the lock is stuck");
      const weights = words.map((word) => LOCK.weigh(word));
      states?.(0, words.map(stateAfter));
      arrived?.(0, weights);
      return weights;
    },
  };
  return { box, asked };
}

const HEADER: JournalHeader = { ...bareHeader, alphabet: LOCK.alphabet.symbols };

async function learn(
  box: BlackBox<boolean>,
  options: Partial<LiveOptions<boolean>> = {},
  storage?: { main: MemoryStorage; early: MemoryStorage },
) {
  const journal = storage && new Journal("j", HEADER, storage);
  const result = await learnLive(box, {
    createLearner: (setting) => createLearner(setting),
    tests: [stateRegression(1000)],
    ...(journal && { journal }),
    ...options,
  });
  journal?.close();
  return result;
}

const files = () => ({ main: new MemoryStorage(), early: new MemoryStorage() });

describe("a live run with a search by regression", () => {
  it("asks for the states of all its words along with their weights, so no word is asked twice", async () => {
    const { box, asked } = lockBox();
    const { automaton, outcome, statistics, statement } = await learn(box);
    expect(outcome).toBe("accepted");
    expect(writeHankel(automaton)).toBe(writeHankel(LOCK));
    expect(asked.every(({ states }) => states)).toBe(true);
    expect(new Set(asked.map(({ word }) => word)).size).toBe(asked.length);
    expect(statistics.asked).toBe(asked.length);
    expect(statement).toContain(
      "a search by regression on the target's states, at most 1000 words at a time",
    );
    expect(statement).toMatch(/^Tested on \d{2,} words only/u);
  });

  it("asks for no states if no test looks at them", async () => {
    const { box, asked } = lockBox();
    await learn(box, { tests: [] });
    expect(asked.some(({ states }) => states)).toBe(false);
  });

  it("refuses a box that gives none", async () => {
    const { states: _none, ...box } = lockBox().box;
    await expect(learn(box)).rejects.toThrow("the test regression:1000 needs the states of the target");
  });

  it("keeps finished searches in the journal: a resumed run asks nothing and says the same", async () => {
    const storage = files();
    const first = await learn(lockBox().box, {}, storage);
    const text = storage.main.text;
    const { box, asked } = lockBox();
    const second = await learn(box, {}, storage);
    expect(asked).toEqual([]);
    expect(storage.main.text).toBe(text);
    expect(second.statement.startsWith(first.statement)).toBe(true);
    const counts = ({ statistics: { questions, tests, equivalences } }: typeof first) => ({
      questions,
      tests,
      equivalences,
    });
    expect(counts(second)).toEqual(counts(first));
  });

  it("asks again for the states of a search that was interrupted, wherever that was", async () => {
    const whole = await learn(lockBox().box);
    const total = whole.statistics.asked;
    for (const share of [0.1, 0.3, 0.6, 0.9]) {
      const storage = files();
      const broken = lockBox((asked) => asked > share * total);
      expect((await learn(broken.box, {}, storage)).outcome).toBe("failed");
      const { box, asked } = lockBox();
      const resumed = await learn(box, {}, storage);
      expect(writeHankel(resumed.automaton), `share ${share}`).toBe(writeHankel(whole.automaton));
      expect(resumed.statement.startsWith(whole.statement)).toBe(true);
      expect(resumed.statistics.tests).toBe(whole.statistics.tests);
      expect(asked.length).toBeGreaterThan(0);
    }
  });

  it("keeps to a budget, in which words count that are asked again for their states", async () => {
    const { box, asked } = lockBox();
    const { outcome, statistics } = await learn(box, { maxQuestions: 60 });
    expect({ outcome, asked: statistics.asked, words: asked.length }).toEqual({
      outcome: "budget",
      asked: 60,
      words: 60,
    });
    const storage = files();
    await learn(lockBox((words) => words > 40).box, {}, storage);
    const again = lockBox();
    const known = storage.main.text.split('"word"').length - 1;
    const resumed = await learn(again.box, { maxQuestions: 60 }, storage);
    expect(resumed.outcome).toBe("budget");
    expect(again.asked.length).toBe(60 - known);
  });

  it("goes on where the box reads only short words", async () => {
    const { box, asked } = lockBox();
    const { statement } = await learn({ ...box, longest: 4 });
    expect(Math.max(...asked.map(({ word }) => word.length))).toBeLessThanOrEqual(4);
    expect(statement).toContain("The target reads at most 4 letters.");
  });
});

describe("the memory of states", () => {
  it("begins again when it is full", () => {
    const memory = new StateMemory(5 * 8 * 16);
    const words: Word[] = [[0], [1], [0]];
    const states = eachState(words, ([letter], state) => memory.keep(letter, state));
    states(0, [Float64Array.of(1, 2), Float64Array.of(3, 4), Float64Array.of(5, 6)]);
    expect([memory.get(0), memory.get(1)]).toEqual([Float64Array.of(1, 2), Float64Array.of(3, 4)]);
    memory.keep(2, Float64Array.of(7, 8));
    expect([memory.get(0), memory.get(2)]).toEqual([undefined, Float64Array.of(7, 8)]);
  });
});
