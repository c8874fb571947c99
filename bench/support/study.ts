/** One learner on one target: what it asks, and what takes the time. */

import {
  type Batch,
  compare,
  createLearner,
  exactTeacher,
  type LearnOptions,
  learners,
  minimize,
  type Purpose,
  runLearner,
  type Statistics,
  type Teacher,
  type Wdfsa,
} from "@hankel/core";
import { now, since } from "./measure.ts";

export interface Study extends Statistics {
  /** Zero where 1 is the only non-zero weight. */
  readonly dof: number;
  /** 1 + letters for each word: a reset and its letters. */
  readonly cost: number;
  /** The whole run. */
  readonly wall: number;
  readonly cpu: number;
  /** How much of it the teacher took for words, and for conjectures. */
  readonly weighWall: number;
  readonly equivalenceWall: number;
  /** The same in processor time: their share of `wall`, times `cpu`. */
  readonly weighCpu: number;
  readonly equivalenceCpu: number;
}

/** The learners compared here, by the name they have in the tables. */
export const contenders: Readonly<Record<string, LearnOptions<unknown>>> = {
  tree: { learner: "tree" },
  "tree, textbook": { learner: "tree", prices: { word: 1, letter: 0 } },
  table: { learner: "table", counterexamples: "rivest-schapire" },
  ...Object.fromEntries(
    Object.keys(learners)
      .filter((name) => name !== "tree" && name !== "table")
      .map((name) => [name, { learner: name as keyof typeof learners }]),
  ),
};

/** The names of those that can learn from a target: one of them needs runs. */
export function contendersFor(runs: boolean): readonly string[] {
  return Object.keys(contenders).filter((name) => runs || name !== "machine");
}

/** Learns, and compares the result with the target. */
export function study<W>(
  target: Wdfsa<W>,
  options: LearnOptions<W>,
  teacher: Teacher<W> = exactTeacher(target),
  timing: Timing = { weighing: true },
): Study {
  const timed = timedTeacher(teacher, timing);
  const start = now();
  const { automaton, statistics } = runLearner(createLearner(teacher, options), timed, options);
  const { wall, cpu } = since(start);
  if (automaton.size !== minimize(target).size || compare(automaton, target) !== undefined) {
    throw new Error(`the ${String(options.learner)} learner got a target of ${target.size} states wrong`);
  }
  const { weighing: weighWall, judging: equivalenceWall } = timed;
  const [weighCpu, equivalenceCpu] = [weighWall, equivalenceWall].map((part) => (part / wall) * cpu);
  return {
    ...statistics,
    dof: statistics.dof ?? 0,
    cost: statistics.questions + statistics.symbols,
    wall,
    cpu,
    weighWall,
    equivalenceWall,
    weighCpu,
    equivalenceCpu,
  };
}

/** A clock around every batch costs nothing where batches are large, but much where there are thousands of one word. */
interface Timing {
  readonly weighing: boolean;
}

/**
 * A teacher that knows how long it was busy, in seconds of the clock: reading the processor's time takes microseconds, and
 * a learner asks tens of thousands of times.
 */
function timedTeacher<W>(
  teacher: Teacher<W>,
  timing: Timing,
): Teacher<W> & { weighing: number; judging: number } {
  const seconds = () => performance.now() / 1000;
  const answer = teacher.answer?.bind(teacher);
  const timed: Teacher<W> & { weighing: number; judging: number } = {
    kind: teacher.kind,
    alphabet: teacher.alphabet,
    weighing: 0,
    judging: 0,
    weigh(words) {
      if (!timing.weighing) return teacher.weigh(words);
      const start = seconds();
      const weights = teacher.weigh(words);
      this.weighing += seconds() - start;
      return weights;
    },
    ...(answer && {
      answer(batch: Batch, purpose: Purpose) {
        if (!timing.weighing) return answer(batch, purpose);
        const start = seconds();
        const weighed = answer(batch, purpose);
        timed.weighing += seconds() - start;
        return weighed;
      },
    }),
    findCounterexample(hypothesis) {
      const start = seconds();
      const word = teacher.findCounterexample?.(hypothesis) ?? null;
      this.judging += seconds() - start;
      return word;
    },
  };
  return timed;
}
