/** A thousand runs in which everything goes wrong that can. `npm run simulate -- --seed N` repeats one and shows it. */

import { expect, it } from "vitest";
import { type SimulatedRun, simulateRun } from "./simulate-run.ts";

const RUNS = 1000;

async function simulated(seed: number): Promise<SimulatedRun> {
  try {
    return await simulateRun(seed);
  } catch (error) {
    throw new Error(`seed ${seed}: ${String(error)} (npm run simulate -- --seed ${seed})`, { cause: error });
  }
}

it(`${RUNS} runs end with the same automaton and journal, after clear errors`, async () => {
  const endings: string[] = [];
  for (let seed = 1; seed <= RUNS; seed++) endings.push(...(await simulated(seed)).endings);
  const count = (pattern: RegExp) => endings.filter((ending) => pattern.test(ending)).length;
  expect(count(/^accepted$/u)).toBe(RUNS);
  expect(count(/^crash$/u)).toBeGreaterThan(RUNS / 4);
  for (const rare of [
    /^cancelled$/u,
    /^budget$/u,
    /black box failed/u,
    /disk is full/u,
    /to the disk/u,
    /journal was changed/u,
  ]) {
    expect(count(rare), String(rare)).toBeGreaterThan(RUNS / 100);
  }
  // Nobody waits for ever until there are file descriptors again.
  expect(count(/cannot be started again: cannot start box: too many files are open/u)).toBeGreaterThan(0);
}, 300_000);

it("a seed gives the same run each time", async () => {
  for (let seed = 1; seed <= 30; seed++) expect(await simulated(seed)).toEqual(await simulated(seed));
});
