import { totalVariation } from "../../next/distribution.ts";
import { nearestState, type Pdfa, statesOf, usesOf, withoutState } from "../../next/pdfa.ts";
import { WordDraw } from "../../next/word-draw.ts";
import type { Word } from "../../words/word.ts";
import type { CurvePoint } from "./choice.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";

/**
 * So many words are drawn at least, and one for so many questions before. More of them make better averages, and a surer
 * test of what seems exact, at a question each where an answer tells all prefixes, and a question a letter elsewhere.
 */
const DRAWN = 10;

/** Words whose rows are known, by their nodes, and how often each occurs in a word that is drawn from the model. */
export type Measure = ReadonlyMap<number, number>;

/** A measure for which words were drawn, and how many of them were cut at the greatest length. */
export interface DrawnMeasure {
  readonly measure: Measure;
  readonly drawn: number;
  readonly cut: number;
  readonly longest: number;
}

/** The words that are known together with all their prefixes, each with the probability that a word begins with it. */
export function exploredWords(known: KnownRows): Measure {
  const { tree } = known;
  const probability = new Float64Array(tree.size);
  probability[0] = 1;
  // A node comes after its parent.
  for (let node = 1; node < probability.length; node++) {
    const parent = tree.parent(node);
    if (known.knows(parent)) probability[node] = probability[parent] * known.row(parent)[tree.letter(node)];
  }
  // Not in the order of their numbers, which depend on what else is in the tree: sums would differ in their last bits.
  const possible = known.nodes.filter((node) => probability[node] > 0);
  return new Map(possible.map((node) => [node, probability[node]]));
}

/** An automaton whose rows are averages, and how far the words of a measure are from them. */
export interface Fit extends Pick<CurvePoint, "divergence" | "variation"> {
  readonly pdfa: Pdfa;
  /** The largest total variation. */
  readonly largest: number;
}

/** Gives each state the average row of the words that reach it (Proposition 13.5). A state that no word reaches keeps its row. */
export function fit(known: KnownRows, pdfa: Pdfa, measure: Measure): Fit {
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
export function joinStates(known: KnownRows, pdfa: Pdfa, measure: Measure, most: number): Pdfa {
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

/**
 * Draws words from the model, with an automaton as the draft (Proposition 13.7). Of the explored words and the drawn ones,
 * those that are not explored count as often as they were drawn: so the sum of any function over the measure is, in
 * expectation, that over the prefixes of a word of the model, as far as they are explored or have at most `longest` letters.
 */
export function* withDrawn(
  known: KnownRows,
  draft: Pdfa,
  { seed, longest }: { readonly seed: number; readonly longest: number },
): SoftAsking<DrawnMeasure> {
  const explored = exploredWords(known);
  const each = known.shared.tellsPrefixes ? 1 : usesOf(draft).steps;
  const count = Math.max(DRAWN, Math.ceil(known.count / (DRAWN * each)));
  const prefixes = (words: readonly Word[]) => words.flatMap((word) => known.tree.path(word));
  const draw = new WordDraw(draft, { count, seed, longest });
  for (let drafts = draw.drafts(); drafts.length > 0; drafts = draw.drafts()) {
    yield* known.ask(prefixes(drafts), "drawn");
    draw.settle((word, length) => known.row(known.tree.find(word.slice(0, length))));
  }
  const measure = new Map(explored);
  for (const node of prefixes(draw.words)) {
    if (!explored.has(node)) measure.set(node, (measure.get(node) ?? 0) + 1 / count);
  }
  return { measure, drawn: count, cut: draw.cut, longest };
}
