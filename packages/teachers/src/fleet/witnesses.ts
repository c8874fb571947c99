import { PrefixTree, type Word } from "@hankel/core";

/** Remembers who answered which word, first and last: two numbers for each word. */
export class Witnesses {
  readonly #tree: PrefixTree;
  /** The number of whoever answered the word of a node first, and last; 0 if nobody has. */
  #first = new Int32Array(16);
  #last = new Int32Array(16);

  constructor(letters: number) {
    this.#tree = new PrefixTree(letters);
  }

  /** Notes that this one, a number above 0, has answered words. */
  note(witness: number, words: readonly Word[]): void {
    for (const word of words) {
      const node = this.#tree.insert(word);
      if (node >= this.#first.length) {
        this.#first = longer(this.#first, 2 * node);
        this.#last = longer(this.#last, 2 * node);
      }
      if (this.#first[node] === 0) this.#first[node] = witness;
      this.#last[node] = witness;
    }
  }

  /** Who answered the word first, and who last; none if nobody has. */
  of(word: Word): readonly number[] {
    const node = this.#tree.find(word);
    const first = node < 0 || node >= this.#first.length ? 0 : this.#first[node];
    if (first === 0) return [];
    const last = this.#last[node];
    return last === first ? [first] : [first, last];
  }
}

/** A longer copy, filled up with zeros. */
function longer(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length);
  copy.set(array);
  return copy;
}
