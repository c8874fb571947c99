/** Budgets, cancelling, and the report of an unfinished run. */

import {
  Alphabet,
  AnswerStore,
  createLearner,
  parseEquivalence,
  randomAutomaton,
  rational,
  type Word,
  weightsIn,
} from "@hankel/core";
import {
  automatonBox,
  type BlackBox,
  Journal,
  type LiveEvent,
  type LiveOptions,
  learnLive,
} from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { SimulatedClock } from "./simulation/simulated-clock.ts";
import { kindlessHeader } from "./support/bare-header.ts";
import { functionBox } from "./support/function-box.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

function run(box: BlackBox<unknown>, options: Partial<LiveOptions<unknown>>) {
  const setting = { seed: 1, words: () => [], box: "none" as const, samples: false };
  return learnLive(box, {
    createLearner: (setting) => createLearner(setting, { learner: "table" }),
    tests: parseEquivalence("random:500", setting),
    ...options,
  });
}

const count = (word: Word, letter: number) => word.filter((other) => other === letter).length;

describe("an unfinished test", () => {
  const even = functionBox(rational, (word) => (count(word, 0) % 2 === 0 ? 1 : 0));
  const setting = { seed: 1, words: () => [], box: "none" as const, samples: false };

  it.each([
    ["wp:12", /^The last conjecture passed \d+ of at most [\d,]+,\d{3} words of wp:12\.$/u],
    ["random:5000", /^The last conjecture passed \d+ of 5,000 words of random:5000,mean=10\.$/u],
  ])("says how far %s came", async (text, expected) => {
    const result = await run(even, { tests: parseEquivalence(text, setting), maxQuestions: 400 });
    expect(result.outcome).toBe("budget");
    expect(result.automaton.size).toBe(2);
    expect(result.unfinished).toMatch(expected);
    expect(result.statement).toContain(result.unfinished);
  });

  it("is not mentioned if all tests were passed", async () => {
    const result = await run(even, { tests: parseEquivalence("wp:1", setting) });
    expect(result.outcome).toBe("accepted");
    expect(result.unfinished).toBe("");
  });
});

describe("a budget", () => {
  const balanced = functionBox(rational, (word) => (count(word, 0) === count(word, 1) ? 1 : 0));
  const twofold = functionBox(rational, (word) =>
    rational.parse(String(2n ** BigInt(count(word, 0)) + 2n ** BigInt(count(word, 1)))),
  );

  it("of states ends a run on a language that is not regular", async () => {
    const result = await run(balanced, { maxStates: 6 });
    expect(result.outcome).toBe("budget");
    expect(result.reason).toMatch(/more than 6 states/u);
    expect(result.evidence?.sentence).toMatch(
      /States told apart: .* still growing\. .* and the rank is \d: every automaton .* has at least \d+ states?\.$/u,
    );
    expect(result.automaton.size).toBeGreaterThan(0);
    expect(result.statement).toMatch(/^Nothing is established/u);
  });

  it("of questions ends a run on a language that no deterministic automaton recognizes", async () => {
    const result = await run(twofold, { maxQuestions: 700 });
    expect(result.outcome).toBe("budget");
    expect(result.reason).toMatch(/would go beyond 700 questions/u);
    expect(result.evidence?.sentence).toMatch(/the rank is 2, .*regular but not deterministic/u);
  });

  it("of questions includes the answers of the journal, and a larger budget resumes the run", async () => {
    const target = randomAutomaton({ algebra: rational, states: 6, letters: 2, seed: 8 }) as never;
    const main = new MemoryStorage();
    const header = { ...kindlessHeader, learner: "table", semifield: "rational" };
    const open = () => new Journal("j", header, { main, early: new MemoryStorage() });
    const first = await run(automatonBox(target), { maxQuestions: 60, journal: open() });
    expect(first.outcome).toBe("budget");
    expect(first.statistics.asked).toBeLessThanOrEqual(60);
    const again = await run(automatonBox(target), { maxQuestions: 60, journal: open() });
    expect(again.statistics.asked).toBe(0);
    const enough = await run(automatonBox(target), { maxQuestions: 6000, journal: open() });
    expect(enough.outcome).toBe("accepted");
  });

  it("of seconds also ends a long batch", async () => {
    const clock = new SimulatedClock();
    const slow: BlackBox<unknown> = {
      ...twofold,
      async weigh(words, options) {
        const weights: unknown[] = [];
        for (const word of words) {
          await new Promise<void>((resolve) => clock.after(1000, resolve));
          if (options?.signal?.aborted) throw Object.assign(new Error("cancelled"), { code: "cancelled" });
          weights.push(2 ** count(word, 0) + 2 ** count(word, 1));
          options?.arrived?.(weights.length - 1, weights.slice(-1));
        }
        return weights;
      },
    };
    const result = await clock.until(run(slow, { maxSeconds: 40, clock }));
    expect(result.outcome).toBe("budget");
    expect(result.reason).toMatch(/more than 40 seconds/u);
    expect(clock.now()).toBeLessThan(41_000);
  });
});

describe("cancelling", () => {
  it("keeps the answers and returns the best hypothesis", async () => {
    const store = new AnswerStore(weightsIn(rational), new Alphabet("ab"));
    const stop = new AbortController();
    const box = functionBox(rational, (word) => {
      if (word.length === 3) stop.abort();
      return 2 ** count(word, 0);
    });
    const result = await run(box, { signal: stop.signal, store });
    expect(result.outcome).toBe("cancelled");
    expect(result.automaton.size).toBe(1);
    expect(store.size).toBe(result.statistics.asked);
  });

  it("before the first question asks nothing", async () => {
    const result = await run(
      functionBox(rational, () => 1),
      { signal: AbortSignal.abort() },
    );
    expect(result).toMatchObject({ outcome: "cancelled", statistics: { asked: 0 } });
  });
});

describe("events", () => {
  it("come in the order of the run", async () => {
    const target = randomAutomaton({ algebra: rational, states: 3, letters: 2, seed: 2 }) as never;
    const events: LiveEvent[] = [];
    const result = await run(automatonBox(target), {
      onEvent: (event) => events.push(event),
      certificate: true,
    });
    expect(events[0]).toMatchObject({ event: "start", equivalence: "certificate+random:500,mean=10" });
    expect(events.at(-1)).toMatchObject({ event: "end", outcome: "accepted" });
    const conjectures = events.filter(({ event }) => event === "conjecture").length;
    const refuted = events.filter(({ event }) => event === "counterexample").length;
    expect(conjectures).toBe(refuted + 1);
    expect(conjectures).toBe(result.statistics.equivalences);
    const { certificate } = result;
    expect(certificate !== undefined && "access" in certificate && certificate.access.length).toBe(
      result.automaton.size,
    );
  });
});
