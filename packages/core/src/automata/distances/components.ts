import type { ReadonlyInts } from "../wdfsa.ts";
import type { Wfsa } from "../wfsa.ts";

/** The strongly connected components of a graph, numbered so that arcs lead to lower numbers or stay inside. */
export interface Components {
  readonly count: number;
  /** The component of a state. */
  readonly of: Int32Array;
  /** The states, component by component; those of component c are at `first[c]` to `first[c + 1] - 1`. */
  readonly members: Int32Array;
  readonly first: Int32Array;
}

/**
 * Tarjan 1972 ("Depth-first search and linear graph algorithms"), with an explicit stack: automata may be deeper than the
 * call stack. Linear.
 */
export function components(size: number, start: ReadonlyInts, target: ReadonlyInts): Components {
  const of = new Int32Array(size).fill(-1);
  const members = new Int32Array(size);
  const first = new Int32Array(size + 1);
  /** The discovery time of a state, from 1 on, and the earliest open state that it leads back to. */
  const met = new Int32Array(size);
  const low = new Int32Array(size);
  /** The next arc to look at. */
  const next = new Int32Array(size);
  const path = new Int32Array(size);
  const open = new Int32Array(size);
  let [clock, count, done, depth, opened] = [0, 0, 0, 0, 0];

  const enter = (state: number) => {
    met[state] = low[state] = ++clock;
    next[state] = start[state];
    path[depth++] = state;
    open[opened++] = state;
  };
  for (let root = 0; root < size; root++) {
    if (met[root] > 0) continue;
    enter(root);
    while (depth > 0) {
      const state = path[depth - 1];
      if (next[state] < start[state + 1]) {
        const to = target[next[state]++];
        if (met[to] === 0) enter(to);
        else if (of[to] < 0 && met[to] < low[state]) low[state] = met[to];
        continue;
      }
      depth--;
      if (depth > 0 && low[state] < low[path[depth - 1]]) low[path[depth - 1]] = low[state];
      if (low[state] < met[state]) continue;
      let member: number;
      do {
        member = open[--opened];
        of[member] = count;
        members[done++] = member;
      } while (member !== state);
      first[++count] = done;
    }
  }
  return { count, of, members, first: first.subarray(0, count + 1) };
}

/** Marks with 1 the states of a graph that can be reached from given ones through states that pass; targets may be -1. */
export function reachableFrom(
  { size, start, target }: Pick<Wfsa<unknown>, "size" | "start" | "target">,
  from: ReadonlyInts,
  passes: (state: number) => boolean = () => true,
): Uint8Array {
  const seen = new Uint8Array(size);
  const stack = new Int32Array(size);
  let top = 0;
  const visit = (state: number) => {
    if (state < 0 || seen[state] === 1 || !passes(state)) return;
    seen[state] = 1;
    stack[top++] = state;
  };
  for (let i = 0; i < from.length; i++) visit(from[i]);
  while (top > 0) {
    const state = stack[--top];
    for (let i = start[state]; i < start[state + 1]; i++) visit(target[i]);
  }
  return seen;
}
