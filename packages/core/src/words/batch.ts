import type { PrefixTree } from "./prefix-tree.ts";
import type { Word } from "./word.ts";

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
  /** A tree, and the nodes that stand for the words there. */
  #tree: PrefixTree | undefined;
  #nodes: readonly number[];
  #words: readonly Word[] | undefined;
  #memory: object | undefined;

  private constructor(
    tree: PrefixTree | undefined,
    nodes: readonly number[],
    words: readonly Word[] | undefined,
    memory: object | undefined,
  ) {
    this.length = words === undefined ? nodes.length : words.length;
    this.#tree = tree;
    this.#nodes = nodes;
    this.#words = words;
    this.#memory = memory;
  }

  /** The words of nodes, and the memory that keeps their answers, if it may be told them. */
  static at(tree: PrefixTree, nodes: readonly number[], memory?: object): Batch {
    return new Batch(tree, nodes, undefined, memory);
  }

  /** Words that are in no tree yet. */
  static of(words: readonly Word[]): Batch {
    return new Batch(undefined, [], words, undefined);
  }

  /** The memory of whoever asks, if the teacher may tell it the answers itself: it keeps them in the tree of the nodes. */
  get memory(): object | undefined {
    return this.#memory;
  }

  /** The words, spelled out. */
  get words(): readonly Word[] {
    const tree = this.#tree;
    this.#words ??= tree === undefined ? [] : this.#nodes.map((node) => tree.word(node));
    return this.#words;
  }

  /** The nodes of the words in a tree; words that are not in it yet are added. */
  nodesIn(tree: PrefixTree): readonly number[] {
    if (this.#tree !== tree) {
      this.#nodes = this.words.map((word) => tree.insert(word));
      this.#tree = tree;
      this.#memory = undefined;
    }
    return this.#nodes;
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
    return this.#tree === undefined ? this.words[i].length : this.#tree.depth(this.#nodes[i]);
  }

  /** The first words. */
  first(count: number): Batch {
    if (this.#tree === undefined) return Batch.of(this.words.slice(0, count));
    return Batch.at(this.#tree, this.#nodes.slice(0, count), this.#memory);
  }
}
