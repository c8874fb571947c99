import type { Observations } from "../../answers/observations.ts";
import type { Letter, Word } from "../../words/word.ts";

/**
 * The words of a block of the Hankel matrix: basis words P, closed under prefixes, whose rows are linearly independent, as
 * many suffixes S, and the words p·a that the arcs of the hypothesis belong to. Nothing is asked here: `want` puts words
 * on the observations' list.
 *
 * Basis words have numbers from 0; the first is ε. The word p·a of basis word i and letter a has the number i·|Σ| + a.
 */
export class BlockWords<W> {
  readonly observations: Observations<W>;
  readonly letters: number;
  /** P, as nodes of the observations' prefix tree. */
  readonly prefixes: number[] = [];
  /** S. */
  readonly suffixes: Word[] = [];
  /** The words p·a, as nodes. */
  readonly rows: number[] = [];
  /** The number of the basis word that p·a is, or -1. */
  readonly #basis: number[] = [];
  /** For each basis word but ε, the word p·a that it is. */
  readonly #row: number[] = [];

  constructor(observations: Observations<W>, letters: number) {
    this.observations = observations;
    this.letters = letters;
  }

  /** How many basis words there are. */
  get size(): number {
    return this.prefixes.length;
  }

  /** The number of the basis word that p·a is, or -1 if it is none. */
  basisOf(row: number): number {
    return this.#basis[row];
  }

  /** The word p·a that a basis word is; -1 for ε. */
  rowOf(basis: number): number {
    return this.#row[basis];
  }

  prefix(basis: number): Word {
    return this.observations.word(this.prefixes[basis]);
  }

  /** Adds a basis word, p·a or at first ε (row -1), with a suffix, and the words that follow it. */
  grow(row: number, suffix: Word): void {
    const node = row < 0 ? 0 : this.rows[row];
    const basis = this.prefixes.push(node) - 1;
    this.suffixes.push(suffix);
    this.#row.push(row);
    if (row >= 0) this.#basis[row] = basis;
    for (let letter = 0; letter < this.letters; letter++) {
      this.rows.push(this.observations.tree.extend(node, letter));
      this.#basis.push(-1);
    }
  }

  /** The words p·a that are no basis words, in shortlex order. */
  openRows(): number[] {
    const open = [...this.rows.keys()].filter((row) => this.#basis[row] < 0);
    return open.sort((a, b) => this.compare(this.rows[a], this.rows[b]));
  }

  /** Negative if the word of a node comes before that of another one: it is shorter, or earlier in the alphabet. */
  compare(a: number, b: number): number {
    const { tree } = this.observations;
    if (tree.depth(a) !== tree.depth(b)) return tree.depth(a) - tree.depth(b);
    let [x, y, order] = [a, b, 0];
    for (; x !== y; x = tree.parent(x), y = tree.parent(y)) order = tree.letter(x) - tree.letter(y) || order;
    return order;
  }

  /** Wants the weights of all words of the block followed by a suffix. */
  wantColumn(suffix: Word): void {
    if (this.size === 0) this.#want(0, suffix);
    for (const node of this.prefixes) this.#want(node, suffix);
    for (const node of this.rows) this.#want(node, suffix);
  }

  /** Wants all suffixes after the words p·a of a basis word p, and the weight of the basis word itself. */
  wantRows(basis: number): void {
    this.observations.want(this.prefixes[basis]);
    for (let letter: Letter = 0; letter < this.letters; letter++) {
      const node = this.rows[basis * this.letters + letter];
      for (const suffix of this.suffixes) this.#want(node, suffix);
    }
  }

  /** L of the word of a node followed by a suffix. */
  weight(node: number, suffix: Word): W {
    return this.observations.weight(this.observations.node(node, suffix));
  }

  #want(node: number, suffix: Word): void {
    this.observations.want(this.observations.node(node, suffix));
  }
}
