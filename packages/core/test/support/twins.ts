/** Every floating-point algebra with the exact algebra of the same numbers. */

import {
  arctic,
  arcticFloat64,
  type ExactGroup,
  type GroupWithZero,
  log,
  type Random,
  randomAutomaton,
  rational,
  real,
  tropical,
  tropicalFloat64,
  viterbi,
  viterbiFloat64,
} from "@hankel/core";
import type { Target } from "./targets.ts";

/** A floating-point algebra, the exact one of the same numbers, and weights that both can read. */
export interface Twins {
  readonly name: string;
  readonly near: GroupWithZero<number>;
  readonly exact: ExactGroup<unknown>;
  readonly pool: readonly string[];
}

function pair<W>(near: GroupWithZero<number>, exact: ExactGroup<W>, pool: string[]): Twins {
  return { name: near.name, near, exact: exact, pool };
}

export const twins: readonly Twins[] = [
  pair(real, rational, ["0.1", "0.3", "-0.7", "2.5", "1"]),
  pair(log, tropical, ["0.1", "0.7", "2.3", "0"]),
  pair(tropicalFloat64, tropical, ["0.1", "-0.7", "1/3", "0"]),
  pair(arcticFloat64, arctic, ["0.1", "-0.7", "12.3", "0"]),
  pair(viterbiFloat64, viterbi, ["0.1", "0.3", "1/3", "1"]),
];

export function automatonOver<W>(algebra: GroupWithZero<W>, pool: readonly string[], target: Target) {
  const weights = pool.map((text) => algebra.parse(text));
  return randomAutomaton({
    algebra,
    ...target,
    weight: (random: Random) => weights[random.below(weights.length)],
  });
}
