import { lengthened } from "../../words/collections.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";
import type { Letter, Word } from "../../words/word.ts";
import { CompatibleStates } from "./compatible-states.ts";
import { ObservedAfter } from "./observed-after.ts";
import { OutputRows } from "./output-rows.ts";

/** No state, no arc, no node. */
export const NONE = -1;

/** Where the last outputs of words are kept. */
interface LastOutputs {
  readonly tree: PrefixTree;
  /** The last output of a node's word, a number from 1 on. */
  outputNumber(node: number): number;
}

/** How much is known of an arc. */
export const UNEXPLORED = 0;
/** It has an output, and no target. */
export const AMBIGUOUS = 1;
/** It has a target and other candidates. */
export const DOUBTFUL = 2;
export const SETTLED = 3;

/** Only so many observations after an arc are compared with all states at once. */
const RESTRICTIONS = 64;

/** Ends a list of observed children. ε is no child, so 0 means that a node was not observed. */
const LAST = -1;

/** Where a prediction stands: a state, or, as `~node`, a word of the tree that is not known to be in any state. */
export type Position = number;

/**
 * The words whose runs have been observed, as nodes of a prefix tree that may hold other words, too; and these runs, folded
 * into the states that have been told apart. A state has an access word. An arc has a target
 * when all other states are ruled out. So a word whose letters follow arcs with targets is believed to be in a state, and
 * what was observed after any of these words is believed of the state. Where an observation disagrees with what is
 * believed of its state, there is a conflict: some arc has the wrong target.
 *
 * What is believed decides what to ask. What is proved is `apart`: it compares the observations after two words and
 * believes nothing. The access words are pairwise apart.
 */
export class Fold {
  readonly tree: PrefixTree;
  readonly letters: number;
  readonly #outputs: LastOutputs;
  /** The nodes of the access words. */
  readonly access: number[] = [];
  /** A word that is believed to be in each state: a short one, never longer than the access word. */
  readonly nearest: number[] = [];

  // Every prediction reads these two, so they are flat; there is room behind the last arc.
  /** The last output of each arc, a number from 1 on; 0 if it is not known. */
  output = new Int32Array(64);
  /** Where a prediction stands after each arc, if its output is known. */
  after = new Int32Array(64);
  /** The state that each arc leads to, or `NONE`. */
  readonly target: number[] = [];
  /**
   * The states that an arc without a target may lead to; `undefined`: they have to be compared first. If an arc with a target
   * has candidates, its target is in doubt.
   */
  readonly candidates: (number[] | undefined)[] = [];
  /** Words of the arc, u·a for words u in the state: the first one of a list, 0 for none. */
  readonly #evidence: number[] = [];
  /** The word of the arc that predictions follow while it has no target: that of the access word if it was observed. */
  readonly #followed: number[] = [];
  /** `UNEXPLORED`, `AMBIGUOUS`, `DOUBTFUL` or `SETTLED`, so that nobody has to look at all arcs for those of one kind. */
  readonly kind: number[] = [];
  /** How many arcs of each state are of each kind, four numbers for a state. */
  readonly #ofKind: number[] = [];
  /** How many arcs have targets. */
  targets = 0;
  /** The outputs again, for those who look at many letters. */
  readonly rows: OutputRows;
  readonly #compatible: CompatibleStates;
  readonly #observedAfter: ObservedAfter;
  /** For each letter the output after a word, while arcs are compared with it. */
  readonly #outputsAfter: Int32Array;

  // One entry for each node of the tree; lists of evidence end with 0, because ε is no child.
  /** The first observed child of each node; 0 if there is none. */
  #firstChild = new Int32Array(64);
  /** The next observed child of the same parent, `LAST`, or 0 if the node was not observed. */
  #nextSibling = new Int32Array(64);
  /** 1 + the state of the word; 0 if it is not known. */
  #state = new Int32Array(64);
  #nextEvidence = new Int32Array(64);
  #previousEvidence = new Int32Array(64);

  /** Nodes whose output is not what is believed of their arc. */
  readonly conflicts: number[] = [];
  /** Arcs without a target that have to be compared with the states: there are new observations, or new states. */
  readonly touched: number[] = [];

  constructor(outputs: LastOutputs, letters: number) {
    this.tree = outputs.tree;
    this.#outputs = outputs;
    this.letters = letters;
    this.rows = new OutputRows(letters);
    this.#compatible = new CompatibleStates(letters);
    this.#observedAfter = new ObservedAfter(this);
    this.#outputsAfter = new Int32Array(letters);
    this.addState(0);
    this.#state[0] = 1;
  }

  get states(): number {
    return this.access.length;
  }

  /** The state of a word, or `NONE`. */
  stateOf(node: number): number {
    return node < this.#state.length ? this.#state[node] - 1 : NONE;
  }

  /** The state that an arc leaves. */
  stateBefore(arc: number): number {
    return Math.floor(arc / this.letters);
  }

  /** The length of the word by which the state that an arc leaves is reached. */
  depth(arc: number): number {
    return this.tree.depth(this.nearest[this.stateBefore(arc)]);
  }

  /** The words of an arc: u·a for words u that are believed to be in its state. */
  *evidence(arc: number): Generator<number> {
    for (let node = this.#evidence[arc]; node !== 0; node = this.#nextEvidence[node]) yield node;
  }

  /** The first word of an arc, 0 if there is none; and the one that follows, 0 after the last. */
  firstEvidence(arc: number): number {
    return this.#evidence[arc];
  }

  nextEvidence(node: number): number {
    return this.#nextEvidence[node];
  }

  /** How many words support an arc. */
  support(arc: number): number {
    let count = 0;
    for (let node = this.#evidence[arc]; node !== 0; node = this.#nextEvidence[node]) count++;
    return count;
  }

  /** How many arcs of a state are of a kind. */
  countOf(state: number, kind: number): number {
    return this.#ofKind[4 * state + kind];
  }

  /** Has a letter been read in this state? */
  isExplored(arc: number): boolean {
    return this.output[arc] !== 0;
  }

  /** The last output of an observed word, a number from 1 on. */
  outputOf(node: number): number {
    return this.#outputs.outputNumber(node);
  }

  /** The states that an arc without a target may lead to, or other candidates than its target. */
  setCandidates(arc: number, states: number[] | undefined): void {
    this.candidates[arc] = states;
    this.#review(arc);
  }

  #setOutput(arc: number, output: number): void {
    const state = this.stateBefore(arc);
    const letter = arc - state * this.letters;
    this.#compatible.change(state, letter, this.output[arc], output);
    this.rows.set(state, letter, output);
    this.output[arc] = output;
  }

  /** Sees of which kind an arc is, after a change. */
  #review(arc: number): void {
    const target = this.target[arc];
    this.after[arc] = target >= 0 ? target : ~this.#followed[arc];
    const kind =
      this.output[arc] === 0
        ? UNEXPLORED
        : target < 0
          ? AMBIGUOUS
          : this.candidates[arc] === undefined
            ? SETTLED
            : DOUBTFUL;
    const before = this.kind[arc];
    if (before === kind) return;
    this.kind[arc] = kind;
    const of = 4 * this.stateBefore(arc);
    this.#ofKind[of + before]--;
    this.#ofKind[of + kind]++;
    this.targets += (kind >= DOUBTFUL ? 1 : 0) - (before >= DOUBTFUL ? 1 : 0);
  }

  /** Takes in an observed word, whose prefixes have been taken in; false if it was known. */
  observe(node: number): boolean {
    if (node >= this.#nextSibling.length) this.#grow(Math.max(this.tree.size, 2 * this.#nextSibling.length));
    if (this.#nextSibling[node] !== 0) return false;
    const parent = this.tree.parent(node);
    this.#nextSibling[node] = this.#firstChild[parent] === 0 ? LAST : this.#firstChild[parent];
    this.#firstChild[parent] = node;
    if (this.#state[parent] !== 0) this.#hang(node);
    else this.#touchAbove(parent);
    return true;
  }

  /** Has the word been observed? */
  observed(node: number): boolean {
    return node < this.#nextSibling.length && this.#nextSibling[node] !== 0;
  }

  /** The observed word extended by a letter, or `NONE`. */
  child(node: number, letter: Letter): number {
    const child = this.tree.child(node, letter);
    return child >= 0 && this.observed(child) ? child : NONE;
  }

  /** The first observed word that extends a word by a letter; 0 or less if there is none. */
  firstChild(node: number): number {
    return node < this.#firstChild.length ? this.#firstChild[node] : 0;
  }

  /** Another one that extends the same word; 0 or less if there is none. */
  nextSibling(node: number): number {
    return this.#nextSibling[node];
  }

  /** The observed word extended by a suffix, or `NONE`. */
  find(node: number, suffix: Word): number {
    let at = node;
    for (let i = 0; i < suffix.length && at >= 0; i++) at = this.child(at, suffix[i]);
    return at;
  }

  /** A shortest suffix with different outputs after two words, by observations alone; `undefined` if there is none. */
  apart(one: number, other: number): Word | undefined {
    const outputs = this.#outputs;
    const pairs = [one, other];
    // The way back ends at the first pair, whose entry is never read.
    const before: number[] = [0];
    for (let i = 0; 2 * i < pairs.length; i++) {
      const other = pairs[2 * i + 1];
      for (let child = this.#firstChild[pairs[2 * i]]; child > 0; child = this.#nextSibling[child]) {
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

  /** Are there different outputs for a suffix after two words, by observations alone? */
  areApart(one: number, other: number): boolean {
    for (let child = this.#firstChild[one]; child > 0; child = this.#nextSibling[child]) {
      const twin = this.child(other, this.tree.letter(child));
      if (twin < 0) continue;
      if (this.#outputs.outputNumber(child) !== this.#outputs.outputNumber(twin)) return true;
      if (this.areApart(child, twin)) return true;
    }
    return false;
  }

  /** Touches the arc that an observed word below it belongs to. */
  #touchAbove(node: number): void {
    let [at, parent] = [node, this.tree.parent(node)];
    while (this.#state[parent] === 0) [at, parent] = [parent, this.tree.parent(parent)];
    this.touched.push((this.#state[parent] - 1) * this.letters + this.tree.letter(at));
  }

  /** A new state, with its access word. */
  addState(access: number): number {
    const state = this.access.push(access) - 1;
    this.nearest.push(access);
    const arcs = (state + 1) * this.letters;
    if (arcs > this.output.length) {
      this.output = lengthened(this.output, 2 * arcs);
      this.after = lengthened(this.after, 2 * arcs);
    }
    this.after.fill(~0, arcs - this.letters, arcs);
    for (let letter = 0; letter < this.letters; letter++) {
      this.target.push(NONE);
      this.candidates.push(undefined);
      this.#evidence.push(0);
      this.#followed.push(0);
      this.kind.push(UNEXPLORED);
    }
    this.#ofKind.push(this.letters, 0, 0, 0);
    this.rows.set(state, 0, 0);
    return state;
  }

  /** Believes that an arc leads to a state. */
  identify(arc: number, state: number): void {
    this.target[arc] = state;
    this.setCandidates(arc, undefined);
    for (let node = this.#evidence[arc]; node !== 0; node = this.#nextEvidence[node])
      this.#settle(node, state);
  }

  /** Takes an arc's target back. */
  release(arc: number): void {
    this.target[arc] = NONE;
    this.#review(arc);
    for (let node = this.#evidence[arc]; node !== 0; node = this.#nextEvidence[node]) this.#unsettle(node);
  }

  /** Puts a word, and what was observed after it, into a state. */
  #settle(start: number, state: number): void {
    const stack = [start, state];
    while (stack.length > 0) {
      const of = stack.pop() as number;
      const node = stack.pop() as number;
      this.#state[node] = of + 1;
      if (this.tree.depth(node) < this.tree.depth(this.nearest[of])) this.nearest[of] = node;
      for (let child = this.#firstChild[node]; child > 0; child = this.#nextSibling[child]) {
        const next = this.#attach(child, of);
        if (next >= 0) stack.push(child, next);
      }
    }
  }

  /** An observed word whose parent is in a state belongs to an arc; puts it into the arc's target if there is one. */
  #hang(node: number): void {
    const next = this.#attach(node, this.#state[this.tree.parent(node)] - 1);
    if (next >= 0) this.#settle(node, next);
  }

  /** Adds a word to the arc of its last letter, and returns the arc's target. */
  #attach(node: number, state: number): number {
    const arc = state * this.letters + this.tree.letter(node);
    const first = this.#evidence[arc];
    this.#nextEvidence[node] = first;
    this.#previousEvidence[node] = 0;
    if (first !== 0) this.#previousEvidence[first] = node;
    this.#evidence[arc] = node;
    if (this.output[arc] === 0) this.#setOutput(arc, this.#outputs.outputNumber(node));
    else if (this.output[arc] !== this.#outputs.outputNumber(node)) this.conflicts.push(node);
    if (this.#followed[arc] === 0 || this.tree.parent(node) === this.access[state])
      this.#followed[arc] = node;
    if (this.target[arc] < 0) {
      this.touched.push(arc);
      this.#review(arc);
    }
    return this.target[arc];
  }

  /** Takes a word, and what was observed after it, out of their states. The words after it leave their arcs. */
  #unsettle(start: number): void {
    const stack = [start];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const state = this.#state[node] - 1;
      if (state < 0) continue;
      this.#state[node] = 0;
      if (this.nearest[state] === node) this.nearest[state] = this.access[state];
      for (let child = this.#firstChild[node]; child > 0; child = this.#nextSibling[child]) {
        this.#detach(child, state * this.letters + this.tree.letter(child));
        stack.push(child);
      }
    }
  }

  /** Takes a word from its arc. An arc has the output of a word that it still has, so its output may change. */
  #detach(node: number, arc: number): void {
    const [before, after] = [this.#previousEvidence[node], this.#nextEvidence[node]];
    if (before === 0) this.#evidence[arc] = after;
    else this.#nextEvidence[before] = after;
    if (after !== 0) this.#previousEvidence[after] = before;
    const rest = this.#evidence[arc];
    if (this.#followed[arc] === node) this.#followed[arc] = rest;
    if (rest === 0) {
      this.#setOutput(arc, 0);
      this.target[arc] = NONE;
      this.setCandidates(arc, undefined);
      return;
    }
    this.#review(arc);
    const output = this.#outputs.outputNumber(this.#followed[arc]);
    if (this.output[arc] === output) return;
    this.#setOutput(arc, output);
    for (const other of this.evidence(arc))
      if (this.#outputs.outputNumber(other) !== output) this.conflicts.push(other);
  }

  // `predict` is called for every letter of a search, so it returns no object: it leaves its result here.
  /** The output that was foreseen, and the place after the letter. */
  foreseen = 0;
  next: Position = 0;

  /** Predicts a letter; false if nothing is known. */
  predict(place: Position, letter: Letter): boolean {
    if (place < 0) {
      const child = this.child(~place, letter);
      if (child < 0) return false;
      this.foreseen = this.#outputs.outputNumber(child);
      this.next = ~child;
      return true;
    }
    const arc = place * this.letters + letter;
    this.foreseen = this.output[arc];
    this.next = this.after[arc];
    return this.foreseen !== 0;
  }

  /** Are the outputs after an observed word what a place predicts, as far as both are known? */
  agrees(node: number, place: Position): boolean {
    for (let child = this.#firstChild[node]; child > 0; child = this.#nextSibling[child]) {
      if (!this.predict(place, this.tree.letter(child))) continue;
      if (this.foreseen !== this.#outputs.outputNumber(child)) return false;
      const { next } = this;
      if (next !== ~child && !this.agrees(child, next)) return false;
    }
    return true;
  }

  /** Do all words of an arc agree with what a place predicts? */
  fits(arc: number, place: Position): boolean {
    for (let node = this.#evidence[arc]; node !== 0; node = this.#nextEvidence[node]) {
      if (!this.agrees(node, place)) return false;
    }
    return true;
  }

  /** Those of some states that fit an arc; all that do, in order, unless they are given. Those of a set are left out. */
  fitting(arc: number, refuted: ReadonlySet<number> | undefined, among?: readonly number[]): number[] {
    this.#observedAfter.start(arc);
    return (among ?? this.#compatibleStates(arc)).filter(
      (state) => refuted?.has(state) !== true && this.#observedAfter.agreesWith(state),
    );
  }

  /** States that may fit an arc: the others write another output for a letter. */
  #compatibleStates(arc: number): number[] {
    const compatible = this.#compatible;
    compatible.start(this.states);
    let left = RESTRICTIONS;
    for (let node = this.#evidence[arc]; node !== 0 && left > 0; node = this.#nextEvidence[node]) {
      for (
        let child = this.#firstChild[node];
        child > 0 && left > 0;
        child = this.#nextSibling[child], left--
      ) {
        compatible.restrict(this.tree.letter(child), this.#outputs.outputNumber(child));
      }
    }
    return compatible.states();
  }

  /** The explored arcs whose words agree with what was observed after a word. */
  *arcsThatFit(word: number): Generator<number> {
    const outputs = this.#outputsAfter;
    for (let child = this.#firstChild[word]; child > 0; child = this.#nextSibling[child]) {
      outputs[this.tree.letter(child)] = this.#outputs.outputNumber(child);
    }
    for (let arc = 0; arc < this.target.length; arc++) {
      if (this.output[arc] === 0 || this.#differs(arc, outputs)) continue;
      if (this.fits(arc, ~word)) yield arc;
    }
    outputs.fill(0);
  }

  /** Does the last word of an arc differ from these outputs for letters (0: not known) in the first letter? Most do. */
  #differs(arc: number, outputs: Int32Array): boolean {
    for (let child = this.#firstChild[this.#evidence[arc]]; child > 0; child = this.#nextSibling[child]) {
      const output = outputs[this.tree.letter(child)];
      if (output !== 0 && output !== this.#outputs.outputNumber(child)) return true;
    }
    return false;
  }

  /** A shortest suffix whose outputs after a word of the arc are not what a state predicts; `undefined` if there is none. */
  difference(arc: number, state: number): Word | undefined {
    const queue = [...this.evidence(arc)].map((node) => ({ node, place: state, suffix: [] as Word }));
    for (const { node, place, suffix } of queue) {
      for (let child = this.#firstChild[node]; child > 0; child = this.#nextSibling[child]) {
        const letter = this.tree.letter(child);
        if (!this.predict(place, letter)) continue;
        const longer = [...suffix, letter];
        if (this.foreseen !== this.#outputs.outputNumber(child)) return longer;
        if (this.next !== ~child) queue.push({ node: child, place: this.next, suffix: longer });
      }
    }
    return undefined;
  }

  #grow(room: number): void {
    this.#firstChild = lengthened(this.#firstChild, room);
    this.#nextSibling = lengthened(this.#nextSibling, room);
    this.#state = lengthened(this.#state, room);
    this.#nextEvidence = lengthened(this.#nextEvidence, room);
    this.#previousEvidence = lengthened(this.#previousEvidence, room);
  }
}
