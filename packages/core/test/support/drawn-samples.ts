/** Samples of words for the growth by gain, and its definitions: nothing is batched, remembered or guessed. */

import {
  Alphabet,
  type Distribution,
  drawWords,
  PrefixTree,
  Random,
  type SyncNextTeacher,
  type Word,
} from "@hankel/core";
import { type Sample, sampleOf } from "../../src/learning/soft/sample.ts";

/** A model that is no machine: what comes next depends on the last letters, and on all letters a little. */
export function naturalModel(letters: number, seed: number): SyncNextTeacher {
  const row = (word: Word): Distribution => {
    const parts = [1, 2, 3].map((n) => new Random(seed, n, ...word.slice(-n)));
    const all = new Random(seed, 9, ...word);
    const weights = Float64Array.from({ length: letters + 1 }, () =>
      Math.exp(2 * parts.reduce((sum, random) => sum + random.real(), 0) + 0.5 * all.real()),
    );
    weights[letters] *= 0.7;
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  };
  return { alphabet: Alphabet.letters(letters), prefixes: false, next: (words) => words.map(row) };
}

/** A sample of drawn words. */
export async function drawnSample(model: SyncNextTeacher, words: number, seed: number): Promise<Sample> {
  const { tree, nodes, row } = await drawWords(model, { words, seed, maxLength: 30 });
  const measure = new Map<number, number>();
  for (const node of nodes) {
    for (let at = node; at >= 0; at = tree.parent(at)) measure.set(at, (measure.get(at) ?? 0) + 1);
  }
  const width = model.alphabet.size + 1;
  const values = new Float64Array(tree.size * width);
  for (const node of measure.keys()) values.set(row(node), node * width);
  return sampleOf({ tree, shared: { letters: width - 1, values, at: (node) => node * width } }, measure, 1);
}

/** A sample of words that are written down, each with its row and how often it occurs; prefixes must be among them. */
export function writtenSample(
  letters: number,
  words: readonly (readonly [Word, readonly number[], number])[],
): Sample {
  const tree = new PrefixTree(letters);
  const measure = new Map(words.map(([word, , count]) => [tree.insert(word), count]));
  const values = new Float64Array(tree.size * (letters + 1));
  for (const [word, row] of words) values.set(row, tree.insert(word) * (letters + 1));
  return sampleOf({ tree, shared: { letters, values, at: (node) => node * (letters + 1) } }, measure, 1);
}

/** Runs each word from the start, and compares what follows it with the mean over its state. */
export function lossByDefinition(sample: Sample, target: ArrayLike<number>): number {
  const { parent, letter, share, values, row, letters } = sample;
  const stateOf = (x: number): number => (x === 0 ? 0 : target[stateOf(parent[x]) * letters + letter[x]]);
  const rowOf = (x: number) => values.subarray(row[x], row[x] + letters + 1);
  const groups: number[][] = [];
  for (const x of share.keys()) groups[stateOf(x)] = [...(groups[stateOf(x)] ?? []), x];
  let loss = 0;
  for (const words of groups.filter((group) => group !== undefined)) {
    const mass = words.reduce((sum, x) => sum + share[x], 0);
    const mean = rowOf(0).map((_, j) => words.reduce((sum, x) => sum + share[x] * rowOf(x)[j], 0) / mass);
    for (const x of words) {
      rowOf(x).forEach((p, j) => {
        if (p > 0) loss += share[x] * p * Math.log(p / mean[j]);
      });
    }
  }
  return loss;
}
