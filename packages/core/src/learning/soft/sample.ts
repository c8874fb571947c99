import type { Measure, Pdfa } from "../../next/pdfa.ts";
import { getOrAdd } from "../../words/collections.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";

/**
 * Words that an automaton is made of, or judged by, in flat arrays: each with what comes next after it, and its share of all
 * steps. With a word come its prefixes, before it; the first word is ε.
 */
export interface Sample {
  readonly letters: number;
  /** The word without its last letter, -1 for ε; and that letter. */
  readonly parent: Int32Array;
  readonly letter: Int32Array;
  /** The first of the words that are one letter longer, and the next one with the same parent; -1 if there is none. */
  readonly child: Int32Array;
  readonly sibling: Int32Array;
  /** The shares, which sum to 1, and the share of one step of one word. */
  readonly share: Float64Array;
  readonly step: number;
  /** What comes next after the words: that of word x begins at row[x]. */
  readonly values: Float64Array;
  readonly row: Int32Array;
  /** The mean of Σ p log p, which is minus what no automaton can save. */
  readonly negentropy: number;
}

/** What comes next after the words of a tree, in one array. */
export interface FlatRows {
  readonly tree: PrefixTree;
  readonly shared: { readonly values: Float64Array; readonly letters: number; at(node: number): number };
}

/** The words of a measure, which has the prefixes of its words, too; `step` is what one step of one word counts there. */
export function sampleOf({ tree, shared }: FlatRows, measure: Measure, step: number): Sample {
  const { letters, values } = shared;
  const nodes = inOrder(tree, measure);
  const count = nodes.length;
  const place = new Int32Array(tree.size);
  const [parent, letter, child, sibling, row] = Array.from({ length: 5 }, () =>
    new Int32Array(count).fill(-1),
  );
  const share = new Float64Array(count);
  let total = 0;
  for (const weight of measure.values()) total += weight;
  let negentropy = 0;
  for (let x = 0; x < count; x++) {
    const node = nodes[x];
    place[node] = x;
    row[x] = shared.at(node);
    share[x] = (measure.get(node) ?? 0) / total;
    for (let j = row[x]; j <= row[x] + letters; j++) {
      if (values[j] > 0) negentropy += share[x] * values[j] * Math.log(values[j]);
    }
    if (x === 0) continue;
    parent[x] = place[tree.parent(node)];
    letter[x] = tree.letter(node);
    sibling[x] = child[parent[x]];
    child[parent[x]] = x;
  }
  const flat = { letters, parent, letter, child, sibling, share, values, row };
  return { ...flat, step: step / total, negentropy };
}

/** The words of a measure in alphabetical order. Their numbers are others when a journal is replayed, and sums would round differently. */
function inOrder(tree: PrefixTree, measure: Measure): Int32Array {
  const children = new Map<number, number[]>();
  for (const node of measure.keys())
    if (node !== 0) getOrAdd(children, tree.parent(node), () => []).push(node);
  const nodes = new Int32Array(measure.size);
  const waiting = measure.has(0) ? [0] : [];
  for (let x = 0; x < nodes.length; x++) {
    const node = waiting.pop() ?? 0;
    nodes[x] = node;
    const longer = children.get(node) ?? [];
    waiting.push(...longer.sort((one, other) => tree.letter(other) - tree.letter(one)));
  }
  return nodes;
}

/** The states that the words of a sample reach. */
export function statesIn({ parent, letter, letters }: Sample, target: Int32Array): Int32Array {
  const states = new Int32Array(parent.length);
  for (let x = 1; x < states.length; x++) states[x] = target[states[parent[x]] * letters + letter[x]];
  return states;
}

/** For each of `size` states, the sum of what comes next after its words, each with its share. */
export function sumsOf(
  { values, row, share, letters }: Sample,
  states: Int32Array,
  size: number,
): Float64Array {
  const width = letters + 1;
  const sums = new Float64Array(size * width);
  for (let x = 0; x < row.length; x++) {
    const [at, from, weight] = [states[x] * width, row[x], share[x]];
    for (let j = 0; j < width; j++) sums[at + j] += weight * values[from + j];
  }
  return sums;
}

/** Rows of these sums, each with one step of the mean of all of them: so a state that few words reach is like the others. */
export function smoothedRows(sums: Float64Array, width: number, step: number): Float64Array {
  const whole = new Float64Array(width);
  for (let i = 0; i < sums.length; i++) whole[i % width] += sums[i];
  const rows = new Float64Array(sums.length);
  for (let at = 0; at < sums.length; at += width) {
    let total = step;
    for (let j = 0; j < width; j++) total += sums[at + j];
    for (let j = 0; j < width; j++) rows[at + j] = (sums[at + j] + step * whole[j]) / total;
  }
  return rows;
}

/** An automaton with these arcs, and with rows that are means over a sample, smoothed. */
export function fitted(sample: Sample, size: number, target: Int32Array): Pdfa {
  const { letters, step } = sample;
  const rows = smoothedRows(sumsOf(sample, statesIn(sample, target), size), letters + 1, step);
  return { size, letters, target, rows };
}

/** How far the words of a sample are from an automaton, per step: the mean divergence in nats, and the mean total variation. */
export function lossOn(
  sample: Sample,
  pdfa: Pdfa,
): { readonly divergence: number; readonly variation: number } {
  const { values, row, share, negentropy } = sample;
  const width = pdfa.letters + 1;
  const states = statesIn(sample, pdfa.target);
  const logs = pdfa.rows.map((p) => Math.log(p));
  let [divergence, variation] = [negentropy, 0];
  for (let x = 0; x < row.length; x++) {
    const [at, from] = [states[x] * width, row[x]];
    let [cost, apart] = [0, 0];
    for (let j = 0; j < width; j++) {
      const p = values[from + j];
      if (p > 0) cost -= p * logs[at + j];
      apart += Math.abs(p - pdfa.rows[at + j]);
    }
    divergence += share[x] * cost;
    variation += (share[x] * apart) / 2;
  }
  return { divergence: Math.max(0, divergence), variation };
}
