/** How the memory of a live run is measured and limited. */

import { boolean, createLearner, parseEquivalence, rational, type Word } from "@hankel/core";
import {
  defaultMaxMemory,
  Journal,
  type LiveEvent,
  type LiveOptions,
  learnLive,
  memoryMeter,
} from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { bareHeader } from "./support/bare-header.ts";
import { functionBox } from "./support/function-box.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

/** A platform with so much memory in use and so much garbage, and a clock that the test sets. */
function platform() {
  const state = { live: 0, garbage: 0, time: 0, collections: 0 };
  return {
    state,
    taken: () => state.live + state.garbage,
    collectGarbage() {
      state.garbage = 0;
      state.collections++;
    },
    now: () => state.time,
  };
}

describe("the meter", () => {
  it("collects garbage only beyond the limit", () => {
    const process = platform();
    const { state } = process;
    const measure = memoryMeter(1000, process);
    Object.assign(state, { live: 400, garbage: 600, time: 100 });
    expect([measure(), state.collections]).toEqual([1000, 0]);
    Object.assign(state, { garbage: 700, time: 200 });
    expect([measure(), state.collections]).toEqual([400, 1]);
    Object.assign(state, { live: 1001, time: 300 });
    expect([measure(), state.collections]).toEqual([1001, 2]);
  });

  it("does not collect again and again near the limit", () => {
    const process = platform();
    const { state } = process;
    const measure = memoryMeter(1000, process);
    for (let step = 1; step <= 100; step++) {
      Object.assign(state, { live: 990, garbage: state.garbage + 25, time: 100 * step });
      expect(measure()).toBeLessThanOrEqual(1000);
      expect(process.taken()).toBeLessThan(990 + 1000 / 8 + 25);
    }
    expect(state.collections).toBeLessThan(25);
  });

  it("holds for a lower limit, too: what was garbage a moment ago does not count against it", () => {
    const process = platform();
    const { state } = process;
    const measure = memoryMeter(1000, process);
    Object.assign(state, { live: 700, garbage: 230, time: 100 });
    expect([measure(940), state.collections]).toEqual([930, 0]);
    state.time = 101;
    expect([measure(920), state.collections]).toEqual([920, 0]);
    state.time = 200;
    expect([measure(920), state.collections]).toEqual([700, 1]);
    Object.assign(state, { live: 930, time: 300 });
    expect([measure(910), state.collections]).toEqual([930, 2]);
  });

  it("looks at most twenty times a second", () => {
    const process = platform();
    const measure = memoryMeter(1000, process);
    Object.assign(process.state, { live: 1, time: 100 });
    expect(measure()).toBe(1);
    Object.assign(process.state, { live: 2, time: 149 });
    expect(measure()).toBe(1);
    process.state.time = 150;
    expect(measure()).toBe(2);
  });

  it("measures this process: objects and arrays, after garbage was collected", () => {
    const measure = () => memoryMeter(0)();
    // What tests before have left may take several collections to go, and must not count as freed by the last one.
    let before = measure();
    for (let again = measure(); again < before; again = measure()) before = again;
    const kept = [new Int32Array(2 ** 22), Array.from({ length: 2 ** 20 }, (_, i) => ({ i }))];
    const taken = measure() - before;
    expect(taken).toBeGreaterThan(2 ** 24 + 2 ** 23);
    expect(kept).toHaveLength(2);
  });
});

it("by default a run may take a gibibyte, and less where there is little", () => {
  const GIB = 2 ** 30;
  expect(defaultMaxMemory(64 * GIB, 4 * GIB)).toBe(GIB);
  expect(defaultMaxMemory(GIB, 4 * GIB)).toBe(GIB / 2);
  expect(defaultMaxMemory(64 * GIB, GIB)).toBe((3 * GIB) / 4);
});

/** No finite automaton accepts these. */
const palindromes = functionBox(boolean, (word) =>
  word.every((letter, i) => letter === word[word.length - 1 - i]),
);

function run(options: Partial<LiveOptions<unknown>>, box = palindromes) {
  const setting = { seed: 1, words: () => [], box: "none" as const, samples: false };
  return learnLive(box, {
    createLearner: (setting) => createLearner(setting),
    tests: parseEquivalence("short:500+states:5", setting),
    ...options,
  });
}

describe("a live run", () => {
  it("ends when it takes too much memory, and says so", async () => {
    const { outcome, reason, statement } = await run({ maxMemory: 2 ** 20 });
    expect(outcome).toBe("budget");
    expect(reason).toBe("the run takes more than 1 MiB of memory, which is its limit (--max-memory)");
    expect(statement).toContain(reason);
  });

  it("ends when its journal becomes too long, and can be resumed with a higher limit", async () => {
    const storages = () => ({ main: new MemoryStorage(), early: new MemoryStorage() });
    const [kept, other] = [storages(), storages()];
    const learnTo = (maxMemory: number, place: typeof kept) =>
      run({
        maxStates: 20,
        maxMemory,
        memory: () => 0,
        journal: new Journal("run.jsonl", bareHeader, place),
      });
    const whole = await learnTo(2 ** 30, other);
    expect(whole.reason).toContain("more than 20 states");
    const limited = await learnTo(5_120, kept);
    expect([limited.outcome, limited.reason]).toEqual([
      "budget",
      "the journal takes more than 5 KiB, which is its limit as well as that of the memory (--max-memory)",
    ]);
    expect(kept.main.bytes.length).toBeGreaterThan(5_120);
    expect(kept.main.bytes.length).toBeLessThan(other.main.bytes.length);
    const resumed = await learnTo(2 ** 30, kept);
    expect([resumed.reason, kept.main.text]).toEqual([whole.reason, other.main.text]);
  });

  it("warns early where another learner needs far fewer states", async () => {
    const advice: string[] = [];
    const onEvent = (event: LiveEvent) => event.event === "advice" && advice.push(event.text);
    const count = (word: Word, letter: number) => word.filter((other) => other === letter).length;
    const sum = (word: Word) => 2n ** BigInt(count(word, 0)) + 3n ** BigInt(count(word, 1));
    const box = functionBox(rational, (word) => rational.parse(String(sum(word))));
    await run({ maxStates: 200, onEvent }, box);
    expect(advice).toEqual([expect.stringContaining("--learner multiplicity")]);
  });
});
