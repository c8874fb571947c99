import type { Measure, Pdfa } from "../../next/pdfa.ts";
import { getOrAdd } from "../../words/collections.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";

/**
 * Words that an automaton is made of, or judged by, in flat arrays: each with what comes next after it, and its share of all
 * steps. With a word come its prefixes, before it; the first word is ε.
 */
export interface Sample {
  readonly letters: number;
  /** How many probabilities a row has: one for each letter and the end, unless letters are taken together. */
  readonly width: number;
  /** The word without its last letter, -1 for ε; and that letter. */
  readonly parent: Int32Array;
  readonly letter: Int32Array;
  /** The first of the words that are one letter longer, and the next one with the same parent; -1 if there is none. */
  readonly child: Int32Array;
  readonly sibling: Int32Array;
  /** Where the words that begin with this one end: words stand in alphabetical order, so they are those from it to there. */
  readonly end: Int32Array;
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
  for (let x = 0; x < count; x++) {
    const node = nodes[x];
    place[node] = x;
    row[x] = shared.at(node);
    share[x] = (measure.get(node) ?? 0) / total;
    if (x === 0) continue;
    parent[x] = place[tree.parent(node)];
    letter[x] = tree.letter(node);
    sibling[x] = child[parent[x]];
    child[parent[x]] = x;
  }
  const end = Int32Array.from({ length: count }, (_, x) => x + 1);
  for (let x = count - 1; x > 0; x--) end[parent[x]] = Math.max(end[parent[x]], end[x]);
  const flat = { letters, width: letters + 1, parent, letter, child, sibling, end, share, values, row };
  return withEntropy({ ...flat, step: step / total });
}

function withEntropy(sample: Omit<Sample, "negentropy">): Sample {
  const { values, row, share, width } = sample;
  let negentropy = 0;
  for (let x = 0; x < row.length; x++) {
    for (let j = row[x]; j < row[x] + width; j++) {
      if (values[j] > 0) negentropy += share[x] * values[j] * Math.log(values[j]);
    }
  }
  return { ...sample, negentropy };
}

/**
 * The sample with rows of the likeliest symbols, with all others as one, where there are more than so many: what tells states apart is
 * seldom among the others, and the divergence is never more than that of the whole rows.
 */
export function coarse(sample: Sample, most: number): Sample {
  const { values, row, share, width } = sample;
  if (width <= most) return sample;
  const mass = new Float64Array(width);
  for (let x = 0; x < row.length; x++)
    for (let j = 0; j < width; j++) mass[j] += share[x] * values[row[x] + j];
  const kept = likeliest(mass, most - 1);
  const fewer = new Float64Array(row.length * most);
  for (let x = 0; x < row.length; x++) {
    let rest = 0;
    for (let j = 0; j < width; j++) rest += values[row[x] + j];
    kept.forEach((symbol, j) => {
      fewer[x * most + j] = values[row[x] + symbol];
      rest -= values[row[x] + symbol];
    });
    fewer[(x + 1) * most - 1] = Math.max(0, rest);
  }
  return withEntropy({ ...sample, width: most, values: fewer, row: row.map((_, x) => x * most) });
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
  { values, row, share, width }: Sample,
  states: Int32Array,
  size: number,
): Float64Array {
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
  const { letters, width, step } = sample;
  const rows = smoothedRows(sumsOf(sample, statesIn(sample, target), size), width, step);
  return { size, letters, target, rows };
}

/** How far the words of a sample are from an automaton, per step: the mean divergence in nats, and the mean total variation. */
export function lossOn(
  sample: Sample,
  pdfa: Pdfa,
): { readonly divergence: number; readonly variation: number } {
  const { values, row, share, width, negentropy } = sample;
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

/** The places of the largest values, in no order. */
export function likeliest(values: Float64Array, count: number): readonly number[] {
  return least(
    values.map((value) => -value),
    count,
  );
}

/** The places of the least values. */
export function least(values: Float64Array, count: number): readonly number[] {
  if (count >= values.length) return Array.from(values.keys());
  // By insertion, since `count` is small: to sort all values took a seventh of a run over 300 symbols.
  const places: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (places.length === count && !(values[i] < values[places[count - 1]])) continue;
    let at = places.length < count ? places.length : count - 1;
    for (; at > 0 && values[i] < values[places[at - 1]]; at--) places[at] = places[at - 1];
    places[at] = i;
  }
  return places.sort((one, other) => one - other);
}
