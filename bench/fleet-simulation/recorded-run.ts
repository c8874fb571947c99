/** The rounds of a real run: how many words each of them asks for, in the order in which they are asked. */

import {
  compare,
  createLearner,
  type EquivalenceTest,
  exactTeacher,
  type LearnOptions,
  runLearner,
  type Teacher,
  testWords,
  tryWords,
  type Wdfsa,
} from "@hankel/core";
import { Asked } from "./asked.ts";

/** A batch of words that need no answer of each other. */
export interface Round {
  /** For the learner, or to test a conjecture. */
  readonly purpose: "learn" | "test";
  readonly words: number;
  /** How many conjectures were answered before. */
  readonly conjecture: number;
}

export interface RecordedRun {
  readonly states: number;
  readonly rounds: readonly Round[];
}

/**
 * Runs a learner on a target and writes its rounds down, or says why there is no result. Conjectures are tested with words
 * first, if tests are given. What they miss, the teacher finds, which costs nothing: so every learner ends with the target.
 */
export function recordRun(
  target: Wdfsa<unknown>,
  options: LearnOptions<unknown>,
  tests: readonly EquivalenceTest[] = [],
): RecordedRun | string {
  const exact = exactTeacher(target);
  const rounds: Round[] = [];
  const asked = new Asked();
  let conjecture = 0;
  const teacher: Teacher<unknown> = {
    ...exact,
    answer({ words }, purpose) {
      // A word that was asked before is remembered. Without tests no word is asked twice.
      const fresh = tests.length === 0 ? words.length : words.filter((word) => asked.add(word)).length;
      const kind = purpose === "learn" ? "learn" : "test";
      if (fresh > 0) rounds.push({ purpose: kind, words: fresh, conjecture });
      return { weights: exact.weigh(words) };
    },
    *examine(hypothesis, number) {
      for (const test of tests) {
        const found = yield* tryWords(hypothesis, testWords(test, hypothesis, number));
        if (found !== null) return found;
      }
      return exact.findCounterexample(hypothesis);
    },
  };
  const learned = runLearner(createLearner(teacher, options), teacher, {
    ...options,
    observe: (question) => {
      if (question.kind === "conjecture") conjecture++;
    },
  });
  if (learned.outcome !== "accepted") return learned.reason;
  if (compare(learned.automaton, target) !== undefined) return "wrong";
  return { states: learned.automaton.size, rounds };
}
