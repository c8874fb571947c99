import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Observations } from "../../hankel/observations.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Letter, Word } from "../../words/word.ts";
import { DEAD, DiscriminationTree } from "./discrimination-tree.ts";
import { Partings } from "./partings.ts";
import { SiftedWords } from "./sifted-words.ts";

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
  /** How many words go down again. */
  readonly count: number;
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

  readonly #words: SiftedWords<W>;
  readonly #partings: Partings<W>;
  /** The number of each state's access word. */
  readonly #access: number[] = [];
  /** The leaf of each state; -1 while it looks for one. */
  readonly #leaf: number[] = [];

  /** The words that are not at a leaf. */
  #pending: number[] = [];
  /** The node that each of them was last wanted for. */
  readonly #asked: number[] = [];
  /** Words that end with this letter wait until nothing else is left to do; -1 for none. */
  #last: Letter = -1;
  #waiting: number[] = [];
  /** The words that were put at a leaf without going down to it. */
  readonly #foretold = new Set<number>();
  /** How many of those a counterexample has sent down after all. */
  #doubted = 0;
  /** Has every word been live at the root so far? */
  #allLive = true;
  /** The states whose final weight is not known yet. */
  #newStates: number[] = [];

  constructor(algebra: GroupWithZero<W>, alphabet: Alphabet, observations: Observations<W>) {
    this.algebra = algebra;
    this.alphabet = alphabet;
    this.observations = observations;
    this.#words = new SiftedWords(algebra);
    this.#tree = new DiscriminationTree(algebra);
    this.#partings = new Partings(alphabet.size, observations, this.#tree, this.#words);
    this.#tree.split(0, []);
    this.#pending.push(this.#words.add(0));
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
    return this.#words.size;
  }

  /** What is known of a word. */
  word(word: number): Sifted<W> {
    return {
      node: this.#words.node[word],
      position: this.#words.position[word],
      target: this.#words.target[word],
      factor: this.#words.factor[word],
      isAccess: this.#words.stateOf[word] >= 0,
    };
  }

  /** How many words have not left the root. */
  get atRoot(): number {
    let count = 0;
    for (const word of this.#pending) if (this.#words.position[word] === 0) count++;
    return count;
  }

  /** Is there a step to take? Words that wait take none. */
  get busy(): boolean {
    return this.#pending.length > 0 || this.#newStates.length > 0;
  }

  /** Are there words that wait for all others? */
  get waiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Grows with every state, and with every foretold arc that a counterexample has sent down. */
  get progress(): number {
    return this.states + this.#doubted;
  }

  /** The number of a state's access word. */
  accessWord(state: number): number {
    return this.#access[state];
  }

  /** The node of a state's access word. */
  accessNode(state: number): number {
    return this.#words.node[this.#access[state]];
  }

  /** The answer of a state's access word to the first live suffix that it met. */
  pivotWeight(state: number): W {
    return this.#words.pivotWeight[this.#access[state]] as W;
  }

  access(state: number): Word {
    return this.observations.word(this.accessNode(state));
  }

  /** The leaf of a state. */
  leaf(state: number): number {
    return this.#leaf[state];
  }

  /** The number of the word of an arc. */
  arc(state: number, letter: Letter): number {
    return 1 + state * this.alphabet.size + letter;
  }

  /** The state a word leads to; `DEAD`, or less when it is not known. */
  target(word: number): number {
    return this.#words.target[word];
  }

  /** κ: L_x = κ ⊗ L_u for the access word u of the target; zero where there is none. */
  factor(word: number): W {
    return this.#words.factor[word];
  }

  /** The targets and factors of all arcs, state by state; as `target` and `factor` give them. */
  arcs(): { target: Int32Array; factor: W[] } {
    // The words of the arcs come right behind ε, in their order.
    return { target: this.#words.target.slice(1, this.words), factor: this.#words.factor.slice(1) };
  }

  /** L(u); zero while it is not known. */
  finalWeight(state: number): W {
    const node = this.accessNode(state);
    return this.observations.knows(node) ? this.observations.weight(node) : this.algebra.zero;
  }

  /** The state at the end of the all-zero path if no arc is known to leave it, or -1: it may be the dead one. */
  get sink(): number {
    const tree = this.#tree;
    let node = 0;
    while (node >= 0 && !tree.isLeaf(node)) node = tree.branch(node, this.algebra.zero);
    const state = node < 0 ? DEAD : tree.state(node);
    if (state === DEAD) return -1;
    for (let letter = 0; letter < this.alphabet.size; letter++) {
      const target = this.target(this.arc(state, letter));
      if (target >= 0 && target !== state) return -1;
    }
    return state;
  }

  /** Wants the answers that the next step needs. */
  want(): void {
    const observations = this.observations;
    // Where all are live at the root, all come to the splitter: one round for both. The splitter goes first, since a
    // word that begins another is free where a system shows its whole run.
    const splitter = this.#allLive ? this.splitter : undefined;
    this.#asked.length = 0;
    for (const word of this.#pending) {
      const position = this.#words.position[word];
      const node = this.#words.node[word];
      if (position === 0 && splitter !== undefined) observations.want(observations.node(node, splitter));
      const asked = observations.node(node, this.#tree.suffix(position) as Word);
      this.#asked.push(asked);
      observations.want(asked);
    }
    for (const state of this.#newStates) observations.want(this.accessNode(state));
  }

  /** What a word is asked that was live at the root; undefined where there is nothing to tell apart. */
  get splitter(): Word | undefined {
    const below = this.#tree.branch(0, this.algebra.one);
    return below < 0 ? undefined : this.#tree.suffix(below);
  }

  /** Every word that is not at a leaf goes down one node, by the answer that was wanted for it. */
  advance(): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#newStates = [];
    for (let i = 0; i < pending.length; i++) {
      this.#down(pending[i], this.observations.weight(this.#asked[i]));
    }
  }

  /**
   * Splits the leaf of an arc, or of ε for state -1, by a suffix on which its word and the leaf's state part. The words
   * at the leaf go on from there, the state's own access word first and then the parting one, which becomes a state.
   * Returns the node that was the leaf.
   */
  split(state: number, letter: Letter, suffix: Word): number {
    const parting = state < 0 ? 0 : 1 + state * this.alphabet.size + letter;
    const leaf = this.#words.position[parting];
    this.#split(leaf, suffix, parting);
    return leaf;
  }

  /** Splits every state's leaf that holds more than its access word by a suffix. */
  deepen(suffix: Word): void {
    const leaves = this.#leaf.filter((leaf) => leaf >= 0 && this.#words.next[this.#words.first(leaf)] >= 0);
    for (const leaf of leaves) this.#split(leaf, suffix, this.#access[this.#tree.state(leaf)]);
  }

  #split(leaf: number, suffix: Word, parting: number): void {
    const owner = this.#tree.state(leaf);
    const first = owner === DEAD ? parting : this.#access[owner];
    const others: number[] = [];
    for (const word of this.#words.at(leaf)) {
      this.#words.leave(word);
      if (word !== first && word !== parting) others.push(word);
    }
    this.#words.clear(leaf);
    this.#tree.split(leaf, suffix);
    if (owner !== DEAD) this.#leaf[owner] = -1;
    this.#pending.push(first);
    if (first !== parting) this.#pending.push(parting);
    for (const word of others) this.#pending.push(word);
  }

  /**
   * A new tree with a pivot and a splitter at its top; what is zero there goes on as it did before. From now on the words
   * of new states that end with the letter `last` wait.
   */
  regrow(pivot: Word, splitter: Word, last: Letter = -1): Resifting {
    for (const word of this.#waiting) this.#pending.push(word);
    this.#waiting = [];
    this.#last = last;
    this.#allLive = true;
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
      for (const word of this.#words.at(leaf)) words.push(word);
      this.#words.clear(leaf);
    }
    // Words on their way stay where they are if that is above, and start again at the node if it is below.
    const below = new Set(tree.nodesBelow(node));
    for (const word of this.#pending) if (below.has(this.#words.position[word])) words.push(word);
    this.#pending = this.#pending.filter((word) => !below.has(this.#words.position[word]));
    for (const state of oldLeaf.keys()) this.#leaf[state] = -1;
    const pivotBelow = tree.pivot(node) === undefined;
    for (const word of words) {
      this.#words.position[word] = node;
      this.#words.leave(word);
      if (pivotBelow) this.#words.forgetPivot(word);
    }
    if (node === 0) this.#foretold.clear();
    const suffixAt = (at: number) => (at === node ? oldSuffix : tree.suffix(at));
    this.#parting = (left, right) => {
      const leaf = oldLeaf.get(left) as number;
      if (right === DEAD) return [tree.pivot(leaf)];
      const meeting = tree.meeting(leaf, oldLeaf.get(right) as number);
      return [suffixAt(meeting), tree.pivot(meeting)];
    };
    tree.split(node, suffix);
    const others: number[] = [];
    for (const word of words) (oldLeaf.has(this.#words.stateOf[word]) ? this.#pending : others).push(word);
    return {
      count: words.length,
      release: () => {
        for (const word of others) this.#pending.push(word);
      },
    };
  }

  /** Suffixes that tell two states apart, or a state from the dead one; only needed after `resift`. */
  #parting: (left: number, right: number) => readonly (Word | undefined)[] = () => [];

  #down(word: number, answer: W): void {
    const tree = this.#tree;
    const node = this.#words.position[word];
    if (node === 0 && this.algebra.isZero(answer)) this.#allLive = false;
    const ratio = tree.ratio(this.#words.pivotInverse[word], answer);
    if (this.#words.pivotInverse[word] === undefined && !this.algebra.isZero(answer)) {
      this.#words.pivotWeight[word] = answer;
      this.#words.pivotInverse[word] = this.algebra.inverse(answer);
    }
    const state = this.#words.stateOf[word];
    const homeless = state >= 0 && this.#leaf[state] < 0;
    let next = tree.branch(node, ratio);
    // No new state: that it is none of those above has not been asked.
    if (next < 0 && this.#foretold.has(word)) return this.#toRoot(word);
    if (next < 0) {
      next = tree.grow(node, ratio, homeless ? state : this.states);
      if (homeless) this.#leaf[state] = next;
      else this.#addState(word, next);
    } else if (homeless && tree.isLeaf(next) && !this.#makeRoom(word, next)) {
      next = tree.grow(node, ratio, state);
      this.#leaf[state] = next;
    }
    this.#words.position[word] = next;
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
      this.#partings.short(word, rival) ??
      this.#parting(this.#words.stateOf[word], owner).find(
        (e) => e !== undefined && this.#partings.at(word, rival, e),
      );
    if (suffix === undefined) return false;
    tree.split(leaf, suffix);
    if (rival < 0) return true;
    this.#words.clear(leaf);
    this.#leaf[owner] = -1;
    this.#words.leave(rival);
    this.#pending.push(rival);
    return true;
  }

  /** A short suffix on which two states, or a state and the dead one, are known to part. */
  shortParting(left: number, right: number): Word | undefined {
    return this.#partings.short(this.#access[left], right === DEAD ? -1 : this.#access[right]);
  }

  /** L(xe₀)⁻¹ ⊗ L(xe) for the first live suffix e₀ that a word has met, if the answer is known. */
  ratio(word: number, suffix: Word): W | undefined {
    return this.#partings.ratio(word, suffix);
  }

  #arrive(word: number, leaf: number): void {
    const target = this.#tree.state(leaf);
    this.#words.arrive(
      word,
      leaf,
      target,
      target === DEAD ? this.algebra.zero : this.#factorTo(target, word),
    );
  }

  #factorTo(state: number, word: number): W {
    const access = this.#access[state];
    if (access === word) return this.algebra.one;
    const { pivotWeight, pivotInverse } = this.#words;
    return this.algebra.times(pivotWeight[word] as W, pivotInverse[access] as W);
  }

  /** The words that waited, for whoever foretells or releases them. */
  takeWaiting(): number[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  /** Sends words down the tree. */
  release(words: readonly number[]): void {
    for (const word of words) this.#pending.push(word);
  }

  /** Puts a word at the leaf of a state, on trust; its answer to the root's suffix is known and live. */
  foretell(word: number, state: number): void {
    const pivot = this.observations.node(this.#words.node[word], this.#tree.suffix(0) as Word);
    const leaf = this.#leaf[state];
    this.#words.pivotWeight[word] = this.observations.weight(pivot);
    this.#words.pivotInverse[word] = this.algebra.inverse(this.observations.weight(pivot));
    this.#words.position[word] = leaf;
    this.#foretold.add(word);
    this.#arrive(word, leaf);
  }

  /** If it was on trust that an arc's word is at its leaf: sends it down the tree. */
  doubt(state: number, letter: Letter): boolean {
    const word = this.arc(state, letter);
    if (!this.#foretold.has(word)) return false;
    this.#doubted++;
    this.#words.unlink(word);
    this.#words.leave(word);
    this.#toRoot(word);
    return true;
  }

  /** A word that was foretold goes down itself. */
  #toRoot(word: number): void {
    this.#foretold.delete(word);
    this.#words.position[word] = 0;
    this.#words.forgetPivot(word);
    this.#pending.push(word);
  }

  #addState(word: number, leaf: number): void {
    const state = this.#access.push(word) - 1;
    this.#words.stateOf[word] = state;
    this.#leaf.push(leaf);
    this.#newStates.push(state);
    for (let letter = 0; letter < this.alphabet.size; letter++) {
      const added = this.#words.add(this.observations.tree.extend(this.#words.node[word], letter));
      (letter === this.#last ? this.#waiting : this.#pending).push(added);
    }
  }
}
