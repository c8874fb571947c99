/** One run on a black box with one test of conjectures, and how far off its result is on words held out. */

import { type Automaton, createLearner, type LearnerName, parseEquivalence, type Word } from "@hankel/core";
import { type BlackBox, findsOf, learnLive } from "@hankel/teachers";
import type { Cell } from "../support/result.ts";

/** What is the same for all tests on one target. */
export interface Entry {
  readonly name: string;
  readonly learner: LearnerName | "multiplicity";
  readonly maxStates: number;
  /** Opens the target; each run has its own, with an empty memory. */
  readonly open: () => BlackBox<unknown>;
  /** Words that no learner sees. */
  readonly heldOut: readonly Word[];
}

/** A singular value of less than this share of the largest is no dimension: networks are noisy. */
const RANK_TOLERANCE = 1e-3;
const MAX_QUESTIONS = 20_000;

export const COLUMNS = [
  { name: "target" },
  { name: "learner" },
  { name: "test" },
  { name: "outcome" },
  { name: "states" },
  { name: "conjectures" },
  { name: "questions" },
  { name: "tested" },
  { name: "asked" },
  { name: "error", digits: 4 },
  { name: "CPU s", digits: 2 },
];

/** Learns the target with a test of conjectures; a row of the table. */
export async function compete(entry: Entry, test: string): Promise<Cell[]> {
  const box = entry.open();
  const setting = { seed: 1, words: () => [], box: findsOf(box), samples: false, states: true };
  const before = process.cpuUsage();
  const { automaton, outcome, statistics } = await learnLive<unknown, unknown, Automaton<unknown>>(box, {
    createLearner: (setting) =>
      createLearner(setting, { learner: entry.learner, rankTolerance: RANK_TOLERANCE }),
    tests: parseEquivalence(test, setting),
    maxStates: entry.maxStates,
    maxQuestions: MAX_QUESTIONS,
  });
  const { user, system } = process.cpuUsage(before);
  const { questions, tests, asked, equivalences } = statistics;
  return [
    entry.name,
    entry.learner,
    test,
    outcome,
    automaton.size,
    equivalences,
    questions,
    tests,
    asked,
    await errorOf(automaton, box, entry.heldOut),
    (user + system) / 1e6,
  ];
}

/** For truth values, the share of the words that are wrong; for weights, the sum of the errors as a share of the sum of the weights. */
async function errorOf(
  automaton: Pick<Automaton<unknown>, "weigh">,
  box: BlackBox<unknown>,
  words: readonly Word[],
): Promise<number> {
  const weights = (await box.weigh(words)).map(Number);
  const found = words.map((word) => Number(automaton.weigh(word)));
  const off = weights.reduce((sum, weight, i) => sum + Math.abs(weight - found[i]), 0);
  const all = typeof automaton.weigh([]) === "boolean" ? words.length : weights.reduce((a, b) => a + b, 0);
  return off / all;
}
