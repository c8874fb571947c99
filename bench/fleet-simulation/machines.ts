/** Mealy and Moore machines, random ones and real ones. */

import type { Wdfsa } from "@hankel/core";
import { findSubjects } from "../models/subjects.ts";
import { sample } from "../peers/sample.ts";
import { automatonOf } from "../support/machines.ts";
import type { Cell } from "../support/result.ts";
import { type Findings, progress, type Section } from "../support/section.ts";
import { FLEETS, forMachines } from "./contenders.ts";
import { recordRun } from "./recorded-run.ts";
import { roundsCells, roundsColumns } from "./rounds.ts";
import { secondsOf, wordsOf } from "./schedule.ts";

const SIZES = [100, 300, 1000];
/** Smaller machines have few questions, and need no fleet. */
const LEAST_STATES = 15;

interface Subject {
  readonly name: string;
  readonly automaton: Wdfsa<unknown>;
}

function findings(subjects: Iterable<Subject>): Findings {
  const rows: Cell[][] = [];
  const notes: string[] = [];
  for (const { name, automaton } of subjects) {
    for (const [learner, options] of Object.entries(forMachines)) {
      progress(`fleet-simulation/machines ${name}, ${learner}`);
      const run = recordRun(automaton, options);
      if (typeof run === "string") {
        notes.push(`${name}, ${learner}: ${run}`);
        continue;
      }
      const { rounds, states } = run;
      const seconds = FLEETS.map((workers) => secondsOf(rounds, workers));
      rows.push([name, states, learner, ...roundsCells(wordsOf(rounds), rounds.length, seconds)]);
    }
  }
  const columns = [{ name: "machine" }, { name: "states", digits: 0 }, { name: "learner" }, ...roundsColumns];
  return { columns, rows, notes };
}

const ABOUT =
  "A question takes one second; a teacher who knows the machine answers equivalence questions at once.";

export const randomMachines: Section = {
  name: "machines",
  title: "Random Mealy machines",
  about: `10 letters, 2 outputs. ${ABOUT}`,
  measure: ({ quick }) =>
    findings(
      (quick ? [100] : SIZES).map((size) => ({
        name: `Mealy, ${size} × 10`,
        automaton: automatonOf(sample("mealy", size, 10, 1, 2)),
      })),
    ),
};

export const realMachines: Section = {
  name: "real-machines",
  title: "Real machines",
  about: `The machines of AALpy's repository with at least ${LEAST_STATES} states. ${ABOUT}`,
  measure({ dir }) {
    if (dir === undefined) {
      return { columns: [], rows: [], incomplete: "it needs --dir FOLDER, a folder of machines in DOT" };
    }
    return findings(findSubjects(dir).subjects.filter(({ automaton }) => automaton.size >= LEAST_STATES));
  },
};
