import { type ArcMatrix, columns, rows } from "./distances/linear.ts";
import { leastSuffixes } from "./minimal/least-suffixes.ts";
import { Wdfsa } from "./wdfsa.ts";
import { Wfsa } from "./wfsa.ts";

/**
 * The same language, with only those states that lie on a path from an initial to a final state. States keep their order
 * and their names; a trim automaton is returned as it is. OpenFst calls this operation connect.
 *
 * Linear; of the algebra it needs only `isZero`. (Over a field, the paths through a state of a nondeterministic automaton
 * may still cancel: see `reduce`.)
 */
export function trim<W>(automaton: Wdfsa<W>): Wdfsa<W>;
export function trim<W>(automaton: Wfsa<W>): Wfsa<W>;
export function trim<W>(automaton: Wdfsa<W> | Wfsa<W>): Wdfsa<W> | Wfsa<W> {
  return automaton instanceof Wfsa ? trimWfsa(automaton) : trimWdfsa(automaton);
}

function trimWdfsa<W>(automaton: Wdfsa<W>): Wdfsa<W> {
  const { length } = leastSuffixes(automaton);
  const useful = reachable(automaton, (state) => length[state] >= 0);
  let kept = 0;
  for (let state = 0; state < automaton.size; state++) kept += useful[state];
  if (kept === automaton.size) return automaton;
  if (kept === 0) return Wdfsa.zero(automaton.algebra, automaton.alphabet);
  return restrict(automaton, useful, kept);
}

/** Marks with 1 the states that can be reached from the initial one through states that pass. */
function reachable<W>(automaton: Wdfsa<W>, passes: (state: number) => boolean): Uint8Array {
  const { size, target } = automaton;
  const width = automaton.alphabet.size;
  const seen = new Uint8Array(size);
  if (size === 0 || !passes(0)) return seen;
  const stack = new Int32Array(size);
  let top = 0;
  stack[top++] = 0;
  seen[0] = 1;
  while (top > 0) {
    const base = stack[--top] * width;
    for (let letter = 0; letter < width; letter++) {
      const to = target[base + letter];
      if (to >= 0 && seen[to] === 0 && passes(to)) {
        seen[to] = 1;
        stack[top++] = to;
      }
    }
  }
  return seen;
}

/** The automaton with the states marked in `keep`; there are `size` of them. */
function restrict<W>(automaton: Wdfsa<W>, keep: Uint8Array, size: number): Wdfsa<W> {
  const { algebra, alphabet } = automaton;
  const width = alphabet.size;
  const number = new Int32Array(automaton.size).fill(-1);
  for (let state = 0, next = 0; state < automaton.size; state++)
    if (keep[state] === 1) number[state] = next++;
  const target = new Int32Array(size * width).fill(-1);
  const arcWeight = algebra.array(size * width);
  const finalWeight = algebra.array(size);
  for (let state = 0; state < automaton.size; state++) {
    if (keep[state] === 0) continue;
    finalWeight[number[state]] = automaton.finalWeight[state];
    for (let letter = 0; letter < width; letter++) {
      const to = automaton.target[state * width + letter];
      if (to < 0 || keep[to] === 0) continue;
      target[number[state] * width + letter] = number[to];
      arcWeight[number[state] * width + letter] = automaton.arcWeight[state * width + letter];
    }
  }
  return new Wdfsa(
    {
      algebra,
      alphabet,
      target,
      arcWeight,
      initialWeight: automaton.initialWeight,
      finalWeight,
      names: automaton.names?.filter((_, state) => keep[state] === 1),
    },
    false,
  );
}

function trimWfsa<W>(automaton: Wfsa<W>): Wfsa<W> {
  const useful = usefulStates(automaton);
  let kept = 0;
  for (let state = 0; state < automaton.size; state++) kept += useful[state];
  return kept === automaton.size ? automaton : restrictWfsa(automaton, useful, kept);
}

/** The trimmed automaton, and for each of its states the number it had before. */
export function trimWithStates<W>(automaton: Wfsa<W>): { automaton: Wfsa<W>; states: Int32Array } {
  const useful = usefulStates(automaton);
  const states = Int32Array.from(useful.keys()).filter((state) => useful[state] === 1);
  if (states.length === automaton.size) return { automaton, states };
  return { automaton: restrictWfsa(automaton, useful, states.length), states };
}

/** Marks with 1 the states on a path from an initial to a final state. */
function usefulStates<W>(automaton: Wfsa<W>): Uint8Array {
  const { algebra, size } = automaton;
  const useful = reachableFrom(rows(automaton), automaton.initials);
  const finals: number[] = [];
  for (let state = 0; state < size; state++) {
    if (!algebra.isZero(automaton.finalWeight[state])) finals.push(state);
  }
  const alive = reachableFrom(columns(automaton), finals);
  for (let state = 0; state < size; state++) useful[state] &= alive[state];
  return useful;
}

/** Marks with 1 the states that can be reached from given ones. */
function reachableFrom<W>(matrix: ArcMatrix<W>, from: ArrayLike<number>): Uint8Array {
  const { size, start, target } = matrix;
  const seen = new Uint8Array(size);
  const stack = new Int32Array(size);
  let top = 0;
  const visit = (state: number) => {
    if (seen[state] === 1) return;
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

function restrictWfsa<W>(automaton: Wfsa<W>, keep: Uint8Array, size: number): Wfsa<W> {
  const { algebra, alphabet, source, target } = automaton;
  const number = new Int32Array(automaton.size).fill(-1);
  for (let state = 0, next = 0; state < automaton.size; state++)
    if (keep[state] === 1) number[state] = next++;
  const passes = (arc: number) => keep[source[arc]] === 1 && keep[target[arc]] === 1;
  let arcs = 0;
  for (let arc = 0; arc < automaton.arcs; arc++) if (passes(arc)) arcs++;
  const parts = {
    source: new Int32Array(arcs),
    letter: new Int32Array(arcs),
    target: new Int32Array(arcs),
    arcWeight: algebra.array(arcs),
    initialWeight: algebra.array(size),
    finalWeight: algebra.array(size),
  };
  for (let arc = 0, i = 0; arc < automaton.arcs; arc++) {
    if (!passes(arc)) continue;
    parts.source[i] = number[source[arc]];
    parts.letter[i] = automaton.letter[arc];
    parts.target[i] = number[target[arc]];
    parts.arcWeight[i++] = automaton.arcWeight[arc];
  }
  for (let state = 0; state < automaton.size; state++) {
    if (keep[state] === 0) continue;
    parts.initialWeight[number[state]] = automaton.initialWeight[state];
    parts.finalWeight[number[state]] = automaton.finalWeight[state];
  }
  const names = automaton.names?.filter((_, state) => keep[state] === 1);
  return new Wfsa({ algebra, alphabet, ...parts, names }, false);
}
