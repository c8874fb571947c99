import type { GroupWithZero } from "../../algebra/semifield.ts";

/** No word, no state, no node. */
const NONE = -1;
/** The target of a word that is on its way. */
export const UNKNOWN = -2;

/** What is known of each word that goes down a discrimination tree, in columns. */
export class SiftedWords<W> {
  readonly #zero: W;
  /** The weight of a pivot before one is met: 1 where no other is possible, undefined elsewhere. */
  readonly #foreknown: W | undefined;
  #size = 0;
  /** The word in the observations' tree. */
  node = new Int32Array(64);
  /** Where it is in the discrimination tree. */
  position = new Int32Array(64);
  /** The state of the leaf that it has come to, `DEAD`, or `UNKNOWN` on the way. */
  target = new Int32Array(64);
  /** The state whose access word this is, or -1. */
  stateOf = new Int32Array(64);
  /** The next word at the same leaf, or -1. */
  next = new Int32Array(64);
  /** κ: L_x = κ ⊗ L_u for the access word u of the target; zero where there is none. */
  readonly factor: W[] = [];
  /** L(x·e₀) for the first live suffix e₀ that the word met, and its inverse; undefined before. */
  readonly pivotWeight: (W | undefined)[] = [];
  readonly pivotInverse: (W | undefined)[] = [];
  /** The first word at each leaf of the discrimination tree, or -1. */
  readonly #first: number[] = [];

  constructor(algebra: GroupWithZero<W>) {
    this.#zero = algebra.zero;
    this.#foreknown = algebra.trivial === true ? algebra.one : undefined;
  }

  get size(): number {
    return this.#size;
  }

  /** A word at the root; its number. */
  add(node: number): number {
    const word = this.#size++;
    if (word === this.node.length) this.#grow();
    this.node[word] = node;
    this.position[word] = 0;
    this.target[word] = UNKNOWN;
    this.stateOf[word] = NONE;
    this.next[word] = NONE;
    this.factor.push(this.#zero);
    this.pivotWeight.push(this.#foreknown);
    this.pivotInverse.push(this.#foreknown);
    return word;
  }

  #grow(): void {
    const longer = (column: Int32Array) => {
      const grown = new Int32Array(2 * column.length);
      grown.set(column);
      return grown;
    };
    this.node = longer(this.node);
    this.position = longer(this.position);
    this.target = longer(this.target);
    this.stateOf = longer(this.stateOf);
    this.next = longer(this.next);
  }

  /** The first word at a leaf, or -1. */
  first(leaf: number): number {
    return this.#first[leaf] ?? NONE;
  }

  /** The words at a leaf. */
  at(leaf: number): number[] {
    const words: number[] = [];
    for (let word = this.first(leaf); word >= 0; word = this.next[word]) words.push(word);
    return words;
  }

  /** Nobody is at a leaf any more. */
  clear(leaf: number): void {
    this.#first[leaf] = NONE;
  }

  /** A word comes to the leaf of a state. */
  arrive(word: number, leaf: number, target: number, factor: W): void {
    this.next[word] = this.first(leaf);
    this.#first[leaf] = word;
    this.target[word] = target;
    this.factor[word] = factor;
  }

  /** A word is on its way again; the list of its leaf is not touched. */
  leave(word: number): void {
    this.target[word] = UNKNOWN;
    this.factor[word] = this.#zero;
  }

  /** Takes a single word off the list of its leaf. */
  unlink(word: number): void {
    const leaf = this.position[word];
    let before = this.first(leaf);
    if (before === word) {
      this.#first[leaf] = this.next[word];
      return;
    }
    while (this.next[before] !== word) before = this.next[before];
    this.next[before] = this.next[word];
  }

  forgetPivot(word: number): void {
    this.pivotWeight[word] = this.#foreknown;
    this.pivotInverse[word] = this.#foreknown;
  }
}
