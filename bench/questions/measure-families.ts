/** Every learner of ours on random targets of some families. */

import type { Wdfsa } from "@hankel/core";
import { type Family, nameOf, target, yardstick } from "../support/families.ts";
import { average } from "../support/measure.ts";
import { progress, type Settings } from "../support/section.ts";
import { contenders, contendersFor, study } from "../support/study.ts";

/** Means over the targets of one family and size. */
export interface FamilyRow {
  readonly family: Family;
  readonly size: number;
  readonly learner: string;
  readonly states: number;
  readonly dof: number;
  readonly cost: number;
  readonly questions: number;
  /** Questions per degree of freedom, and per unit of the yardstick; 0 where there is none. */
  readonly perDof: number;
  readonly ofYardstick: number;
  readonly rounds: number;
  readonly equivalences: number;
}

const SIZES = [10, 50, 100, 400, 1000, 2000];
const QUICK = [10, 100];

/** What `limit` leaves out, for the reader. */
export const LEFT_OUT =
  "Each learner stops at the size where a run takes too long: the table at 400 states, apart and the textbook at 2,000 (apart over the " +
  "Booleans and on sparse targets at 1,000); with 2 % final states the table and apart at 100, the textbook at 400, the tree at 1,000 (over the rationals at 400).";

/** The largest target that a learner is given. */
function limit(learner: string, { finals, weights, sparse }: Family): number {
  const few = finals < 0.1;
  switch (learner) {
    case "tree":
      // Hundreds of equivalence questions, in each of them quotients of long fractions.
      return few ? (weights === "rational" ? 400 : 1000) : 10_000;
    case "tree, textbook":
      return few ? 400 : 2000;
    case "apart":
      return few ? 100 : weights === "boolean" || sparse === true ? 1000 : 2000;
    default:
      return few ? 100 : 400;
  }
}

/** Several seeds; one where a run takes minutes. */
function targetsOf(family: Family, size: number, seeds: number): Wdfsa<unknown>[] {
  const one = size > 2000 || (family.weights === "rational" && size >= 1000);
  return Array.from({ length: one ? 1 : seeds }, (_, i) => target(family, size, i + 1));
}

export function measureFamilies(
  chosen: readonly Family[],
  largest: number,
  { quick, seeds }: Settings,
): FamilyRow[] {
  const sizes = quick ? QUICK : largest > 2000 ? [...SIZES, largest] : SIZES;
  return chosen.flatMap((family) =>
    sizes
      // Two per cent of fewer than fifty states are none.
      .filter((size) => size * family.finals >= 1)
      .flatMap((size) => {
        const learners = contendersFor(false).filter((learner) => size <= limit(learner, family));
        if (learners.length === 0) return [];
        const targets = targetsOf(family, size, seeds);
        return learners.map((learner) => row(family, size, learner, targets));
      }),
  );
}

function row(family: Family, size: number, learner: string, targets: readonly Wdfsa<unknown>[]): FamilyRow {
  progress(`${nameOf(family)}, ${size} states, ${learner}`);
  const runs = targets.map((automaton) => {
    const found = study(automaton, contenders[learner]);
    return {
      ...found,
      perDof: found.dof > 0 ? found.questions / found.dof : 0,
      ofYardstick: family.finals < 1 ? found.questions / yardstick(automaton) : 0,
    };
  });
  const means = average(runs, [
    "states",
    "dof",
    "cost",
    "questions",
    "perDof",
    "ofYardstick",
    "rounds",
    "equivalences",
  ]);
  return { family, size, learner, ...means };
}
