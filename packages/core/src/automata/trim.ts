import { arcsAt, placesWhere, weightsAt } from "./arcs.ts";
import { renumbered } from "./convert.ts";
import { reachableFrom } from "./distances/components.ts";
import { columns } from "./distances/linear.ts";
import { leastSuffixes } from "./minimal/least-suffixes.ts";
import { Wdfsa } from "./wdfsa.ts";
import { Wfsa } from "./wfsa.ts";

/**
 * The same language, with only those states that lie on a path from an initial to a final state. States keep their order
 * and their names; a trim automaton is returned as it is. OpenFst calls this operation connect.
 *
 * Linear; of the algebra it needs only `isZero`. (Over a field, the paths through a state of a nondeterministic automaton
 * may still cancel: see `reduce`.)
 *
 * @example
 * const builder = new WdfsaBuilder(boolean, new Alphabet("a"));
 * const [first, last] = [builder.state(), builder.state(true)];
 * builder.state();
 * console.log(trim(builder.arc(first, "a", true, last).build()).size); // 2
 */
export function trim<W>(automaton: Wdfsa<W>): Wdfsa<W>;
export function trim<W>(automaton: Wfsa<W>): Wfsa<W>;
export function trim<W>(automaton: Wdfsa<W> | Wfsa<W>): Wdfsa<W> | Wfsa<W> {
  return automaton instanceof Wfsa ? trimWithStates(automaton).automaton : trimWdfsa(automaton);
}

function trimWdfsa<W>(automaton: Wdfsa<W>): Wdfsa<W> {
  const { algebra, alphabet, size, target } = automaton;
  const { length } = leastSuffixes(automaton);
  const start = new Int32Array(size + 1);
  for (let state = 0; state <= size; state++) start[state] = state * alphabet.size;
  const alive = (state: number) => length[state] >= 0;
  const { states, number } = marked(reachableFrom({ size, start, target }, size === 0 ? [] : [0], alive));
  if (states.length === size) return automaton;
  return states.length === 0 ? Wdfsa.zero(algebra, alphabet) : renumbered(automaton, states, number);
}

/** The states that are marked with 1, and the place of each state among them, or -1. */
function marked(marks: Uint8Array): { states: Int32Array; number: Int32Array } {
  const states = placesWhere(marks.length, (state) => marks[state] === 1);
  const number = new Int32Array(marks.length).fill(-1);
  for (let i = 0; i < states.length; i++) number[states[i]] = i;
  return { states, number };
}

/** The trimmed automaton, and for each of its states the number it had before. */
export function trimWithStates<W>(automaton: Wfsa<W>): { automaton: Wfsa<W>; states: Int32Array } {
  const { states, number } = marked(usefulStates(automaton));
  if (states.length === automaton.size) return { automaton, states };
  const { algebra, arcs, names } = automaton;
  const [source, target] = [automaton.source, automaton.target].map((ends) =>
    Int32Array.from(ends, (state) => number[state]),
  );
  const kept = placesWhere(arcs, (arc) => source[arc] >= 0 && target[arc] >= 0);
  const trimmed = new Wfsa(
    {
      ...automaton,
      ...arcsAt({ ...automaton, source, target }, kept),
      initialWeight: weightsAt(algebra, automaton.initialWeight, states),
      finalWeight: weightsAt(algebra, automaton.finalWeight, states),
      names: names && Array.from(states, (state) => names[state]),
    },
    false,
  );
  return { automaton: trimmed, states };
}

/** Marks with 1 the states on a path from an initial to a final state. */
function usefulStates<W>(automaton: Wfsa<W>): Uint8Array {
  const { algebra, size, finalWeight } = automaton;
  const useful = reachableFrom(automaton, automaton.initials);
  const finals = placesWhere(size, (state) => !algebra.isZero(finalWeight[state]));
  const alive = reachableFrom(columns(automaton), finals);
  for (let state = 0; state < size; state++) useful[state] &= alive[state];
  return useful;
}
