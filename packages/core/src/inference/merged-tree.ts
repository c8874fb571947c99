import type { Word } from "../words/word.ts";
import type { Quotient } from "./quotient.ts";
import { wordOf } from "./sample-tree.ts";

/**
 * The prefix tree of a sample and what is merged of it so far, for people who watch. A node is a number: 0 is the empty word, and parents come before
 * their children. A state is the node that stands for it. Red states are settled. What a letter leads to from a red state is red, too, or else blue:
 * one of the states that are next. All others are white.
 *
 * @example
 * const words = { alphabet: new Alphabet("a"), letters: Int32Array.from([0, 0, 0]), starts: Int32Array.from([0, 1, 3]) };
 * const run = inferring({ kind: "labelled", ...words, labels: Int8Array.from([1, 0]) }, { measure: "rpni", heldOut: 0 });
 * const step = run.next();
 * if (step.done !== true) console.log(step.value.tree.nodes, step.value.tree.reds.join(), step.value.tree.blues().join()); // 3 0 1
 */
export class MergedTree {
  readonly #quotient: Quotient;

  constructor(quotient: Quotient) {
    this.#quotient = quotient;
  }

  /** How many nodes the tree has. */
  get nodes(): number {
    return this.#quotient.nodes;
  }

  /** The red states in the order in which they were settled. */
  get reds(): readonly number[] {
    return this.#quotient.reds;
  }

  /** The blue states. */
  blues(): number[] {
    return this.#quotient.blues().map(({ node }) => node);
  }

  /** Of the tree, whatever is merged: the node without its last letter, -1 for the empty word. */
  parent(node: number): number {
    return this.#quotient.tree.parent[node];
  }

  /** Of the tree: the last letter of a node. */
  letter(node: number): number {
    return this.#quotient.tree.letter[node];
  }

  /** Of the tree: how many words pass through a node or end there; words that are rejected do not count. */
  passed(node: number): number {
    return this.#quotient.tree.visits[node];
  }

  /** The word of a node. */
  word(node: number): Word {
    return wordOf(this.#quotient.tree, node);
  }

  /** The number of a red state, in the order in which they were settled; -1 for others. */
  number(state: number): number {
    return this.#quotient.row[state];
  }

  /** The state after a letter, or -1. */
  after(state: number, letter: number): number {
    const { row, target, width, first, next, tree } = this.#quotient;
    if (row[state] >= 0) return target[row[state] * width + letter];
    let child = first[state];
    while (child >= 0 && tree.letter[child] < letter) child = next[child];
    return child >= 0 && tree.letter[child] === letter ? child : -1;
  }

  /** Does the measure count how often states are visited and arcs used? */
  get counts(): boolean {
    return this.#quotient.uses.length > 0;
  }

  /** How often a state is visited, and how often words end in it; 0 if the measure does not count. */
  visits(state: number): number {
    return this.counts ? this.#quotient.visits[state] : 0;
  }

  ends(state: number): number {
    return this.counts ? this.#quotient.ends[state] : 0;
  }

  /** How often an arc out of a state is used; 0 if there is none. */
  uses(state: number, letter: number): number {
    const slot = this.counts ? this.#slot(state, letter) : -1;
    return slot < 0 ? 0 : this.#quotient.uses[slot];
  }

  /** The label or output of a state; of a Mealy machine that of the arc out of it. -1 if it is not known. */
  output(state: number, letter?: number): number {
    const slot = letter === undefined ? state : this.#slot(state, letter);
    return slot < 0 ? -1 : (this.#quotient.output[slot] ?? -1);
  }

  /** Where it stands what is known of an arc; -1 if there is none. */
  #slot(state: number, letter: number): number {
    const { row, width } = this.#quotient;
    const to = this.after(state, letter);
    if (to < 0 || row[state] < 0) return to;
    return this.#quotient.slot(row[state] * width + letter);
  }
}
