import { type Automaton, toWfsa } from "../convert.ts";
import { type EpsilonLimits, removeEpsilon } from "../rational/remove-epsilon.ts";
import { trimWithStates } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";

/** The same language without ε arcs and useless states, and for each state the number it had before. */
export function trimWithoutEpsilon<W>(
  automaton: Automaton<W>,
  limits: EpsilonLimits = {},
): { automaton: Wfsa<W>; states: Int32Array } {
  const first = trimWithStates(toWfsa(automaton));
  const second = trimWithStates(removeEpsilon(first.automaton, limits));
  return { automaton: second.automaton, states: second.states.map((state) => first.states[state]) };
}
