import { PrefixTree, type Word } from "@hankel/core";

/** Counts the prefixes of words that were not asked yet, where an answer to a word takes one question for each of them. */
export class PrefixQuestions {
  readonly #tree: PrefixTree;
  readonly #asked = new Set<number>();

  constructor(letters: number) {
    this.#tree = new PrefixTree(letters);
  }

  /** How many questions these words take; each of them is one if its state is wanted, even if it was asked before. */
  count(words: readonly Word[], states = false): number {
    const open = new Set<number>();
    for (const node of this.#prefixes(words)) if (!this.#asked.has(node)) open.add(node);
    if (states) for (const word of words) open.add(this.#tree.insert(word));
    return open.size;
  }

  /** Notes that these words are asked. */
  note(words: readonly Word[]): void {
    for (const node of this.#prefixes(words)) this.#asked.add(node);
  }

  *#prefixes(words: readonly Word[]): Generator<number> {
    for (const word of words) {
      let node = 0;
      yield node;
      for (const letter of word) {
        node = this.#tree.extend(node, letter);
        yield node;
      }
    }
  }
}
