/**
 * x = M x ⊕ b over an idempotent semifield: shortest distances, component by component.
 *
 * If no entry of a component is heavier than 1, Dijkstra's algorithm (1959) takes O(m log n). Otherwise Bellman and Ford's
 * (1958; with the queue of Mohri 2002) takes O(nm). A state that improves in more rounds than there are states can be
 * reached from a cycle that improves for ever.
 */

import type { Semifield } from "../../algebra/semifield.ts";
import { HankelError } from "../../errors.ts";
import { grouped, weightsAt } from "../arcs.ts";
import { type Components, components } from "./components.ts";
import { Heap } from "./heap.ts";
import type { ArcMatrix, LinearOptions } from "./linear.ts";
import { heaviness } from "./order.ts";

/** Solves x = M x ⊕ b and overwrites b with x. */
export function relax<W>(algebra: Semifield<W>, matrix: ArcMatrix<W>, b: W[], options: LinearOptions): void {
  const { start, target, weight } = matrix;
  const parts = components(matrix.size, start, target);
  for (let part = 0; part < parts.count; part++) {
    let cyclic = false;
    let bounded = true;
    for (let i = parts.first[part]; i < parts.first[part + 1]; i++) {
      const state = parts.members[i];
      for (let entry = start[state]; entry < start[state + 1]; entry++) {
        if (parts.of[target[entry]] === part) {
          cyclic = true;
          bounded &&= isBounded(algebra, weight[entry]);
        } else b[state] = algebra.plus(b[state], algebra.times(weight[entry], b[target[entry]]));
      }
    }
    if (!cyclic) continue;
    const component = new Component(algebra, matrix, parts, part);
    if (bounded) component.heaviestFirst(b, heaviness(algebra, options.operation));
    else component.inRounds(b, options);
  }
}

/** Is 1 ⊕ w = 1, so that another round of a cycle gains nothing? */
function isBounded<W>(algebra: Semifield<W>, weight: W): boolean {
  const sum = algebra.plus(algebra.one, weight);
  return algebra.exact ? algebra.equals(sum, algebra.one) : sum === algebra.one;
}

/** The transpose of a component: the states whose equations have a state's value. */
class Component<W> {
  readonly #algebra: Semifield<W>;
  readonly #states: Int32Array;
  readonly #start: Int32Array;
  readonly #into: Int32Array;
  readonly #weight: { [index: number]: W };

  constructor(algebra: Semifield<W>, matrix: ArcMatrix<W>, parts: Components, part: number) {
    const { start, target, weight } = matrix;
    const states = parts.members.subarray(parts.first[part], parts.first[part + 1]);
    const place = new Map(Array.from(states, (state, i) => [state, i]));
    const [from, to, entries]: [number[], number[], number[]] = [[], [], []];
    for (let p = 0; p < states.length; p++) {
      for (let entry = start[states[p]]; entry < start[states[p] + 1]; entry++) {
        const q = place.get(target[entry]);
        if (q === undefined) continue;
        from.push(p);
        to.push(q);
        entries.push(entry);
      }
    }
    const byTarget = grouped(to, states.length);
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
