import { type Automaton, toWfsa } from "../convert.ts";
import { starOfEmpty } from "../requirements.ts";
import { trim } from "../trim.ts";
import { EPSILON, type Wfsa } from "../wfsa.ts";
import { type Joint, join, sideBySide } from "./join.ts";
import { type EpsilonLimits, removeEpsilon } from "./remove-epsilon.ts";

/**
 * Kleene's closure: `star` is the ⊕ of all powers of a language, from ε on; `plus` from the language itself on.
 *
 * With c the weight of ε and L₀ the rest of the language, L* = c* ⊗ (L₀ ⊗ c*)*. A new state has the arcs of the initial
 * states, so every path that leaves it reads a letter; ε arcs lead from the final states back to it. Linear, after the ε
 * arcs of the automaton itself have been removed. Needs c*, which is 1 if ε is not in the language, and ⊕ only where ε
 * paths meet.
 */
export function closure<W>(
  automaton: Automaton<W>,
  kind: "star" | "plus" = "star",
  limits: EpsilonLimits = {},
): Wfsa<W> {
  const wfsa = trim(removeEpsilon(toWfsa(automaton), limits));
  const { algebra, size } = wfsa;
  const empty = wfsa.weigh([]);
  const star = starOfEmpty(algebra, empty, "closure");
  const [hub, extra] = kind === "star" ? [size, 1] : [size + 1, 2];
  const joints: Joint<W>[] = [];
  for (let from = size; from < size + extra; from++) {
    for (let i = 0; i < wfsa.initials.length; i++) {
      const state = wfsa.initials[i];
      for (let arc = wfsa.start[state]; arc < wfsa.start[state + 1]; arc++) {
        const weight = algebra.times(wfsa.initialWeight[state], wfsa.arcWeight[arc]);
        joints.push({ source: from, letter: wfsa.letter[arc], target: wfsa.target[arc], weight });
      }
    }
  }
  for (let state = 0; state < size; state++) {
    if (algebra.isZero(wfsa.finalWeight[state])) continue;
    const weight = algebra.times(wfsa.finalWeight[state], star);
    joints.push({ source: state, letter: EPSILON, target: hub, weight });
  }
  const initialWeight = sideBySide(algebra, [], size + extra);
  const finalWeight = sideBySide(algebra, [], size + extra);
  // `plus` has another initial state, which does not accept the empty power.
  initialWeight[size] = star;
  finalWeight[size] = empty;
  finalWeight[hub] = algebra.one;
  return trim(join([wfsa], extra, joints, { initialWeight, finalWeight }));
}
