/** What decides which words a run asks, besides the black box, and how its journal names it. */

import {
  ALGORITHM_VERSION,
  checkPrices,
  createLearner,
  type EquivalenceTest,
  headerOptionsOf,
  type JournalHeader,
  type LearnOptions,
  type OnConflict,
  type Prices,
  parseEquivalence,
  type Word,
} from "@hankel/core";
import { type BlackBox, findsOf } from "../box.ts";

/** How many answered words are asked again at each conjecture, and of each kind at the beginning, unless the user says it. */
export const RECHECK = 8;

/** A target that reads no longer words than this is followed in every answer: there is too little to judge errors by. */
const SHORT = 20;

/** What the user says of the questions of a run. */
export interface RunChoice {
  readonly learnerOptions: LearnOptions<unknown>;
  readonly tests: readonly EquivalenceTest[];
  /** A digest of the files that tests read. */
  readonly words?: string | undefined;
  readonly seed: number;
  /** How many answered words are asked again at each conjecture; 8 unless given, and none of a box that proves its answers. */
  readonly recheck?: number | undefined;
  readonly repeat?: number | undefined;
  readonly onConflict?: OnConflict | undefined;
  readonly certificate?: boolean | undefined;
}

/** Everything except the black box that decides what a run asks. */
export interface RunPlan extends RunChoice {
  /** The name of the learner. */
  readonly learner: string;
  readonly recheck: number;
  /** How many answers of each kind are asked again before those of a journal are trusted. */
  readonly recheckFirst: number;
}

/** What a choice means for this black box. */
export function planRun(box: BlackBox<unknown>, choice: RunChoice): RunPlan {
  const { seed, recheck = findsOf(box) === "exact" ? 0 : RECHECK, certificate } = choice;
  const { recheck: recheckFirst = RECHECK } = choice;
  const learnerOptions = { ...suitingLearner(box, certificate), ...choice.learnerOptions, seed };
  // Which learner is the default depends on the box.
  const learner = createLearner(box, learnerOptions).name;
  return { ...choice, recheck, recheckFirst, learnerOptions, learner };
}

/** The learner that suits the black box, and what it needs to know. For a certificate every answer counts, so the usual one makes it. */
function suitingLearner(
  { learner, longest }: BlackBox<unknown>,
  certificate = false,
): Pick<LearnOptions<unknown>, "learner" | "longest"> {
  return {
    ...(!certificate && (longest ?? SHORT) >= SHORT && learner !== undefined && { learner }),
    ...(longest !== undefined && { longest }),
  };
}

/** The tests of conjectures, unless the user names others; undefined where conjectures are not tested on words. */
export function usualTests(box: BlackBox<unknown>): string | undefined {
  return box.tests ?? (findsOf(box) === "none" ? box.kind.tests : "box");
}

/** What else the tests of a text depend on. `words` reads the words of a file. */
export interface NamedTestOptions {
  readonly seed: number;
  readonly prices?: Prices | undefined;
  readonly words: (file: string) => readonly Word[];
}

/** The tests that a text such as `walk:200+wp:1` names, for this black box. */
export function namedTests(
  box: BlackBox<unknown>,
  text: string,
  { seed, prices, words }: NamedTestOptions,
): readonly EquivalenceTest[] {
  return parseEquivalence(text, {
    seed,
    prices: prices && checkPrices(prices),
    shows: box.kind.tellsPrefixes,
    box: findsOf(box),
    samples: box.draw !== undefined,
    states: box.states !== undefined,
    letters: box.alphabet.size,
    terms: box.kind.terms,
    words,
  });
}

/** The header of the journal of a run. */
export function headerOf({ kind, alphabet }: BlackBox<unknown>, plan: RunPlan): JournalHeader {
  const { learner, learnerOptions, tests, words, seed, recheck, repeat, onConflict, certificate } = plan;
  return {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner,
    ...kind.header,
    alphabet: alphabet.symbols,
    options: {
      ...(kind.tests !== undefined && { equivalence: tests.map(({ text }) => text).join("+") }),
      recheck,
      ...headerOptionsOf(learnerOptions, learner),
      ...(words !== undefined && { words }),
      ...(repeat !== undefined && { repeat }),
      ...(onConflict !== undefined && { onConflict }),
      ...(certificate === true && { certificate: "yes" }),
    },
    seed,
  };
}
