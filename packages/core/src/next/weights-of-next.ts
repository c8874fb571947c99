import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import { type Distribution, distributionOf } from "./distribution.ts";
import type { NextTeacher } from "./next-teacher.ts";

/**
 * The probabilities of whole words, from what comes next: that of w is the product of the probabilities of its letters,
 * each after those before it, and of the end. Exact learners can then learn a language model
 * (docs/theory/language-models.md, 13.1). With prefixes, one question
 * tells it; otherwise every prefix of w is one. Nothing is asked twice.
 */
export function weightsOfNext(next: NextTeacher): (words: readonly Word[]) => Promise<number[]> {
  const memory = new RowMemory(next);
  return async (words) => {
    const nodes = await memory.learn(words);
    return nodes.map((node) => memory.weight(node));
  };
}

/** What comes next after the prefixes of words, as far as it was told. */
class RowMemory {
  readonly #next: NextTeacher;
  readonly #letters: number;
  readonly #tree: PrefixTree;
  readonly #rows: (Distribution | undefined)[] = [];

  constructor(next: NextTeacher) {
    this.#next = next;
    this.#letters = next.alphabet.size;
    this.#tree = new PrefixTree(this.#letters);
  }

  /** Asks what is not known about some words and their prefixes; returns the nodes of the words. */
  async learn(words: readonly Word[]): Promise<number[]> {
    const nodes = words.map((word) => this.#tree.insert(word));
    const asked = this.#wanted(nodes);
    if (asked.length > 0) {
      const answers = await this.#next.next(asked.map((node) => this.#tree.word(node)));
      asked.forEach((node, i) => this.#record(node, answers[i]));
    }
    return nodes;
  }

  /** The probability of a word whose prefixes are known. */
  weight(node: number): number {
    let product = (this.#rows[node] as Distribution)[this.#letters];
    for (let at = node; at > 0; at = this.#tree.parent(at)) {
      product *= (this.#rows[this.#tree.parent(at)] as Distribution)[this.#tree.letter(at)];
    }
    return product;
  }

  /** The words to ask, longest first, without those that another one tells. */
  #wanted(nodes: readonly number[]): number[] {
    const tree = this.#tree;
    const found = new Set<number>();
    const longestFirst = [...new Set(nodes)].sort((a, b) => tree.depth(b) - tree.depth(a));
    const asked: number[] = [];
    for (const node of longestFirst) {
      for (let at = node; at >= 0 && this.#rows[at] === undefined && !found.has(at); at = tree.parent(at)) {
        found.add(at);
        if (at === node || this.#next.prefixes !== true) asked.push(at);
      }
    }
    return asked;
  }

  #record(node: number, answer: Distribution): void {
    if (this.#next.prefixes !== true) {
      this.#rows[node] = distributionOf(answer, this.#letters);
      return;
    }
    const width = this.#letters + 1;
    for (let at = node; at >= 0; at = this.#tree.parent(at)) {
      const from = this.#tree.depth(at) * width;
      this.#rows[at] ??= answer.subarray(from, from + width);
    }
  }
}
