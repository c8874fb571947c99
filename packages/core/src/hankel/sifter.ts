import type { GroupWithZero } from "../algebra/semifield.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Letter, Word } from "../words/word.ts";
import { DEAD, DiscriminationTree } from "./discrimination-tree.ts";
import type { Observations } from "./observations.ts";

const UNKNOWN = -2;

/** A word on its way down the tree, or at a leaf. */
export interface Sifted<W> {
  /** In the observations' tree. */
  readonly node: number;
  /** In the discrimination tree. */
  readonly position: number;
  /** The state of its leaf; negative where it is dead or on its way. */
  readonly target: number;
  /** κ: L_x = κ ⊗ L_u for the access word u of the target. */
  readonly factor: W;
  readonly isAccess: boolean;
}

/** A part of the tree is being made anew; `release` lets the words go down it that are not access words. */
export interface Resifting {
  readonly release: () => void;
}

/**
 * The words ε and u_q·a, for the access word u_q of each state q, on their way down a discrimination tree. A word that
 * comes to a leaf is homothetic, as far as seen, to the leaf's state, and gives an arc; a word that finds no
 * branch for its ratio is a new state, without an equivalence question.
 *
 * Words are numbered: 0 is ε, and 1 + q·|Σ| + a is u_q·a. Like the matrix, this asks nobody: `want` puts what the
 * next step down needs on the observations' list, and `advance` takes the step.
 */
export class Sifter<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly observations: Observations<W>;
  readonly #tree: DiscriminationTree<W>;

  /** The node of a word in the observations' tree. */
  readonly #node: number[] = [];
  /** Where a word is in the discrimination tree. */
  readonly #position: number[] = [];
  /** L(x·e₀)⁻¹ for the first live suffix e₀ that the word met; undefined before. */
  readonly #pivotInverse: (W | undefined)[] = [];
  readonly #pivotWeight: (W | undefined)[] = [];
  /** The state of the leaf that a word has come to, `DEAD`, or `UNKNOWN` on the way. */
  readonly #target: number[] = [];
  /** κ: L_x = κ ⊗ L_u for the access word u of the target; zero where there is none. */
  readonly #factor: W[] = [];
  /** The state whose access word this is, or -1. */
  readonly #stateOf: number[] = [];
  /** The next word at the same leaf, or -1. */
  readonly #next: number[] = [];
  /** The first word at each leaf, or -1. */
  readonly #first: number[] = [];

  /** The number of each state's access word. */
  readonly #access: number[] = [];
  /** The leaf of each state; -1 while it looks for one. */
  readonly #leaf: number[] = [];

  /** The weight of a pivot before one is met: 1 where no other is possible, undefined elsewhere. */
  readonly #foreknown: W | undefined;

  /** The words that are not at a leaf. */
  #pending: number[] = [];
  /** The states whose final weight is not known yet. */
  #newStates: number[] = [];

  constructor(algebra: GroupWithZero<W>, alphabet: Alphabet, observations: Observations<W>) {
    this.algebra = algebra;
    this.alphabet = alphabet;
    this.observations = observations;
    this.#foreknown = algebra.trivial === true ? algebra.one : undefined;
    this.#tree = new DiscriminationTree(algebra);
    this.#tree.split(0, []);
    this.#addWord(0);
  }

  /** Open to those who watch. */
  get tree(): DiscriminationTree<W> {
    return this.#tree;
  }

  get states(): number {
    return this.#access.length;
  }

  /** How many words there are. */
  get words(): number {
    return this.#node.length;
  }

  /** What is known of a word. */
  word(word: number): Sifted<W> {
    return {
      node: this.#node[word],
      position: this.#position[word],
      target: this.#target[word],
      factor: this.#factor[word],
      isAccess: this.#stateOf[word] >= 0,
    };
  }

  /** How many words have not left the root. */
  get atRoot(): number {
    let count = 0;
    for (const word of this.#pending) if (this.#position[word] === 0) count++;
    return count;
  }

  get busy(): boolean {
    return this.#pending.length > 0 || this.#newStates.length > 0;
  }

  /** The node of a state's access word. */
  accessNode(state: number): number {
    return this.#node[this.#access[state]];
  }

  access(state: number): Word {
    return this.observations.word(this.accessNode(state));
  }

  /** The leaf of a state. */
  leaf(state: number): number {
    return this.#leaf[state];
  }

  /** The state an arc leads to; `DEAD`, or less when it is not known. */
  target(state: number, letter: Letter): number {
    return this.#target[1 + state * this.alphabet.size + letter];
  }

  /** The state at the end of the all-zero path if no arc is known to leave it, or -1: it may be the dead one. */
  get sink(): number {
    const tree = this.#tree;
    let node = 0;
    while (node >= 0 && !tree.isLeaf(node)) node = tree.branch(node, this.algebra.zero);
    const state = node < 0 ? DEAD : tree.state(node);
    if (state === DEAD) return -1;
    for (let letter = 0; letter < this.alphabet.size; letter++) {
      const target = this.target(state, letter);
      if (target >= 0 && target !== state) return -1;
    }
    return state;
  }

  /** Wants the answers that the next step needs. */
  want(): void {
    const observations = this.observations;
    for (const word of this.#pending) {
      observations.want(observations.node(this.#node[word], this.#tree.suffix(this.#position[word]) as Word));
    }
    for (const state of this.#newStates) observations.want(this.accessNode(state));
  }

  /** Every word that is not at a leaf goes down one node. */
  advance(): void {
    const observations = this.observations;
    const pending = this.#pending;
    this.#pending = [];
    this.#newStates = [];
    for (const word of pending) {
      const suffix = this.#tree.suffix(this.#position[word]) as Word;
      this.#down(word, observations.weight(observations.node(this.#node[word], suffix)));
    }
  }

  /**
   * Splits the leaf of an arc, or of ε for state -1, by a suffix on which its word and the leaf's state part. The words
   * at the leaf go on from there, the state's own access word first and then the parting one, which becomes a state.
   * Returns the node that was the leaf.
   */
  split(state: number, letter: Letter, suffix: Word): number {
    const parting = state < 0 ? 0 : 1 + state * this.alphabet.size + letter;
    const leaf = this.#position[parting];
    this.#split(leaf, suffix, parting);
    return leaf;
  }

  /** Splits every state's leaf that holds more than its access word by a suffix. */
  deepen(suffix: Word): void {
    const leaves = this.#leaf.filter((leaf) => leaf >= 0 && this.#next[this.#first[leaf]] >= 0);
    for (const leaf of leaves) this.#split(leaf, suffix, this.#access[this.#tree.state(leaf)]);
  }

  #split(leaf: number, suffix: Word, parting: number): void {
    const owner = this.#tree.state(leaf);
    const first = owner === DEAD ? parting : this.#access[owner];
    const others: number[] = [];
    for (let word = this.#first[leaf] ?? -1; word >= 0; word = this.#next[word]) {
      this.#leave(word);
      if (word !== first && word !== parting) others.push(word);
    }
    this.#first[leaf] = -1;
    this.#tree.split(leaf, suffix);
    if (owner !== DEAD) this.#leaf[owner] = -1;
    this.#pending.push(first);
    if (first !== parting) this.#pending.push(parting);
    for (const word of others) this.#pending.push(word);
  }

  /** A new tree with a pivot and a splitter at its top; what is zero there goes on as it did before. */
  regrow(pivot: Word, splitter: Word): Resifting {
    const zeros = this.#tree.zeroPath();
    const resifting = this.resift(0, pivot);
    const tree = this.#tree;
    tree.split(tree.grow(0, this.algebra.one, DEAD), splitter);
    let dead = tree.branch(0, this.algebra.zero);
    for (const suffix of [splitter, ...zeros]) {
      tree.split(dead, suffix);
      dead = tree.branch(dead, this.algebra.zero);
    }
    return resifting;
  }

  /**
   * Puts another suffix at a node. Every word below goes down from there again, the access words first: the caller sifts
   * until they are settled, then releases the others.
   */
  resift(node: number, suffix: Word): Resifting {
    const tree = this.#tree;
    const oldSuffix = tree.suffix(node);
    const oldLeaf = new Map<number, number>();
    const words: number[] = [];
    for (const leaf of tree.leaves(node)) {
      const state = tree.state(leaf);
      if (state !== DEAD) oldLeaf.set(state, leaf);
      for (let word = this.#first[leaf] ?? -1; word >= 0; word = this.#next[word]) words.push(word);
      this.#first[leaf] = -1;
    }
    // Words on their way stay where they are if that is above, and start again at the node if it is below.
    const below = new Set(tree.nodesBelow(node));
    for (const word of this.#pending) if (below.has(this.#position[word])) words.push(word);
    this.#pending = this.#pending.filter((word) => !below.has(this.#position[word]));
    for (const state of oldLeaf.keys()) this.#leaf[state] = -1;
    const pivotBelow = tree.pivot(node) === undefined;
    for (const word of words) {
      this.#leave(word);
      this.#position[word] = node;
      if (!pivotBelow) continue;
      this.#pivotInverse[word] = undefined;
      this.#pivotWeight[word] = undefined;
    }
    const suffixAt = (at: number) => (at === node ? oldSuffix : tree.suffix(at));
    this.#parting = (left, right) => {
      const leaf = oldLeaf.get(left) as number;
      if (right === DEAD) return [tree.pivot(leaf)];
      const meeting = tree.meeting(leaf, oldLeaf.get(right) as number);
      return [suffixAt(meeting), tree.pivot(meeting)];
    };
    tree.split(node, suffix);
    const others: number[] = [];
    for (const word of words) (oldLeaf.has(this.#stateOf[word]) ? this.#pending : others).push(word);
    return {
      release: () => {
        for (const word of others) this.#pending.push(word);
      },
    };
  }

  /** Suffixes that tell two states apart, or a state from the dead one; only needed after `resift`. */
  #parting: (left: number, right: number) => readonly (Word | undefined)[] = () => [];

  #down(word: number, answer: W): void {
    const tree = this.#tree;
    const node = this.#position[word];
    const ratio = tree.ratio(this.#pivotInverse[word], answer);
    if (this.#pivotInverse[word] === undefined && !this.algebra.isZero(answer)) {
      this.#pivotWeight[word] = answer;
      this.#pivotInverse[word] = this.algebra.inverse(answer);
    }
    const state = this.#stateOf[word];
    const homeless = state >= 0 && this.#leaf[state] < 0;
    let next = tree.branch(node, ratio);
    if (next < 0) {
      next = tree.grow(node, ratio, homeless ? state : this.states);
      if (homeless) this.#leaf[state] = next;
      else this.#addState(word, next);
    } else if (homeless && tree.isLeaf(next) && !this.#makeRoom(word, next)) {
      next = tree.grow(node, ratio, state);
      this.#leaf[state] = next;
    }
    this.#position[word] = next;
    if (tree.isLeaf(next)) this.#arrive(word, next);
    else this.#pending.push(word);
  }

  /**
   * A state comes to a leaf that another one holds, or the dead one: splits it by a suffix on which the two are known to
   * part, a short one if there is one. False when there is none, as can happen where equality is nearness.
   */
  #makeRoom(word: number, leaf: number): boolean {
    const tree = this.#tree;
    const owner = tree.state(leaf);
    const rival = owner === DEAD ? -1 : this.#access[owner];
    const suffix =
      this.#shortParting(word, rival) ??
      this.#parting(this.#stateOf[word], owner).find((e) => e !== undefined && this.#partsAt(word, rival, e));
    if (suffix === undefined) return false;
    tree.split(leaf, suffix);
    if (rival < 0) return true;
    this.#first[leaf] = -1;
    this.#leaf[owner] = -1;
    this.#leave(rival);
    this.#pending.push(rival);
    return true;
  }

  /** A short suffix on which two states, or a state and the dead one, are known to part. */
  shortParting(left: number, right: number): Word | undefined {
    return this.#shortParting(this.#access[left], right === DEAD ? -1 : this.#access[right]);
  }

  /** ε, or a letter before a suffix of the tree: where successors part, their states do. */
  #shortParting(word: number, rival: number): Word | undefined {
    if (this.#partsAt(word, rival, [])) return [];
    let best: Word | undefined;
    for (const suffix of this.#tree.shortSuffixes) {
      if (best !== undefined && best.length <= suffix.length + 1) continue;
      for (let letter = 0; letter < this.alphabet.size; letter++) {
        const longer = [letter, ...suffix];
        if (!this.#partsAt(word, rival, longer)) continue;
        best = longer;
        break;
      }
    }
    return best;
  }

  /** Do the answers known so far tell two words apart at a suffix, relative to the pivot that they share? */
  #partsAt(word: number, rival: number, suffix: Word): boolean {
    const left = this.#ratioAt(word, suffix);
    if (left === undefined) return false;
    if (rival < 0) return !this.algebra.isZero(left);
    const right = this.#ratioAt(rival, suffix);
    return right !== undefined && !this.algebra.equals(left, right);
  }

  #ratioAt(word: number, suffix: Word): W | undefined {
    const node = this.observations.tree.find(suffix, this.#node[word]);
    if (node < 0 || !this.observations.knows(node)) return undefined;
    return this.#tree.ratio(this.#pivotInverse[word], this.observations.weight(node));
  }

  #arrive(word: number, leaf: number): void {
    this.#next[word] = this.#first[leaf] ?? -1;
    this.#first[leaf] = word;
    const target = this.#tree.state(leaf);
    this.#target[word] = target;
    if (target === DEAD) return;
    const access = this.#access[target];
    this.#factor[word] =
      access === word
        ? this.algebra.one
        : this.algebra.times(this.#pivotWeight[word] as W, this.#pivotInverse[access] as W);
  }

  /** A word is on its way again. */
  #leave(word: number): void {
    this.#target[word] = UNKNOWN;
    this.#factor[word] = this.algebra.zero;
  }

  #addState(word: number, leaf: number): void {
    const state = this.#access.push(word) - 1;
    this.#stateOf[word] = state;
    this.#leaf.push(leaf);
    this.#newStates.push(state);
    for (let letter = 0; letter < this.alphabet.size; letter++) {
      this.#addWord(this.observations.tree.extend(this.#node[word], letter));
    }
  }

  #addWord(node: number): void {
    this.#pending.push(this.#node.push(node) - 1);
    this.#position.push(0);
    this.#pivotInverse.push(this.#foreknown);
    this.#pivotWeight.push(this.#foreknown);
    this.#target.push(UNKNOWN);
    this.#factor.push(this.algebra.zero);
    this.#stateOf.push(-1);
    this.#next.push(-1);
  }

  /** How the hypothesis runs through a word, as far as it gets. */
  trace(word: Word): { states: number[]; accumulated: W[] } {
    const states: number[] = [];
    const accumulated: W[] = [];
    let weight = this.algebra.one;
    for (let i = 0, state = this.states === 0 ? -1 : 0; state >= 0; i++) {
      states.push(state);
      accumulated.push(weight);
      if (i === word.length) break;
      const arc = 1 + state * this.alphabet.size + word[i];
      state = this.#target[arc];
      if (state >= 0) weight = this.algebra.times(weight, this.#factor[arc]);
    }
    return { states, accumulated };
  }

  /** What the hypothesis says of a word. */
  weigh(word: Word): W {
    const { states, accumulated } = this.trace(word);
    if (states.length <= word.length) return this.algebra.zero;
    return this.algebra.times(accumulated[word.length], this.finalWeight(states[word.length]));
  }

  /** L(u); zero while it is not known. */
  finalWeight(state: number): W {
    const node = this.accessNode(state);
    return this.observations.knows(node) ? this.observations.weight(node) : this.algebra.zero;
  }

  /** The hypothesis, in the gauge ρ(u) = L(u), λ = 1; arcs that are not known yet are left out. */
  automaton(): Wdfsa<W> {
    const { algebra, alphabet } = this;
    const size = this.states;
    if (size === 0) return Wdfsa.zero(algebra, alphabet);
    // The words of the arcs come right behind ε, in their order; a factor is zero where there is no arc.
    const target = new Int32Array(this.#target).subarray(1);
    const arcWeight = this.#factor.slice(1);
    if (this.busy) for (let arc = 0; arc < target.length; arc++) target[arc] = Math.max(target[arc], DEAD);
    const finalWeight = algebra.array(size);
    for (let state = 0; state < size; state++) finalWeight[state] = this.finalWeight(state);
    const initialWeight = algebra.one;
    return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight }, false);
  }
}
