import { lengthened, type PrefixTree } from "../../words/prefix-tree.ts";
import type { Letter, Word } from "../../words/word.ts";

/** No state, no arc, no node. */
export const NONE = -1;

/** The words whose runs have been observed, as nodes of a prefix tree that may hold other words, too. */
export class ObservedRuns {
  readonly tree: PrefixTree;
  // One entry for each node; lists of observed children end with 0, because ε is no child.
  /** The output with which the word ends, a number from 1 on; 0 if it has not been observed. */
  protected lastOutput: Int32Array = new Int32Array(64);
  protected firstChild: Int32Array = new Int32Array(64);
  protected nextSibling: Int32Array = new Int32Array(64);

  constructor(tree: PrefixTree) {
    this.tree = tree;
  }

  /** Takes in an observed word, whose prefixes have been taken in; false if it was known. */
  observe(node: number, output: number): boolean {
    if (node >= this.lastOutput.length) this.grow(Math.max(this.tree.size, 2 * this.lastOutput.length));
    if (this.lastOutput[node] !== 0) return false;
    const parent = this.tree.parent(node);
    this.lastOutput[node] = output;
    this.nextSibling[node] = this.firstChild[parent];
    this.firstChild[parent] = node;
    return true;
  }

  /** The output with which a word ends, or 0 if the word has not been observed. */
  outputOf(node: number): number {
    return node < this.lastOutput.length ? this.lastOutput[node] : 0;
  }

  /** The observed word extended by a letter, or `NONE`. */
  child(node: number, letter: Letter): number {
    const child = this.tree.child(node, letter);
    return child >= 0 && this.outputOf(child) !== 0 ? child : NONE;
  }

  /** The observed word extended by a suffix, or `NONE`. */
  find(node: number, suffix: Word): number {
    let at = node;
    for (let i = 0; i < suffix.length && at >= 0; i++) at = this.child(at, suffix[i]);
    return at;
  }

  /** A shortest suffix with different outputs after two words, by observations alone; `undefined` if there is none. */
  apart(one: number, other: number): Word | undefined {
    const pairs = [one, other];
    const before: number[] = [-1];
    for (let i = 0; 2 * i < pairs.length; i++) {
      const other = pairs[2 * i + 1];
      for (let child = this.firstChild[pairs[2 * i]]; child !== 0; child = this.nextSibling[child]) {
        const letter = this.tree.letter(child);
        const twin = this.child(other, letter);
        if (twin < 0) continue;
        if (this.lastOutput[child] !== this.lastOutput[twin]) {
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
    this.lastOutput = lengthened(this.lastOutput, room);
    this.firstChild = lengthened(this.firstChild, room);
    this.nextSibling = lengthened(this.nextSibling, room);
  }
}
