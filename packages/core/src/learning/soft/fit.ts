import { totalVariation } from "../../next/distribution.ts";
import type { Pdfa } from "../../next/pdfa.ts";
import type { KnownRows } from "./known-rows.ts";

/** Rarer words are left out of averages. */
const NEGLIGIBLE = 1e-9;

/** Words whose rows are known, and how often each occurs in a word that is drawn from the model. */
export interface Measure {
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
}

/** The words that are known together with all their prefixes, each with the probability that a word begins with it. */
export function exploredWords(known: KnownRows): Measure {
  const { tree, values } = known;
  const probability = new Float64Array(tree.size);
  probability[0] = 1;
  // A node comes after its parent.
  for (let node = 1; node < probability.length; node++) {
    const parent = tree.parent(node);
    if (probability[parent] < NEGLIGIBLE || !known.has(parent)) continue;
    probability[node] = probability[parent] * values[known.at(parent) + tree.letter(node)];
  }
  // Not in the order of their numbers, which depend on what else is in the tree: sums would differ in their last bits.
  const nodes = known.nodes.filter((node) => probability[node] >= NEGLIGIBLE);
  const weights = nodes.map((node) => probability[node]);
  return { nodes, weights };
}

/**
 * The explored words and drawn ones. A word that is not among the explored ones counts as often as it was drawn: so the sum
 * of any function over the measure is, in expectation, that over all prefixes of a word of the model.
 */
export function withDrawn(
  known: KnownRows,
  explored: Measure,
  drawn: readonly (readonly number[])[],
): Measure {
  const seen = new Set(explored.nodes);
  const counts = new Map<number, number>();
  for (const word of drawn) {
    let node = 0;
    for (let length = 0; length <= word.length; length++) {
      if (length > 0) node = known.tree.extend(node, word[length - 1]);
      if (!seen.has(node) && known.has(node)) counts.set(node, (counts.get(node) ?? 0) + 1 / drawn.length);
    }
  }
  return {
    nodes: [...explored.nodes, ...counts.keys()],
    weights: [...explored.weights, ...counts.values()],
  };
}

/** An automaton whose rows are averages, and how far the words are from them, per step. */
export interface Fit {
  readonly pdfa: Pdfa;
  /** The mean Kullback–Leibler divergence, in nats, and the mean total variation. */
  readonly divergence: number;
  readonly variation: number;
}

/** Gives each state the average row of the words that reach it. A state that no word reaches keeps its row. */
export function fit(known: KnownRows, pdfa: Pdfa, { nodes, weights }: Measure): Fit {
  const { letters, size } = pdfa;
  const width = letters + 1;
  const states = statesOf(known, pdfa);
  const sums = new Float64Array(size * width);
  const mass = new Float64Array(size);
  for (let i = 0; i < nodes.length; i++) {
    const state = states[nodes[i]];
    const at = known.at(nodes[i]);
    mass[state] += weights[i];
    for (let j = 0; j < width; j++) sums[state * width + j] += weights[i] * known.values[at + j];
  }
  const rows = pdfa.rows.slice();
  for (let state = 0; state < size; state++) {
    if (mass[state] === 0) continue;
    let total = 0;
    for (let j = 0; j < width; j++) total += sums[state * width + j];
    for (let j = 0; j < width; j++) rows[state * width + j] = sums[state * width + j] / total;
  }
  return { pdfa: { ...pdfa, rows }, ...losses(known, states, rows, { nodes, weights }) };
}

function losses(known: KnownRows, states: Int32Array, rows: Float64Array, { nodes, weights }: Measure) {
  const width = known.letters + 1;
  let [divergence, variation, total] = [0, 0, 0];
  for (let i = 0; i < nodes.length; i++) {
    const at = known.at(nodes[i]);
    const row = states[nodes[i]] * width;
    total += weights[i];
    for (let j = 0; j < width; j++) {
      const [p, q] = [known.values[at + j], rows[row + j]];
      if (p > 0) divergence += weights[i] * p * Math.log(p / q);
      variation += (weights[i] * Math.abs(p - q)) / 2;
    }
  }
  return { divergence: Math.max(0, divergence / total), variation: variation / total };
}

/** The state that each word of the tree reaches. */
export function statesOf({ tree }: KnownRows, { letters, target }: Pdfa): Int32Array {
  const states = new Int32Array(tree.size);
  for (let node = 1; node < states.length; node++) {
    states[node] = target[states[tree.parent(node)] * letters + tree.letter(node)];
  }
  return states;
}

/** The mean total variation between drawn words and an automaton, per step; and the largest. */
export function variationOn(known: KnownRows, pdfa: Pdfa, drawn: readonly (readonly number[])[]) {
  const { letters, target, rows } = pdfa;
  const width = letters + 1;
  let [sum, steps, largest] = [0, 0, 0];
  for (const word of drawn) {
    for (let length = 0, node = 0, state = 0; length <= word.length && known.has(node); length++) {
      const variation = totalVariation(known.values, known.at(node), rows, state * width, width);
      sum += variation;
      largest = Math.max(largest, variation);
      steps++;
      if (length === word.length) break;
      node = known.tree.extend(node, word[length]);
      state = target[state * letters + word[length]];
    }
  }
  return { mean: steps === 0 ? 0 : sum / steps, largest };
}
