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
import type { OperationBudget } from "../requirements.ts";
import type { ReadonlyInts } from "../wdfsa.ts";
import { addEntry, type Wfsa } from "../wfsa.ts";
import { type Components, components } from "./components.ts";
import { Heap } from "./heap.ts";
import { heaviness } from "./order.ts";

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
  /** The sum; a and b are not used again, so it may be made of one of them. */
  add(a: V, b: V): V;
  /** The multiple, made anew. */
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
  substitute(matrix, b, module, (parts, part) => {
    solveCyclic(algebra, matrix, parts, part, b, module, options);
  });
}

/** Substitutes what is known, component by component; those with cycles are left to `cyclic`. */
function substitute<W, V>(
  matrix: ArcMatrix<W>,
  b: V[],
  module: Module<W, V>,
  cyclic: (parts: Components, part: number) => void,
): void {
  const { start, target, weight } = matrix;
  const parts = components(matrix.size, start, target);
  for (let part = 0; part < parts.count; part++) {
    let hasCycle = false;
    for (let i = parts.first[part]; i < parts.first[part + 1]; i++) {
      const state = parts.members[i];
      for (let entry = start[state]; entry < start[state + 1]; entry++) {
        if (parts.of[target[entry]] === part) hasCycle = true;
        else b[state] = module.add(b[state], module.scale(weight[entry], b[target[entry]]));
      }
    }
    if (hasCycle) cyclic(parts, part);
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

/**
 * The same over an idempotent semifield, where the sums are shortest distances: in components with cycles whose entries
 * are not heavier than 1, Dijkstra's algorithm (1959) takes O(m log n). In others Bellman and Ford's (1958; with the queue
 * of Mohri 2002) takes O(nm): a state that improves in more rounds than there are states can be reached from a cycle that
 * improves for ever.
 */
export function relax<W>(algebra: Semifield<W>, matrix: ArcMatrix<W>, b: W[], options: LinearOptions): void {
  const module = { add: algebra.plus.bind(algebra), scale: algebra.times.bind(algebra) };
  substitute(matrix, b, module, (parts, part) => {
    const component = new Component(algebra, matrix, parts, part);
    if (component.bounded) component.heaviestFirst(b, heaviness(algebra, options.operation));
    else component.inRounds(b, options);
  });
}

/** Is 1 ⊕ w = 1, so that another round of a cycle gains nothing? */
function isBounded<W>(algebra: Semifield<W>, weight: W): boolean {
  const sum = algebra.plus(algebra.one, weight);
  return algebra.exact ? algebra.equals(sum, algebra.one) : sum === algebra.one;
}

/** The transpose of a component: the states whose equations have a state's value. */
class Component<W> {
  /** Is no entry heavier than 1? */
  readonly bounded: boolean;
  readonly #algebra: Semifield<W>;
  readonly #states: Int32Array;
  readonly #start: Int32Array;
  readonly #into: Int32Array;
  readonly #weight: { [index: number]: W };

  constructor(algebra: Semifield<W>, matrix: ArcMatrix<W>, parts: Components, part: number) {
    const { start, target, weight } = matrix;
    const states = parts.members.subarray(parts.first[part], parts.first[part + 1]);
    const place = new Map(Array.from(states, (state, i) => [state, i]));
    let room = 0;
    for (let p = 0; p < states.length; p++) room += start[states[p] + 1] - start[states[p]];
    const [from, into, inside] = [new Int32Array(room), new Int32Array(room), new Int32Array(room)];
    let count = 0;
    for (let p = 0; p < states.length; p++) {
      for (let entry = start[states[p]]; entry < start[states[p] + 1]; entry++) {
        const q = place.get(target[entry]);
        if (q === undefined) continue;
        from[count] = p;
        into[count] = q;
        inside[count++] = entry;
      }
    }
    const entries = inside.subarray(0, count);
    const byTarget = grouped(into.subarray(0, count), states.length);
    this.bounded = entries.every((entry) => isBounded(algebra, weight[entry]));
    this.#algebra = algebra;
    this.#states = states;
    this.#start = byTarget.start;
    this.#into = byTarget.places.map((i) => from[i]);
    this.#weight = weightsAt(
      algebra,
      weight,
      byTarget.places.map((i) => entries[i]),
    );
  }

  heaviestFirst(b: W[], compare: (a: W, b: W) => number): void {
    const heap = new Heap<{ state: number; value: W }>((x, y) => compare(x.value, y.value) > 0);
    this.#states.forEach((state, i) => {
      if (!this.#algebra.isZero(b[state])) heap.push({ state: i, value: b[state] });
    });
    for (let top = heap.pop(); top !== undefined; top = heap.pop()) {
      // An outdated entry: the state was pushed again with a better value.
      if (b[this.#states[top.state]] !== top.value) continue;
      this.#carry(b, top.state, (state, value) => heap.push({ state, value }));
    }
  }

  inRounds(b: W[], options: LinearOptions): void {
    const improved = new Int32Array(this.#states.length);
    const waiting = new Uint8Array(this.#states.length);
    let queue: number[] = [];
    this.#states.forEach((state, i) => {
      if (!this.#algebra.isZero(b[state])) queue.push(i);
    });
    while (queue.length > 0) {
      const next: number[] = [];
      for (const state of queue) {
        waiting[state] = 0;
        // An arc costs far less here than a product of an elimination.
        options.budget.spend((this.#start[state + 1] - this.#start[state]) / 16);
        this.#carry(b, state, (to) => {
          if (waiting[to] === 1) return;
          waiting[to] = 1;
          if (++improved[to] > this.#states.length) throw improvesForEver(options, this.#states[to]);
          next.push(to);
        });
      }
      queue = next;
    }
  }

  /** Passes a state's value on to all equations that have it. */
  #carry(b: W[], state: number, changed: (state: number, value: W) => void): void {
    const algebra = this.#algebra;
    const value = b[this.#states[state]];
    for (let i = this.#start[state]; i < this.#start[state + 1]; i++) {
      const to = this.#states[this.#into[i]];
      const sum = algebra.plus(b[to], algebra.times(this.#weight[i], value));
      if (algebra.exact ? algebra.equals(sum, b[to]) : sum === b[to]) continue;
      b[to] = sum;
      changed(this.#into[i], sum);
    }
  }
}

function improvesForEver(options: LinearOptions, state: number): HankelError {
  const where = `the cycles behind state ${options.name(state)} improve for ever`;
  return new HankelError("unsupported", `${options.operation}: ${where}, so there is no best`);
}
