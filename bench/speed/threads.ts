/** What several threads bring to whole commands, and from which size on they bring anything. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  Alphabet,
  boolean,
  pdfaToWdfsa,
  Random,
  randomAutomaton,
  sample,
  type Wdfsa,
  writeHankel,
} from "@hankel/core";
import { Bench, leastOf, type Measured, missingTime } from "../support/command.ts";
import type { Cell, Goal } from "../support/result.ts";
import { type Findings, progress, type Section, type Settings } from "../support/section.ts";

const HANKEL = [
  process.execPath,
  fileURLToPath(new URL("../../packages/hankel/bin/hankel.js", import.meta.url)),
];
const REPORT = fileURLToPath(new URL("../support/report-threads.cjs", import.meta.url));
const THREADS = [1, 2];
const RUNS = 2;
/** What two threads should bring to a command that computes for seconds. */
const GOAL = 0.7;

/** A command, its size in the unit of its name, and the file that it makes, if it does not print. */
interface Task {
  readonly name: string;
  readonly size: number;
  readonly args: readonly string[];
  readonly large: boolean;
}

export const threads: Section = {
  name: "threads",
  title: "Several threads",
  about:
    "Whole commands with `--threads` 1 and 2, in turns; the lesser of two runs of each. *Busiest* is the processor time of the thread that took most: the command takes " +
    "no less by the clock, which says little where other work runs beside it. What is written is the same, byte for byte, or the section fails.",
  measure({ quick }: Settings): Findings {
    const missing = missingTime();
    if (missing !== undefined) return { columns: [], rows: [], notes: [missing], incomplete: missing };
    const bench = new Bench();
    try {
      const results = tasks(bench, quick).map((task) => ({
        task,
        measured: inTurn(bench, task, quick ? 1 : RUNS),
      }));
      const rows = results.map(({ task, measured }): Cell[] => {
        const [one, two] = measured;
        return [
          task.name,
          task.size,
          one.cpu,
          two.cpu,
          one.busiest,
          two.busiest,
          two.busiest / one.busiest,
          one.peakMebibytes,
          two.peakMebibytes,
        ];
      });
      return {
        columns: [
          { name: "command" },
          { name: "words" },
          { name: "CPU s, 1 thread", digits: 2 },
          { name: "CPU s, 2", digits: 2 },
          { name: "busiest s, 1", digits: 2 },
          { name: "busiest s, 2", digits: 2 },
          { name: "2 : 1", digits: 2 },
          { name: "MiB, 1" },
          { name: "MiB, 2" },
        ],
        rows,
        goals: results.filter(({ task }) => task.large).map(goalOf),
      };
    } finally {
      bench.remove();
    }
  },
};

function goalOf({
  task: { name, size },
  measured: [one, two],
}: {
  task: Task;
  measured: readonly Threaded[];
}): Goal {
  const ratio = two.busiest / one.busiest;
  return {
    goal: `${name}, ${size.toLocaleString("en-US")} words: the busiest of two threads takes at most ${GOAL} of the time of one`,
    found: ratio.toFixed(2),
    met: ratio <= GOAL,
  };
}

/** Words of a random distribution, some of them labelled by a random language; and the drawing of such words. */
function tasks(bench: Bench, quick: boolean): Task[] {
  const model = distribution(40, 8);
  const language = randomAutomaton({ algebra: boolean, states: 12, letters: 8, seed: 3 });
  writeFileSync(bench.path("model.json"), writeHankel(model));
  const sizes = quick ? [3000] : [1000, 3000, 20_000];
  const inferred = sizes.flatMap((size) => {
    const words = sample(model, { count: size, seed: 7 });
    const labelled = words.map((word) => `${language.weigh(word) ? "+" : "-"} ${word.join(" ")}\n`);
    const file = (name: string, lines: readonly string[]) => {
      writeFileSync(bench.path(`${name}-${size}.txt`), lines.join(""));
      const args = ["infer", `${name}-${size}.txt`, "-q", "-o", "out.json"];
      return { name: `infer, ${name}`, size, args, large: size === sizes.at(-1) };
    };
    return [
      file(
        "words",
        words.map((word) => `${word.join(" ")}\n`),
      ),
      ...(size > 3000 ? [] : [file("labelled", labelled)]),
    ];
  });
  const drawn = (quick ? [10_000] : [1_000_000]).map((size, place, all) => ({
    name: "sample",
    size,
    args: ["sample", "model.json", "-n", String(size)],
    large: place === all.length - 1,
  }));
  return [...inferred, ...drawn];
}

/** Each state prefers some of its letters, so that states can be told apart; words have some nine letters. */
function distribution(size: number, letters: number): Wdfsa<number> {
  const random = new Random(5);
  const target = Int32Array.from({ length: size * letters }, () => random.below(size));
  const rows = new Float64Array(size * (letters + 1));
  for (let state = 0; state < size; state++) {
    const row = rows.subarray(state * (letters + 1), (state + 1) * (letters + 1));
    for (let letter = 0; letter < letters; letter++) row[letter] = random.real() ** 3;
    const sum = row.reduce((total, weight) => total + weight, 0);
    row.forEach((weight, letter) => {
      row[letter] = (0.9 * weight) / sum;
    });
    row[letters] = 0.1;
  }
  return pdfaToWdfsa({ size, letters, target, rows }, Alphabet.letters(letters));
}

/** What a command takes, and the busiest of its threads. */
interface Threaded extends Measured {
  readonly busiest: number;
}

/** The least of what a command takes with each number of threads. */
function inTurn(bench: Bench, { name, size, args }: Task, runs: number): Threaded[] {
  const all = THREADS.map((): Threaded[] => []);
  const reports = bench.path("threads");
  const env = { NODE_OPTIONS: `--require ${REPORT}`, THREADS_REPORT: reports };
  let expected: string | undefined;
  for (let run = 0; run < runs; run++) {
    progress(`${name}, ${size} words, turn ${run + 1} of ${runs}`);
    THREADS.forEach((count, i) => {
      mkdirSync(reports);
      const { measured, output } = bench.once([...HANKEL, ...args, "--threads", String(count)], env);
      const seconds = readdirSync(reports).map((file) => Number(readFileSync(join(reports, file), "utf8")));
      rmSync(reports, { recursive: true });
      all[i].push({ ...measured, busiest: Math.max(...seconds) });
      const written = args.includes("-o") ? readFileSync(bench.path("out.json"), "utf8") : output;
      expected ??= written;
      if (written !== expected) throw new Error(`${name}: ${count} threads write something else than one`);
    });
  }
  return all.map((each) => ({
    ...leastOf(each),
    busiest: Math.min(...each.map(({ busiest }) => busiest)),
  }));
}
