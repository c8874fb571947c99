import { lookUp } from "../interruption.ts";
import type { SampleTree } from "./sample-tree.ts";

const LEADER = 0;
const NODES = 1;
const VISITS = 2;
const FIRST = 3;
const NEXT = 4;
const OUTPUT = 5;
const SETTLED = 6;

/** How much may still be done: nodes that are looked at. */
export interface Work {
  left: number;
}

/**
 * The nodes of a prefix tree in classes, such that a class and a letter lead to one class. Any two may be merged, unlike in a quotient, where one of them is the root of a
 * tree: so positions in the middle of a long run may be merged before anything is known of how it begins. Outputs that differ refuse a merge. A merge is kept or taken back.
 */
export class Classes {
  readonly tree: SampleTree;
  /** How many bits an output after each letter is worth that agrees; and two arcs that lead to one class already. */
  readonly #worth: Float64Array;
  readonly #same: number;
  readonly #work: Work;
  readonly #leader: Int32Array;
  readonly #nodes: Int32Array;
  readonly #visits: Int32Array;
  /** The arcs of a class, by nodes behind them: the first one, and the next one, in the order of their letters. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #output: Int32Array;
  readonly #settled: Int32Array;
  readonly #arrays: readonly Int32Array[];
  /** What was changed since something was kept: the array, the index, and the old value. */
  #log = new Int32Array(3 * 1024);
  #logged = 0;
  #score = 0;

  constructor(tree: SampleTree, worth: Float64Array, same: number, work: Work) {
    this.tree = tree;
    this.#worth = worth;
    this.#same = same;
    this.#work = work;
    work.left -= tree.nodes;
    this.#leader = Int32Array.from({ length: tree.nodes }, (_, node) => node);
    this.#nodes = new Int32Array(tree.nodes).fill(1);
    this.#visits = Int32Array.from(tree.visits);
    this.#first = tree.first.slice();
    this.#next = tree.next.slice();
    this.#output = tree.output.slice();
    this.#settled = new Int32Array(tree.nodes);
    this.#arrays = [
      this.#leader,
      this.#nodes,
      this.#visits,
      this.#first,
      this.#next,
      this.#output,
      this.#settled,
    ];
  }

  /** The class of a node: one of its nodes. */
  of(node: number): number {
    const leader = this.#leader;
    let at = node;
    while (leader[at] !== at) at = leader[at];
    return at;
  }

  /** How often the words of a sample visit a class. */
  visits(of: number): number {
    return this.#visits[of];
  }

  /** Settled classes are different states: a merge that would join two of them is refused. */
  isSettled(of: number): boolean {
    return this.#settled[of] === 1;
  }

  settle(of: number): void {
    this.#settled[of] = 1;
  }

  /** All classes may be merged again. */
  unsettle(): void {
    this.#settled.fill(0);
  }

  /** The classes that a class leads to. */
  *after(of: number): Generator<number> {
    for (let child = this.#first[of]; child >= 0; child = this.#next[child]) yield this.of(child);
  }

  /** How many bits speak for it that two nodes are in one class; -∞ if it is refused. Changes nothing. */
  try(one: number, other: number): number {
    const score = this.#fold(one, other) ? this.#score : Number.NEGATIVE_INFINITY;
    this.#undo();
    return score;
  }

  /** Merges the classes of two nodes, and all that follows from it. If it is refused, nothing changes. */
  merge(one: number, other: number): boolean {
    const fits = this.#fold(one, other);
    if (fits) this.#logged = 0;
    else this.#undo();
    return fits;
  }

  #fold(one: number, other: number): boolean {
    const { letter, mealy } = this.tree;
    const [first, next, settled] = [this.#first, this.#next, this.#settled];
    this.#score = 0;
    const stack = [one, other];
    let work = 0;
    while (stack.length > 0) {
      let gone = this.of(stack.pop() ?? 0);
      let kept = this.of(stack.pop() ?? 0);
      if (kept === gone) continue;
      work++;
      if (this.#nodes[kept] < this.#nodes[gone]) [kept, gone] = [gone, kept];
      if (settled[kept] === 1 && settled[gone] === 1) return this.#looked(work, false);
      if (!mealy && !this.#joinOutputs(kept, gone, 0)) return this.#looked(work, false);
      this.#set(LEADER, gone, kept);
      this.#set(NODES, kept, this.#nodes[kept] + this.#nodes[gone]);
      this.#set(VISITS, kept, this.#visits[kept] + this.#visits[gone]);
      if (settled[gone] === 1) this.#set(SETTLED, kept, 1);
      let before = -1;
      let sibling = first[kept];
      for (let child = first[gone], after = -1; child >= 0; child = after) {
        after = next[child];
        const a = letter[child];
        while (sibling >= 0 && letter[sibling] < a) {
          before = sibling;
          sibling = next[sibling];
        }
        if (sibling >= 0 && letter[sibling] === a) {
          if (mealy && !this.#joinOutputs(sibling, child, a)) return this.#looked(work, false);
          if (this.of(sibling) === this.of(child)) this.#score += this.#same;
          else stack.push(sibling, child);
        } else {
          this.#set(NEXT, child, sibling);
          if (before < 0) this.#set(FIRST, kept, child);
          else this.#set(NEXT, before, child);
          before = child;
        }
      }
    }
    return this.#looked(work, true);
  }

  #joinOutputs(kept: number, gone: number, letter: number): boolean {
    const output = this.#output;
    if (output[gone] < 0) return true;
    if (output[kept] < 0) this.#set(OUTPUT, kept, output[gone]);
    else if (output[kept] !== output[gone]) return false;
    else this.#score += this.#worth[letter];
    return true;
  }

  #set(array: number, index: number, value: number): void {
    if (this.#logged + 3 > this.#log.length) {
      const shorter = this.#log;
      this.#log = new Int32Array(2 * shorter.length);
      this.#log.set(shorter);
    }
    const values = this.#arrays[array];
    this.#log[this.#logged++] = array;
    this.#log[this.#logged++] = index;
    this.#log[this.#logged++] = values[index];
    values[index] = value;
  }

  #undo(): void {
    for (let entry = this.#logged - 3; entry >= 0; entry -= 3) {
      this.#arrays[this.#log[entry]][this.#log[entry + 1]] = this.#log[entry + 2];
    }
    this.#logged = 0;
  }

  #looked(pairs: number, fits: boolean): boolean {
    lookUp(pairs);
    this.#work.left -= pairs + 1;
    return fits;
  }
}
