import type { PrefixTree } from "./prefix-tree.ts";
import type { Word } from "./word.ts";

/** Nodes of a tree, which stand for words. */
interface Nodes {
  readonly tree: PrefixTree;
  readonly nodes: readonly number[];
  /** Where the answers will be kept, for who knows that memory and may as well put them there. */
  readonly memory?: object | undefined;
}

/**
 * Words that are asked at once. A learner gives them as nodes of its tree: whoever keeps answers in the same tree takes the
 * nodes, and the letters are spelled out only for those who do not, such as a black box behind a wire.
 *
 * @example
 * const batch = Batch.of([[0, 1], [1]]);
 * console.log(batch.length, batch.letters, batch.longest); // 2 3 2
 */
export class Batch {
  readonly length: number;
  #place: Nodes | undefined;
  #words: readonly Word[] | undefined;

  private constructor(length: number, place: Nodes | undefined, words: readonly Word[] | undefined) {
    this.length = length;
    this.#place = place;
    this.#words = words;
  }

  /** The words of nodes, and the memory that keeps their answers, if it may be told them. */
  static at(tree: PrefixTree, nodes: readonly number[], memory?: object): Batch {
    return new Batch(nodes.length, { tree, nodes, memory }, undefined);
  }

  /** Words that are in no tree yet. */
  static of(words: readonly Word[]): Batch {
    return new Batch(words.length, undefined, words);
  }

  /** The memory of whoever asks, if the teacher may tell it the answers itself. */
  get memory(): object | undefined {
    return this.#place?.memory;
  }

  /** The words, spelled out. */
  get words(): readonly Word[] {
    const place = this.#place;
    this.#words ??= place?.nodes.map((node) => place.tree.word(node)) ?? [];
    return this.#words;
  }

  /** The nodes of the words in a tree; words that are not in it yet are added. */
  nodesIn(tree: PrefixTree): readonly number[] {
    if (this.#place?.tree !== tree) {
      this.#place = { tree, nodes: this.words.map((word) => tree.insert(word)) };
    }
    return this.#place.nodes;
  }

  /** How many letters the words have in all. */
  get letters(): number {
    let sum = 0;
    for (let i = 0; i < this.length; i++) sum += this.#lengthOf(i);
    return sum;
  }

  /** The number of letters of the longest word; 0 if there is none. */
  get longest(): number {
    let most = 0;
    for (let i = 0; i < this.length; i++) most = Math.max(most, this.#lengthOf(i));
    return most;
  }

  #lengthOf(i: number): number {
    return this.#place === undefined ? this.words[i].length : this.#place.tree.depth(this.#place.nodes[i]);
  }

  /** The first words. */
  first(count: number): Batch {
    if (this.#place === undefined) return Batch.of(this.words.slice(0, count));
    const { tree, nodes, memory } = this.#place;
    return Batch.at(tree, nodes.slice(0, count), memory);
  }
}
