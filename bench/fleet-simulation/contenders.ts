/** The targets and the learners of the simulation. */

import type { LearnOptions } from "@hankel/core";
import type { Family } from "../support/families.ts";

/** A run that takes longer has no result. */
const LONGEST_SECONDS = 90;

export const FLEETS = [10, 100, 1000] as const;

export const weighted: Readonly<Record<string, LearnOptions<unknown>>> = {
  tree: { learner: "tree", maxSeconds: LONGEST_SECONDS },
  apart: { learner: "apart", maxSeconds: LONGEST_SECONDS },
  table: { learner: "table", counterexamples: "rivest-schapire", maxSeconds: LONGEST_SECONDS },
};

export const forMachines: Readonly<Record<string, LearnOptions<unknown>>> = {
  machine: { learner: "machine", maxSeconds: LONGEST_SECONDS },
  ...weighted,
};

/** What a name stands for says how much an answer tells: all of a ratio, or one bit. */
export const dense: Family = { weights: "tropical", letters: 10, finals: 0.5 };
export const bits: Family = { weights: "boolean", letters: 10, finals: 0.5 };

export const families: readonly Family[] = [
  { weights: "tropical", letters: 10, finals: 1 },
  dense,
  { weights: "tropical", letters: 10, finals: 0.5, sparse: true },
  { weights: "rational", letters: 2, finals: 0.5 },
  bits,
  { weights: "boolean", letters: 2, finals: 0.5 },
];

export const MINUTE = 60;
