import type { Semifield } from "../../algebra/semifield.ts";
import { WfsaBuilder } from "../builders.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { type Module, solveLinear } from "../distances/linear.ts";
import { linearOptions, type WorkLimit } from "../distances/shortest-distance.ts";
import { OperationBudget, semifieldOnDemand } from "../requirements.ts";
import { trim } from "../trim.ts";
import { addEntry, EPSILON, type Wfsa } from "../wfsa.ts";

/** When the removal of ε gives up. */
export interface EpsilonLimits extends WorkLimit {
  /** Entries of the rows that are formed on the way; 10⁷ by default. */
  readonly maxEntries?: number | undefined;
}

/** The arcs of a state behind all ε paths: a weight for each letter and target, and, at FINAL, the final weight. */
type Row<W> = Map<number, W>;

const FINAL = -1;

/**
 * The same language without ε arcs. The automaton is trimmed first, but the result may have states that only ε arcs led
 * to. An automaton without ε arcs is returned as it is.
 *
 * The rows of arcs and final weights solve X = E X ⊕ B, where E has the ε arcs and B all others. Without ε cycles this is
 * linear in the result; ε cycles need the star of the algebra (Mohri 2002, "Generic
 * ε-removal and input ε-normalization algorithms for weighted transducers"; Lombardy and Sakarovitch 2013, "The
 * validity of weighted automata", on which ε cycles have a value). ⊕ is needed only where paths meet.
 *
 * @example
 * const automaton = removeEpsilon(closure(fromExpression("ab", boolean)));
 * console.log(automaton.epsilons, automaton.weigh(["a", "b", "a", "b"])); // 0 true
 */
export function removeEpsilon<W>(automaton: Automaton<W>, limits: EpsilonLimits = {}): Wfsa<W> {
  if (toWfsa(automaton).epsilons === 0) return toWfsa(automaton);
  const wfsa = trim(toWfsa(automaton));
  const { algebra } = wfsa;
  const budget = new OperationBudget("removeEpsilon", "entries of rows", limits.maxEntries ?? 1e7);
  const options = linearOptions(wfsa, "removeEpsilon", limits);
  const { matrix, states } = silentPart(wfsa);
  const sums = semifieldOnDemand(algebra, "removeEpsilon");
  const found = states.map((state) => ownRow(wfsa, sums, state));
  solveLinear(sums, matrix, found, rowModule(sums, budget), options);
  const rowOf = new Map(states.map((state, i) => [state, found[i]]));
  return assemble(wfsa, (state) => rowOf.get(state));
}

/** The states that ε arcs leave or enter, and the matrix of those arcs among them. */
function silentPart<W>(wfsa: Wfsa<W>) {
  const { algebra, size, arcs, source, letter, target, arcWeight } = wfsa;
  const number = new Int32Array(size).fill(-1);
  for (let arc = 0; arc < arcs; arc++) {
    if (letter[arc] === EPSILON) number[source[arc]] = number[target[arc]] = 0;
  }
  const states: number[] = [];
  for (let state = 0; state < size; state++) if (number[state] === 0) number[state] = states.push(state) - 1;
  const start = new Int32Array(states.length + 1);
  const to = new Int32Array(wfsa.epsilons);
  const weight = algebra.array(wfsa.epsilons);
  let at = 0;
  states.forEach((state, i) => {
    for (let arc = wfsa.start[state]; arc < wfsa.start[state + 1] && letter[arc] === EPSILON; arc++) {
      to[at] = number[target[arc]];
      weight[at++] = arcWeight[arc];
    }
    start[i + 1] = at;
  });
  return { states, matrix: { size: states.length, start, target: to, weight } };
}

/** The arcs of a state that read something, and its final weight. */
function ownRow<W>(wfsa: Wfsa<W>, algebra: Semifield<W>, state: number): Row<W> {
  const { size, letter, target, arcWeight } = wfsa;
  const row: Row<W> = new Map();
  if (!algebra.isZero(wfsa.finalWeight[state])) row.set(FINAL, wfsa.finalWeight[state]);
  for (let arc = wfsa.find(state, 0); arc < wfsa.start[state + 1]; arc++) {
    addEntry(algebra, row, letter[arc] * size + target[arc], arcWeight[arc]);
  }
  return row;
}

function rowModule<W>(algebra: Semifield<W>, budget: OperationBudget): Module<W, Row<W>> {
  return {
    // Into the first row: a copy of it for each of many ε arcs would take quadratic time.
    add(sum, row) {
      budget.spend(row.size);
      for (const [key, weight] of row) addEntry(algebra, sum, key, weight);
      return sum;
    },
    scale(weight, row) {
      budget.spend(row.size);
      return new Map([...row].map(([key, entry]) => [key, algebra.times(weight, entry)]));
    },
  };
}

/** The automaton whose states have these rows; states without a row keep their arcs. */
function assemble<W>(wfsa: Wfsa<W>, rowOf: (state: number) => Row<W> | undefined): Wfsa<W> {
  const { algebra, alphabet, size, start, letter, target, arcWeight, names } = wfsa;
  const builder = new WfsaBuilder(algebra, alphabet);
  for (let state = 0; state < size; state++) {
    const row = rowOf(state);
    const final = row === undefined ? wfsa.finalWeight[state] : row.get(FINAL);
    builder.initial(builder.state(final, names?.[state]), wfsa.initialWeight[state]);
  }
  for (let state = 0; state < size; state++) {
    const row = rowOf(state);
    for (const [key, weight] of row ?? []) {
      if (key !== FINAL) builder.arcOn(state, Math.floor(key / size), weight, key % size);
    }
    if (row !== undefined) continue;
    for (let arc = start[state]; arc < start[state + 1]; arc++) {
      builder.arcOn(state, letter[arc], arcWeight[arc], target[arc]);
    }
  }
  return builder.build();
}
