import type { AnyLearned } from "./explain-end.ts";
import { counted } from "./text.ts";
import type { Advice } from "./views.ts";

/** Another learner that is likely to end where a deterministic one grew without end. */
export function adviceOf({ evidence }: AnyLearned): Advice | null {
  const rank = evidence?.blocks.at(-1)?.rank;
  if (evidence?.suggests === undefined || rank === undefined) return null;
  return {
    learner: evidence.suggests,
    sentence: `The states grow, and the rank of the Hankel matrix stands still at ${rank}: the language seems to have no deterministic automaton, or a very large one. The multiplicity learner finds nondeterministic automata over a field, and is likely to end with ${counted(rank, "state")}.`,
  };
}
