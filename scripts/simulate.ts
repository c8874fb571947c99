/**
 * Repeats simulated runs (packages/teachers/test/simulation).
 *
 *     npm run simulate -- --help
 */

import { parseArgs } from "node:util";
import { simulateRun } from "../packages/teachers/test/simulation/simulate-run.ts";

const HELP = `Learns from black boxes whose clock, wires, disk and order of events are simulated, with faults drawn from a seed.
Each run must end with the automaton and the journal of a run without faults. Exit status: 0 if all did, 1 otherwise.

  npm run simulate                          a thousand runs
  npm run simulate -- --runs 5000 --from 1  more of them; the seeds of those that fail are printed
  npm run simulate -- --seed 7              one run, with everything that happens in it
`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    seed: { type: "string" },
    runs: { type: "string" },
    from: { type: "string" },
  },
});
const whole = (name: "seed" | "runs" | "from", otherwise: number) => {
  const text = values[name];
  if (text === undefined) return otherwise;
  if (/^\d{1,15}$/u.test(text)) return Number(text);
  console.error(`simulate: --${name} takes a whole number, not ${JSON.stringify(text)}`);
  return process.exit(2);
};
if (values.help) {
  console.log(HELP);
} else if (values.seed !== undefined) {
  const { endings } = await simulateRun(whole("seed", 1), console.log);
  console.log(`sessions: ${endings.join("; ")}`);
} else {
  const from = whole("from", 1);
  const to = from + whole("runs", 1000);
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
