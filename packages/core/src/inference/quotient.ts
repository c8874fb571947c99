import { lookUp } from "../interruption.ts";
import type { SampleTree } from "./sample-tree.ts";

/** What speaks for and against a merge, gathered while the pairs of states are folded that it makes equal. */
export interface Evidence {
  /** A fold begins. */
  begin(): void;
  /** Two states become one that words of this length reach from those that are merged; their sums are still apart. False to refuse. */
  states(kept: number, gone: number, depth: number): boolean;
  /** Two arcs on the same letter become one, by their slots; their sums are still apart. */
  arcs(kept: number, gone: number, letter: number): void;
  /** The outputs of two slots become one; both are known. False to refuse. */
  outputs(kept: number, gone: number): boolean;
  /** How much speaks for the merge; negative if it should not be done. */
  score(): number;
}

/** Where a blue state hangs: the row of its red parent, times letters, plus the letter. */
export interface Blue {
  readonly node: number;
  readonly arc: number;
}

const FIRST = 0;
const NEXT = 1;
const TARGET = 2;
const OUTPUT = 3;

/**
 * A prefix tree of which some nodes have been merged. States that are settled are red and have a row of arcs, one for each letter; the other states
 * still are trees that hang from red ones, and the roots of these trees are blue. To merge a red state with a blue one is to let the arc into the
 * blue state lead to the red one, and to fold the blue tree into what is there: states that one word reaches become one. Every change is
 * logged until it is kept, so that a merge can be tried and undone (docs/theory/samples.md, 19.1 and 19.2).
 *
 * Arcs have slots, for their uses and outputs: that of an arc of the tree is the node behind it, and behind these are those of the rows.
 */
export class Quotient {
  readonly tree: SampleTree;
  readonly nodes: number;
  readonly width: number;
  /** The red states in the order in which they were settled. */
  readonly reds: number[] = [];
  /** The row of a red state; -1 for others. */
  readonly row: Int32Array;
  /** The first child and the next sibling of a node that is not red. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  /** How often a state is visited, and how often words end in it. */
  readonly visits: Float64Array;
  readonly ends: Float64Array;
  /** The state that an arc of a row leads to, or -1. */
  target: Int32Array;
  /** How often an arc is used, by its slot. */
  uses: Float64Array;
  /** The output at a slot: of an arc (Mealy), or of a node. -1 if it is not known. What speaks for it and against it. */
  output: Int32Array;
  agree: Float64Array;
  against: Float64Array;
  readonly #counting: boolean;
  readonly #voting: boolean;
  /** The log of integers: the array, the index, and the old value. Each array of reals has a log of its own. */
  #ints: readonly Int32Array[] = [];
  #intLog = new Int32Array(3 * 1024);
  #intsLogged = 0;
  readonly #oldVisits = new RealLog();
  readonly #oldEnds = new RealLog();
  readonly #oldUses = new RealLog();
  readonly #oldAgree = new RealLog();
  readonly #oldAgainst = new RealLog();
  #stack = new Int32Array(3 * 1024);
  /** How many pairs of states have been folded so far. */
  folded = 0;
  /** The blue states behind which the last merge has put something. */
  readonly grown = new Set<number>();

  /** `counting` keeps sums of visits; without it only outputs are kept. */
  constructor(tree: SampleTree, counting: boolean) {
    this.tree = tree;
    this.nodes = tree.nodes;
    this.width = tree.width;
    this.row = new Int32Array(tree.nodes).fill(-1);
    this.first = tree.first.slice();
    this.next = tree.next.slice();
    this.#counting = counting;
    this.#voting = tree.outputs > 0;
    this.visits = tree.visits.slice();
    this.ends = tree.ends.slice();
    this.target = new Int32Array(0);
    this.uses = counting ? tree.visits.slice() : new Float64Array(0);
    this.output = tree.output.slice();
    this.agree = tree.agree.slice();
    this.against = tree.against.slice();
    this.#reserve(16);
    this.promote(0);
  }

  /** The slot of an arc of a row. */
  slot(arc: number): number {
    return this.nodes + arc;
  }

  /** Do outputs belong to arcs? */
  get mealy(): boolean {
    return this.tree.mealy;
  }

  /** Settles a state: it gets a row. Returns the blue states that hang from it. */
  promote(node: number): Blue[] {
    const index = this.reds.push(node) - 1;
    this.#reserve(this.reds.length);
    this.row[node] = index;
    const blue: Blue[] = [];
    for (let child = this.first[node]; child >= 0; child = this.next[child]) {
      const arc = index * this.width + this.tree.letter[child];
      this.target[arc] = child;
      const slot = this.slot(arc);
      if (this.#counting) this.uses[slot] = this.uses[child];
      if (this.#voting && this.mealy) {
        this.output[slot] = this.output[child];
        this.agree[slot] = this.agree[child];
        this.against[slot] = this.against[child];
      }
      blue.push({ node: child, arc });
    }
    return blue;
  }

  /** The blue states. */
  blues(): Blue[] {
    const blue: Blue[] = [];
    for (let arc = 0; arc < this.reds.length * this.width; arc++) {
      const node = this.target[arc];
      if (node >= 0 && this.row[node] < 0) blue.push({ node, arc });
    }
    return blue;
  }

  /** How many letters a state has arcs for. */
  letters(state: number): number {
    let count = 0;
    const row = this.row[state];
    if (row < 0) {
      for (let child = this.first[state]; child >= 0; child = this.next[child]) count++;
    } else {
      for (let a = 0; a < this.width; a++) if (this.target[row * this.width + a] >= 0) count++;
    }
    return count;
  }

  /** Has a state an arc for every letter of one that is not red? */
  sameLetters(state: number, gone: number): boolean {
    const row = this.row[state] * this.width;
    let sibling = this.first[state];
    for (let child = this.first[gone]; child >= 0; child = this.next[child]) {
      const a = this.tree.letter[child];
      if (row >= 0) {
        if (this.target[row + a] < 0) return false;
        continue;
      }
      while (sibling >= 0 && this.tree.letter[sibling] < a) sibling = this.next[sibling];
      if (sibling < 0 || this.tree.letter[sibling] !== a) return false;
    }
    return true;
  }

  /** Do the uses of each letter in two states, of which the second is not red, pass a test? Letters that neither has are not tested. */
  everyLetter(state: number, gone: number, test: (used: number, other: number) => boolean): boolean {
    const { uses, next, tree, width } = this;
    const row = this.row[state] * width;
    let child = this.first[gone];
    if (row >= 0) {
      for (let a = 0; a < width; a++) {
        const here = this.target[row + a] >= 0 ? uses[this.nodes + row + a] : 0;
        const there = child >= 0 && tree.letter[child] === a ? uses[child] : 0;
        if (child >= 0 && tree.letter[child] === a) child = next[child];
        if (here + there > 0 && !test(here, there)) return false;
      }
      return true;
    }
    let sibling = this.first[state];
    while (sibling >= 0 || child >= 0) {
      const [here, there] = [
        sibling < 0 ? width : tree.letter[sibling],
        child < 0 ? width : tree.letter[child],
      ];
      if (!test(here <= there ? uses[sibling] : 0, there <= here ? uses[child] : 0)) return false;
      if (here <= there) sibling = next[sibling];
      if (there <= here) child = next[child];
    }
    return true;
  }

  /** How many slots behind a state that is not red have an output, its own included. */
  outputsFrom(state: number): number {
    const { first, next, output } = this;
    const stack = [state];
    let count = 0;
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (output[node] >= 0) count++;
      for (let child = first[node]; child >= 0; child = next[child]) stack.push(child);
    }
    return count;
  }

  /** How much speaks for merging a blue state with a red one; -∞ if it is refused. Changes nothing. */
  try(red: number, blue: Blue, evidence: Evidence): number {
    evidence.begin();
    const score = this.#fold(red, blue, evidence) ? evidence.score() : Number.NEGATIVE_INFINITY;
    this.undo();
    return score;
  }

  /** Leaves the arc to a blue state out. */
  drop({ arc }: Blue): void {
    this.target[arc] = -1;
  }

  /** Merges a blue state with a red one, and returns the states that have become blue by it. */
  merge(red: number, { node, arc }: Blue): Blue[] {
    this.grown.clear();
    this.#fold(red, { node, arc }, undefined);
    const blue: Blue[] = [];
    for (let entry = 0; entry < this.#intsLogged; entry += 3) {
      if (this.#intLog[entry] !== TARGET || this.#intLog[entry + 2] >= 0) continue;
      const at = this.#intLog[entry + 1];
      blue.push({ node: this.target[at], arc: at });
    }
    this.#intsLogged = 0;
    this.#oldVisits.clear();
    this.#oldEnds.clear();
    this.#oldUses.clear();
    this.#oldAgree.clear();
    this.#oldAgainst.clear();
    return blue;
  }

  /** Takes back everything since the last merge. */
  undo(): void {
    for (let entry = this.#intsLogged - 3; entry >= 0; entry -= 3) {
      this.#ints[this.#intLog[entry]][this.#intLog[entry + 1]] = this.#intLog[entry + 2];
    }
    this.#intsLogged = 0;
    this.#oldVisits.restore(this.visits);
    this.#oldEnds.restore(this.ends);
    this.#oldUses.restore(this.uses);
    this.#oldAgree.restore(this.agree);
    this.#oldAgainst.restore(this.against);
  }

  #fold(red: number, blue: Blue, evidence: Evidence | undefined): boolean {
    const { tree, first, next, row, width } = this;
    const { letter } = tree;
    this.#setInt(TARGET, blue.arc, red);
    let stack = this.#stack;
    stack[0] = red;
    stack[1] = blue.node;
    stack[2] = 0;
    let top = 3;
    let work = 0;
    while (top > 0) {
      const depth = stack[--top];
      const gone = stack[--top];
      const kept = stack[--top];
      work++;
      if (!this.#joinStates(kept, gone, depth, evidence)) return this.#foldedAll(work, false);
      const start = row[kept] * width;
      let before = -1;
      let sibling = start < 0 ? first[kept] : -1;
      for (let child = first[gone], after = -1; child >= 0; child = after) {
        after = next[child];
        const a = letter[child];
        let other: number;
        let slot: number;
        if (start >= 0) {
          other = this.target[start + a];
          slot = this.nodes + start + a;
          if (other < 0) this.#setInt(TARGET, start + a, child);
          else if (evidence === undefined && row[other] < 0) this.grown.add(other);
        } else {
          while (sibling >= 0 && letter[sibling] < a) {
            before = sibling;
            sibling = next[sibling];
          }
          other = sibling >= 0 && letter[sibling] === a ? sibling : -1;
          slot = other;
          if (other < 0) {
            this.#setInt(NEXT, child, sibling);
            if (before < 0) this.#setInt(FIRST, kept, child);
            else this.#setInt(NEXT, before, child);
            before = child;
          }
        }
        if (slot >= 0 && !this.#joinArcs(slot, child, other >= 0, a, evidence))
          return this.#foldedAll(work, false);
        if (other < 0) continue;
        if (top + 3 > stack.length) stack = this.#growStack();
        stack[top++] = other;
        stack[top++] = child;
        stack[top++] = depth + 1;
      }
    }
    return this.#foldedAll(work, true);
  }

  #foldedAll(pairs: number, fits: boolean): boolean {
    this.folded += pairs;
    lookUp(pairs);
    return fits;
  }

  #joinStates(kept: number, gone: number, depth: number, evidence: Evidence | undefined): boolean {
    if (evidence !== undefined && !evidence.states(kept, gone, depth)) return false;
    if (this.#voting && !this.mealy && !this.#joinOutputs(kept, gone, evidence)) return false;
    if (!this.#counting) return true;
    const { visits, ends } = this;
    // What no accepted word visits adds nothing: that is half of the states of many languages.
    if (visits[gone] !== 0) this.#oldVisits.set(visits, kept, visits[kept] + visits[gone]);
    if (ends[gone] !== 0) this.#oldEnds.set(ends, kept, ends[kept] + ends[gone]);
    return true;
  }

  /** Adds an arc to a slot of a row, or to an arc of the tree; `exists` says whether the slot has an arc already. */
  #joinArcs(
    slot: number,
    gone: number,
    exists: boolean,
    letter: number,
    evidence: Evidence | undefined,
  ): boolean {
    if (this.#voting && this.mealy && !this.#joinOutputs(slot, gone, evidence)) return false;
    if (!this.#counting) return true;
    if (exists) evidence?.arcs(slot, gone, letter);
    const { uses } = this;
    if (uses[gone] !== 0) this.#oldUses.set(uses, slot, uses[slot] + uses[gone]);
    return true;
  }

  #joinOutputs(kept: number, gone: number, evidence: Evidence | undefined): boolean {
    const { output, agree, against } = this;
    if (output[gone] < 0) return true;
    if (output[kept] < 0) {
      this.#setInt(OUTPUT, kept, output[gone]);
      this.#oldAgree.set(agree, kept, agree[gone]);
      this.#oldAgainst.set(against, kept, against[gone]);
      return true;
    }
    if (evidence !== undefined && !evidence.outputs(kept, gone)) return false;
    const [votes, others] = [agree[kept], agree[gone]];
    if (output[kept] === output[gone]) {
      this.#oldAgree.set(agree, kept, votes + others);
      if (against[gone] !== 0) this.#oldAgainst.set(against, kept, against[kept] + against[gone]);
      return true;
    }
    const rest = against[kept] + against[gone] + Math.min(votes, others);
    if (others > votes) this.#setInt(OUTPUT, kept, output[gone]);
    this.#oldAgree.set(agree, kept, Math.max(votes, others));
    this.#oldAgainst.set(against, kept, rest);
    return true;
  }

  #setInt(array: number, index: number, value: number): void {
    if (this.#intsLogged + 3 > this.#intLog.length) this.#intLog = longer(this.#intLog);
    const log = this.#intLog;
    const values = this.#ints[array];
    log[this.#intsLogged++] = array;
    log[this.#intsLogged++] = index;
    log[this.#intsLogged++] = values[index];
    values[index] = value;
  }

  #growStack(): Int32Array<ArrayBuffer> {
    return (this.#stack = longer(this.#stack));
  }

  /** Makes room for the rows of so many red states. */
  #reserve(reds: number): void {
    if (reds * this.width > this.target.length || this.#ints.length === 0) {
      const arcs = Math.max(2 * reds, 16) * this.width;
      const slots = this.nodes + arcs;
      this.target = extended(new Int32Array(arcs).fill(-1), this.target);
      if (this.#counting) this.uses = extended(new Float64Array(slots), this.uses);
      if (this.#voting && this.mealy) {
        this.output = extended(new Int32Array(slots).fill(-1), this.output);
        this.agree = extended(new Float64Array(slots), this.agree);
        this.against = extended(new Float64Array(slots), this.against);
      }
    }
    this.#ints = [this.first, this.next, this.target, this.output];
  }
}

/** What an array of reals held before it was changed. */
class RealLog {
  #at = new Int32Array(256);
  #old = new Float64Array(256);
  #length = 0;

  set(values: Float64Array, index: number, value: number): void {
    if (this.#length === this.#at.length) {
      this.#at = longer(this.#at);
      this.#old = extended(new Float64Array(2 * this.#old.length), this.#old);
    }
    this.#at[this.#length] = index;
    this.#old[this.#length++] = values[index];
    values[index] = value;
  }

  restore(values: Float64Array): void {
    for (let entry = this.#length - 1; entry >= 0; entry--) values[this.#at[entry]] = this.#old[entry];
    this.#length = 0;
  }

  clear(): void {
    this.#length = 0;
  }
}

function extended<T extends { set(from: ArrayLike<number>): void }>(to: T, from: ArrayLike<number>): T {
  to.set(from);
  return to;
}

function longer(array: Int32Array): Int32Array<ArrayBuffer> {
  return extended(new Int32Array(2 * array.length), array);
}
