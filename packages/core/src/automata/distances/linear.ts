/**
 * Linear equations x = M x ⊕ b over a semifield, component by component: the sum of b over all walks of M. In an
 * acyclic part this is substitution. In a component with cycles, states are eliminated one after the other, as in
 * Kleene's theorem and Gauss's method, with the star of an entry for 1/(1 - w) (Lehmann 1977, "Algebraic structures for
 * transitive closure").
 *
 * Linear in the entries, plus at most O(k³) products for a component of k states; the state with the fewest entries around
 * it is eliminated first (Markowitz 1957). Needs ⊕, and the star if there are cycles.
 *
 * Which sums have a value? If nothing can cancel, those whose stars all exist. In a field the stars may exist although the
 * sum diverges. So the elimination is first done with absolute values: that sum has a value only if the sum of M, taken by
 * the length of the walks, converges absolutely.
 */

import { isField, type ReadonlyWeights, type Semifield } from "../../algebra/semifield.ts";
import { HankelError } from "../../errors.ts";
import { grouped, weightsAt } from "../arcs.ts";
import type { OperationBudget } from "../operation-budget.ts";
import type { ReadonlyInts } from "../wdfsa.ts";
import type { Wfsa } from "../wfsa.ts";
import { type Components, components } from "./components.ts";

/** A square matrix: row p has the entries i from `start[p]` to `start[p + 1] - 1`, `weight[i]` in column `target[i]`. */
export interface ArcMatrix<W> {
  readonly size: number;
  readonly start: ReadonlyInts;
  readonly target: ReadonlyInts;
  readonly weight: ReadonlyWeights<W>;
}

/** The matrix of all arcs: row p has the arcs that leave p. */
export function rows<W>(automaton: Wfsa<W>): ArcMatrix<W> {
  const { size, start, target, arcWeight } = automaton;
  return { size, start, target, weight: arcWeight };
}

/** Its transpose: row q has the arcs that enter q, and `arc` has their numbers. Linear. */
export function columns<W>(automaton: Wfsa<W>): ArcMatrix<W> & { readonly arc: Int32Array } {
  const { algebra, size, source, target, arcWeight } = automaton;
  const { start, places: arc } = grouped(target, size);
  const weight = weightsAt(algebra, arcWeight, arc);
  return { size, start, target: arc.map((one) => source[one]), weight, arc };
}

/** The entries of x and b: weights, or rows of weights. */
export interface Module<W, V> {
  add(a: V, b: V): V;
  scale(weight: W, vector: V): V;
}

export interface LinearOptions {
  /** The operation, for messages. */
  readonly operation: string;
  /** A budget for the products of the elimination. */
  readonly budget: OperationBudget;
  name(state: number): string;
}

/** Solves x = M x ⊕ b and overwrites b with x. */
export function solveLinear<W, V>(
  algebra: Semifield<W>,
  matrix: ArcMatrix<W>,
  b: V[],
  module: Module<W, V>,
  options: LinearOptions,
): void {
  const { start, target, weight } = matrix;
  const parts = components(matrix.size, start, target);
  for (let part = 0; part < parts.count; part++) {
    const [from, to] = [parts.first[part], parts.first[part + 1]];
    let cyclic = false;
    for (let i = from; i < to; i++) {
      const state = parts.members[i];
      for (let entry = start[state]; entry < start[state + 1]; entry++) {
        if (parts.of[target[entry]] === part) cyclic = true;
        else b[state] = module.add(b[state], module.scale(weight[entry], b[target[entry]]));
      }
    }
    if (cyclic) solveCyclic(algebra, matrix, parts, part, b, module, options);
  }
}

/** Solves the equations of a component that has cycles. */
function solveCyclic<W, V>(
  algebra: Semifield<W>,
  matrix: ArcMatrix<W>,
  parts: Components,
  part: number,
  b: V[],
  module: Module<W, V>,
  options: LinearOptions,
): void {
  const states = parts.members.subarray(parts.first[part], parts.first[part + 1]);
  const inside = innerRows(algebra, matrix, parts, part);
  const noValue = (i: number) => {
    const cycles = `the sum over the cycles through state ${options.name(states[i])}`;
    const why =
      algebra.star === undefined
        ? `needs the star of ${algebra.name}, which is not defined`
        : `has no value in ${algebra.name}`;
    return new HankelError("unsupported", `${options.operation}: ${cycles} ${why}`);
  };
  if (isField(algebra)) {
    const { magnitude } = algebra;
    if (magnitude === undefined) throw noValue(0);
    const sizes = inside.map((row) => new Map([...row].map(([j, w]) => [j, magnitude(w)])));
    const differs = ([j, w]: [number, W], row: ReadonlyMap<number, W>) => !algebra.equals(row.get(j) as W, w);
    // The same elimination with absolute values; only its success matters.
    if (sizes.some((row, i) => [...row].some((entry) => differs(entry, inside[i])))) {
      const nothing = { add: () => undefined, scale: () => undefined };
      const x = sizes.map(() => undefined);
      eliminate(algebra, sizes, x, nothing, options, noValue);
    }
  }
  const x = Array.from(states, (state) => b[state]);
  eliminate(algebra, inside, x, module, options, noValue);
  for (let i = 0; i < states.length; i++) b[states[i]] = x[i];
}

/** The part of the matrix inside a component, with states numbered from 0 and parallel entries added. */
function innerRows<W>(
  algebra: Semifield<W>,
  matrix: ArcMatrix<W>,
  parts: Components,
  part: number,
): Map<number, W>[] {
  const { start, target, weight } = matrix;
  const from = parts.first[part];
  const states = parts.members.subarray(from, parts.first[part + 1]);
  const number = new Map(Array.from(states, (state, i) => [state, i]));
  return Array.from(states, (state) => {
    const row = new Map<number, W>();
    for (let entry = start[state]; entry < start[state + 1]; entry++) {
      const to = number.get(target[entry]);
      if (to !== undefined) addEntry(algebra, row, to, weight[entry]);
    }
    return row;
  });
}

function addEntry<W>(algebra: Semifield<W>, row: Map<number, W>, column: number, weight: W): void {
  const before = row.get(column);
  row.set(column, before === undefined ? weight : algebra.plus(before, weight));
}

/** Solves x = M x ⊕ b for a small M given by rows; overwrites M, and b with x. */
function eliminate<W, V>(
  algebra: Semifield<W>,
  rows: Map<number, W>[],
  x: V[],
  module: Module<W, V>,
  { budget }: LinearOptions,
  noValue: (state: number) => HankelError,
): void {
  const into = rows.map(() => new Set<number>());
  rows.forEach((row, i) => {
    for (const j of row.keys()) into[j].add(i);
  });
  const order: number[] = [];
  const left = new Set(rows.keys());
  while (left.size > 0) {
    const p = cheapest(left, rows, into);
    left.delete(p);
    order.push(p);
    const row = rows[p];
    const loop = row.get(p);
    row.delete(p);
    into[p].delete(p);
    if (loop !== undefined) {
      const star = algebra.star?.(loop);
      if (star === undefined) throw noValue(p);
      for (const [j, weight] of row) row.set(j, algebra.times(star, weight));
      x[p] = module.scale(star, x[p]);
    }
    // Looking at a state counts as a sixteenth of a product.
    budget.spend(row.size * (into[p].size + 1) + left.size / 16);
    for (const i of into[p]) {
      const factor = rows[i].get(p) as W;
      rows[i].delete(p);
      for (const [j, weight] of row) {
        addEntry(algebra, rows[i], j, algebra.times(factor, weight));
        into[j].add(i);
      }
      x[i] = module.add(x[i], module.scale(factor, x[p]));
    }
    for (const j of row.keys()) into[j].delete(p);
  }
  // The states that are left in a row were eliminated later.
  for (const p of order.reverse()) {
    for (const [j, weight] of rows[p]) x[p] = module.add(x[p], module.scale(weight, x[j]));
  }
}

/** The state whose elimination needs the fewest products. */
function cheapest<W>(
  left: ReadonlySet<number>,
  rows: readonly Map<number, W>[],
  into: readonly Set<number>[],
): number {
  let [found, least] = [-1, Number.POSITIVE_INFINITY];
  for (const state of left) {
    const cost = rows[state].size * into[state].size;
    if (cost >= least) continue;
    [found, least] = [state, cost];
    if (cost <= 1) break;
  }
  return found;
}
