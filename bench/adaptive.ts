/**
 * What it costs to learn a machine from the model of another version, beside learning afresh and AALpy's adaptive L#, in one run.
 *
 *     npm run bench -- adaptive --dir FOLDER
 *
 * The machines of one subfolder, in DOT, are versions of one system. AALpy is run where HANKEL_AALPY_PYTHON names a Python that has it.
 */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import {
  defaultTests,
  guessBy,
  guessFrom,
  hearLog,
  infer,
  likeModel,
  type Machine,
  machineSize,
  machineToWdfsa,
  Random,
  type TraceSample,
} from "@hankel/core";
import { mealyOf, walks } from "./logs/machines.ts";
import { findSubjects } from "./models/subjects.ts";
import { type AskingOptions, askedOf } from "./support/asked.ts";
import { type OutputMachine, peerTarget } from "./support/output-machine.ts";
import type { Cell } from "./support/result.ts";
import { type Findings, runSections, type Section, type Settings, WrongInput } from "./support/section.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Larger machines take AALpy too long. */
const LARGEST = 70;

interface Version {
  readonly name: string;
  readonly machine: Machine;
  readonly peer: OutputMachine;
}

/** The machines of each subfolder with more than one. */
function familiesOf({ dir, quick }: Settings): ReadonlyMap<string, readonly Version[]> {
  if (dir === undefined) throw new WrongInput("the machines are in a folder: give --dir FOLDER");
  const families = new Map<string, Version[]>();
  for (const { name, machine } of findSubjects(dir).subjects) {
    if (machine.size > (quick ? 12 : LARGEST)) continue;
    const family = families.get(dirname(name)) ?? [];
    families.set(dirname(name), [...family, { name, machine: mealyOf(machine), peer: machine }]);
  }
  for (const [name, versions] of families) if (versions.length < 2) families.delete(name);
  return families;
}

const median = (values: readonly number[]): Cell =>
  values.length === 0 ? null : values.toSorted((a, b) => a - b)[values.length >> 1];

function asked(machine: Machine, old: Machine | undefined, options: AskingOptions) {
  if (old === undefined) return askedOf(machine, options);
  const model = machineToWdfsa(old);
  const first = options.tests === "perfect" ? [] : [likeModel(model, "old")];
  return askedOf(machine, { ...options, first, prepare: (store) => guessFrom(store, model) });
}

/** What AALpy is to learn: machines from an older one or afresh, and from a log that has their runs on some words. */
interface PeerTask {
  readonly pairs?: readonly (readonly [number, number | null])[];
  readonly logs?: readonly (readonly [number, readonly (readonly number[])[]])[];
}

/** What AALpy spends on it, in order; undefined where it is not installed. */
function aalpy(versions: readonly Version[], task: PeerTask, seconds: number) {
  const python = process.env["HANKEL_AALPY_PYTHON"] ?? here("peers/.installed/python/bin/python");
  if (!existsSync(python)) return undefined;
  const machines = versions.map(({ peer }) => peerTarget(peer));
  const { stdout } = spawnSync(python, [here("peers/aalpy_adaptive.py")], {
    input: JSON.stringify({ machines, ...task }),
    encoding: "utf8",
    timeout: 1000 * seconds,
    maxBuffer: 2 ** 26,
  });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as number | null);
}

async function versions(settings: Settings): Promise<Findings> {
  const rows: Cell[][] = [];
  let [dearer, pairsOfAll, beaten, measured] = [0, 0, 0, 0];
  for (const [family, members] of familiesOf(settings)) {
    const pairs = members.flatMap((_, i) =>
      members.flatMap((_, j): [number, number][] => (i === j ? [] : [[i, j]])),
    );
    const theirs = aalpy(members, { pairs }, 10 * settings.peerSeconds);
    const fresh = await Promise.all(
      members.map(({ machine }) => asked(machine, undefined, { tests: "perfect" })),
    );
    const same: number[] = [];
    for (const [i, { machine }] of members.entries()) {
      same.push((await asked(machine, machine, { tests: "perfect" })).cost / fresh[i].cost);
    }
    const ratios: number[] = [];
    let [won, known] = [0, 0];
    for (const [at, [i, j]] of pairs.entries()) {
      const { cost, isRight } = await asked(members[i].machine, members[j].machine, { tests: "perfect" });
      if (!isRight) throw new Error(`${members[i].name} from ${members[j].name} is wrong`);
      ratios.push(cost / fresh[i].cost);
      const peer = theirs?.[at];
      if (typeof peer !== "number") continue;
      known++;
      if (cost < peer) won++;
    }
    dearer += ratios.filter((ratio) => ratio > 1.1).length;
    pairsOfAll += pairs.length;
    beaten += won;
    measured += known;
    const cheaper = ratios.filter((ratio) => ratio < 1).length;
    const asDear = ratios.filter((ratio) => ratio === 1).length;
    rows.push([
      family,
      members.length,
      median(same),
      pairs.length,
      median(ratios),
      Math.max(...ratios),
      cheaper,
      asDear,
      theirs === undefined ? null : `${won} of ${known}`,
    ]);
  }
  return {
    columns: [
      { name: "family" },
      { name: "versions" },
      { name: "from itself", digits: 2 },
      { name: "pairs" },
      { name: "from another", digits: 3 },
      { name: "at most", digits: 2 },
      { name: "cheaper" },
      { name: "the same" },
      { name: "cheaper than AALpy" },
    ],
    rows,
    goals: [
      {
        goal: "no pair more than 10 % dearer than afresh",
        found: `${dearer} of ${pairsOfAll}`,
        met: dearer === 0,
      },
      {
        goal: "cheaper than AALpy's run_adaptive_Lsharp on all pairs",
        found: `${beaten} of ${measured}`,
        met: measured > 0 && beaten === measured,
      },
    ],
    ...(measured === 0 && { incomplete: "AALpy is not installed" }),
  };
}

/** Models that have nothing to do with the machine. */
function unrelated({ alphabet, output }: Machine, states: number, seed: number): Machine {
  const random = new Random(seed, 7);
  const outputs = [...new Set(output)];
  const arcs = states * alphabet.size;
  return {
    kind: "mealy",
    alphabet,
    target: Array.from({ length: arcs }, () => random.below(states)),
    output: Array.from({ length: arcs }, () => outputs[random.below(outputs.length)]),
  };
}

async function others(settings: Settings): Promise<Findings> {
  const ratios = new Map<string, number[]>();
  for (const members of familiesOf(settings).values()) {
    for (const { machine } of members) {
      const fresh = await asked(machine, undefined, { tests: "perfect" });
      const sizes = { "of the same size": machineSize(machine), "of 60 states": 60 };
      for (const [name, states] of Object.entries(sizes)) {
        const { cost } = await asked(machine, unrelated(machine, states, states), { tests: "perfect" });
        ratios.set(name, [...(ratios.get(name) ?? []), cost / fresh.cost]);
      }
    }
  }
  return {
    columns: [
      { name: "a random machine" },
      { name: "machines" },
      { name: "from it / afresh", digits: 3 },
      { name: "at most", digits: 2 },
    ],
    rows: [...ratios].map(([name, of]) => [name, of.length, median(of), Math.max(...of)]),
  };
}

async function tested(settings: Settings): Promise<Findings> {
  const rows: Cell[][] = [];
  for (const [family, members] of familiesOf(settings)) {
    const small = members.filter(({ machine }) => machineSize(machine) <= 20).slice(0, 5);
    const [all, until]: [number[], number[]] = [[], []];
    let right = 0;
    for (const { machine } of small) {
      const fresh = await asked(machine, undefined, { tests: defaultTests.machines });
      for (const old of small) {
        if (old.machine === machine) continue;
        const helped = await asked(machine, old.machine, { tests: defaultTests.machines });
        if (helped.isRight) right++;
        all.push(helped.cost / fresh.cost);
        until.push(helped.learned / fresh.learned);
      }
    }
    if (all.length > 0) rows.push([family, all.length, right, median(until), median(all), Math.max(...all)]);
  }
  return {
    columns: [
      { name: "family" },
      { name: "pairs" },
      { name: "right" },
      { name: "until the last conjecture", digits: 2 },
      { name: "tests included", digits: 2 },
      { name: "at most", digits: 2 },
    ],
    rows,
  };
}

/** Logs of so many events for each arc. */
const SIZES = [10, 100, 300];
/** The log with which AALpy learns, too. */
const PEER_SIZE = 100;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const wordsOf = ({ letters, starts }: TraceSample) =>
  Array.from({ length: starts.length - 1 }, (_, word) => [
    ...letters.subarray(starts[word], starts[word + 1]),
  ]);

async function costFrom(machine: Machine, sample: TraceSample): Promise<number> {
  const inferred = infer(sample);
  const prepare: AskingOptions["prepare"] = (store) => {
    hearLog(store, sample);
    guessBy(store, inferred);
  };
  const { cost, isRight } = await askedOf(machine, { tests: "perfect", prepare });
  if (!isRight) throw new Error("a machine that was learned from a log is wrong");
  return cost;
}

async function logs(settings: Settings): Promise<Findings> {
  const rows: Cell[][] = [];
  const seeds = settings.seeds;
  let [runs, dearer, beaten, measured] = [0, 0, 0, 0];
  for (const members of familiesOf(settings).values()) {
    for (const [i, { name, machine }] of members.entries()) {
      if (machineSize(machine) > 20) continue;
      const fresh = (await askedOf(machine, { tests: "perfect" })).cost;
      const ours: number[] = [];
      const peers: number[] = [];
      for (const size of SIZES) {
        const costs: number[] = [];
        for (let seed = 1; seed <= seeds; seed++) {
          const sample = walks(machine, size * machine.target.length, seed);
          costs.push(await costFrom(machine, sample));
          if (size !== PEER_SIZE) continue;
          const peer = aalpy(members, { logs: [[i, wordsOf(sample)]] }, settings.peerSeconds)?.[0];
          if (typeof peer === "number") peers.push(peer);
        }
        runs += seeds;
        dearer += costs.filter((cost) => cost > fresh).length;
        ours.push(mean(costs));
      }
      const theirs = peers.length === seeds ? mean(peers) : null;
      if (theirs !== null) {
        measured++;
        if (ours[SIZES.indexOf(PEER_SIZE)] < theirs) beaten++;
      }
      rows.push([name, machineSize(machine), machine.alphabet.size, fresh, ...ours, theirs]);
    }
  }
  return {
    columns: [
      { name: "machine" },
      { name: "states" },
      { name: "letters" },
      { name: "without" },
      ...SIZES.map((size) => ({ name: `${size} × arcs`, digits: 0 })),
      { name: `AALpy, ${PEER_SIZE} × arcs`, digits: 0 },
    ],
    rows,
    goals: [
      {
        goal: "a log never makes it dearer",
        found: `dearer in ${dearer} of ${runs} runs`,
        met: dearer === 0,
      },
      {
        goal: "cheaper than AALpy with the same logs",
        found: `${beaten} of ${measured} machines`,
        met: measured > 0 && beaten === measured,
      },
    ],
    ...(measured === 0 && { incomplete: "AALpy is not installed" }),
  };
}

const PERFECT =
  "Counterexamples are the first by length and then by letters, and are asked; 1 and a letter each for all words that reach the target.";

const sections: readonly Section[] = [
  {
    name: "versions",
    title: "From an older version: cost",
    about: `Every version is learned with the model of every other one, as a multiple of learning it afresh: the median. *From itself*: nothing has changed. ${PERFECT} AALpy: the cheaper of two rules.`,
    measure: versions,
  },
  {
    name: "unrelated",
    title: "From a model that has nothing to do with the target",
    about: `The same with random machines over the same inputs and outputs. ${PERFECT}`,
    measure: others,
  },
  {
    name: "tested",
    title: "From an older version, with the default tests",
    about:
      "The same without a perfect oracle, as multiples of learning afresh: versions of at most 20 states, five of a family.",
    measure: tested,
  },
  {
    name: "logs",
    title: "From a log",
    about: `What a target of at most 20 states is asked without a log, and in the mean with logs of so many events for each arc: random walks, one for each seed. ${PERFECT} AALpy: run_Lsharp with the log as samples, or run_adaptive_Lsharp from the machine that run_EDSM makes of it, whichever is cheaper for the log at hand.`,
    measure: logs,
  },
];

export function run(args: readonly string[]): Promise<void> {
  return runSections("adaptive", sections, args);
}
