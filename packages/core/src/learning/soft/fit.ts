import { totalVariation } from "../../next/distribution.ts";
import { type Pdfa, usesOf } from "../../next/pdfa.ts";
import { WordDraw } from "../../next/word-draw.ts";
import type { Word } from "../../words/word.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";

/**
 * So many words are drawn at least, and one for so many questions before. More of them make better averages, and a surer
 * test of what seems exact, at a question each where an answer tells all prefixes, and a question a letter elsewhere.
 */
const DRAWN = 10;

/** Words whose rows are known, by their nodes, and how often each occurs in a word that is drawn from the model. */
export type Measure = ReadonlyMap<number, number>;

/** The words that are known together with all their prefixes, each with the probability that a word begins with it. */
export function exploredWords(known: KnownRows): Measure {
  const { tree, values } = known;
  const probability = new Float64Array(tree.size);
  probability[0] = 1;
  // A node comes after its parent.
  for (let node = 1; node < probability.length; node++) {
    const parent = tree.parent(node);
    if (probability[parent] === 0 || !known.has(parent)) continue;
    probability[node] = probability[parent] * values[known.at(parent) + tree.letter(node)];
  }
  // Not in the order of their numbers, which depend on what else is in the tree: sums would differ in their last bits.
  return new Map(
    known.nodes.filter((node) => probability[node] > 0).map((node) => [node, probability[node]]),
  );
}

/**
 * A measure and drawn words. A word that the measure lacks counts as often as it was drawn: so the sum of any function over
 * explored and drawn words is, in expectation, that over all prefixes of a word of the model.
 */
export function withDrawn(known: KnownRows, explored: Measure, drawn: readonly Word[]): Measure {
  const measure = new Map(explored);
  for (const node of prefixNodes(known, drawn)) {
    if (explored.has(node) || !known.has(node)) continue;
    measure.set(node, (measure.get(node) ?? 0) + 1 / drawn.length);
  }
  return measure;
}

function prefixNodes({ tree }: KnownRows, words: readonly Word[]): number[] {
  return words.flatMap((word) => {
    const nodes = [0];
    for (const letter of word) nodes.push(tree.extend(nodes[nodes.length - 1], letter));
    return nodes;
  });
}

/** Gives each state the average row of the words that reach it (Proposition 13.5). A state that no word reaches keeps its row. */
export function fit(known: KnownRows, pdfa: Pdfa, measure: Measure): Pdfa {
  const width = pdfa.letters + 1;
  const states = statesOf(known, pdfa);
  const sums = new Float64Array(pdfa.size * width);
  for (const [node, weight] of measure) {
    const [at, row] = [known.at(node), states[node] * width];
    for (let j = 0; j < width; j++) sums[row + j] += weight * known.values[at + j];
  }
  const rows = pdfa.rows.slice();
  for (let row = 0; row < rows.length; row += width) {
    const total = sums.subarray(row, row + width).reduce((sum, value) => sum + value, 0);
    if (total > 0) for (let j = row; j < row + width; j++) rows[j] = sums[j] / total;
  }
  return { ...pdfa, rows };
}

/** How far words are from an automaton. */
export interface Misfit {
  /** The mean Kullback–Leibler divergence per step, in nats, and the mean total variation. */
  readonly divergence: number;
  readonly variation: number;
  /** The largest total variation. */
  readonly largest: number;
}

/** How far the words of a measure are from an automaton. */
export function misfitOf(known: KnownRows, pdfa: Pdfa, measure: Measure): Misfit {
  const width = pdfa.letters + 1;
  const states = statesOf(known, pdfa);
  let [divergence, variation, largest, total] = [0, 0, 0, 0];
  for (const [node, weight] of measure) {
    const [at, row] = [known.at(node), states[node] * width];
    const distance = totalVariation(known.values, at, pdfa.rows, row, width);
    total += weight;
    variation += weight * distance;
    largest = Math.max(largest, distance);
    for (let j = 0; j < width; j++) {
      const p = known.values[at + j];
      if (p > 0) divergence += weight * p * Math.log(p / pdfa.rows[row + j]);
    }
  }
  return { divergence: Math.max(0, divergence / total), variation: variation / total, largest };
}

/** The state that each word of the tree reaches. */
export function statesOf({ tree }: KnownRows, { letters, target }: Pdfa): Int32Array {
  const states = new Int32Array(tree.size);
  for (let node = 1; node < states.length; node++) {
    states[node] = target[states[tree.parent(node)] * letters + tree.letter(node)];
  }
  return states;
}

/** Draws words from the model, with an automaton as the draft (Proposition 13.7). */
export function* drawFromModel(
  known: KnownRows,
  draft: Pdfa,
  { seed, longest }: { readonly seed: number; readonly longest: number },
): SoftAsking<readonly Word[]> {
  const each = known.prefixes ? 1 : usesOf(draft).steps;
  const count = Math.max(DRAWN, Math.ceil(known.asked / (DRAWN * each)));
  const draw = new WordDraw(draft, { count, seed, longest });
  for (let drafts = draw.drafts(); drafts.length > 0; drafts = draw.drafts()) {
    yield* known.ask(prefixNodes(known, drafts), "drawn");
    draw.settle((word, length) => known.row(known.tree.find(word.slice(0, length))));
  }
  return draw.words;
}
