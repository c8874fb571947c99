/** How long the `machine` learner plans for a word. */

import type { MachineJob } from "../jobs/machine.ts";
import { type Case, caseName, targetFile } from "../questions/peers.ts";
import { inChild } from "../support/child.ts";
import { growth } from "../support/measure.ts";
import type { Cell, Goal } from "../support/result.ts";
import { type Findings, progress, type Section, type Settings } from "../support/section.ts";
import type { Study } from "../support/study.ts";
import { LONGEST_SECONDS } from "./learn-one.ts";

const mealy = (states: number, letters: number, outputs: number): Case => ({
  kind: "mealy",
  states,
  letters,
  outputs,
});

/** Machines that grow in their states, or in their letters. */
const FAMILIES: readonly (readonly Case[])[] = [
  [100, 300, 1000].map((states) => mealy(states, 10, 10)),
  [100, 300, 1000].map((states) => mealy(states, 10, 2)),
  [100, 200, 400].map((letters) => mealy(20, letters, 2)),
];
/** The planning of a word should take no longer, on machines of 1,000 states and 10 letters. */
const MOST_MICROSECONDS = 50;
/** And hardly more where there are more letters: the exponent of their number. */
const MOST_GROWTH = 0.25;

interface Planned {
  readonly of: Case;
  readonly words: number;
  readonly cost: number;
  readonly microseconds: number;
  readonly peakMebibytes: number;
}

async function plan(of: Case, notes: string[]): Promise<Planned | null> {
  progress(`${caseName(of)}: Hankel machine`);
  const job: MachineJob = { file: targetFile(of), learner: "machine", repeat: 1 };
  try {
    const { value, peakMebibytes } = await inChild<Study>("machine", job, LONGEST_SECONDS);
    const { cpu, equivalenceCpu, questions, cost } = value;
    return {
      of,
      words: questions,
      cost,
      microseconds: ((cpu - equivalenceCpu) / questions) * 1e6,
      peakMebibytes,
    };
  } catch (failure) {
    notes.push(`${caseName(of)}: no result (${String(failure)})`);
    return null;
  }
}

function goalsOf(family: readonly Planned[]): Goal[] {
  const goals: Goal[] = family
    .filter(({ of }) => of.states === 1000)
    .map(({ of, microseconds }) => ({
      goal: `${caseName(of)}: at most ${MOST_MICROSECONDS} µs a word`,
      found: `${Math.round(microseconds)} µs`,
      met: microseconds <= MOST_MICROSECONDS,
    }));
  const letters = new Set(family.map(({ of }) => of.letters));
  if (letters.size < 2) return goals;
  const exponent = growth(family.map(({ of, microseconds }) => [of.letters, microseconds]));
  return [
    ...goals,
    {
      goal: `${family[0].of.states} states: the time of a word does not grow with the letters`,
      found: `letters^${exponent.toFixed(2)}`,
      met: exponent <= MOST_GROWTH,
    },
  ];
}

export const planning: Section = {
  name: "planning",
  title: "Planning words of machines",
  about:
    "The learner `machine` on random Mealy machines, a process each. Processor time of the whole run without equivalence questions, by the words asked: it holds the " +
    "teacher's answers from flat arrays, and what the compiler takes at the start. Cost is words and letters.",
  async measure({ quick }: Settings): Promise<Findings> {
    const rows: Cell[][] = [];
    const goals: Goal[] = [];
    const notes: string[] = [];
    for (const family of FAMILIES) {
      const found: Planned[] = [];
      for (const of of quick ? family.slice(0, 2) : family) {
        const planned = await plan(of, notes);
        if (planned !== null) found.push(planned);
      }
      for (const { of, words, cost, microseconds, peakMebibytes } of found) {
        rows.push([caseName(of), words, cost, microseconds, peakMebibytes]);
      }
      goals.push(...goalsOf(found));
    }
    return {
      columns: [
        { name: "machine" },
        { name: "words asked" },
        { name: "cost" },
        { name: "µs a word" },
        { name: "peak MiB" },
      ],
      rows,
      goals,
      notes,
    };
  },
};
