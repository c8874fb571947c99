/** One learner on one target: what it asks, and where the time goes. */

import {
  compare,
  createLearner,
  exactTeacher,
  type LearnOptions,
  learners,
  minimize,
  runLearner,
  type Statistics,
  type Teacher,
  type Wdfsa,
} from "@hankel/core";
import { now, since, type Time } from "./measure.ts";

export interface Study extends Statistics {
  /** The whole run. */
  readonly wall: number;
  readonly cpu: number;
  /** Processor time of the teacher: its answers, and its answers to conjectures. */
  readonly weighCpu: number;
  readonly equivalenceCpu: number;
  readonly equivalenceWall: number;
}

/** The learners compared here, by the name they have in the tables. */
export const contenders: Readonly<Record<string, LearnOptions<unknown>>> = {
  tree: { learner: "tree" },
  "tree, short": { learner: "tree", maxSuffix: 0 },
  table: { learner: "table", counterexamples: "rivest-schapire" },
  ...Object.fromEntries(
    Object.keys(learners)
      .filter((name) => name !== "tree" && name !== "table")
      .map((name) => [name, { learner: name as keyof typeof learners }]),
  ),
};

/** Learns, and does not believe the result before it has compared it. */
export function study<W>(
  target: Wdfsa<W>,
  options: LearnOptions<W>,
  teacher: Teacher<W> = exactTeacher(target),
): Study {
  const timed = timedTeacher(teacher);
  const start = now();
  const { automaton, statistics } = runLearner(createLearner(teacher, options), timed, options);
  const { wall, cpu } = since(start);
  if (automaton.size !== minimize(target).size || compare(automaton, target) !== undefined) {
    throw new Error(`the ${String(options.learner)} learner got a target of ${target.size} states wrong`);
  }
  const { weighing, judging } = timed;
  const [weighCpu, equivalenceCpu, equivalenceWall] = [weighing.cpu, judging.cpu, judging.wall];
  return { ...statistics, wall, cpu, weighCpu, equivalenceCpu, equivalenceWall };
}

/** A teacher that knows how long it was busy. */
function timedTeacher<W>(teacher: Teacher<W>): Teacher<W> & { weighing: Time; judging: Time } {
  const add = (sum: Time, { wall, cpu }: Time) => ({ wall: sum.wall + wall, cpu: sum.cpu + cpu });
  return {
    algebra: teacher.algebra,
    alphabet: teacher.alphabet,
    weighing: { wall: 0, cpu: 0 },
    judging: { wall: 0, cpu: 0 },
    weigh(words) {
      const start = now();
      const weights = teacher.weigh(words);
      this.weighing = add(this.weighing, since(start));
      return weights;
    },
    findCounterexample(hypothesis) {
      const start = now();
      const word = teacher.findCounterexample(hypothesis);
      this.judging = add(this.judging, since(start));
      return word;
    },
  };
}
