import { outputsOf } from "../../../automata/machine.ts";
import {
  characterisingSet,
  identificationSet,
  splittingTree,
} from "../../../automata/minimal/splitting-tree.ts";
import type { Wdfsa } from "../../../automata/wdfsa.ts";
import type { Word } from "../../../words/word.ts";
import { type IdentifyingWord, identifyingWords } from "./identifying-words.ts";
import { MachineSplitting } from "./machine-splitting.ts";

/** How the states of a minimal automaton are told apart. */
export interface StatesApart {
  /** Is it a machine, whose answers show the outputs along the whole word? */
  readonly machine: boolean;
  /** Every suffix that tells some states apart. */
  readonly suffixes: readonly Word[];
  /** Words that tell a state, or the dead state -1, from all others. */
  identifying(state: number): readonly IdentifyingWord[];
}

/** How the states of a minimal automaton are told apart: by outputs if it is a machine, and by weights otherwise. */
export function statesApart<W>(minimal: Wdfsa<W>): StatesApart {
  const outputs = outputsOf(minimal);
  if (typeof outputs === "string") return apartByWeights(minimal);
  const { size: states, target } = minimal;
  const splitting = new MachineSplitting({
    states,
    letters: minimal.alphabet.size,
    target,
    output: outputs.arcs,
  });
  return {
    machine: true,
    suffixes: splitting.suffixes(),
    identifying: kept((state) => identifyingWords(splitting, states, state)),
  };
}

function apartByWeights<W>(minimal: Wdfsa<W>): StatesApart {
  const tree = splittingTree(minimal);
  return {
    machine: false,
    suffixes: characterisingSet(tree),
    identifying: kept((state) => identificationSet(tree, state).map((word) => ({ word, told: 1 }))),
  };
}

/** A function of a state whose values are kept. */
function kept<T>(compute: (state: number) => T): (state: number) => T {
  const known = new Map<number, T>();
  return (state) => {
    const found = known.get(state);
    if (found !== undefined) return found;
    const computed = compute(state);
    known.set(state, computed);
    return computed;
  };
}
