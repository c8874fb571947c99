/** Who only watches changes nothing; a budget counts everything that a box is asked, across crashes and restarts. */

import {
  AnswerStore,
  createLearner,
  type JournalHeader,
  type LearnerName,
  learners,
  type PrefixTree,
  parseEquivalence,
  randomAutomaton,
  rational,
  type Wdfsa,
  weightsIn,
  writeHankel,
} from "@hankel/core";
import { automatonBox, type BlackBox, Journal, type LiveOptions, learnLive } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { SimulatedClock } from "./simulation/simulated-clock.ts";
import { kindlessHeader } from "./support/bare-header.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

/** The machine learner is for targets that answer with runs. */
const names = (Object.keys(learners) as LearnerName[]).filter((name) => name !== "machine");
const target = randomAutomaton({
  algebra: rational,
  states: 8,
  letters: 2,
  seed: 5,
}) as unknown as Wdfsa<unknown>;

/** A box that writes down what it is asked, and can be stopped when it has been asked so much. */
function listening(
  options: { lies?: ReadonlyMap<string, unknown>; stop?: AbortController; after?: number } = {},
) {
  const asked: string[] = [];
  const lies = new Map(options.lies);
  const box: BlackBox<unknown> = {
    ...automatonBox(target),

    async weigh(words, { arrived, signal } = {}) {
      const weights: unknown[] = [];
      for (const word of words) {
        if (signal?.aborted) throw Object.assign(new Error("stopped"), { name: "AbortError" });
        const name = word.join("");
        asked.push(name);
        weights.push(lies.get(name) ?? target.weigh(word));
        // It lies once about each word.
        lies.delete(name);
        arrived?.(weights.length - 1, weights.slice(-1));
        if (asked.length === options.after) options.stop?.abort();
      }
      return weights;
    },
  };
  return { box, asked };
}

function header(learner: LearnerName): JournalHeader {
  const { algebra, alphabet } = target;
  return {
    ...kindlessHeader,
    learner,
    semifield: algebra.name,
    alphabet: alphabet.symbols,
    options: { equivalence: "x" },
  };
}

const setting = { seed: 1, words: () => [], box: "none" as const, samples: false };

function run(box: BlackBox<unknown>, learner: LearnerName, options: Partial<LiveOptions<unknown>> = {}) {
  return learnLive(box, {
    createLearner: (setting) => createLearner(setting, { learner }),
    tests: parseEquivalence("random:60+wp:1", setting),
    ...options,
  });
}

const journal = (learner: LearnerName, main: MemoryStorage, early = new MemoryStorage()) =>
  new Journal("j", header(learner), { main, early });

describe.each(names)("with the %s learner", (learner) => {
  it("journals, events and onlookers change no question and no byte", async () => {
    const plain = listening();
    const expected = await run(plain.box, learner, { recheck: 3 });
    const watched: Partial<LiveOptions<unknown>>[] = [
      { journal: journal(learner, new MemoryStorage()) },
      { onEvent: () => {} },
      { watch: () => ({ announce: () => {}, observe: () => {} }) },
    ];
    for (const options of [...watched, Object.assign({}, ...watched)]) {
      const { box, asked } = listening();
      const result = await run(box, learner, { ...options, recheck: 3 });
      expect(asked).toEqual(plain.asked);
      expect(writeHankel(result.automaton)).toBe(writeHankel(expected.automaton));
      expect(result.statistics).toEqual(expected.statistics);
    }
  });

  it.each([{}, { recheck: 4 }, { repeat: 2 }, { repeat: 2, recheck: 2 }])(
    "%j: no more than maxQuestions words reach the box",
    async (options) => {
      const free = listening();
      await run(free.box, learner, options);
      for (let most = 0; most < free.asked.length; most += 13) {
        const { box, asked } = listening();
        const result = await run(box, learner, { ...options, maxQuestions: most });
        expect([result.outcome, asked.length <= most]).toEqual(["budget", true]);
        const [some, all] = [[...new Set(asked)], [...new Set(free.asked)]];
        expect(some).toEqual(all.slice(0, some.length));
      }
      const { box } = listening();
      expect((await run(box, learner, { ...options, maxQuestions: free.asked.length })).outcome).toBe(
        "accepted",
      );
    },
  );

  it("a run that was stopped and resumed ends where it would have ended, budget, rechecks and all", async () => {
    const options = { recheck: 4, maxQuestions: 150 };
    const whole = new MemoryStorage();
    const uninterrupted = listening();
    const expected = await run(uninterrupted.box, learner, { ...options, journal: journal(learner, whole) });
    expect(expected.outcome).toBe("budget");
    for (let after = 1; after < uninterrupted.asked.length; after += 17) {
      const [main, early, stop] = [new MemoryStorage(), new MemoryStorage(), new AbortController()];
      const first = listening({ stop, after });
      const part = await run(first.box, learner, {
        ...options,
        signal: stop.signal,
        journal: journal(learner, main, early),
      });
      expect(part.outcome).toBe("cancelled");
      const second = listening();
      const resumed = await run(second.box, learner, { ...options, journal: journal(learner, main, early) });
      expect(main.text).toBe(whole.text);
      expect(writeHankel(resumed.automaton)).toBe(writeHankel(expected.automaton));
      const { asked: _a, remembered: _r, cost: _c, ...counts } = resumed.statistics;
      expect(expected.statistics).toMatchObject(counts);
      expect(resumed.reason).toBe(expected.reason);
      // A few rechecks at most were lost with the run that was stopped.
      expect(first.asked.length + second.asked.length).toBeLessThanOrEqual(uninterrupted.asked.length + 4);
    }
  });

  it("a run that starts again from a corrected answer keeps to its budget", async () => {
    const lies = new Map([["", rational.parse("41")]]);
    const free = listening({ lies });
    const events: string[] = [];
    const options = { recheck: 50, onConflict: "majority" as const };
    const result = await run(free.box, learner, { ...options, onEvent: ({ event }) => events.push(event) });
    expect(result.outcome).toBe("accepted");
    expect(events).toContain("restart");
    for (let most = 5; most < free.asked.length; most += 29) {
      const { box, asked } = listening({ lies });
      expect((await run(box, learner, { ...options, maxQuestions: most })).outcome).toBe("budget");
      expect(asked.length).toBeLessThanOrEqual(most);
    }
  });

  it("a word goes into one tree: that of the answers, which the learner shares", async () => {
    const store = new AnswerStore(weightsIn(target.algebra), target.alphabet);
    let shared: PrefixTree | undefined;
    const { box, asked } = listening();
    await run(box, learner, {
      store,
      createLearner(setting) {
        shared = setting.answers?.tree;
        return createLearner(setting, { learner });
      },
    });
    expect(shared).toBe(store.tree);
    const { size } = store.tree;
    for (const word of asked) store.tree.insert([...word].map(Number));
    expect(store.tree.size).toBe(size);
    expect(store.size).toBe(new Set(asked).size);
  });
});

describe("a box that hangs", () => {
  /** A box that hangs on a conjecture, and says so first. */
  const hanging = (said: () => void = () => {}): BlackBox<unknown> => ({
    ...automatonBox(target),

    findCounterexample() {
      said();
      return new Promise(() => {});
    },
  });
  const tests = parseEquivalence("box", { ...setting, box: "counterexamples" });

  it("does not outlast the time that it has", async () => {
    const clock = new SimulatedClock();
    const result = await clock.until(run(hanging(), "table", { tests, maxSeconds: 60, clock }));
    expect(result).toMatchObject({ outcome: "budget", reason: "more than 60 seconds have passed" });
    expect(result.automaton.size).toBeGreaterThan(0);
    expect(clock.now()).toBeLessThan(61_000);
  });

  it("is left when the user has had enough", async () => {
    const stop = new AbortController();
    const result = await run(
      hanging(() => stop.abort()),
      "table",
      { tests, signal: stop.signal },
    );
    expect(result).toMatchObject({ outcome: "cancelled", reason: "cancelled" });
  });
});
