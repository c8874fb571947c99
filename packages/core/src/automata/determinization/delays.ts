import type { GroupWithZero, Key } from "../../algebra/semifield.ts";
import { HankelError } from "../../errors.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import type { OperationBudget } from "../operation-budget.ts";
import { type EpsilonLimits, removeEpsilon } from "../rational/remove-epsilon.ts";
import { trimWithStates } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { cycleOf, type PairGraph, type UnequalCycles } from "./pairs.ts";

/** A pair of states with the delay between the weights of the two paths to it. */
interface Visit<W> {
  readonly pair: number;
  readonly delay: W;
  /** The pair of arcs that leads here; -1 for initial states. */
  readonly by: number;
  /** The next pair of arcs to follow. */
  next: number;
}

/**
 * The twins property if ⊗ is not commutative: the delay between two paths is u⁻¹ ⊗ v for their weights u and v, and a
 * cycle must not change it. A depth-first search over pairs with their delays finds a cycle that does when a pair on
 * the current path comes back with another delay.
 *
 * If roots are not unique, the delay need not change for ever; then the visits are only counted. In both cases `undefined`
 * means that there are finitely many delays, and a budget error that the question is open.
 */
export function changedDelay<W>(
  wfsa: Wfsa<W>,
  pairs: PairGraph<W>,
  budget: OperationBudget,
): UnequalCycles<W> | undefined {
  const { algebra, initialWeight, arcWeight } = wfsa;
  const seen = new Set<string>();
  const onPath = new Map<number, Visit<W>>();
  const path: Visit<W>[] = [];
  const enter = (pair: number, delay: W, by: number): UnequalCycles<W> | undefined => {
    const before = onPath.get(pair);
    if (before !== undefined && algebra.uniqueRoots === true && !algebra.equals(before.delay, delay)) {
      return between(wfsa, pairs, path, before, by, delay);
    }
    const key = keyOf(algebra, pair, delay);
    if (seen.has(key)) return undefined;
    seen.add(key);
    // A delay may grow with every step, so its size counts.
    budget.spend(key.length);
    const visit = { pair, delay, by, next: pairs.start[pair] };
    path.push(visit);
    if (before === undefined) onPath.set(pair, visit);
    return undefined;
  };
  for (let root = 0; root < pairs.size && pairs.wordTo(root).length === 0; root++) {
    const [p, q] = [pairs.left[root], pairs.right[root]];
    enter(root, algebra.times(algebra.inverse(initialWeight[p]), initialWeight[q]), -1);
    while (path.length > 0) {
      const visit = path[path.length - 1];
      if (visit.next === pairs.start[visit.pair + 1]) {
        path.pop();
        if (onPath.get(visit.pair) === visit) onPath.delete(visit.pair);
        continue;
      }
      const arcs = visit.next++;
      const [u, v] = [arcWeight[pairs.arcLeft[arcs]], arcWeight[pairs.arcRight[arcs]]];
      const delay = algebra.times(algebra.times(algebra.inverse(u), visit.delay), v);
      const found = enter(pairs.target[arcs], delay, arcs);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function keyOf<W>(algebra: GroupWithZero<W>, pair: number, delay: W): string {
  if (!algebra.exact) {
    throw new HankelError(
      "budget",
      `twins: delays cannot be told apart in ${algebra.name}, which is inexact`,
    );
  }
  const key: Key = algebra.key(delay);
  return `${pair}${typeof key === "number" ? "=" : ":"}${key}`;
}

function between<W>(
  wfsa: Wfsa<W>,
  pairs: PairGraph<W>,
  path: readonly Visit<W>[],
  before: Visit<W>,
  by: number,
  delay: W,
): UnequalCycles<W> {
  const at = path.indexOf(before);
  const way = [...path.slice(at + 1).map((visit) => visit.by), by];
  const prefix = path.slice(1, at + 1).map((visit) => pairs.letterOf(visit.by));
  return { ...cycleOf(wfsa, pairs, before.pair, way), prefix, delays: [before.delay, delay] };
}

/** The same language without ε arcs and useless states, and for each state the number it had before. */
export function trimWithoutEpsilon<W>(
  automaton: Automaton<W>,
  limits: EpsilonLimits = {},
): { automaton: Wfsa<W>; states: Int32Array } {
  const first = trimWithStates(toWfsa(automaton));
  const second = trimWithStates(removeEpsilon(first.automaton, limits));
  return { automaton: second.automaton, states: second.states.map((state) => first.states[state]) };
}
