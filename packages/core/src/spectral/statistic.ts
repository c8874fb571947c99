import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";

/**
 * What is counted in a sample, and so which function the Hankel matrix belongs to (Balle, Carreras, Luque and Quattoni 2014):
 *
 * - `string`: f(w) = p(w), how often w is the whole word
 * - `prefix`: f(w) = Σ p(wy), how often a word begins with w
 * - `substring`: f(w) = Σ p(xwy), how often w occurs in a word; several times in one word count several times
 */
export type Statistic = "string" | "prefix" | "substring";

/** All of them, by name. */
export const statisticNames: readonly Statistic[] = ["string", "prefix", "substring"];

/** Words as nodes of a tree, and how often each was counted. */
export interface Counts {
  readonly tree: PrefixTree;
  readonly counts: Float64Array;
}

/** Counts words of at most `longest` letters. Linear in the sample; for substrings, times `longest`. */
export function countWords(
  words: readonly Word[],
  letters: number,
  statistics: Statistic,
  longest: number,
): Counts {
  const tree = new PrefixTree(letters);
  const counts: number[] = [0];
  const count = (node: number) => {
    counts[node] = (counts[node] ?? 0) + 1;
  };
  for (const word of words) {
    if (statistics === "string") {
      if (word.length <= longest) count(tree.insert(word));
      continue;
    }
    const starts = statistics === "prefix" ? 1 : word.length + 1;
    for (let start = 0; start < starts; start++) {
      let node = 0;
      count(node);
      const end = Math.min(word.length, start + longest);
      for (let i = start; i < end; i++) {
        node = tree.extend(node, word[i]);
        count(node);
      }
    }
  }
  // Inner nodes of the tree need not have been counted.
  return { tree, counts: Float64Array.from({ length: tree.size }, (_, node) => counts[node] ?? 0) };
}
