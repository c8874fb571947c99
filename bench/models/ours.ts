/** Our learners on one machine, counted as the peers are. */

import {
  compare,
  exactTeacher,
  type LearnerName,
  learn,
  learners,
  type Teacher,
  type Wdfsa,
} from "@hankel/core";
import { behindCache, type Reached } from "../support/machines.ts";

/** What one learner spent on one machine. */
export interface Entry {
  readonly who: string;
  readonly ours: boolean;
  readonly cost: number;
  readonly equivalences: number;
  readonly seconds: number;
}

export interface Attempt {
  /** Or why there is none, in words. */
  readonly found: Entry | string;
  readonly automaton?: Wdfsa<unknown>;
}

export const ourLearners = Object.keys(learners) as LearnerName[];

/** The learner that machines get unless another is asked for. */
export const champion: string = (ourLearners as string[]).includes("machine") ? "machine" : "tree";

/** One learner with its default options on a minimal target. Whatever ends it early is said in words. */
export function learnOurselves(
  target: Wdfsa<unknown>,
  learner: LearnerName,
  maxSeconds: number,
  clock = () => performance.now(),
): Attempt {
  const teacher = payingForCounterexamples(behindCache(exactTeacher(target)));
  const started = clock();
  try {
    const { automaton, outcome, reason, statistics } = learn(teacher, {
      learner,
      maxSeconds,
      clock,
      started,
    });
    const seconds = (clock() - started) / 1000;
    if (outcome === "budget" && seconds >= maxSeconds) return { found: `over ${maxSeconds} s` };
    if (outcome !== "accepted") return { found: `${outcome}: ${reason}` };
    if (automaton.size !== target.size || compare(automaton, target) !== undefined) {
      return { found: `wrong: ${automaton.size} states` };
    }
    const { equivalences } = statistics;
    return {
      found: { who: learner, ours: true, cost: teacher.reachedCost, equivalences, seconds },
      automaton,
    };
  } catch (failure) {
    return { found: `failed: ${failure instanceof Error ? failure.message : String(failure)}` };
  }
}

/** A counterexample costs as if asked for, whether or not the learner asks for it: so it is with the peers. */
export function payingForCounterexamples<W>(teacher: Teacher<W> & Reached): Teacher<W> & Reached {
  const { findCounterexample } = teacher;
  return Object.assign(teacher, {
    findCounterexample(hypothesis: Wdfsa<W>) {
      const word = findCounterexample?.call(teacher, hypothesis) ?? null;
      if (word !== null) teacher.weigh([word]);
      return word;
    },
  });
}
