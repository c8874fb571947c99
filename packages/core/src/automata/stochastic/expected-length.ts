import { HankelError } from "../../errors.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { isIdempotent } from "../distances/order.ts";
import { distances, type WorkLimit } from "../distances/shortest-distance.ts";
import { requireCommutative, requireSemifield } from "../requirements.ts";
import { trim } from "../trim.ts";
import { EPSILON } from "../wfsa.ts";

/**
 * The mean length of the words, weighted: ⊕ |x| ⊗ L(x) divided by the total weight. It is a weight, and exact if the
 * algebra is. Every arc that reads a letter contributes the distance to it, times its weight, times the distance behind
 * it. Needs and costs what `shortestDistance` does; ⊗ must be commutative and ⊕ not idempotent.
 */
export function expectedLength<W>(automaton: Automaton<W>, limits: WorkLimit = {}): W {
  const algebra = requireSemifield(automaton.algebra, "expectedLength");
  requireCommutative(algebra, "expectedLength");
  if (isIdempotent(algebra)) {
    throw new HankelError(
      "unsupported",
      `expectedLength means nothing over ${algebra.name}, where 1 ⊕ 1 = 1`,
    );
  }
  const wfsa = trim(toWfsa(automaton));
  const before = distances(wfsa, algebra, "forward", "expectedLength", limits);
  const behind = distances(wfsa, algebra, "backward", "expectedLength", limits);
  let total = algebra.zero;
  let sum = algebra.zero;
  for (let state = 0; state < wfsa.size; state++) {
    total = algebra.plus(total, algebra.times(before[state], wfsa.finalWeight[state]));
  }
  if (algebra.isZero(total)) {
    throw new HankelError("unsupported", "expectedLength: the total weight is zero, so there is no mean");
  }
  for (let arc = 0; arc < wfsa.arcs; arc++) {
    if (wfsa.letter[arc] === EPSILON) continue;
    const there = algebra.times(before[wfsa.source[arc]], wfsa.arcWeight[arc]);
    sum = algebra.plus(sum, algebra.times(there, behind[wfsa.target[arc]]));
  }
  return algebra.times(sum, algebra.inverse(total));
}
