/**
 * What it costs to start the command line.
 *
 *     npm run bench -- startup [--quick]
 */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { randomAutomaton, tropical, writeHankel } from "hankel";
import { loadedFiles } from "../scripts/loaded-files.ts";
import { Bench } from "./support/command.ts";
import type { Goal } from "./support/result.ts";
import { type Findings, progress, runSections, type Section, type Settings } from "./support/section.ts";

const HANKEL = fileURLToPath(new URL("../packages/hankel/bin/hankel.js", import.meta.url));
const REPORT = fileURLToPath(new URL("support/report-cpu.cjs", import.meta.url));

/** The command lines, behind `node`. */
const COMMANDS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ["node -e 0", ["-e", "0"]],
  ["hankel --version", [HANKEL, "--version"]],
  ["hankel --help", [HANKEL, "--help"]],
  ["hankel weigh --help", [HANKEL, "weigh", "--help"]],
  ["hankel weigh FILE WORD", [HANKEL, "weigh", "target.json", "a b"]],
  ["hankel learn FILE", [HANKEL, "learn", "target.json", "--out", "learned.json"]],
];

const commands: Section = {
  name: "commands",
  title: "Starting the command line",
  about:
    "Milliseconds of processor time of a whole process, the median of all turns; the commands take turns, so that other work on " +
    "the machine meets all of them alike. The file has 20 states. *Files* are the JavaScript files that were loaded.",
  measure({ quick }: Settings): Findings {
    const bench = new Bench();
    try {
      const target = randomAutomaton({ algebra: tropical, states: 20, letters: 2, shape: "dense", seed: 1 });
      writeFileSync(bench.path("target.json"), writeHankel(target));
      const times = inTurn(bench.folder, quick ? 5 : 41);
      const [bare] = times;
      const rows = COMMANDS.map(([name, args], i) => {
        return [name, loadedFiles(args, bench.folder).length, times[i], times[i] / bare];
      });
      const columns = [
        { name: "command" },
        { name: "files" },
        { name: "CPU ms" },
        { name: "times `node -e 0`", digits: 2 },
      ];
      return { columns, rows, goals: [versionGoal(times[1] / bare)] };
    } finally {
      bench.remove();
    }
  },
};

function versionGoal(ratio: number): Goal {
  const found = `${ratio.toFixed(2)} times`;
  return { goal: "hankel --version at most twice the CPU time of node -e 0", found, met: ratio <= 2 };
}

/** The median milliseconds of each command, in so many turns. */
function inTurn(folder: string, turns: number): number[] {
  const all = COMMANDS.map((): number[] => []);
  for (let turn = 0; turn < turns; turn++) {
    progress(`turn ${turn + 1} of ${turns}`);
    COMMANDS.forEach(([, args], i) => {
      all[i].push(milliseconds(args, folder));
    });
  }
  return all.map((times) => times.toSorted((a, b) => a - b)[Math.floor(turns / 2)]);
}

function milliseconds(args: readonly string[], folder: string): number {
  const { status, stderr, output } = spawnSync(process.execPath, ["--require", REPORT, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  if (status !== 0) throw new Error(`${args.join(" ")}: exit ${status}: ${stderr.slice(0, 500)}`);
  return Number(output[3]) / 1000;
}

export function run(args: readonly string[]): Promise<void> {
  return runSections("startup", [commands], args);
}
