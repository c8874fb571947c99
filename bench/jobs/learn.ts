/** One learner on one target of a family, alone in its process. */

import { type Family, target } from "../support/families.ts";
import { contenders, type Study, study } from "../support/study.ts";

export interface LearnJob {
  readonly family: Family;
  readonly states: number;
  readonly seed: number;
  readonly learner: string;
}

export interface LearnDone extends Study {
  /** The most memory that making the target took. */
  readonly beforeMebibytes: number;
}

export function run({ family, states, seed, learner }: LearnJob): LearnDone {
  const automaton = target(family, states, seed);
  globalThis.gc?.();
  const beforeMebibytes = process.resourceUsage().maxRSS / 1024;
  return { ...study(automaton, contenders[learner]), beforeMebibytes };
}
