/** Target and result beside each other, when a run is over. */

import { type Automaton, compare, HankelError, isDeterministic, machineOf, push, Wdfsa } from "hankel";
import { isStochastic } from "hankel/automata";
import type { AnyLearned } from "./explain.ts";
import type { Target } from "./open.ts";
import { type Said, say, term } from "./say.ts";
import { counted, listed, writtenIn } from "./text.ts";
import { type Comparison, type Kin, NO_KIN } from "./views.ts";
import { wordsOfStates } from "./words-of-states.ts";

/** With more states in all, nondeterministic automata over a field take too long to compare. */
const MAX_COMPARED = 40;

/** What is known about target and result: compared exactly where the target is an automaton, and tested otherwise. */
export function comparisonOf(
  target: Target,
  { automaton: result, outcome }: AnyLearned,
  idOf: (state: number) => number,
  probable: Automaton<unknown> | undefined,
): Comparison {
  const { automaton, algebra, equivalence } = target;
  const isMachine = target.teacher?.kind?.name === "runs";
  const equal = (of: Automaton<unknown>): Comparison => {
    const kin = kinOf(of, result, idOf);
    return {
      equal: true,
      said: same(of, result, kin, isMachine),
      moved: isMachine ? [] : moved(of, result),
      movedProbable: probable === undefined ? [] : moved(of, probable),
      kin,
    };
  };
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
    if (outcome === "accepted") return equal(automaton);
    return { equal: null, said: say`The run ended before they were found to be equal.` };
  }
  try {
    const difference = compare(automaton, result);
    if (difference === undefined) return equal(automaton);
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

/** That they are equal, and which states of the target are one in the result. */
function same(target: Automaton<unknown>, result: Automaton<unknown>, kin: Kin, isMachine: boolean): Said {
  const { algebra } = target;
  const both = isMachine
    ? say`For every ${term("word")} of ${term("input", "inputs")}, both write the same ${term("output", "outputs")}.`
    : algebra.name === "boolean"
      ? say`Both say the same about every ${term("word")}.`
      : say`Both give every ${term("word")} the same ${term("weight")}.`;
  return say`${both}${joined(target, result, kin, algebra.name === "boolean" || isMachine)}`;
}

/** So many groups of states are named, and so many states that are not needed. */
const MAX_GROUPS = 3;
const MAX_NAMED = 8;

/** Which states of the target are one in the result, and which it does not need. */
function joined(target: Automaton<unknown>, result: Automaton<unknown>, kin: Kin, isExactly: boolean): Said {
  if (kin.length === 0 || target.size <= result.size) return [];
  const name = (state: number) => target.names?.[state] ?? String(state);
  const groups = new Map<number, number[]>();
  kin.forEach((id, state) => groups.set(id, [...(groups.get(id) ?? []), state]));
  const dead = (groups.get(NO_KIN) ?? []).map(name);
  const alike = [...groups].filter(([id, states]) => id !== NO_KIN && states.length > 1);
  const named = alike
    .slice(0, MAX_GROUPS)
    .map(
      ([id, states]) =>
        ` In the black box, the states ${listed(states.map(name))} do the same${isExactly ? "" : ", up to a factor"}: they are joined in state ${id}.`,
    );
  const more =
    alike.length > MAX_GROUPS
      ? ` ${counted(alike.length - MAX_GROUPS, "group")} more are joined likewise.`
      : "";
  const few = dead.slice(0, MAX_NAMED);
  const unused =
    dead.length === 0
      ? []
      : say` No accepted word passes its ${dead.length === 1 ? "state" : "states"} ${dead.length === few.length ? listed(few) : `${few.join(", ")} …`}, so the result does without: a ${term("sink")} is not learned.`;
  return say`${named.join("")}${more}${unused}`;
}

/** For each state of a deterministic target, the number of the state of the result that does the same; empty if that is not known. */
function kinOf(target: Automaton<unknown>, result: Automaton<unknown>, idOf: (state: number) => number): Kin {
  if (!(target instanceof Wdfsa) || !(result instanceof Wdfsa)) return [];
  return wordsOfStates(target).map((word) => {
    const state = word === undefined ? -1 : result.stateAfter(word);
    return state < 0 ? NO_KIN : idOf(state);
  });
}

/** Why equal automata show other weights, if they do. */
function moved(target: Automaton<unknown>, result: Automaton<unknown>): Said {
  const { algebra } = target;
  if (algebra.name === "boolean" || machineOf(target) !== undefined) return [];
  const weights = ({ arcWeight }: Automaton<unknown>) =>
    Array.from(arcWeight, (weight) => (weight === undefined ? "" : algebra.format(weight)))
      .filter((weight) => weight !== "")
      .toSorted()
      .join(" ");
  if (weights(target) === weights(result)) return [];
  const because = say` Their ${term("arc", "arcs")} show other ${term("weight", "weights")} because only that of a whole path counts.`;
  if (!(result instanceof Wdfsa)) return because;
  return say`${because} After the last guess the automaton was written in its ${term("canonical form")}, which ${term("push", "moves")} factors towards the beginning.`;
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
