/** How a run ended, in sentences. */

import type { Alphabet, Learned, Word } from "@hankel/core";
import type { Explanation } from "./explain.ts";
import type { Target } from "./open.ts";
import { counted } from "./text.ts";
import type { Failure, FrameKind } from "./views.ts";

/** The last step of a run; some learners conclude it themselves. */
export function explainEnd(
  learned: Learned<unknown>,
  target: Target,
  conclusion?: string,
): Explanation & { kind: FrameKind } {
  const { outcome, reason, automaton } = learned;
  if (outcome === "accepted" && conclusion !== undefined) {
    return { kind: "accepted", title: "Chosen", sentence: conclusion };
  }
  if (outcome === "accepted") {
    const states = counted(automaton.size, "state");
    return {
      kind: "accepted",
      title: "Accepted",
      sentence: `No counterexample: the conjecture is accepted. ${worth(states, target)}`,
    };
  }
  const best = "This is the best hypothesis so far.";
  if (outcome === "budget" || outcome === "cancelled") {
    const title = target.replay !== undefined && outcome === "cancelled" ? "The journal ends" : "Stopped";
    return { kind: "stopped", title, sentence: `The run ends: ${reason}. ${best}` };
  }
  const title = { contradiction: "Contradiction", tolerance: "Tolerance", failed: "Failed" }[outcome];
  return { kind: "failed", title, sentence: `${reason}. ${best}` };
}

/** What is known of an accepted automaton. */
function worth(states: string, { algebra, automaton }: Target): string {
  if (!algebra.exact) {
    return `The automaton has ${states}. Weights were compared within a tolerance, which is not transitive: another comparison may find a difference.`;
  }
  return automaton === null ? `The automaton has ${states}.` : `The minimal automaton has ${states}.`;
}

/** Why a run failed and what to do about it; null when it did not fail. */
export function failureOf(
  { outcome, reason }: Learned<unknown>,
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
