import type { Semifield, Weights } from "../../algebra/semifield.ts";
import { HankelError, shown } from "../../errors.ts";
import { copyWeights, toWdfsa, toWfsa } from "../convert.ts";
import { canonicalScale } from "../minimal/canonical.ts";
import { requireCommutative, requireSemifield, unsupported } from "../requirements.ts";
import { trim } from "../trim.ts";
import { Wdfsa } from "../wdfsa.ts";
import { Wfsa } from "../wfsa.ts";
import { distances, type WorkLimit } from "./shortest-distance.ts";

/** Where `push` moves the weights. */
export interface PushOptions extends WorkLimit {
  /**
   * `initial` (the default): the arcs that leave a state and its final weight sum to 1, and the initial weights have the
   * total weight. `final`: the arcs that enter a state and its initial weight sum to 1, and the final weights have the
   * total weight. `canonical`: the gauge of `canonicalScale`, without ⊕; only for deterministic automata.
   */
  readonly towards?: "initial" | "final" | "canonical";
  /** Divide by the total weight, so that the weights of all words sum to 1? Only with `initial`. */
  readonly removeTotalWeight?: boolean;
}

/**
 * The same language (unless the total weight is removed) with its weights moved along the paths by Mohri's reweighting:
 * with a potential V for every state, λ' = λ ⊗ V, w' = V⁻¹ ⊗ w ⊗ V, ρ' = V⁻¹ ⊗ ρ. V is the shortest distance to the
 * final states (Mohri 1997; Mohri and Riley 2001, "A weight pushing algorithm for large vocabulary speech
 * recognition"). So it needs and costs what `shortestDistance` does. It refuses sums that have no value, or, over a
 * field, the value zero, by which nothing can be divided; `canonical` needs no sums.
 *
 * The result is trim. A deterministic automaton stays deterministic.
 *
 * @example
 * const automaton = push(fromExpression("<2>a|<2>b", rational));
 * console.log(rational.format(automaton.weigh(["a"]))); // 2
 */
export function push<W>(automaton: Wdfsa<W>, options?: PushOptions): Wdfsa<W>;
export function push<W>(automaton: Wfsa<W>, options?: PushOptions): Wfsa<W>;
export function push<W>(automaton: Wdfsa<W> | Wfsa<W>, options: PushOptions = {}): Wdfsa<W> | Wfsa<W> {
  const towards = options.towards ?? "initial";
  if (options.removeTotalWeight === true && towards !== "initial") {
    throw new HankelError(
      "usage",
      "push removes the total weight only when it pushes towards the initial states",
    );
  }
  if (towards === "canonical") {
    const scaled = canonicalScale(toWdfsa(automaton));
    return automaton instanceof Wdfsa ? scaled : toWfsa(scaled);
  }
  if (towards !== "initial" && towards !== "final") {
    throw new HankelError("usage", `push goes towards initial, final or canonical, not ${shown(towards)}`);
  }
  if (automaton instanceof Wdfsa) {
    const trimmed = trim(automaton);
    return trimmed.size === 0 ? trimmed : toWdfsa(pushWfsa(toWfsa(trimmed), towards, options));
  }
  return pushWfsa(trim(automaton), towards, options);
}

function pushWfsa<W>(wfsa: Wfsa<W>, towards: "initial" | "final", options: PushOptions): Wfsa<W> {
  const algebra = requireSemifield(wfsa.algebra, "push");
  const direction = towards === "initial" ? "backward" : "forward";
  const distance = distances(wfsa, algebra, direction, "push", options);
  distance.forEach((weight, state) => {
    if (!algebra.isZero(weight)) return;
    const where = `the weights ${direction} from state ${wfsa.names?.[state] ?? state} sum to zero`;
    unsupported(`push: ${where}, which nothing can be divided by`);
  });
  // The potential is the distance to the end, or the inverse of that from the beginning.
  const inverse = distance.map((weight) => algebra.inverse(weight));
  const [potential, opposite] = towards === "initial" ? [distance, inverse] : [inverse, distance];
  const arcWeight = algebra.array(wfsa.arcs);
  for (let arc = 0; arc < wfsa.arcs; arc++) {
    const [p, q] = [wfsa.source[arc], wfsa.target[arc]];
    arcWeight[arc] = algebra.times(algebra.times(opposite[p], wfsa.arcWeight[arc]), potential[q]);
  }
  const initialWeight = copyWeights(algebra, wfsa.initialWeight);
  const finalWeight = copyWeights(algebra, wfsa.finalWeight);
  for (let state = 0; state < wfsa.size; state++) {
    initialWeight[state] = algebra.times(initialWeight[state], potential[state]);
    finalWeight[state] = algebra.times(opposite[state], finalWeight[state]);
  }
  if (options.removeTotalWeight === true) divideBySum(algebra, initialWeight);
  return new Wfsa({ ...wfsa, initialWeight, finalWeight, arcWeight });
}

/** Divides initial weights by their sum. */
function divideBySum<W>(algebra: Semifield<W>, weights: Weights<W>): void {
  requireCommutative(algebra, "push with removeTotalWeight");
  if (weights.length === 0) return;
  let total = algebra.zero;
  for (let state = 0; state < weights.length; state++) total = algebra.plus(total, weights[state]);
  if (algebra.isZero(total)) unsupported("push: the total weight is zero, which nothing can be divided by");
  const scale = algebra.inverse(total);
  for (let state = 0; state < weights.length; state++) weights[state] = algebra.times(scale, weights[state]);
}
