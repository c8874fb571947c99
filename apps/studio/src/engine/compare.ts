/** Target and result beside each other, when a run is over. */

import { type Automaton, compare, HankelError, isDeterministic, machineOf, push } from "hankel";
import { isStochastic } from "hankel/automata";
import type { AnyLearned } from "./explain.ts";
import type { Target } from "./open.ts";
import { type Said, say, term } from "./say.ts";
import { writtenIn } from "./text.ts";
import type { Comparison } from "./views.ts";

/** With more states in all, nondeterministic automata over a field take too long to compare. */
const MAX_COMPARED = 40;

/** What is known about target and result: compared exactly where the target is an automaton, and tested otherwise. */
export function comparisonOf(target: Target, { automaton: result, outcome }: AnyLearned): Comparison {
  const { automaton, algebra, equivalence } = target;
  if (automaton === undefined) {
    return {
      equal: null,
      said: say`The target is a ${term("black box")}, which cannot be compared. ${equivalence}`,
    };
  }
  if (!algebra.exact) return { equal: null, said: say`${equivalence}` };
  const isQuick =
    (isDeterministic(automaton) && isDeterministic(result)) || automaton.size + result.size <= MAX_COMPARED;
  if (!isQuick) {
    // Its teacher compares exactly, so what it accepts is equal.
    if (outcome === "accepted") return { equal: true, said: same(automaton, result) };
    return { equal: null, said: say`The run ended before they were found to be equal.` };
  }
  try {
    const difference = compare(automaton, result);
    if (difference === undefined) return { equal: true, said: same(automaton, result) };
    const { word, left, right, alphabet } = difference;
    const isMachine = machineOf(automaton) !== undefined;
    const [inside, learned] = [left, right].map(writtenIn({ name: isMachine ? "runs" : "weights", algebra }));
    const at = { word: alphabet.show(word) };
    return {
      equal: false,
      said: isMachine
        ? say`They differ on ${at}: the target writes ${inside}, and what was learned ${learned}.`
        : say`They differ on ${at}: it is ${inside} in the target, and ${learned} here.`,
    };
  } catch (error) {
    if (!(error instanceof HankelError)) throw error;
    return { equal: null, said: say`They could not be compared: ${error.message}.` };
  }
}

/** That they are equal, and why they may look different all the same. */
function same(target: Automaton<unknown>, result: Automaton<unknown>): Said {
  const { algebra } = target;
  if (machineOf(target) !== undefined) {
    return say`For every ${term("word")} of ${term("input", "inputs")}, both write the same ${term("output", "outputs")}.`;
  }
  if (algebra.name === "boolean") {
    const fewer = target.size > result.size;
    return say`Both say the same about every ${term("word")}.${fewer ? " The learned one has fewer states." : ""}`;
  }
  const weights = ({ arcWeight }: Automaton<unknown>) =>
    Array.from(arcWeight, (weight) => (weight === undefined ? "" : algebra.format(weight)))
      .filter((weight) => weight !== "")
      .toSorted()
      .join(" ");
  const moved =
    weights(target) === weights(result)
      ? ""
      : say` Their ${term("arc", "arcs")} show other ${term("weight", "weights")} because only that of a whole path counts: the learner sees whole ${term("word", "words")}, and ${term("push", "moves")} their factors towards the beginning.`;
  return say`Both give every ${term("word")} the same ${term("weight")}.${moved}`;
}

/** The result with its weights moved so that those of each state sum to 1, where they are probabilities; else undefined. */
export function asProbabilities(result: Automaton<unknown>): Automaton<unknown> | undefined {
  if (isStochastic(result)) return undefined;
  try {
    const pushed = "initials" in result ? push(result) : push(result);
    return isStochastic(pushed) ? pushed : undefined;
  } catch (error) {
    // Its weights do not sum up, or not to something that can be divided by.
    if (error instanceof HankelError) return undefined;
    throw error;
  }
}
