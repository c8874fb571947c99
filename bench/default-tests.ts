/**
 * Do the default tests of machines find the right machine, and at what cost? Beside the tests of former versions, in one run.
 *
 *     npm run bench -- default-tests --dir FOLDER [--seeds 10]
 *
 * The folder holds machines in DOT, subfolders too: AALpy's DotModels, and the subjects of DynamicLstarM and of Lsharp-AALPY. To them come programs of
 * our own. Of all, by name, every other one belongs to the half on which the parameters of the tests were chosen.
 */

import { defaultTests, type Machine, machineSize } from "@hankel/core";
import { programs } from "./default-tests/programs.ts";
import { mealyOf } from "./logs/machines.ts";
import { findSubjects } from "./models/subjects.ts";
import { askedOf } from "./support/asked.ts";
import { type Findings, runSections, type Section, type Settings, WrongInput } from "./support/section.ts";

const FORMER = "walk:50+loops:50+states:25";
/** Larger machines take too long for many seeds. */
const LARGEST = 40;
const SEEDS = 10;
const GOAL = 0.98;

interface Tried {
  readonly right: number;
  readonly cost: number;
}

interface Row {
  readonly name: string;
  readonly half: "chosen" | "reported";
  readonly machine: Machine;
  readonly former: Tried;
  readonly now: Tried;
}

async function tried(machine: Machine, tests: string, seeds: number): Promise<Tried> {
  let [right, cost] = [0, 0];
  for (let seed = 1; seed <= seeds; seed++) {
    const asked = await askedOf(machine, { tests, seed });
    if (asked.isRight) right++;
    cost += asked.cost;
  }
  return { right: right / seeds, cost: cost / seeds };
}

let found: Promise<readonly Row[]> | undefined;

async function rowsOf({ dir, seeds, quick }: Settings): Promise<readonly Row[]> {
  if (dir === undefined) throw new WrongInput("the machines are in a folder: give --dir FOLDER");
  const { subjects } = findSubjects(dir);
  const machines: [string, Machine][] = [
    ...subjects.map(({ name, machine }): [string, Machine] => [name, mealyOf(machine)]),
    ...Object.entries(programs),
  ];
  const most = quick ? 12 : LARGEST;
  const small = machines.filter(([, machine]) => machineSize(machine) <= most && machineSize(machine) > 1);
  small.sort(([a], [b]) => (a < b ? -1 : 1));
  const rows: Row[] = [];
  for (const [i, [name, machine]] of small.entries()) {
    const former = await tried(machine, FORMER, seeds);
    const now = await tried(machine, defaultTests.machines, seeds);
    rows.push({ name, half: i % 2 === 0 ? "chosen" : "reported", machine, former, now });
  }
  return rows;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

function summary(rows: readonly Row[]): Findings {
  const halves = (["chosen", "reported"] as const).map((half) => rows.filter((row) => row.half === half));
  const lines = [...halves, rows].map((part, i) => {
    const ratio = sum(part.map(({ now }) => now.cost)) / sum(part.map(({ former }) => former.cost));
    const ratios = part.map(({ former, now }) => Math.log(now.cost / former.cost));
    return [
      ["on which the parameters were chosen", "on which they are reported", "all"][i],
      part.length,
      100 * mean(part.map(({ former }) => former.right)),
      100 * mean(part.map(({ now }) => now.right)),
      Math.exp(mean(ratios)),
      ratio,
    ];
  });
  const right = mean(rows.map(({ now }) => now.right));
  return {
    columns: [
      { name: "machines" },
      { name: "how many" },
      { name: "right before, %", digits: 1 },
      { name: "right now, %", digits: 1 },
      { name: "cost now / before, mean", digits: 2 },
      { name: "of the sums", digits: 2 },
    ],
    rows: lines,
    goals: [
      {
        goal: `right in ${100 * GOAL} % of the runs`,
        found: `${(100 * right).toFixed(1)} %`,
        met: right >= GOAL,
      },
      {
        goal: "at no more cost in all",
        found: `${Number(lines[2][5]).toFixed(2)} times`,
        met: Number(lines[2][5]) <= 1,
      },
    ],
    notes: [
      `before: \`${FORMER}\`; now: \`${defaultTests.machines}\``,
      "the means of the costs are geometric; where the former tests miss states, they also cost less",
    ],
  };
}

function byMachine(rows: readonly Row[]): Findings {
  return {
    columns: [
      { name: "machine" },
      { name: "half" },
      { name: "states" },
      { name: "letters" },
      { name: "right before, %" },
      { name: "right now, %" },
      { name: "cost before" },
      { name: "cost now" },
    ],
    rows: rows.map(({ name, half, machine, former, now }) => [
      name,
      half,
      machineSize(machine),
      machine.alphabet.size,
      100 * former.right,
      100 * now.right,
      Math.round(former.cost),
      Math.round(now.cost),
    ]),
  };
}

function section(
  name: string,
  title: string,
  about: string,
  of: (rows: readonly Row[]) => Findings,
): Section {
  return {
    name,
    title,
    about,
    async measure(settings) {
      found ??= rowsOf(settings);
      const findings = of(await found);
      if (settings.seeds >= SEEDS) return findings;
      return { ...findings, incomplete: `the document shows runs with ${SEEDS} seeds` };
    },
  };
}

const sections: readonly Section[] = [
  section(
    "summary",
    "Default tests of machines: right, and at what cost",
    "Every machine is learned as a live target with each seed. A run is right if it ends with the machine itself. The cost is 1 and a letter each for all words that reach the target, learning included.",
    summary,
  ),
  section(
    "machines",
    "Default tests of machines: machine by machine",
    "The same, with the means over the seeds.",
    byMachine,
  ),
];

export function run(args: readonly string[]): Promise<void> {
  return runSections("default-tests", sections, args);
}
