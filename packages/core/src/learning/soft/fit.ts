import { totalVariation } from "../../next/distribution.ts";
import type { Pdfa } from "../../next/pdfa.ts";
import { WordDraw } from "../../next/word-draw.ts";
import type { Word } from "../../words/word.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";

/** So many words are drawn: more of them make better averages, and a surer test of what seems exact, at a question or more each. */
const DRAWN = 20;

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
    if (probability[parent] === 0 || !known.knows(parent)) continue;
    probability[node] = probability[parent] * values[known.at(parent) + tree.letter(node)];
  }
  // Not in the order of their numbers, which depend on what else is in the tree: sums would differ in their last bits.
  const nodes = known.nodes.filter((node) => probability[node] > 0);
  return { nodes, weights: nodes.map((node) => probability[node]) };
}

/**
 * The explored words and drawn ones. A word that is not among the explored ones counts as often as it was drawn: so the sum
 * of any function over the measure is, in expectation, that over all prefixes of a word of the model.
 */
export function withDrawn(known: KnownRows, explored: Measure, drawn: readonly Word[]): Measure {
  const seen = new Set(explored.nodes);
  const counts = new Map<number, number>();
  for (const node of prefixNodes(known, drawn)) {
    if (!seen.has(node) && known.knows(node)) counts.set(node, (counts.get(node) ?? 0) + 1 / drawn.length);
  }
  return {
    nodes: [...explored.nodes, ...counts.keys()],
    weights: [...explored.weights, ...counts.values()],
  };
}

function prefixNodes({ tree }: KnownRows, words: readonly Word[]): number[] {
  return words.flatMap((word) => {
    const nodes = [0];
    for (const letter of word) nodes.push(tree.extend(nodes[nodes.length - 1], letter));
    return nodes;
  });
}

/** An automaton whose rows are averages, and how far the words are from them, per step. */
export interface Fit {
  readonly pdfa: Pdfa;
  /** The mean Kullback–Leibler divergence, in nats, and the mean total variation. */
  readonly divergence: number;
  readonly variation: number;
}

/** Gives each state the average row of the words that reach it (Proposition 13.5). A state that no word reaches keeps its row. */
export function fit(known: KnownRows, pdfa: Pdfa, { nodes, weights }: Measure): Fit {
  const width = pdfa.letters + 1;
  const states = statesOf(known, pdfa);
  const sums = new Float64Array(pdfa.size * width);
  nodes.forEach((node, i) => {
    const [at, row] = [known.at(node), states[node] * width];
    for (let j = 0; j < width; j++) sums[row + j] += weights[i] * known.values[at + j];
  });
  const rows = pdfa.rows.slice();
  for (let row = 0; row < rows.length; row += width) {
    const total = sums.subarray(row, row + width).reduce((sum, value) => sum + value, 0);
    if (total > 0) for (let j = row; j < row + width; j++) rows[j] = sums[j] / total;
  }
  let [divergence, variation, total] = [0, 0, 0];
  nodes.forEach((node, i) => {
    const [at, row] = [known.at(node), states[node] * width];
    total += weights[i];
    variation += weights[i] * totalVariation(known.values, at, rows, row, width);
    for (let j = 0; j < width; j++) {
      const p = known.values[at + j];
      if (p > 0) divergence += weights[i] * p * Math.log(p / rows[row + j]);
    }
  });
  return {
    pdfa: { ...pdfa, rows },
    divergence: Math.max(0, divergence / total),
    variation: variation / total,
  };
}

/** The state that each word of the tree reaches. */
export function statesOf({ tree }: KnownRows, { letters, target }: Pdfa): Int32Array {
  const states = new Int32Array(tree.size);
  for (let node = 1; node < states.length; node++) {
    states[node] = target[states[tree.parent(node)] * letters + tree.letter(node)];
  }
  return states;
}

/** The largest total variation between drawn words, as far as they are known, and an automaton. */
export function largestVariation(known: KnownRows, pdfa: Pdfa, drawn: readonly Word[]): number {
  const width = pdfa.letters + 1;
  const nodes = prefixNodes(known, drawn).filter((node) => known.knows(node));
  const states = statesOf(known, pdfa);
  const variation = (node: number) =>
    totalVariation(known.values, known.at(node), pdfa.rows, states[node] * width, width);
  return nodes.reduce((largest, node) => Math.max(largest, variation(node)), 0);
}

/** Draws words from the model, with an automaton as the draft (Proposition 13.7). */
export function* drawFromModel(
  known: KnownRows,
  draft: Pdfa,
  { seed, longest }: { readonly seed: number; readonly longest: number },
): SoftAsking<readonly Word[]> {
  const draw = new WordDraw(draft, { count: DRAWN, seed, longest });
  for (let drafts = draw.drafts(); drafts.length > 0; drafts = draw.drafts()) {
    yield* known.ask(prefixNodes(known, drafts), "drawn");
    draw.settle((word, length) => known.row(known.tree.find(word.slice(0, length))));
  }
  return draw.words;
}
