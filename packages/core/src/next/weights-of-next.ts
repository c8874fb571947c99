import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import { type Distribution, distributionOf } from "./distribution.ts";
import type { NextTeacher } from "./next-teacher.ts";

/**
 * The probabilities of whole words, from what comes next: that of w is the product of the probabilities of its letters,
 * each after those before it, and of the end. Exact learners can then learn a language model. With prefixes, one question
 * tells it; otherwise every prefix of w is one. Nothing is asked twice.
 */
export function weightsOfNext(next: NextTeacher): (words: readonly Word[]) => Promise<number[]> {
  const { alphabet, prefixes = false } = next;
  const { size: letters } = alphabet;
  const width = letters + 1;
  const tree = new PrefixTree(letters);
  const rows: (Distribution | undefined)[] = [];

  /** The words to ask, longest first, without those that another one tells. */
  const wanted = (nodes: readonly number[]): number[] => {
    const found = new Set<number>();
    const longestFirst = [...new Set(nodes)].sort((a, b) => tree.depth(b) - tree.depth(a));
    const asked: number[] = [];
    for (const node of longestFirst) {
      for (let at = node; at >= 0 && rows[at] === undefined && !found.has(at); at = tree.parent(at)) {
        found.add(at);
        if (at === node || !prefixes) asked.push(at);
      }
    }
    return asked;
  };

  const record = (node: number, answer: Distribution): void => {
    if (!prefixes) rows[node] = distributionOf(answer, letters);
    else {
      for (let at = node; at >= 0; at = tree.parent(at)) {
        rows[at] ??= answer.subarray(tree.depth(at) * width, (tree.depth(at) + 1) * width);
      }
    }
  };

  const weight = (node: number): number => {
    let product = (rows[node] as Distribution)[letters];
    for (let at = node; at > 0; at = tree.parent(at)) {
      product *= (rows[tree.parent(at)] as Distribution)[tree.letter(at)];
    }
    return product;
  };

  return async (words) => {
    const nodes = words.map((word) => tree.insert(word));
    const asked = wanted(nodes);
    if (asked.length > 0) {
      const answers = await next.next(asked.map((node) => tree.word(node)));
      asked.forEach((node, i) => record(node, answers[i]));
    }
    return nodes.map(weight);
  };
}
