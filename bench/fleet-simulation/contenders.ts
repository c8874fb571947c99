/** The targets and the learners of the simulation. */

import type { LearnOptions } from "@hankel/core";
import type { Family } from "../support/families.ts";

/** A run that takes longer has no result. The processor's time counts, since other work does not change it much. */
const limit = {
  maxSeconds: 120,
  clock: () => process.cpuUsage().user / 1000,
};

export const FLEETS = [10, 100, 1000] as const;

export const weighted: Readonly<Record<string, LearnOptions<unknown>>> = {
  tree: { ...limit, learner: "tree" },
  apart: { ...limit, learner: "apart" },
  table: { ...limit, learner: "table", counterexamples: "rivest-schapire" },
};

export const forMachines: Readonly<Record<string, LearnOptions<unknown>>> = {
  machine: { ...limit, learner: "machine" },
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
