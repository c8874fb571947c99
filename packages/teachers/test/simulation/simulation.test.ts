/** A thousand runs in which everything goes wrong that can. `npm run simulate -- --seed N` repeats one and shows it. */

import { expect, it } from "vitest";
import { simulateRun } from "./simulate-run.ts";

const RUNS = 1000;

it(`ends with the same automaton and journal, or with a clear error: ${RUNS} runs`, async () => {
  const endings = new Map<string, number>();
  for (let seed = 1; seed <= RUNS; seed++) {
    const run = await simulateRun(seed).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${String(error)} (npm run simulate -- --seed ${seed})`, {
        cause: error,
      });
    });
    for (const ending of run.endings) endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
  expect(endings.get("accepted")).toBe(RUNS);
  expect(endings.get("crash")).toBeGreaterThan(RUNS / 4);
}, 300_000);
