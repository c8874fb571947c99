/**
 * Repeats simulated runs (packages/teachers/test/simulation):
 *
 *     npm run simulate -- --seed 7              one run, with everything that happens in it
 *     npm run simulate -- --runs 5000 --from 1  many runs; the seeds of those that fail are printed
 */

import { parseArgs } from "node:util";
import { simulateRun } from "../packages/teachers/test/simulation/simulate-run.ts";

const { values } = parseArgs({
  options: { seed: { type: "string" }, runs: { type: "string" }, from: { type: "string" } },
});
if (values.seed !== undefined) {
  const { endings } = await simulateRun(Number(values.seed), console.log);
  console.log(`sessions: ${endings.join("; ")}`);
} else {
  const from = Number(values.from ?? 1);
  const to = from + Number(values.runs ?? 1000);
  const started = performance.now();
  let failed = 0;
  for (let seed = from; seed < to; seed++) {
    try {
      await simulateRun(seed);
    } catch (error) {
      failed++;
      console.log(`seed ${seed}: ${String(error)}`);
    }
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${to - from} runs in ${seconds} s, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
