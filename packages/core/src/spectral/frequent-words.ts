import { PrefixTree } from "../words/prefix-tree.ts";
import type { Letter, Word } from "../words/word.ts";

/** Which words are counted, and how many of them are wanted. */
export interface FrequentOptions {
  /** At the beginning of the words of the sample only, or everywhere in them. */
  readonly from: "start" | "everywhere";
  readonly count: number;
  /** The most letters of a word. */
  readonly length: number;
}

/**
 * The words that are most often found in a sample, ε included; of equally frequent ones, the shortlex-first. Length by length:
 * a word is never more frequent than its prefixes, so only those are extended that could be among the wanted ones.
 */
export function frequentWords(sample: readonly Word[], letters: number, options: FrequentOptions): Word[] {
  const { count, length } = options;
  const tree = new PrefixTree(letters);
  const counts: number[] = [0];
  for (const word of sample) counts[0] += options.from === "start" ? 1 : word.length + 1;
  let least = 0;
  for (let depth = 1; depth <= length; depth++) {
    const before = tree.size;
    countAt(depth, sample, tree, counts, least, options.from);
    if (tree.size === before) break;
    const sorted = Float64Array.from(counts).sort();
    least = sorted.length > count ? sorted[sorted.length - count] : 0;
  }
  const nodes = Array.from({ length: tree.size }, (_, node) => node);
  const words = nodes.map((node) => tree.word(node));
  // Stable, so equally frequent words stay in shortlex order.
  nodes.sort((a, b) => words[a].length - words[b].length || compareLetters(words[a], words[b]));
  nodes.sort((a, b) => counts[b] - counts[a]);
  return nodes.slice(0, count).map((node) => words[node]);
}

/** Counts the words of this many letters whose beginnings are frequent enough. */
function countAt(
  depth: number,
  sample: readonly Word[],
  tree: PrefixTree,
  counts: number[],
  least: number,
  from: FrequentOptions["from"],
): void {
  for (const word of sample) {
    const starts = from === "start" ? 1 : word.length;
    for (let start = 0; start < starts && start + depth <= word.length; start++) {
      let node = 0;
      for (let i = start; i < start + depth - 1 && node >= 0; i++) node = tree.child(node, word[i]);
      if (node < 0 || counts[node] < least) continue;
      const longer = tree.extend(node, word[start + depth - 1]);
      counts[longer] = (counts[longer] ?? 0) + 1;
    }
  }
}

function compareLetters(a: readonly Letter[], b: readonly Letter[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
