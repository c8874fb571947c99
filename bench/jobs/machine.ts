/** A learner on a machine that the peers learn too: the fastest of several runs in one process, as for them. */

import { readFileSync } from "node:fs";
import { exactTeacher } from "@hankel/core";
import type { Target } from "../peers/peers.ts";
import { automatonOf } from "../support/machines.ts";
import { contenders, type Study, study } from "../support/study.ts";

export interface MachineJob {
  readonly file: string;
  readonly learner: string;
  readonly repeat: number;
}

/** The fastest run, and how long the first one took: its code was not compiled yet. */
export interface Repeated extends Study {
  readonly firstWall: number;
}

export function run({ file, learner, repeat }: MachineJob): Repeated {
  const machine = JSON.parse(readFileSync(file, "utf8")) as Target;
  const automaton = automatonOf(machine);
  const runs = Array.from({ length: repeat }, () =>
    // As for the peers, only equivalence questions are timed.
    study(automaton, contenders[learner], exactTeacher(automaton), { weighing: false }),
  );
  // The fastest without equivalence questions, which are the teacher's work.
  const apart = ({ wall, equivalenceWall }: Study) => wall - equivalenceWall;
  const fastest = runs.reduce((best, run) => (apart(run) < apart(best) ? run : best));
  return { ...fastest, firstWall: runs[0].wall };
}
