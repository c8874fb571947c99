import type { Automaton } from "../convert.ts";
import { alignWfsas } from "../equivalence/align.ts";
import { EPSILON, type Wfsa } from "../wfsa.ts";
import { type Joint, join, sideBySide } from "./join.ts";

/**
 * The Cauchy product of two languages: the weight of x is the ⊕ of L(u) ⊗ M(v) over all x = uv. ε arcs lead from the final
 * states of the first through one new state to the initial states of the second. Linear, any group with zero.
 */
export function concat<W>(left: Automaton<W>, right: Automaton<W>): Wfsa<W> {
  const [a, b] = alignWfsas(left, right);
  const { algebra } = a;
  const middle = a.size + b.size;
  const joints: Joint<W>[] = [];
  for (let state = 0; state < a.size; state++) {
    const weight = a.finalWeight[state];
    if (!algebra.isZero(weight)) joints.push({ source: state, letter: EPSILON, target: middle, weight });
  }
  for (let i = 0; i < b.initials.length; i++) {
    const target = a.size + b.initials[i];
    joints.push({ source: middle, letter: EPSILON, target, weight: b.initialWeight[b.initials[i]] });
  }
  return join([a, b], 1, joints, {
    initialWeight: sideBySide(algebra, [a.initialWeight], b.size + 1),
    finalWeight: sideBySide(algebra, [algebra.array(a.size), b.finalWeight], 1),
  });
}
