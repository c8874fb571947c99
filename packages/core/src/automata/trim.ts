import { leastSuffixes } from "./suffixes.ts";
import { Wdfsa } from "./wdfsa.ts";

/**
 * The same language with the states that some accepted word visits and no others. They keep their order (the
 * initial state is first already) and their names; an automaton that is trim is returned as it is.
 *
 * Linear; needs of the algebra only `isZero`.
 */
export function trim<W>(automaton: Wdfsa<W>): Wdfsa<W> {
  const { length } = leastSuffixes(automaton);
  const useful = reachable(automaton, (state) => length[state] >= 0);
  let kept = 0;
  for (let state = 0; state < automaton.size; state++) kept += useful[state];
  if (kept === automaton.size) return automaton;
  if (kept === 0) return Wdfsa.zero(automaton.algebra, automaton.alphabet);
  return restrict(automaton, useful, kept);
}

/** Which states can be reached from the initial one through states that pass: 1 for those, 0 for the others. */
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

/** The automaton on the states marked in `keep`, of which there are `size`. */
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
