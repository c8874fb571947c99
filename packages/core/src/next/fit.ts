import type { PrefixTree } from "../words/prefix-tree.ts";
import { type Distribution, totalVariation } from "./distribution.ts";
import { nearestState, type Pdfa, statesOf, withoutState } from "./pdfa.ts";

/** What comes next after the words of a tree, as far as it is known. */
interface Rows {
  readonly tree: PrefixTree;
  row(node: number): Distribution;
}

/** Words whose rows are known, by their nodes, and how often each occurs in a word that is drawn from the model. */
export type Measure = ReadonlyMap<number, number>;

/** An automaton whose rows are averages, and how far the words of a measure are from them. */
export interface Fit {
  readonly pdfa: Pdfa;
  /** The mean Kullback–Leibler divergence of the words from their states per step, in nats, and the mean total variation. */
  readonly divergence: number;
  readonly variation: number;
  /** The largest total variation. */
  readonly largest: number;
}

/** Gives each state the average row of the words that reach it (docs/theory/language-models.md, 13.5). A state that no word reaches keeps its row. */
export function fit(known: Rows, pdfa: Pdfa, measure: Measure): Fit {
  const width = pdfa.letters + 1;
  const states = statesOf(pdfa, known.tree);
  const sums = new Float64Array(pdfa.size * width);
  for (const [node, weight] of measure) {
    const [p, row] = [known.row(node), states[node] * width];
    for (let j = 0; j < width; j++) sums[row + j] += weight * p[j];
  }
  const rows = pdfa.rows.slice();
  for (let row = 0; row < rows.length; row += width) {
    const total = sums.subarray(row, row + width).reduce((sum, value) => sum + value, 0);
    if (total > 0) for (let j = row; j < row + width; j++) rows[j] = sums[j] / total;
  }
  let [divergence, variation, largest, total] = [0, 0, 0, 0];
  for (const [node, weight] of measure) {
    const [p, row] = [known.row(node), states[node] * width];
    const distance = totalVariation(p, 0, rows, row, width);
    for (let j = 0; j < width; j++) {
      if (p[j] > 0) divergence += weight * p[j] * Math.log(p[j] / rows[row + j]);
    }
    variation += weight * distance;
    largest = Math.max(largest, distance);
    total += weight;
  }
  divergence = Math.max(0, divergence / total);
  return { pdfa: { ...pdfa, rows }, divergence, variation: variation / total, largest };
}

/**
 * Leaves states out until there are at most `most`: each time the one without which the divergence is least, where its arcs
 * lead to the state with the nearest row.
 */
export function joinStates(known: Rows, pdfa: Pdfa, measure: Measure, most: number): Pdfa {
  let joined = pdfa;
  while (joined.size > most) {
    const { size, letters, rows } = joined;
    const fits = Array.from({ length: size - 1 }, (_, i) => {
      const row = rows.subarray((i + 1) * (letters + 1), (i + 2) * (letters + 1));
      return fit(known, withoutState(joined, i + 1, nearestState(joined, row, i + 1)), measure);
    });
    joined = fits.reduce((least, other) => (other.divergence < least.divergence ? other : least)).pdfa;
  }
  return joined;
}
