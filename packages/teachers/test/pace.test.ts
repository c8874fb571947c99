/** How a pool cuts batches into requests, over simulated workers in virtual time. */

import { Random } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { SimulatedWorkers, type Speed } from "./support/simulated-lane.ts";

/** The batches of a run: a few words at first, then batches of very different sizes; 49 batches of 19 words on average. */
function rounds(seed: number): number[] {
  const random = new Random(seed);
  return [1, 2, 4, ...Array.from({ length: 46 }, () => 1 + random.below(38))];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const seeds = [1, 2, 3, 4, 5];

describe("a worker that takes the same time for every request", () => {
  const times = [0.5, 5, 50, 500, 5000];
  it.each(times)("of %d ms gets hardly more than one request per round", async (fixed) => {
    for (const seed of seeds) {
      for (const jitter of [0, 0.3]) {
        const sizes = rounds(seed);
        const workers = new SimulatedWorkers(1, { fixed, jitter }, { seed });
        await workers.ask(sizes);
        expect(workers.served.length, `seed ${seed}, jitter ${jitter}`).toBeLessThanOrEqual(
          1.2 * sizes.length,
        );
      }
    }
  });

  it("gets one request per round from then on, also when all rounds before had the same size", async () => {
    const workers = new SimulatedWorkers(1, { fixed: 50 });
    await workers.ask([...rounds(1), ...Array.from({ length: 100 }, () => 30)]);
    const before = workers.served.length;
    await workers.ask(rounds(2).map((size) => 3 * size));
    expect(workers.served.length - before).toBeLessThanOrEqual(49 + 1);
  });

  it.each([2, 4, 8])("takes no longer when there are %d", async (count) => {
    for (const seed of seeds) {
      const sizes = rounds(seed);
      const workers = new SimulatedWorkers(count, { fixed: 50 }, { seed });
      const { milliseconds } = await workers.ask(sizes);
      expect(milliseconds, `seed ${seed}`).toBeLessThanOrEqual(1.2 * 50 * sizes.length);
      expect(workers.served.length, `seed ${seed}`).toBeLessThanOrEqual(sizes.length + 10 * count);
    }
  });
});

describe("a worker that takes its time for each word", () => {
  const mixed: [number, number, number][] = [];
  for (const count of [1, 2, 4, 8])
    for (const perWord of [0.01, 0.1, 1, 20]) mixed.push([count, perWord, 0.3]);

  it.each(mixed)(
    "shares a batch evenly with the others: %d workers, %d ms a word",
    async (count, perWord, jitter) => {
      for (const seed of seeds) {
        const workers = new SimulatedWorkers(count, { perWord, jitter }, { seed });
        await workers.ask([1, 2, 4, 8, 16, 32]);
        const { milliseconds } = await workers.ask([400, 1000, 300]);
        const ideal = (1700 * perWord) / count;
        // A worker gets the next request up to 2 ms before it needs it.
        expect(milliseconds, `seed ${seed}`).toBeLessThan(1.1 * ideal + 3 * 2);
      }
    },
  );

  it("of a second holds several words only as long as no other is idle", async () => {
    for (const seed of seeds) {
      const workers = new SimulatedWorkers(4, { perWord: 1000, jitter: 0.2 }, { seed });
      for (const size of [1, 3, 10, 5, 7, 42, 100]) {
        const { milliseconds } = await workers.ask([size]);
        expect(milliseconds, `seed ${seed}, ${size} words`).toBeLessThanOrEqual(1200 * Math.ceil(size / 4));
      }
    }
  });
});

describe("a worker with a fixed cost and a cost per word", () => {
  const speeds: [number, Speed][] = [];
  for (const count of [1, 2, 4, 8]) {
    for (const fixed of [1, 50, 500])
      for (const perWord of [0.1, 5]) speeds.push([count, { fixed, perWord }]);
  }
  it.each(speeds)("is nearly as busy as it can be: %d workers, %o", async (count, speed) => {
    for (const seed of seeds) {
      const sizes = [1, 2, 4, 8, 16, 32, 50, 100, 400, 200, 30, 300, 40, 5, 500];
      const workers = new SimulatedWorkers(count, { ...speed, jitter: 0.2 }, { seed });
      const { milliseconds } = await workers.ask(sizes);
      const { fixed = 0, perWord = 0 } = speed;
      // One even request to each worker, or to fewer.
      const ideal = sum(sizes.map((size) => fixed + (perWord * size) / count));
      expect(milliseconds / ideal, `seed ${seed}`).toBeLessThan(1.45);
    }
  });
});

describe("a request", () => {
  it("never has more words than the user wants, and so many from the first on", async () => {
    for (const [count, wish] of [
      [1, 100],
      [1, 1],
      [4, 10],
    ]) {
      const workers = new SimulatedWorkers(count, { perWord: 3, fixed: 10 }, { wish });
      await workers.ask([1000, 1, 37]);
      const sizes = workers.served.map(({ words }) => words);
      expect(sizes[0]).toBe(wish);
      expect(Math.max(...sizes)).toBe(wish);
      if (count === 1) expect(sizes).toHaveLength(Math.ceil(1000 / wish) + 1 + Math.ceil(37 / wish));
    }
  });

  it("of an unknown box is small, and grows only as far as the answers come in time", async () => {
    for (const perWord of [200, 1000, 10_000]) {
      const workers = new SimulatedWorkers(1, { perWord });
      await workers.ask([300]);
      expect(workers.served[0].words).toBe(1);
      const longest = Math.max(...workers.served.map(({ start, end }) => end - start));
      expect(longest).toBeLessThanOrEqual(Math.max(4 * perWord, 2000));
    }
  });

  it("stays far below the time limit", async () => {
    const workers = new SimulatedWorkers(1, { fixed: 100, perWord: 50, jitter: 0.2 }, { timeout: 2000 });
    await workers.ask([5, 20, 300, 300]);
    expect(Math.max(...workers.served.map(({ start, end }) => end - start))).toBeLessThan(1000);
  });

  it("never has more than a thousand words", async () => {
    const workers = new SimulatedWorkers(1, { perWord: 0.001 });
    await workers.ask([10, 100, 10_000]);
    expect(Math.max(...workers.served.map(({ words }) => words))).toBe(1000);
  });
});

describe("the time of a request", () => {
  it("is followed when a box becomes slower or quicker", async () => {
    const speed = { fixed: 0, perWord: 0.1 };
    const workers = new SimulatedWorkers(1, speed);
    await workers.ask([1, 10, 100, 1000]);
    speed.perWord = 50;
    await workers.ask([1, 5, 20, 20, 500]);
    const [last] = workers.served.slice(-2);
    expect(last.end - last.start).toBeLessThanOrEqual(4000);
    Object.assign(speed, { fixed: 50, perWord: 0 });
    const before = workers.served.length;
    await workers.ask(rounds(3));
    expect(workers.served.length - before).toBeLessThanOrEqual(1.2 * 49);
  });
});

describe("the answers", () => {
  it("do not depend on how a batch is split", async () => {
    const sizes = rounds(7);
    const { weights } = await new SimulatedWorkers(1, {}, { wish: 1 }).ask(sizes);
    expect(weights).toHaveLength(sum(sizes));
    for (const count of [1, 3, 8]) {
      for (const speed of [{}, { fixed: 7 }, { perWord: 3 }, { fixed: 2, perWord: 1, jitter: 0.9 }]) {
        expect((await new SimulatedWorkers(count, speed).ask(sizes)).weights).toEqual(weights);
      }
    }
  });
});
