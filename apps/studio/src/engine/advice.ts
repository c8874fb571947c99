import type { Automaton, Evidence } from "hankel";
import { isField } from "hankel/algebra";
import { gatherEvidence, type Learner } from "hankel/learning";
import { counted } from "./text.ts";
import type { Advice } from "./views.ts";

/** With so many states, a learner is looked at for the first time. */
const MANY_STATES = 128;

/** Another learner that is likely to end where a deterministic one grows without end. */
export function adviceOf(evidence: Evidence | undefined): Advice | null {
  const rank = evidence?.blocks.at(-1)?.rank;
  if (evidence?.suggests === undefined || rank === undefined) return null;
  return {
    learner: evidence.suggests,
    sentence: `The states grow, and the rank of the Hankel matrix stands still at ${rank}: the language seems to have no deterministic automaton, or a very large one. The multiplicity learner finds nondeterministic automata over a field, and is likely to end with ${counted(rank, "state")}.`,
  };
}

/** Watches a learner of weights while it runs: looks at its answers whenever its states have doubled. */
export class Adviser {
  readonly #learner: Learner<unknown, unknown, Automaton<unknown>>;
  #next: number;

  constructor(learner: Learner<unknown, unknown, Automaton<unknown>>) {
    const { algebra, form } = learner;
    this.#learner = learner;
    this.#next = !form.ranked && isField(algebra) ? MANY_STATES : Infinity;
  }

  /** Advice that was not given before, if there is any. */
  look(): Advice | null {
    const { states } = this.#learner;
    if (states < this.#next) return null;
    const advice = adviceOf(gatherEvidence(this.#learner, []));
    this.#next = advice === null ? 2 * states : Infinity;
    return advice;
  }
}
