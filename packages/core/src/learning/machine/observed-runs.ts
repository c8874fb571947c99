import { lengthened } from "../../words/lengthened.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";
import type { Letter, Word } from "../../words/word.ts";

/** No state, no arc, no node. */
export const NONE = -1;

/** Where the last outputs of words are kept. */
export interface LastOutputs {
  readonly tree: PrefixTree;
  /** The last output of a node's word, a number from 1 on. */
  outputNumber(node: number): number;
}

/** Ends a list of observed children. ε is no child, so 0 means that a node was not observed. */
const LAST = -1;

/** The words whose runs have been observed, as nodes of a prefix tree that may hold other words, too. */
export class ObservedRuns {
  readonly tree: PrefixTree;
  protected readonly outputs: LastOutputs;
  /** The first observed child of each node; 0 if there is none. */
  protected firstChild: Int32Array = new Int32Array(64);
  /** The next observed child of the same parent, `LAST`, or 0 if the node was not observed. */
  protected nextSibling: Int32Array = new Int32Array(64);

  constructor(outputs: LastOutputs) {
    this.tree = outputs.tree;
    this.outputs = outputs;
  }

  /** Takes in an observed word, whose prefixes have been taken in; false if it was known. */
  observe(node: number): boolean {
    if (node >= this.nextSibling.length) this.grow(Math.max(this.tree.size, 2 * this.nextSibling.length));
    if (this.nextSibling[node] !== 0) return false;
    const parent = this.tree.parent(node);
    this.nextSibling[node] = this.firstChild[parent] === 0 ? LAST : this.firstChild[parent];
    this.firstChild[parent] = node;
    return true;
  }

  /** Has the word been observed? */
  observed(node: number): boolean {
    return node < this.nextSibling.length && this.nextSibling[node] !== 0;
  }

  /** The observed word extended by a letter, or `NONE`. */
  child(node: number, letter: Letter): number {
    const child = this.tree.child(node, letter);
    return child >= 0 && this.observed(child) ? child : NONE;
  }

  /** The observed word extended by a suffix, or `NONE`. */
  find(node: number, suffix: Word): number {
    let at = node;
    for (let i = 0; i < suffix.length && at >= 0; i++) at = this.child(at, suffix[i]);
    return at;
  }

  /** A shortest suffix with different outputs after two words, by observations alone; `undefined` if there is none. */
  apart(one: number, other: number): Word | undefined {
    const { outputs } = this;
    const pairs = [one, other];
    const before: number[] = [-1];
    for (let i = 0; 2 * i < pairs.length; i++) {
      const other = pairs[2 * i + 1];
      for (let child = this.firstChild[pairs[2 * i]]; child > 0; child = this.nextSibling[child]) {
        const letter = this.tree.letter(child);
        const twin = this.child(other, letter);
        if (twin < 0) continue;
        if (outputs.outputNumber(child) !== outputs.outputNumber(twin)) {
          const suffix = [letter];
          for (let at = i; at > 0; at = before[at]) suffix.push(this.tree.letter(pairs[2 * at]));
          return suffix.reverse();
        }
        pairs.push(child, twin);
        before.push(i);
      }
    }
    return undefined;
  }

  protected grow(room: number): void {
    this.firstChild = lengthened(this.firstChild, room);
    this.nextSibling = lengthened(this.nextSibling, room);
  }
}
