import type { ReadonlyWeights } from "../../algebra/semifield.ts";
import type { ReadonlyInts } from "../wdfsa.ts";
import type { Wfsa } from "../wfsa.ts";

/** A square matrix: row p has the entries i from `start[p]` to `start[p + 1] - 1`, `weight[i]` in column `target[i]`. */
export interface Matrix<W> {
  readonly size: number;
  readonly start: ReadonlyInts;
  readonly target: ReadonlyInts;
  readonly weight: ReadonlyWeights<W>;
}

/** The matrix of all arcs: row p has the arcs that leave p. */
export function rows<W>(automaton: Wfsa<W>): Matrix<W> {
  const { size, start, target, arcWeight } = automaton;
  return { size, start, target, weight: arcWeight };
}

/** Its transpose: row q has the arcs that enter q, and `arc` has their numbers. Linear. */
export function columns<W>(automaton: Wfsa<W>): Matrix<W> & { readonly arc: Int32Array } {
  const { algebra, size, source, target, arcWeight, arcs } = automaton;
  const start = new Int32Array(size + 1);
  for (let arc = 0; arc < arcs; arc++) start[target[arc] + 1]++;
  for (let state = 0; state < size; state++) start[state + 1] += start[state];
  const next = start.slice(0, size);
  const from = new Int32Array(arcs);
  const numbers = new Int32Array(arcs);
  const weight = algebra.array(arcs);
  for (let arc = 0; arc < arcs; arc++) {
    const at = next[target[arc]]++;
    from[at] = source[arc];
    numbers[at] = arc;
    weight[at] = arcWeight[arc];
  }
  return { size, start, target: from, weight, arc: numbers };
}
