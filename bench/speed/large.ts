/** Time and memory on large targets. */

import type { LearnDone } from "../jobs/learn.ts";
import type { Done } from "../support/child.ts";
import { type Family, nameOf } from "../support/families.ts";
import type { Cell, Goal } from "../support/result.ts";
import type { Findings, Section, Settings } from "../support/section.ts";
import { booleans, LONGEST_SECONDS, learnerCpu, learnOne, tropical } from "./learn-one.ts";

type Target = readonly [family: Family, states: number];

export const large: Section = timed("large", "Large targets", [
  [tropical(10, 1), 10_000],
  [tropical(10, 0.5), 10_000],
  [tropical(10, 0.02), 1000],
  [booleans(10, 0.5), 2000],
  [booleans(2, 0.5), 4000],
]);

export const huge: Section = timed("huge", "The largest targets", [
  [tropical(4, 1), 100_000],
  [tropical(4, 0.5), 100_000],
  [booleans(2, 0.5), 100_000],
]);

function timed(name: string, title: string, targets: readonly Target[]): Section {
  return {
    name,
    title,
    about:
      "The tree learner, one seed, a process each. CPU seconds of the whole run and of its parts (by their shares of the wall time): the teacher's " +
      "answers, its equivalence questions, the learner itself. Memory is the most that the process ever held, with the target and the runtime.",
    async measure({ quick }: Settings): Promise<Findings> {
      const rows: Cell[][] = [];
      const goals: Goal[] = [];
      const notes: string[] = [];
      for (const [family, full] of targets) {
        const states = quick ? full / 10 : full;
        const done = await learnOne(family, states, notes);
        if (done === null) continue;
        rows.push(rowOf(family, states, done));
        goals.push(...goalOf(family, full, done));
      }
      return {
        columns: [
          { name: "family" },
          { name: "states" },
          { name: "cost" },
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

function rowOf(family: Family, states: number, { value: found, peakMebibytes }: Done<LearnDone>): Cell[] {
  return [
    nameOf(family),
    states,
    found.cost,
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
  ];
}

function goalOf(family: Family, full: number, { value: found, peakMebibytes }: Done<LearnDone>): Goal[] {
  const name = `${nameOf(family)}, ${found.states.toLocaleString("en-US")} states`;
  const spent = `${found.cpu.toFixed(1)} s, ${Math.round(peakMebibytes)} MiB`;
  if (full === 10_000) {
    const met = found.cpu < 10 && peakMebibytes < 1024;
    return [{ goal: `${name}: less than 10 s of one core and 1 GiB`, found: spent, met }];
  }
  if (full >= 100_000 && found.dof > 0) {
    const met = found.cpu < 60 && peakMebibytes < 1024;
    return [{ goal: `${name}: less than 60 s of one core and 1 GiB`, found: spent, met }];
  }
  if (full >= 100_000) {
    return [{ goal: `${name}: within minutes`, found: spent, met: found.wall < LONGEST_SECONDS }];
  }
  return [];
}
