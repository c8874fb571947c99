/**
 * Time and memory of the tree learner.
 *
 *     npm run bench -- speed [--quick] [--only large,huge,growth,learnlib]
 *
 * Every run has a process of its own. Times are the processor's unless they are called wall: other work on the machine
 * does not change them much.
 */

import type { LearnDone, LearnJob } from "./jobs/learn.ts";
import type { MachineJob } from "./jobs/machine.ts";
import { findPeers, type Peer, runPeer } from "./peers/peers.ts";
import { type Case, caseName, targetFile } from "./questions/peers.ts";
import { type Done, inChild } from "./support/child.ts";
import { type Family, nameOf } from "./support/families.ts";
import { growth } from "./support/measure.ts";
import type { Cell, Goal } from "./support/result.ts";
import { type Findings, progress, runSections, type Section, type Settings } from "./support/section.ts";
import type { Study } from "./support/study.ts";

const tropical = (letters: number, finals: number): Family => ({ weights: "tropical", letters, finals });
const booleans = (letters: number, finals: number): Family => ({ weights: "boolean", letters, finals });

/** A run that did not end is none of the rows, and one of the notes. */
async function learnOne(family: Family, states: number, notes: string[]): Promise<Done<LearnDone> | null> {
  const name = `${nameOf(family)}, ${states} states`;
  progress(name);
  const job: LearnJob = { family, states, seed: 1, learner: "tree" };
  try {
    return await inChild<LearnDone>("learn", job, LONGEST_SECONDS);
  } catch (failure) {
    notes.push(`${name}: no result (${String(failure)})`);
    return null;
  }
}

/** The longest a run may take by the clock: "within minutes" is the goal of the largest. */
const LONGEST_SECONDS = 300;

/** What the learner itself takes. */
function learnerCpu({ cpu, weighCpu, equivalenceCpu }: Study): number {
  return cpu - weighCpu - equivalenceCpu;
}

const LARGE: readonly (readonly [Family, number])[] = [
  [tropical(10, 1), 10_000],
  [tropical(10, 0.5), 10_000],
  [tropical(10, 0.02), 1000],
  [booleans(10, 0.5), 2000],
  [booleans(2, 0.5), 4000],
];

const HUGE: readonly (readonly [Family, number])[] = [
  [tropical(4, 1), 100_000],
  [tropical(4, 0.5), 100_000],
];

const large: Section = timed("large", "Large targets", LARGE);
const huge: Section = timed("huge", "The largest targets", HUGE);

function timed(name: string, title: string, targets: readonly (readonly [Family, number])[]): Section {
  return {
    name,
    title,
    about:
      "The tree learner, one seed, a process each. CPU seconds of the whole run, and of its parts (by their shares of the clock's time): the teacher's " +
      "answers, its equivalence questions, the learner itself. Memory is the most that the process ever held, with the target and the runtime.",
    async measure({ quick }: Settings): Promise<Findings> {
      const rows: Cell[][] = [];
      const goals: Goal[] = [];
      const notes: string[] = [];
      for (const [family, full] of targets) {
        const states = quick ? full / 10 : full;
        const done = await learnOne(family, states, notes);
        if (done === null) continue;
        const { value: found, peakMebibytes } = done;
        rows.push([
          nameOf(family),
          states,
          found.questions,
          found.rounds,
          found.equivalences,
          found.wall,
          found.cpu,
          found.weighCpu,
          found.equivalenceCpu,
          learnerCpu(found),
          (learnerCpu(found) / found.questions) * 1e6,
          peakMebibytes,
          found.beforeMebibytes,
        ]);
        const name = `${nameOf(family)}, ${states.toLocaleString("en-US")} states`;
        const spent = `${found.cpu.toFixed(1)} s, ${Math.round(peakMebibytes)} MiB`;
        if (full === 10_000 && family.finals >= 0.5) {
          const met = found.cpu < 10 && peakMebibytes < 1024;
          goals.push({ goal: `${name}: less than 10 s of one core and 1 GiB`, found: spent, met });
        } else if (full === 100_000) {
          goals.push({ goal: `${name}: within minutes`, found: spent, met: found.wall < 300 });
        }
      }
      return {
        columns: [
          { name: "family" },
          { name: "states" },
          { name: "questions" },
          { name: "rounds" },
          { name: "equivalences" },
          { name: "wall s", digits: 1 },
          { name: "CPU s", digits: 1 },
          { name: "answers s", digits: 1 },
          { name: "equivalence s", digits: 1 },
          { name: "learner s", digits: 1 },
          { name: "learner µs a question", digits: 1 },
          { name: "peak MiB" },
          { name: "before learning MiB" },
        ],
        rows,
        goals,
        notes,
      };
    },
  };
}

const GROWING: readonly (readonly [Family, number])[] = [
  [tropical(10, 1), 16_000],
  [tropical(10, 0.5), 16_000],
  [tropical(2, 0.5), 16_000],
  [booleans(2, 0.5), 2000],
];
const SIZES = [250, 500, 1000, 2000, 4000, 8000, 16_000];

const growing: Section = {
  name: "growth",
  title: "Growth in the number of states",
  about:
    "The tree learner, one seed, a process each. The last rows are the exponents of N, by least squares in logarithms from 1,000 states on.",
  async measure({ quick }: Settings): Promise<Findings> {
    const rows: Cell[][] = [];
    const goals: Goal[] = [];
    const notes: string[] = [];
    const curves: { name: string; questions: [number, number][]; learner: [number, number][] }[] = [];
    const exponents: Cell[][] = [];
    for (const [family, most] of GROWING) {
      const found: Study[] = [];
      for (const states of SIZES.filter((size) => size <= (quick ? 1000 : most))) {
        const done = await learnOne(family, states, notes);
        if (done === null) continue;
        const { value } = done;
        found.push(value);
        rows.push([
          nameOf(family),
          states,
          value.questions,
          value.symbols,
          value.rounds,
          value.equivalences,
          learnerCpu(value),
          value.weighCpu,
          value.equivalenceCpu,
        ]);
      }
      const tail = quick ? found : found.filter(({ states }) => states >= 1000);
      const exponent = (of: (study: Study) => number) =>
        growth(tail.map((study) => [study.states, of(study)]));
      const questions = exponent((study) => study.questions);
      const learner = exponent(learnerCpu);
      exponents.push([
        nameOf(family),
        "exponent",
        questions.toFixed(2),
        exponent((study) => study.symbols).toFixed(2),
        exponent((study) => study.rounds).toFixed(2),
        exponent((study) => study.equivalences).toFixed(2),
        learner.toFixed(2),
        exponent((study) => study.weighCpu).toFixed(2),
        exponent((study) => study.equivalenceCpu).toFixed(2),
      ]);
      goals.push(
        {
          goal: `${nameOf(family)}: questions near-linear`,
          found: `N^${questions.toFixed(2)}`,
          met: questions < 1.2,
        },
        {
          goal: `${nameOf(family)}: learner's time not quadratic`,
          found: `N^${learner.toFixed(2)}`,
          met: learner < 1.5,
        },
      );
      curves.push({
        name: nameOf(family),
        questions: found.map(({ states, questions: count }) => [states, count / states]),
        learner: found.map((study) => [study.states, (learnerCpu(study) / study.questions) * 1e6]),
      });
    }
    const x = { label: "states", log: true };
    return {
      columns: [
        { name: "family" },
        { name: "states" },
        { name: "questions" },
        { name: "symbols" },
        { name: "rounds" },
        { name: "equivalences" },
        { name: "learner s", digits: 3 },
        { name: "answers s", digits: 3 },
        { name: "equivalence s", digits: 3 },
      ],
      rows: [...rows, ...exponents],
      shown: [...rows.keys()]
        .filter((i) => [1000, 4000, 16_000].includes(rows[i][1] as number))
        .concat(exponents.map((_, i) => rows.length + i)),
      goals,
      notes,
      plots: [
        {
          file: "bench-growth-questions.svg",
          title: "Questions a state as targets grow",
          x,
          y: { label: "questions a state", log: true },
          series: curves.map(({ name, questions }) => ({ name, joined: true, points: questions })),
        },
        {
          file: "bench-growth-time.svg",
          title: "The learner's own time as targets grow",
          x,
          y: { label: "µs of processor time a question", log: true },
          series: curves.map(({ name, learner }) => ({ name, joined: true, points: learner })),
        },
      ],
    };
  },
};

const CASES: readonly Case[] = [
  { kind: "dfa", letters: 2, outputs: 2, states: 0 },
  { kind: "dfa", letters: 10, outputs: 2, states: 0 },
  { kind: "mealy", letters: 10, outputs: 2, states: 0 },
  { kind: "mealy", letters: 10, outputs: 10, states: 0 },
];
/** LearnLib's tree learners; its tables are slower, and so large at 3,000 × 10 that they do not end. */
const FAST = ["ttt", "kv", "op", "lambda-ttt", "adt"];
/** The fastest of them are what is compared; beyond 1,000 states the others only take minutes. */
const FASTEST = ["ttt", "kv", "op"];
const ALL_UP_TO = 1000;

/** Our learners for a target. Without invented suffixes a Mealy machine takes as many equivalence questions as it has states. */
function ourLearners({ kind, states }: Case): string[] {
  return kind === "mealy" && states > ALL_UP_TO ? ["tree"] : ["tree", "tree, textbook"];
}

/** A run of ours as a row, or a note that there was none. */
async function ourRow(of: Case, learner: string, file: string, notes: string[]): Promise<Timed | null> {
  progress(`${caseName(of)}: ${learner}`);
  const job: MachineJob = { file, learner, repeat: 3 };
  try {
    const { value } = await inChild<Study>("machine", job, LONGEST_SECONDS);
    const { wall: seconds, equivalenceWall: inEquivalence, questions, equivalences } = value;
    return { who: `Hankel ${learner}`, seconds, inEquivalence, questions, equivalences };
  } catch (failure) {
    notes.push(`${caseName(of)}: no result of Hankel ${learner} (${String(failure)})`);
    return null;
  }
}

async function peerRow(
  of: Case,
  peer: Peer,
  algorithm: string,
  file: string,
  seconds: number,
  notes: string[],
): Promise<Timed | null> {
  const who = `${peer.name} ${algorithm}`;
  progress(`${caseName(of)}: ${who}`);
  const result = await runPeer(peer, algorithm, file, { seconds, repeat: 3 });
  if ("error" in result) {
    notes.push(`${caseName(of)}: ${who} had no result within ${seconds} s`);
    return null;
  }
  const { seconds: all, equivalenceSeconds: inEquivalence, distinct: questions, equivalences } = result;
  return { who, seconds: all, inEquivalence, questions, equivalences };
}

interface Timed {
  readonly who: string;
  readonly seconds: number;
  readonly inEquivalence: number;
  readonly questions: number;
  readonly equivalences: number;
}

const whole = ({ seconds }: Timed) => seconds;
const apart = ({ seconds, inEquivalence }: Timed) => seconds - inEquivalence;

const learnlib: Section = {
  name: "learnlib",
  title: "Against LearnLib",
  about:
    "The same machines for both, and both answer from flat arrays. Wall seconds of the fastest of three runs in one process, and how many of them were inside " +
    "each one's own equivalence oracle; compared are the whole run, and what is left without the oracle. LearnLib's tree learners and ADT; of 3,000 states only its three " +
    "fastest. Hankel's tree as it is by default, which is what is compared, and without invented suffixes; the latter not for Mealy machines of 3,000 " +
    "states, where it asks an equivalence question per state over the free group.",
  async measure({ quick, peerSeconds }: Settings): Promise<Findings> {
    const rows: Cell[][] = [];
    const goals: Goal[] = [];
    const notes: string[] = [];
    const peers = findPeers().filter(({ name }) => name.startsWith("learnlib"));
    for (const of of (quick ? [300] : [1000, 3000]).flatMap((states) =>
      CASES.map((shape) => ({ ...shape, states })),
    )) {
      const file = targetFile(of);
      const ours: Timed[] = [];
      const theirs: Timed[] = [];
      for (const learner of ourLearners(of)) {
        const found = await ourRow(of, learner, file, notes);
        if (found !== null) ours.push(found);
      }
      for (const peer of peers.filter(({ missing }) => missing === null)) {
        const chosen = of.states > ALL_UP_TO ? FASTEST : FAST;
        for (const algorithm of peer.algorithms[of.kind].filter((name) => chosen.includes(name))) {
          const found = await peerRow(of, peer, algorithm, file, peerSeconds, notes);
          if (found !== null) theirs.push(found);
        }
      }
      for (const found of [...ours, ...theirs]) {
        const { who, seconds, inEquivalence, questions, equivalences } = found;
        rows.push([caseName(of), who, seconds, inEquivalence, apart(found), questions, equivalences]);
      }
      const mine = ours.find(({ who }) => who === "Hankel tree");
      if (mine === undefined || theirs.length === 0) continue;
      for (const [time, what] of [
        [whole, "the whole run"],
        [apart, "equivalence apart"],
      ] as const) {
        const best = theirs.reduce((least, other) => (time(other) < time(least) ? other : least));
        goals.push({
          goal: `${caseName(of)}, ${what}: faster than LearnLib's fastest`,
          found: `${time(mine).toFixed(3)} s against ${time(best).toFixed(3)} s of ${best.who}`,
          met: time(mine) < time(best),
        });
      }
    }
    for (const { name, missing } of peers) {
      if (missing !== null) notes.push(`not installed, so not compared: ${name}`);
    }
    return {
      columns: [
        { name: "target" },
        { name: "learner" },
        { name: "seconds", digits: 3 },
        { name: "in equivalence", digits: 3 },
        { name: "without it", digits: 3 },
        { name: "words asked" },
        { name: "equivalences" },
      ],
      rows,
      goals,
      notes,
    };
  },
};

export function run(args: readonly string[]): Promise<void> {
  return runSections("speed", [large, huge, growing, learnlib], args);
}
