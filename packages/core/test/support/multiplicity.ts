/** What tests of the multiplicity learner share: a record of a run, and a rank that shares no code with it. */

import {
  type ExactSemifield,
  MultiplicityLearner,
  type Question,
  type Teacher,
  type Wfsa,
  type Word,
} from "@hankel/core";

import { verdictOf } from "./interview.ts";

export interface FieldInterview<W> {
  readonly result: Wfsa<W>;
  /** All words in the order of the questions, and how many batches they came in. */
  readonly asked: readonly Word[];
  readonly rounds: number;
  /** The sizes of the hypotheses. */
  readonly conjectures: readonly number[];
  readonly learner: MultiplicityLearner<W>;
}

const MAX_STEPS = 10_000;

/** Runs the learner question by question. */
export function interviewOverField<W>(
  teacher: Teacher<W>,
  watch: (learner: MultiplicityLearner<W>, question: Question<W, Wfsa<W>>) => void = () => {},
): FieldInterview<W> {
  const learner = new MultiplicityLearner(teacher.kind.algebra, teacher.alphabet);
  const asked: Word[] = [];
  const conjectures: number[] = [];
  let rounds = 0;
  const run = learner.run();
  let step = run.next();
  for (let steps = 0; step.done !== true; steps++) {
    if (steps >= MAX_STEPS) throw new Error(`still asks after ${MAX_STEPS} steps`);
    const question = step.value;
    watch(learner, question);
    if (question.kind === "weigh") {
      asked.push(...question.batch.words);
      rounds++;
      step = run.next({ kind: "weights", weights: teacher.weigh(question.batch.words) });
    } else {
      conjectures.push(question.hypothesis.size);
      step = run.next({
        kind: "verdict",
        counterexample: verdictOf(teacher, question.hypothesis),
      });
    }
  }
  return { result: step.value, asked, rounds, conjectures, learner };
}

/** The rank of the Hankel matrix on some words, by Gauss's elimination, one entry at a time; factors stand on the left. */
export function slowRank<W>(
  algebra: ExactSemifield<W>,
  words: readonly Word[],
  weigh: (word: Word) => W,
): number {
  const rows = words.map((p) => words.map((s) => weigh([...p, ...s])));
  const minus = algebra.negate?.(algebra.one) as W;
  let rank = 0;
  for (let column = 0; column < words.length; column++) {
    const at = rows.findIndex((row, i) => i >= rank && !algebra.isZero(row[column]));
    if (at < 0) continue;
    [rows[rank], rows[at]] = [rows[at], rows[rank]];
    const pivot = rows[rank];
    for (let i = rank + 1; i < rows.length; i++) {
      const factor = algebra.times(minus, algebra.times(rows[i][column], algebra.inverse(pivot[column])));
      rows[i] = rows[i].map((entry, j) => algebra.plus(entry, algebra.times(factor, pivot[j])));
    }
    rank++;
  }
  return rank;
}
