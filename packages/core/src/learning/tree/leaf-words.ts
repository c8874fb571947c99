/** Which words are at each leaf, as linked lists in two columns: words come and go in batches, without allocation. */
export class LeafWords {
  /** The first word at each leaf, or -1. */
  readonly #first: number[] = [];
  /** The next word at the same leaf, or -1. */
  readonly #next: number[] = [];

  add(leaf: number, word: number): void {
    this.#next[word] = this.#first[leaf] ?? -1;
    this.#first[leaf] = word;
  }

  /** Takes all words off a leaf, those that came last first. */
  take(leaf: number): number[] {
    const words: number[] = [];
    for (let word = this.#first[leaf] ?? -1; word >= 0; word = this.#next[word]) words.push(word);
    this.#first[leaf] = -1;
    return words;
  }
}
