/** How a run ended, in sentences. */

import type { Alphabet, Automaton, Learned, Word } from "hankel";
import type { Learner } from "hankel/learning";
import type { Explanation } from "./explain.ts";
import type { Target } from "./open.ts";
import { counted } from "./text.ts";
import type { Failure, FrameKind } from "./views.ts";

/** Of whatever learner: its automaton may be nondeterministic. */
export type AnyLearned = Learned<unknown, Automaton<unknown>>;

/** The last step of a run; some learners conclude it themselves. */
export function explainEnd(
  learned: AnyLearned,
  target: Target,
  learner: Pick<Learner<unknown, unknown, Automaton<unknown>>, "form" | "conclusion">,
): Explanation & { kind: FrameKind } {
  const { outcome, reason, automaton, evidence } = learned;
  if (outcome === "accepted") return accepted(automaton.size, target, learner);
  const best = "This is the best hypothesis so far.";
  if (outcome === "budget" || outcome === "cancelled") {
    const title = target.replay !== undefined && outcome === "cancelled" ? "The journal ends" : "Stopped";
    const seen = evidence === undefined ? "" : ` ${evidence.sentence}`;
    return { kind: "stopped", title, sentence: `The run ends: ${reason}. ${best}${seen}` };
  }
  const title = { contradiction: "Contradiction", tolerance: "Tolerance", failed: "Failed" }[outcome];
  return { kind: "failed", title, sentence: `${reason}. ${best}` };
}

function accepted(
  size: number,
  target: Target,
  learner: Pick<Learner<unknown, unknown, Automaton<unknown>>, "form" | "conclusion">,
): Explanation & { kind: FrameKind } {
  const { ranked } = learner.form;
  const concluded = learner.conclusion?.() ?? "";
  if (!ranked && concluded !== "") return { kind: "accepted", title: "Chosen", sentence: concluded };
  const worth = ranked ? worthOfRank(size, target, concluded) : worthOf(size, target);
  return {
    kind: "accepted",
    title: "Accepted",
    sentence: `No counterexample: the conjecture is accepted. ${worth}`,
  };
}

/** What is known of an accepted automaton. */
function worthOf(size: number, { algebra, automaton }: Target): string {
  const states = counted(size, "state");
  if (!algebra.exact) {
    return `The automaton has ${states}. Weights were compared within a tolerance, which is not transitive: another comparison may find a difference.`;
  }
  return automaton === null ? `The automaton has ${states}.` : `The minimal automaton has ${states}.`;
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
  const weight = counterexample === undefined ? undefined : answered(counterexample);
  if (counterexample === undefined || weight === undefined) {
    return {
      message: reason,
      advice:
        "The answers contradict each other: no language gives all of them. Change one of them, and the run starts again with the others.",
    };
  }
  return {
    message: reason,
    advice: `You gave “${alphabet.show(counterexample)}” as a counterexample, but you had said that it weighs ${weight}, and that is what the hypothesis says too. Either that answer or the counterexample is wrong: change the answer below, or withdraw the counterexample.`,
  };
}
