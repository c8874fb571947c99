import type { GroupWithZero } from "../algebra/semifield.ts";
import { HankelError } from "../errors.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Letter, Word } from "../words/word.ts";

/** A shorter word is not worth a letter of its own. */
const SHORTEST_MACRO = 16;

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

  /** A word, shorter by a letter that stands for all of it where that pays. */
  macro(word: Word): Word {
    if (word.length < SHORTEST_MACRO) return word;
    const same = (body: Word) => body.length === word.length && body.every((letter, i) => letter === word[i]);
    const known = this.#macros.findIndex(same);
    return [this.#letters + (known < 0 ? this.#macros.push(word) - 1 : known)];
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

  /**
   * The words that are wanted, in the order in which they were, as many as make `letters` letters or a few more. A word
   * that has been answered under its other name, with a macro or without, is taken off the list.
   */
  wanted(letters = Number.POSITIVE_INFINITY): Word[] {
    const queue = this.#queue;
    const words: Word[] = [];
    let looked = 0;
    for (let sum = 0; looked < queue.length && sum < letters; looked++) {
      const node = queue[looked];
      const written = this.tree.word(node);
      const word = this.expand(written);
      const twin = this.#macros.length === 0 ? -1 : this.#twin(word, written);
      if (twin >= 0) {
        this.#place[node] = this.#place[twin];
        continue;
      }
      queue[words.length] = node;
      sum += word.length + 1;
      words.push(word);
    }
    if (words.length < looked) queue.splice(words.length, looked - words.length);
    return words;
  }

  /** The node of the same word in other letters, if its answer is known; -1 elsewhere. */
  #twin(word: Word, written: Word): number {
    const isKnown = (node: number) => node >= 0 && this.knows(node);
    if (word !== written) {
      const plain = this.tree.find(word);
      return isKnown(plain) ? plain : -1;
    }
    for (const [i, body] of this.#macros.entries()) {
      for (let start = 0; start + body.length <= word.length; start++) {
        if (!body.every((letter, at) => letter === word[start + at])) continue;
        const end = start + body.length;
        const node = this.tree.find([...word.slice(0, start), this.#letters + i, ...word.slice(end)]);
        if (isKnown(node)) return node;
      }
    }
    return -1;
  }

  /** Every word that has been answered, in that order. */
  *answers(): Generator<[Word, W]> {
    const nodes = new Int32Array(this.count);
    for (let node = this.tree.size - 1; node >= 0; node--) {
      if (this.knows(node)) nodes[this.#place[node] - 1] = node;
    }
    for (const [place, node] of nodes.entries()) yield [this.word(node), this.#weights[place]];
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
