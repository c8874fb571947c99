import type { GroupWithZero } from "../algebra/semifield.ts";
import { HankelError } from "../errors.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Letter, Word } from "../words/word.ts";

/**
 * Every answer so far, by the node of its word in one prefix tree: what is known is never asked again, however a
 * word is cut into prefix and suffix.
 *
 * A long word that many others end with can be declared a *macro*: one extra letter that stands for all of it. Then it
 * costs one node per use instead of hundreds.
 */
export class Observations<W> {
  readonly algebra: GroupWithZero<W>;
  readonly tree: PrefixTree;
  readonly #letters: number;
  readonly #macros: Word[] = [];
  /** 1 + the place of the node's answer in `#weights`; 0 when it has not been asked, -1 while it is queued. */
  #place = new Int32Array(64);
  readonly #weights: W[] = [];
  #queue: number[] = [];
  #weightsDiffer = false;
  /** The first live answer, and the first that is not one either. */
  #first: W | undefined;
  #someWeight: W | undefined;

  constructor(algebra: GroupWithZero<W>, letters: number) {
    this.algebra = algebra;
    this.tree = new PrefixTree(letters);
    this.#letters = letters;
  }

  /** How many answers there are. */
  get count(): number {
    return this.#weights.length;
  }

  /** Have there been two different non-zero answers? */
  get weightsDiffer(): boolean {
    return this.#weightsDiffer;
  }

  /** The first answer that was neither zero nor one. */
  get someWeight(): W | undefined {
    return this.#someWeight;
  }

  knows(node: number): boolean {
    return node < this.#place.length && this.#place[node] > 0;
  }

  /** The weight of a node's word; asking for one that is not known is a mistake of the learner. */
  weight(node: number): W {
    const place = node < this.#place.length ? this.#place[node] : 0;
    if (place <= 0) throw new HankelError("usage", `no answer yet for the word of node ${node}`);
    return this.#weights[place - 1];
  }

  /** The node of a prefix followed by a suffix; the word joins the tree if it is not there. */
  node(prefix: number, suffix: Word): number {
    return this.tree.insert(suffix, prefix);
  }

  /** A letter that stands for a whole word. */
  macro(word: Word): Letter {
    return this.#letters + this.#macros.push(word) - 1;
  }

  /** A word with its macros written out. */
  expand(word: Word): Word {
    if (this.#macros.length === 0) return word;
    let length = 0;
    for (const letter of word) length += letter < this.#letters ? 1 : this.#macro(letter).length;
    if (length === word.length) return word;
    const expanded = new Array<Letter>(length);
    let at = 0;
    for (const letter of word) {
      if (letter < this.#letters) {
        expanded[at++] = letter;
        continue;
      }
      const macro = this.#macro(letter);
      for (let i = 0; i < macro.length; i++) expanded[at++] = macro[i];
    }
    return expanded;
  }

  #macro(letter: Letter): Word {
    return this.#macros[letter - this.#letters];
  }

  /** The word of a node, in letters of the alphabet. */
  word(node: number): Word {
    return this.expand(this.tree.word(node));
  }

  /** Puts a word on the list of what is to be asked, unless it is known or on it already. */
  want(node: number): void {
    if (node >= this.#place.length) {
      const grown = new Int32Array(Math.max(node + 1, 2 * this.#place.length));
      grown.set(this.#place);
      this.#place = grown;
    }
    if (this.#place[node] !== 0) return;
    this.#place[node] = -1;
    this.#queue.push(node);
  }

  /** Is any word on the list? */
  get wants(): boolean {
    return this.#queue.length > 0;
  }

  /** The words that are wanted, in the order in which they were, as many as make `letters` letters or a few more. */
  wanted(letters = Number.POSITIVE_INFINITY): Word[] {
    const words: Word[] = [];
    for (let i = 0, sum = 0; i < this.#queue.length && sum < letters; i++) {
      const word = this.word(this.#queue[i]);
      sum += word.length + 1;
      words.push(word);
    }
    return words;
  }

  /** Takes the answers to the first words that are wanted. */
  record(weights: ArrayLike<W>): void {
    const queue = weights.length === this.#queue.length ? this.#queue : this.#queue.slice(0, weights.length);
    this.#queue = this.#queue === queue ? [] : this.#queue.slice(weights.length);
    const place = this.#place;
    for (let i = 0; i < queue.length; i++) place[queue[i]] = this.#weights.push(weights[i]);
    const { algebra } = this;
    for (let i = 0; i < queue.length && (!this.#weightsDiffer || this.#someWeight === undefined); i++) {
      const weight = weights[i];
      if (algebra.isZero(weight)) continue;
      this.#first ??= weight;
      this.#weightsDiffer ||= !algebra.equals(this.#first, weight);
      if (!algebra.equals(weight, algebra.one)) this.#someWeight ??= weight;
    }
  }
}
