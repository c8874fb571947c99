/**
 * Says whether test suites find the faults of machines that other people drew: all single faults, and drawn double faults and
 * faults with one more state. By hand, since it takes minutes:
 *
 *     node --import tsx scripts/kill-faults.ts FOLDER [--double 2000] [--more 2000] [--methods w,wp,hsi,spy]
 *
 * FOLDER has files of DOT, such as AALpy's DotModels. It ends with 1 if a fault that shows survives.
 */

import { parseArgs } from "node:util";
import { type Machine, machineOf, machineSize, machineToWdfsa, Random, testSuite } from "@hankel/core";
import { readDotModels } from "../bench/support/dot-models.ts";
import {
  behaveAlike,
  drawnFault,
  passes,
  singleFaults,
  withCopy,
} from "../packages/core/test/support/machine-faults.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    double: { type: "string", default: "2000" },
    more: { type: "string", default: "2000" },
    methods: { type: "string", default: "w,wp,hsi,spy" },
  },
});

function* doubleFaults(machine: Machine, count: number): Generator<Machine> {
  const random = new Random(1);
  for (let i = 0; i < count; i++) yield drawnFault(drawnFault(machine, random), random);
}

function* faultsWithMore(machine: Machine, count: number): Generator<Machine> {
  const random = new Random(2);
  for (let i = 0; i < count; i++) {
    let mutant = drawnFault(withCopy(machine, random), random);
    if (i % 2 === 1) mutant = drawnFault(mutant, random);
    yield mutant;
  }
}

const [folder] = positionals;
if (folder === undefined) throw new Error("which folder?");
for (const method of values.methods.split(",")) {
  const all = { models: 0, tests: 0, letters: 0, faults: 0, killed: 0, alike: 0, survived: 0 };
  for (const { name, automaton } of readDotModels(folder).models) {
    const machine = machineOf(automaton);
    if (machine === undefined) continue;
    const started = performance.now();
    const one = { faults: 0, killed: 0, alike: 0, survived: 0 };
    const minimal = machineToWdfsa(machine);
    const attempts: [number, Iterable<Machine>][] = [
      [0, singleFaults(machine)],
      [0, doubleFaults(machine, Number(values.double))],
      [1, faultsWithMore(machine, Number(values.more))],
    ];
    const sizes: string[] = [];
    for (const [extra, mutants] of attempts) {
      const suite = testSuite(minimal, { method, extra });
      const letters = suite.tests.reduce((sum, { word }) => sum + word.length, 0);
      sizes.push(`${suite.tests.length}/${letters}`);
      if (sizes.length === 1) {
        all.tests += suite.tests.length;
        all.letters += letters;
      }
      for (const mutant of mutants) {
        one.faults++;
        if (!passes(mutant, suite)) one.killed++;
        else if (behaveAlike(machine, mutant)) one.alike++;
        else one.survived++;
      }
    }
    all.models++;
    for (const key of ["faults", "killed", "alike", "survived"] as const) all[key] += one[key];
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${method}  ${name}  ${machineSize(machine)} states, ${machine.alphabet.size} inputs; tests/inputs: ${sizes[0]}, one more ${sizes[2]}; ` +
        `${one.faults} faults: ${one.killed} found, ${one.alike} that change nothing, ${one.survived} survive; ${seconds} s`,
    );
    if (one.survived > 0) process.exitCode = 1;
  }
  console.log(`${method}: ${JSON.stringify(all)}`);
}
