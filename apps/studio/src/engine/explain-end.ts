/** How a run ended, in sentences. */

import type { Alphabet, Evidence, Word } from "hankel";
import type { AnyLearned, AnyLearner, Explanation } from "./explain.ts";
import type { Target } from "./open.ts";
import { counted } from "./text.ts";
import type { Advice, Failure } from "./views.ts";

/** The last step of a run; some learners conclude it themselves. */
export function explainEnd(learned: AnyLearned, target: Target, learner: AnyLearner): Explanation {
  const { outcome, reason, automaton, evidence } = learned;
  if (outcome === "accepted") return accepted(automaton.size, target, learner);
  const best = "This is the best hypothesis so far.";
  if (outcome === "budget" || outcome === "cancelled") {
    const title = target.replay !== undefined && outcome === "cancelled" ? "The journal ends" : "Stopped";
    const seen = evidence === undefined ? "" : ` ${evidence.sentence}`;
    return { title, sentence: `The run ends: ${reason}. ${best}${seen}` };
  }
  const title = { contradiction: "Contradiction", tolerance: "Tolerance", failed: "Failed" }[outcome];
  return { title, sentence: `${reason}. ${best}` };
}

function accepted(size: number, target: Target, learner: AnyLearner): Explanation {
  const { ranked } = learner.form;
  const concluded = learner.conclusion?.() ?? "";
  if (!ranked && concluded !== "") return { title: "Chosen", sentence: concluded };
  const worth = ranked ? worthOfRank(size, target, concluded) : worthOf(size, target);
  return { title: "Accepted", sentence: `No counterexample: the conjecture is accepted. ${worth}` };
}

/** What is known of an accepted automaton. */
function worthOf(size: number, { algebra, automaton }: Target): string {
  const states = counted(size, "state");
  if (!algebra.exact) {
    return `The automaton has ${states}. Weights were compared within a tolerance, which is not transitive: another comparison may find a difference.`;
  }
  return automaton === undefined ? `The automaton has ${states}.` : `The minimal automaton has ${states}.`;
}

/** What is known of an accepted automaton over a field. That its block has full rank is known from the answers alone. */
function worthOfRank(size: number, { algebra }: Target, concluded: string): string {
  if (!algebra.exact) return `The automaton has ${counted(size, "state")}, its numerical rank. ${concluded}`;
  return `Rank ${size}: no automaton over this field has fewer states, deterministic or not.`;
}

/** Why a run failed and what to do about it; null when it did not fail. */
export function failureOf(
  { outcome, reason }: AnyLearned,
  alphabet: Alphabet,
  counterexample: Word | undefined,
  answered: (word: Word) => string | undefined,
): Failure | null {
  if (outcome === "accepted" || outcome === "budget" || outcome === "cancelled") return null;
  if (outcome !== "contradiction") return { message: reason, advice: "" };
  const weight = counterexample && answered(counterexample);
  const advice =
    counterexample === undefined || weight === undefined
      ? "The answers contradict each other: no language gives all of them. Change one of them, and the run starts again with the others."
      : `You gave “${alphabet.show(counterexample)}” as a counterexample, but you had said that it weighs ${weight}, and that is what the hypothesis says too. Either that answer or the counterexample is wrong: change the answer below, or withdraw the counterexample.`;
  return { message: reason, advice };
}

/** Another learner that is likely to end where a deterministic one grows without end. */
export function adviceOf(evidence: Evidence | undefined): Advice | null {
  const rank = evidence?.blocks.at(-1)?.rank;
  if (evidence?.suggests === undefined || rank === undefined) return null;
  return {
    learner: evidence.suggests,
    sentence: `The states grow, and the rank of the Hankel matrix stands still at ${rank}: the language seems to have no deterministic automaton, or a very large one. The multiplicity learner finds nondeterministic automata over a field, and is likely to end with ${counted(rank, "state")}.`,
  };
}
