import type { GroupWithZero } from "../algebra/semifield.ts";
import { HankelError } from "../errors.ts";
import { lengthened } from "../words/lengthened.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";

/** About how many bytes a weight takes: a ratio of two small whole numbers. */
const WEIGHT_BYTES = 64;

/**
 * All answers so far, stored by the node of the word in one prefix tree. So no word is asked twice, however it is split
 * into prefix and suffix.
 */
export class Observations<W> {
  readonly algebra: GroupWithZero<W>;
  readonly tree: PrefixTree;
  /** 1 + the index of the node's answer in `#weights`; 0 if the word has not been asked, -1 while it is queued. */
  #place = new Int32Array(64);
  readonly #weights: W[] = [];
  #queue: number[] = [];
  #weightsDiffer = false;
  /** The first non-zero answer. */
  #first: W | undefined;

  /** `tree`: where the words are kept, if others use it too; what they put there changes nothing here. */
  constructor(algebra: GroupWithZero<W>, letters: number, tree = new PrefixTree(letters)) {
    this.algebra = algebra;
    this.tree = tree;
  }

  /** How many answers there are. */
  get count(): number {
    return this.#weights.length;
  }

  /** About how many bytes the words and their answers take. */
  get bytes(): number {
    return this.tree.bytes + this.#place.byteLength + WEIGHT_BYTES * this.#weights.length;
  }

  /** Have there been two different non-zero answers? */
  get weightsDiffer(): boolean {
    return this.#weightsDiffer;
  }

  knows(node: number): boolean {
    return node < this.#place.length && this.#place[node] > 0;
  }

  /** The weight of a node's word. It must be known. */
  weight(node: number): W {
    const place = node < this.#place.length ? this.#place[node] : 0;
    if (place <= 0) throw new HankelError("usage", `no answer yet for the word of node ${node}`);
    return this.#weights[place - 1];
  }

  /**
   * What the answers say of a prefix x is known up to a factor: L(xe) = scale(x) ⊗ after(x, xe). Here the factor is 1. An
   * answer that shows the way, as a run does, allows a better one, with which weights stay short.
   */
  scale(_prefix: number): W {
    return this.algebra.one;
  }

  /** L(xe) without the scale of x, for a prefix x and a node xe that is known. */
  after(_prefix: number, node: number): W {
    return this.weight(node);
  }

  /** scale(u)⁻¹ ⊗ scale(ua) ⊗ factor, for the node of ua. */
  step(_node: number, factor: W): W {
    return factor;
  }

  /** The node of a prefix followed by a suffix; adds the word to the tree if necessary. */
  node(prefix: number, suffix: Word): number {
    return this.tree.insert(suffix, prefix);
  }

  /** The word of a node. */
  word(node: number): Word {
    return this.tree.word(node);
  }

  /** Queues a word to be asked, unless it is known or queued. */
  want(node: number): void {
    if (node >= this.#place.length) {
      this.#place = lengthened(this.#place, Math.max(node + 1, 2 * this.#place.length));
    }
    if (this.#place[node] !== 0) return;
    this.#place[node] = -1;
    this.#queue.push(node);
  }

  /** Is any word queued? */
  get wants(): boolean {
    return this.#queue.length > 0;
  }

  /** The queued words in their order, until they have about `letters` letters in all. */
  wanted(letters = Number.POSITIVE_INFINITY): Word[] {
    const words: Word[] = [];
    for (let i = 0, sum = 0; i < this.#queue.length && sum < letters; i++) {
      const word = this.word(this.#queue[i]);
      sum += word.length + 1;
      words.push(word);
    }
    return words;
  }

  /** The nodes of all answered words, in the order of the answers. */
  answered(): Int32Array {
    const nodes = new Int32Array(this.count);
    for (let node = Math.min(this.tree.size, this.#place.length) - 1; node >= 0; node--) {
      if (this.knows(node)) nodes[this.#place[node] - 1] = node;
    }
    return nodes;
  }

  /** All answered words with their weights, in the order of the answers. */
  *answers(): Generator<[Word, W]> {
    for (const [place, node] of this.answered().entries()) yield [this.word(node), this.#weights[place]];
  }

  /** Records the answers to the first queued words. */
  record(weights: ArrayLike<W>): void {
    const queue = weights.length === this.#queue.length ? this.#queue : this.#queue.slice(0, weights.length);
    this.#queue = this.#queue === queue ? [] : this.#queue.slice(weights.length);
    const place = this.#place;
    for (let i = 0; i < queue.length; i++) place[queue[i]] = this.#weights.push(weights[i]);
    const { algebra } = this;
    for (let i = 0; i < queue.length && !this.#weightsDiffer; i++) {
      if (algebra.isZero(weights[i])) continue;
      this.#first ??= weights[i];
      this.#weightsDiffer = !algebra.equals(this.#first, weights[i]);
    }
  }
}
