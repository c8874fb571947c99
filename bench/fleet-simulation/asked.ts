import type { Word } from "@hankel/core";

/** The words that were asked. */
export class Asked {
  readonly #words = new Set<string>();

  has(word: Word): boolean {
    return this.#words.has(word.join());
  }

  /** Adds a word; false if it was there. */
  add(word: Word): boolean {
    const { size } = this.#words;
    return this.#words.add(word.join()).size > size;
  }
}
