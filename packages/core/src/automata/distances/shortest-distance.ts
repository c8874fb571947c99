import type { Semifield, Weights } from "../../algebra/semifield.ts";
import { HankelError, shown } from "../../errors.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { OperationBudget, requireSemifield } from "../requirements.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { columns, type LinearOptions, relax, rows, solveLinear } from "./linear.ts";
import { isIdempotent } from "./order.ts";

/** A budget for operations that solve cycles: products of weights, 3 · 10⁷ by default. */
export interface WorkLimit {
  readonly maxProducts?: number | undefined;
}

/** How `shortestDistance` works, and when it gives up. */
export interface DistanceOptions extends WorkLimit {
  /** From the initial states to each state (`forward`, the default), or from each state to the final ones. */
  readonly direction?: "forward" | "backward";
}

const MAX_PRODUCTS = 3e7;

/**
 * For every state the ⊕ of all paths from the initial states to it, including λ; or, backward, of all paths from it to the
 * final states, including ρ.
 *
 * Needs ⊕, and the star if there are cycles. Without cycles it takes O(arcs). Over an idempotent semifield it uses
 * Dijkstra or Bellman and Ford, O(arcs · log states) or O(arcs · states); otherwise elimination within components,
 * exact over exact algebras: a cyclic stochastic automaton has the backward distance 1 everywhere. Refuses sums that
 * have no value. After Mohri 2002 ("Semiring frameworks and algorithms for shortest-distance problems").
 *
 * @example
 * const automaton = fromExpression("<1>a<2>b", tropical);
 * console.log(Array.from(shortestDistance(automaton)).join(" ")); // 0 1 3
 */
export function shortestDistance<W>(automaton: Automaton<W>, options: DistanceOptions = {}): Weights<W> {
  const wfsa = toWfsa(automaton);
  const algebra = requireSemifield(wfsa.algebra, "shortestDistance");
  const found = distances(wfsa, algebra, options.direction ?? "forward", "shortestDistance", options);
  const result = algebra.array(wfsa.size);
  for (let state = 0; state < wfsa.size; state++) result[state] = found[state];
  return result;
}

/** The same, named after another operation, and possibly over another algebra with the same weights. */
export function distances<W>(
  automaton: Wfsa<W>,
  algebra: Semifield<W>,
  direction: "forward" | "backward",
  operation: string,
  limits: WorkLimit,
): W[] {
  if (direction !== "forward" && direction !== "backward") {
    throw new HankelError("usage", `a direction is forward or backward, not ${shown(direction)}`);
  }
  const options = linearOptions(automaton, operation, limits);
  const forward = direction === "forward";
  const x = Array.from(forward ? automaton.initialWeight : automaton.finalWeight);
  // Forward, the weight of an arc is multiplied from the right.
  const sided = forward ? { ...algebra, times: (a: W, b: W) => algebra.times(b, a) } : algebra;
  const matrix = forward ? columns(automaton) : rows(automaton);
  if (isIdempotent(algebra)) relax(sided, matrix, x, options);
  else
    solveLinear(sided, matrix, x, { add: sided.plus.bind(sided), scale: sided.times.bind(sided) }, options);
  return x;
}

/** How equations between the states of an automaton are solved, within a budget, and what their messages name. */
export function linearOptions<W>(
  { names }: Wfsa<W>,
  operation: string,
  { maxProducts = MAX_PRODUCTS }: WorkLimit,
): LinearOptions {
  const budget = new OperationBudget(operation, "products", maxProducts);
  return { operation, budget, name: (state) => names?.[state] ?? String(state) };
}

/**
 * The ⊕ of the weights of all words, length by length: first ε, then the words of one letter, and so on (docs/theory.md
 * §12). 1 for a stochastic automaton, the weight of the best word over an idempotent semifield. Where weights cancel,
 * the order matters: with loops of weight 2 on a and -2 on b every length but 0 sums to zero. An ε-arc counts as a
 * letter. Needs and costs what `shortestDistance` does.
 *
 * @example
 * const coin = fromExpression("(<2/3>t)*<1/3>", rational);
 * console.log(rational.format(totalWeight(coin))); // 1
 */
export function totalWeight<W>(automaton: Automaton<W>, limits: WorkLimit = {}): W {
  const algebra = requireSemifield(automaton.algebra, "totalWeight");
  const wfsa = trim(toWfsa(automaton));
  return totalOf(wfsa, algebra, distances(wfsa, algebra, "forward", "totalWeight", limits));
}

/** The same, from the distances to all states. */
export function totalOf<W>({ finalWeight }: Wfsa<W>, algebra: Semifield<W>, before: readonly W[]): W {
  return before.reduce(
    (total, weight, state) => algebra.plus(total, algebra.times(weight, finalWeight[state])),
    algebra.zero,
  );
}
