import { real } from "../algebra/float64.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";
import { type Distribution, totalVariation } from "./distribution.ts";

/**
 * A complete probabilistic deterministic finite automaton, in flat arrays. State 0 is initial; every arc leads somewhere,
 * and each row sums to 1.
 */
export interface Pdfa {
  readonly size: number;
  readonly letters: number;
  /** The state behind each arc: that of letter a in state q is at q·letters + a. */
  readonly target: Int32Array;
  /** What comes next in each state: letters + 1 probabilities, the end last. */
  readonly rows: Float64Array;
}

/** One state, in which all symbols and the end are equally likely. */
export function uniformPdfa(letters: number): Pdfa {
  const rows = new Float64Array(letters + 1).fill(1 / (letters + 1));
  return { size: 1, letters, target: new Int32Array(letters), rows };
}

/** The automaton over the reals. An arc of probability 0 is no arc. */
export function pdfaToWdfsa({ size, letters, target, rows }: Pdfa, alphabet: Alphabet): Wdfsa<number> {
  const arcWeight = new Float64Array(size * letters);
  const finalWeight = new Float64Array(size);
  const kept = new Int32Array(size * letters).fill(-1);
  for (let state = 0; state < size; state++) {
    for (let letter = 0; letter < letters; letter++) {
      const p = rows[state * (letters + 1) + letter];
      if (p <= 0) continue;
      arcWeight[state * letters + letter] = p;
      kept[state * letters + letter] = target[state * letters + letter];
    }
    finalWeight[state] = rows[state * (letters + 1) + letters];
  }
  return new Wdfsa({ algebra: real, alphabet, target: kept, arcWeight, initialWeight: 1, finalWeight });
}

/** The state that each word of a tree reaches. */
export function statesOf({ letters, target }: Pdfa, tree: PrefixTree): Int32Array {
  const states = new Int32Array(tree.size);
  for (let node = 1; node < states.length; node++) {
    states[node] = target[states[tree.parent(node)] * letters + tree.letter(node)];
  }
  return states;
}

/** The state with the nearest row to this one, by total variation; another than the state `except`. */
export function nearestState({ size, letters, rows }: Pdfa, row: Distribution, except = -1): number {
  const width = letters + 1;
  const variations = Array.from({ length: size }, (_, state) =>
    state === except ? Number.POSITIVE_INFINITY : totalVariation(row, 0, rows, state * width, width),
  );
  return variations.indexOf(Math.min(...variations));
}

/** The automaton without a state that is not the first: its arcs lead to another one. */
export function withoutState({ size, letters, target, rows }: Pdfa, state: number, other: number): Pdfa {
  const led = target.map((to) => (to === state ? other : to)).map((to) => (to > state ? to - 1 : to));
  const kept = (width: number) => (_: unknown, i: number) => Math.floor(i / width) !== state;
  return { size: size - 1, letters, target: led.filter(kept(letters)), rows: rows.filter(kept(letters + 1)) };
}

/** How often each state is visited, and each arc used, per step of a word drawn from the automaton. */
export interface Uses {
  /** The expected number of steps of a word, the end included. */
  readonly steps: number;
  readonly states: Float64Array;
  readonly arcs: Float64Array;
}

/**
 * Words are followed for so many steps, or for as many as there are states, so that every state is visited. By then nearly
 * all have ended, and if not, their share of steps has settled.
 */
const STEPS = 60;

/** The share of the steps of drawn words that each state and each arc has. */
export function usesOf({ size, letters, target, rows }: Pdfa): Uses {
  const states = new Float64Array(size);
  let current = new Float64Array(size);
  let following = new Float64Array(size);
  current[0] = 1;
  let total = 0;
  for (let step = 0; step < Math.max(STEPS, size); step++) {
    following.fill(0);
    for (let state = 0; state < size; state++) {
      const mass = current[state];
      if (mass < 1e-12) continue;
      states[state] += mass;
      total += mass;
      for (let letter = 0; letter < letters; letter++) {
        const p = rows[state * (letters + 1) + letter];
        if (p > 0) following[target[state * letters + letter]] += mass * p;
      }
    }
    [current, following] = [following, current];
  }
  const arcs = new Float64Array(size * letters);
  for (let state = 0; state < size; state++) {
    states[state] /= total;
    for (let letter = 0; letter < letters; letter++) {
      arcs[state * letters + letter] = states[state] * rows[state * (letters + 1) + letter];
    }
  }
  return { steps: total, states, arcs };
}
