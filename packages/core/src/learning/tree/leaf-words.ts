/** The words at each leaf, as linked lists in two arrays, so that moving words allocates nothing. */
export class LeafWords {
  /** The first word at each leaf, or -1. */
  readonly #first: number[] = [];
  /** The next word at the same leaf, or -1. */
  readonly #next: number[] = [];

  add(leaf: number, word: number): void {
    this.#next[word] = this.#first[leaf] ?? -1;
    this.#first[leaf] = word;
  }

  /** Removes all words from a leaf; returns the last added first. */
  take(leaf: number): number[] {
    const words: number[] = [];
    for (let word = this.#first[leaf] ?? -1; word >= 0; word = this.#next[word]) words.push(word);
    this.#first[leaf] = -1;
    return words;
  }
}
