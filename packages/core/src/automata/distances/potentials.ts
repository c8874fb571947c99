import type { Semifield } from "../../algebra/semifield.ts";
import type { Wfsa } from "../wfsa.ts";
import { columns } from "./linear.ts";
import { bestPathSemifield, heaviness, requireNonNegative } from "./order.ts";
import { distances, type WorkLimit } from "./shortest-distance.ts";

/** The estimates of a search for heavy paths. */
export interface Potentials<W> {
  /** The algebra with the heavier of two for ⊕. */
  readonly algebra: Semifield<W>;
  compare(a: W, b: W): number;
  /** The weight of the heaviest path from a state to the end; zero if there is none. */
  readonly weight: readonly W[];
  /** The number of arcs of the shortest heaviest path; -1 if there is none. */
  readonly length: Int32Array;
}

/**
 * For every state the weight of the heaviest path to the end, and the length of the shortest such path. With both as
 * estimates, A* expands no needless path, not even along cycles of weight 1. Costs a shortest distance.
 */
export function potentials<W>(wfsa: Wfsa<W>, operation: string, limits: WorkLimit): Potentials<W> {
  const algebra = bestPathSemifield(wfsa.algebra, operation);
  const compare = heaviness(wfsa.algebra, operation);
  if (algebra !== wfsa.algebra) {
    requireNonNegative(wfsa.algebra, [wfsa.initialWeight, wfsa.arcWeight, wfsa.finalWeight], operation);
  }
  const weight = distances(wfsa, algebra, "backward", operation, limits);
  const length = new Int32Array(wfsa.size).fill(-1);
  const queue: number[] = [];
  const reach = (state: number, distance: number) => {
    if (length[state] >= 0) return;
    length[state] = distance;
    queue.push(state);
  };
  for (let state = 0; state < wfsa.size; state++) {
    const final = wfsa.finalWeight[state];
    if (!algebra.isZero(final) && compare(final, weight[state]) === 0) reach(state, 0);
  }
  // Backwards over the arcs of heaviest paths.
  const { start, target: source, weight: arcWeight } = columns(wfsa);
  for (const state of queue) {
    for (let i = start[state]; i < start[state + 1]; i++) {
      const from = source[i];
      const through = algebra.times(arcWeight[i], weight[state]);
      if (compare(through, weight[from]) === 0) reach(from, length[state] + 1);
    }
  }
  return { algebra, compare, weight, length };
}
