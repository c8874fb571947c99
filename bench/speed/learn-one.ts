/** One run of the tree learner in a process of its own. */

import type { LearnDone, LearnJob } from "../jobs/learn.ts";
import { type Done, inChild } from "../support/child.ts";
import { type Family, nameOf, type Weighing } from "../support/families.ts";
import { progress } from "../support/section.ts";
import type { Study } from "../support/study.ts";

/** A run may take so long by the clock. */
export const LONGEST_SECONDS = 300;

const of =
  (weights: Weighing) =>
  (letters: number, finals: number): Family => ({ weights, letters, finals });
export const tropical = of("tropical");
export const booleans = of("boolean");
export const rationals = of("rational");
export const freeWords = of("free-group");

/** A run that did not end has no row; a note says so. */
export async function learnOne(
  family: Family,
  states: number,
  notes: string[],
): Promise<Done<LearnDone> | null> {
  const name = `${nameOf(family)}, ${states} states`;
  progress(name);
  const job: LearnJob = { family, states, seed: 1, learner: "tree" };
  try {
    return await inChild<LearnDone>("learn", job, LONGEST_SECONDS);
  } catch (failure) {
    notes.push(`${name}: no result (${String(failure)})`);
    return null;
  }
}

/** What the learner itself takes. */
export function learnerCpu({ cpu, weighCpu, equivalenceCpu }: Study): number {
  return cpu - weighCpu - equivalenceCpu;
}
