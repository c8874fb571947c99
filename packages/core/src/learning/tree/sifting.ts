import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Observations } from "../../answers/observations.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { lengthened } from "../../words/collections.ts";
import type { Letter, Word } from "../../words/word.ts";
import { DEAD, DiscriminationTree, isBelow, leavesBelow } from "./discrimination-tree.ts";
import { Pivots } from "./pivots.ts";
import { growSubtree, planSubtree } from "./subtree.ts";

/** The target of a word that is not at a leaf. */
const UNKNOWN = -2;

/** Who is told of an arc before it changes: where it leads, and its weight. */
export interface Watcher<W> {
  note(arc: number, target: number, weight: W): void;
}

/** No node. */
const NONE = -1;

/**
 * The words ε and u_q·a, for the access word u_q of each state q, on their way down a discrimination tree
 * (docs/theory.md, 6.3 and 6.4). A word that reaches a leaf is homothetic to the leaf's state as far as known, and
 * gives an arc; a word that finds no branch for its ratio is a new state, without an equivalence question.
 *
 * Words are numbered: 0 is ε, and 1 + q·|Σ| + a is u_q·a. Like the matrix, this asks no questions: `want` puts what the
 * next step down needs on the observations' list, and `advance` takes the step.
 */
export class Sifting<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly observations: Observations<W>;
  readonly tree: DiscriminationTree<W>;

  /** How many words there are. */
  #words = 0;
  /** Each word, as a node of the observations' prefix tree. */
  #word = new Int32Array(64);
  /** Where it is in the discrimination tree. */
  #position = new Int32Array(64);
  /** The state of its leaf, `DEAD`, or `UNKNOWN` before it reaches a leaf. */
  #target = new Int32Array(64);
  /** The weight of each arc, with κ: L_x = κ ⊗ L_u for its word x and the access word u of the target; zero if there is none. */
  readonly #factor: W[] = [];
  readonly #pivots: Pivots<W>;
  /** The words at each leaf: the one that came last, and for each word the one that came before it; plus 1, and 0 for none. */
  #lastAt = new Int32Array(64);
  #before = new Int32Array(64);
  /** The access word of each state, and its leaf. */
  readonly #access: number[] = [];
  readonly #leaf: number[] = [];
  /** ρ of each state of the revisions so far. */
  readonly #finals: W[] = [];

  /** The words on their way down, how many they are, and the word that was wanted for each. */
  #pending = new Int32Array(64);
  #pendings = 0;
  #asked = new Int32Array(64);
  /** How many words have not taken a step yet. */
  #fresh = 0;
  /** The words that took the last step, whose array the next ones will be in. */
  #moved = new Int32Array(64);
  /** Words of split leaves that `release` sends on. */
  #held: number[] = [];
  /** Who watches, and the arcs that were given a target since. */
  #watcher: Watcher<W> | undefined;
  #changed: number[] = [];
  /** Were all words so far live at the root? And those that were asked about ahead, to see whether they are. */
  #allLive = true;
  #ahead: readonly number[] = [];

  constructor(algebra: GroupWithZero<W>, alphabet: Alphabet, observations: Observations<W>) {
    this.algebra = algebra;
    this.alphabet = alphabet;
    this.observations = observations;
    this.tree = new DiscriminationTree(algebra);
    this.#pivots = new Pivots(algebra);
    this.tree.split(0, []);
    this.#addWord(0);
  }

  get states(): number {
    return this.#access.length;
  }

  /** Has any word not reached a leaf yet? */
  get busy(): boolean {
    return this.#pendings > 0;
  }

  /** The number of the word of an arc; state -1 stands before ε. */
  arc(state: number, letter: Letter): number {
    return state < 0 ? 0 : 1 + state * this.alphabet.size + letter;
  }

  /** The number of a state's access word. */
  accessWord(state: number): number {
    return this.#access[state];
  }

  /** The access word of a state, as a node of the observations' prefix tree. */
  accessNode(state: number): number {
    return this.#word[this.#access[state]];
  }

  /** The access word of a state. */
  access(state: number): Word {
    return this.observations.word(this.accessNode(state));
  }

  leaf(state: number): number {
    return this.#leaf[state];
  }

  /** The state that a word leads to; negative where it is dead or on its way. */
  target(word: number): number {
    return this.#target[word];
  }

  /** The words at the root, as nodes of the observations' prefix tree. */
  atRoot(): number[] {
    const nodes: number[] = [];
    // Words that are sent on never come back to the root.
    if (this.#fresh === 0) return nodes;
    for (let i = 0; i < this.#pendings; i++) {
      const word = this.#pending[i];
      if (this.#position[word] === 0) nodes.push(this.#word[word]);
    }
    return nodes;
  }

  /** L(xe₀)⁻¹ ⊗ L(xe) for the first live suffix e₀ that a word has met, if the answer is known. */
  ratio(word: number, suffix: Word): W | undefined {
    const node = this.observations.tree.find(suffix, this.#word[word]);
    if (node < 0 || !this.observations.knows(node)) return undefined;
    return this.tree.ratio(this.#pivots.inverse(word), this.observations.after(this.#word[word], node));
  }

  /** The same for the access word of a state; that of the dead state is zero. */
  ratioOf(state: number, suffix: Word): W | undefined {
    return state === DEAD ? this.algebra.zero : this.ratio(this.#access[state], suffix);
  }

  /** The weight of an arc, by the number of its word. */
  factor(word: number): W {
    if (word > 0) return this.#factor[word - 1];
    // No arc leads to ε.
    return this.#target[0] < 0 ? this.algebra.zero : this.algebra.one;
  }

  /** The targets and factors of the arcs of the first states, state by state. Their words follow ε. */
  arcs(states = this.states): { target: Int32Array; factor: W[] } {
    const end = 1 + states * this.alphabet.size;
    const target = this.#target.slice(1, end);
    const settled = this.#pendings + this.#held.length === 0;
    return {
      target: settled ? target : target.map((to) => Math.max(DEAD, to)),
      factor: this.#factor.slice(0, end - 1),
    };
  }

  /** The arrays of the hypothesis, when no word is on its way. They change with the next question. */
  now(): { target: Int32Array; factor: readonly W[]; finals: readonly W[] } {
    for (let state = this.#finals.length; state < this.states; state++)
      this.#finals.push(this.finalWeight(state));
    return {
      target: this.#target.subarray(1, this.#words),
      factor: this.#factor,
      finals: this.#finals,
    };
  }

  /** From now on, this one watches. Returns the arcs that were given a target while the last one did. */
  watch(watcher: Watcher<W>): readonly number[] {
    const changed = this.#changed;
    this.#changed = [];
    this.#watcher = watcher;
    return changed;
  }

  /** ρ(q): L(u) without its scale, for the access word u. The suffix of the root is ε. */
  finalWeight(state: number): W {
    return this.observations.after(this.accessNode(state), this.accessNode(state));
  }

  /** d(u): L_u = d(u) ⊗ R_q for the access word u of a state q. That of ε is λ. */
  scale(state: number): W {
    return this.observations.scale(this.accessNode(state));
  }

  /**
   * Asks ahead. As long as every word so far was live at the root, the next one probably is too, and then needs the suffix of
   * the node below: both questions go into one batch. The longer word goes first, since a system that shows its whole run
   * answers the shorter one with it. So it saves rounds where every word is live, and there also words
   * (docs/benchmarks/tried.md, what stayed).
   */
  wantAhead(): void {
    const { algebra, observations, tree } = this;
    // Where 1 is the only non-zero weight, words that are all live are all alike: there is nothing more to ask.
    if (algebra.trivial === true) return;
    for (const word of this.#ahead) if (!observations.isLive(word)) this.#allLive = false;
    this.#ahead = this.#allLive ? this.atRoot() : [];
    const live = tree.branch(0, algebra.one);
    const suffix = live < 0 ? undefined : tree.suffix(live);
    if (suffix === undefined) return;
    for (const word of this.#ahead) observations.want(observations.node(word, suffix));
  }

  /** Wants the answers that the next step needs. */
  want(): void {
    const { observations, tree } = this;
    for (let i = 0; i < this.#pendings; i++) {
      const word = this.#pending[i];
      const asked = observations.node(this.#word[word], tree.suffix(this.#position[word]) as Word);
      this.#asked[i] = asked;
      observations.want(asked);
    }
  }

  /** Moves every word that is not at a leaf down one node, by the answer that it wanted. */
  advance(): void {
    const moved = this.#pending;
    const count = this.#pendings;
    this.#pending = this.#moved;
    this.#pendings = 0;
    this.#moved = moved;
    this.#fresh = 0;
    // A new state may make the arrays longer, but not move what is in this one.
    for (let i = 0; i < count; i++) {
      this.#down(moved[i], this.observations.after(this.#word[moved[i]], this.#asked[i]));
    }
  }

  #down(word: number, answer: W): void {
    const { tree } = this;
    const node = this.#position[word];
    const ratio = tree.ratio(this.#pivots.inverse(word), answer);
    this.#pivots.note(word, answer);
    const next = tree.branch(node, ratio);
    if (next < 0) this.#addState(word, tree.grow(node, ratio, this.states));
    else if (tree.isLeaf(next)) this.#arrive(word, next);
    else this.#send(word, next);
  }

  /**
   * Splits the leaf of a word by a suffix that tells the word from the leaf's state, as known answers show. The word
   * becomes a state; the others at the leaf are held until `release`. Returns the node of the former leaf, or -1 if the
   * word is at no leaf or the known answers do not tell the two apart.
   */
  split(word: number, suffix: Word): number {
    const { algebra, tree } = this;
    const owner = word >= 0 && word < this.#words ? this.#target[word] : UNKNOWN;
    if (owner === UNKNOWN) return NONE;
    const leaf = this.#position[word];
    const ratio = this.ratio(word, suffix);
    const own = this.ratioOf(owner, suffix);
    if (ratio === undefined || own === undefined || algebra.equals(ratio, own)) return NONE;
    for (const other of this.#leave(leaf)) if (other !== word) this.#held.push(other);
    tree.split(leaf, suffix);
    if (owner !== DEAD) this.#settle(owner, tree.grow(leaf, own, owner));
    this.#pivots.note(word, this.#answer(word, suffix));
    this.#addState(word, tree.grow(leaf, ratio, this.states));
    return leaf;
  }

  /** Sends the words of split leaves on. */
  release(): void {
    for (const word of this.#held) this.#pending[this.#pendings++] = word;
    this.#held = [];
  }

  /**
   * Inserts a suffix above a node with a longer one; the arcs below go down again. Returns false if a state below has no
   * known answer, or if none are told apart. The root stays: its suffix ε gives the final weights.
   */
  insert(node: number, suffix: Word): boolean {
    const { tree } = this;
    const shorter = suffix.length < (tree.suffix(node)?.length ?? 0);
    if (node === 0 || !shorter || !isBelow(tree, node, 0) || !this.#allAnswered(node, suffix)) return false;
    const subtree = planSubtree(tree, node, suffix, (state, e) => this.#answer(this.#access[state], e));
    if (subtree === undefined) return false;
    const pivoting = tree.pivot(node) === undefined;
    const words = this.#leaveAll(node);
    growSubtree(tree, node, subtree, (state, leaf) => {
      const access = this.#access[state];
      if (pivoting) this.#pivots.forget(access);
      this.#pivots.note(access, this.#answer(access, tree.pivot(leaf) as Word));
      this.#settle(state, leaf);
    });
    for (const word of words) {
      if (pivoting) this.#pivots.forget(word);
      this.#send(word, node);
    }
    return true;
  }

  #allAnswered(node: number, suffix: Word): boolean {
    const leaves = leavesBelow(this.tree, node);
    return leaves.every((leaf) => this.ratioOf(this.tree.state(leaf), suffix) !== undefined);
  }

  /** Removes the arcs below a node from their leaves and from the held words, and returns them. */
  #leaveAll(node: number): number[] {
    const { tree } = this;
    const isHere = (word: number) => isBelow(tree, this.#position[word], node);
    const held = this.#held.filter(isHere);
    this.#held = this.#held.filter((word) => !isHere(word));
    return [...held, ...leavesBelow(tree, node).flatMap((leaf) => this.#leave(leaf))];
  }

  #answer(word: number, suffix: Word): W {
    const from = this.#word[word];
    return this.observations.after(from, this.observations.node(from, suffix));
  }

  #addWord(node: number): void {
    const word = this.#words++;
    if (word === this.#word.length) this.#makeRoom(2 * word);
    this.#word[word] = node;
    this.#position[word] = 0;
    this.#target[word] = UNKNOWN;
    if (word > 0) this.#factor.push(this.algebra.zero);
    this.#pivots.forget(word);
    this.#fresh++;
    this.#pending[this.#pendings++] = word;
  }

  /** A word waits at most once, so the lists of those that do have room for all of them, too. */
  #makeRoom(words: number): void {
    this.#word = lengthened(this.#word, words);
    this.#position = lengthened(this.#position, words);
    this.#target = lengthened(this.#target, words);
    this.#before = lengthened(this.#before, words);
    this.#pending = lengthened(this.#pending, words);
    this.#asked = lengthened(this.#asked, words);
    this.#moved = lengthened(this.#moved, words);
  }

  #addState(word: number, leaf: number): void {
    const state = this.#access.push(word) - 1;
    this.#settle(state, leaf);
    for (let letter = 0; letter < this.alphabet.size; letter++) {
      this.#addWord(this.observations.tree.extend(this.#word[word], letter));
    }
  }

  /** Gives a state its leaf; its access word is the first word there. */
  #settle(state: number, leaf: number): void {
    this.#leaf[state] = leaf;
    this.#arrive(this.#access[state], leaf);
  }

  #arrive(word: number, leaf: number): void {
    const state = this.tree.state(leaf);
    this.#position[word] = leaf;
    this.#target[word] = state;
    if (word > 0) this.#changed.push(word - 1);
    if (word > 0) this.#factor[word - 1] = state === DEAD ? this.algebra.zero : this.#arcWeight(state, word);
    if (leaf >= this.#lastAt.length) this.#lastAt = lengthened(this.#lastAt, 2 * leaf);
    this.#before[word] = this.#lastAt[leaf];
    this.#lastAt[leaf] = word + 1;
  }

  #arcWeight(state: number, word: number): W {
    return this.observations.step(this.#word[word], this.#pivots.factor(word, this.#access[state]));
  }

  #send(word: number, node: number): void {
    this.#position[word] = node;
    this.#pending[this.#pendings++] = word;
  }

  /** Removes all words from a leaf, and returns those that are not access words, the last that came first. */
  #leave(leaf: number): number[] {
    const state = this.tree.state(leaf);
    const access = state === DEAD ? NONE : this.#access[state];
    const others: number[] = [];
    const last = leaf < this.#lastAt.length ? this.#lastAt[leaf] : 0;
    for (let at = last; at > 0; at = this.#before[at - 1]) {
      const word = at - 1;
      if (word > 0) this.#loseTarget(word);
      this.#target[word] = UNKNOWN;
      if (word !== access) others.push(word);
    }
    if (last > 0) this.#lastAt[leaf] = 0;
    return others;
  }

  #loseTarget(word: number): void {
    this.#watcher?.note(word - 1, this.#target[word], this.#factor[word - 1]);
    this.#factor[word - 1] = this.algebra.zero;
  }
}
