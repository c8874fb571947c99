/** How a run ended, in sentences. */

import type { Alphabet, Evidence, Word } from "hankel";
import type { AnyAlgebra } from "hankel/algebra";
import type { AnyLearned, AnyLearner } from "./explain.ts";
import type { Target } from "./open.ts";
import { countedTerm, type Explanation, inBoth, type Said, say, term } from "./say.ts";
import { counted, saidBy } from "./text.ts";
import type { Advice, Failure } from "./views.ts";

/** The last step of a run; some learners conclude it themselves. */
export function explainEnd(learned: AnyLearned, target: Target, learner: AnyLearner): Explanation {
  const { outcome, reason, automaton, evidence } = learned;
  const { states = automaton.size } = learner.kind.counted?.(automaton) ?? {};
  if (outcome === "accepted")
    return accepted(learner.name === "tolerant" ? states : automaton.size, target, learner);
  const best = say`This is the best ${term("automaton")} so far.`;
  if (outcome === "budget" || outcome === "cancelled") {
    const title = target.replay !== undefined && outcome === "cancelled" ? "The journal ends" : "Stopped";
    const seen = evidence === undefined ? "" : ` ${evidence.sentence}`;
    return inBoth(title, say`The run ends: ${reason}. ${best}${seen}`);
  }
  const title = { contradiction: "Contradiction", tolerance: "Tolerance", failed: "Failed" }[outcome];
  if (outcome === "contradiction" && isPerson(target))
    return inBoth(title, say`Your answers do not fit together. ${best}`);
  return inBoth(title, say`${reason}. ${best}`);
}

function accepted(size: number, target: Target, learner: AnyLearner): Explanation {
  const { ranked } = learner.form;
  // What the command line calls an option is in the bar of the page.
  const concluded = (learner.conclusion?.() ?? "").replaceAll(/--learner (\w+)(?::\S+)?/gu, "the $1 learner");
  const { approximate = learner.kind.approximate } = learner;
  if (approximate) return inBoth("Chosen", say`${concluded}`);
  const worth = ranked ? worthOfRank(size, target, concluded) : say`${worthOf(size, target)} ${concluded}`;
  return {
    plain: {
      title: "Found",
      sentence: isPerson(target)
        ? say`You said that the automaton is right, so the learner is done. ${worth}`
        : say`No ${term("word")} was found on which the automaton is wrong, so the learner is done. ${worth}`,
    },
    paper: {
      title: "Accepted",
      sentence: say`No ${term("counterexample")}: the ${term("conjecture")} is accepted. ${worth}`,
    },
  };
}

/** Does a person answer? */
function isPerson({ teacher, network }: Target): boolean {
  return teacher === undefined && network === undefined;
}

/** What is known of an accepted automaton. */
function worthOf(size: number, { algebra, automaton }: Target): Said {
  const states = countedTerm(size, "state");
  if (!algebra.exact) {
    return say`The automaton has ${states}. ${term("weight", "Weights")} were compared within a ${term("tolerance")}, which is not transitive: another comparison may find a difference.`;
  }
  return automaton === undefined
    ? say`The automaton has ${states}.`
    : say`The ${term("minimal")} automaton has ${states}.`;
}

/** What is known of an accepted automaton over a field. That its block has full rank is known from the answers alone. */
function worthOfRank(size: number, { algebra }: Target, concluded: string): Said {
  if (!algebra.exact) {
    return say`The automaton has ${countedTerm(size, "state")}, its numerical ${term("rank")}. ${concluded}`;
  }
  return say`${term("rank", "Rank")} ${size}: no automaton over this field has fewer ${term("state", "states")}, deterministic or not.`;
}

/** Why a run failed and what to do about it; null when it did not fail. */
export function failureOf(
  { outcome, reason }: AnyLearned,
  { algebra, alphabet }: { readonly algebra: AnyAlgebra; readonly alphabet: Alphabet },
  counterexample: Word | undefined,
  answered: (word: Word) => string | undefined,
): Failure | null {
  if (outcome === "accepted" || outcome === "budget" || outcome === "cancelled") return null;
  if (outcome !== "contradiction") return { message: reason, advice: "" };
  const weight = counterexample && answered(counterexample);
  if (counterexample === undefined || weight === undefined) {
    return {
      message: reason,
      advice:
        "The answers contradict each other: no language gives all of them. Change one of them, and the run starts again with the others.",
    };
  }
  const said = saidBy(algebra.name, alphabet.show(counterexample), weight);
  return {
    message: `You gave a counterexample, but then you said that ${said}, and the automaton says the same`,
    advice: "Change that answer under “Your answers”, or take back the counterexample.",
  };
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
