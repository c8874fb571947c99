import type { GroupWithZero } from "../algebra/semifield.ts";
import { type WeightMap, weightMap } from "../algebra/weight-map.ts";
import type { Observations } from "../answers/observations.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Letter, Word } from "../words/word.ts";

/** p ∈ P and a letter such that pa is live and homothetic to no prefix in P. */
export interface Unclosed {
  readonly prefix: number;
  readonly letter: Letter;
}

/** Two homothetic prefixes, or a null one alone, whose successors on a letter differ in the column of a suffix. */
export interface Inconsistency {
  readonly prefixes: readonly [number, number] | readonly [number];
  readonly letter: Letter;
  readonly suffix: Word;
}

/**
 * The empirical Hankel matrix H on (P ∪ PΣ) × S: `H(p, s) = L(ps)`. P is prefix-closed, S suffix-closed.
 *
 * - The *scale* d(p) of a row is its first non-zero entry in the order of the suffixes; a row without one is
 *   *null*. So d(k ⊗ row) = k ⊗ d(row), and d(row) = 0 exactly for a null row, over any group with zero: the
 *   paper's sum ⊕_{s ∈ S} H(p, s) has neither property (docs/theory.md, 1.4, 5.2 and 5.3).
 * - Two live rows are *homothetic*, p ~ p', when their normalised rows d(p)⁻¹ ⊗ H_p are equal.
 * - H is *closed* when every live pa is homothetic to some p' ∈ P.
 * - H is *consistent* when p ~ p' implies d(p)⁻¹ ⊗ H_pa = d(p')⁻¹ ⊗ H_p'a for all a, and no null p has a live pa.
 *
 * Rows are numbered in the order they are added. The matrix asks no questions itself: `want` adds the unknown words to the
 * observations' list, and `fill` reads the answers.
 *
 * @example
 * const learner = new TableLearner(boolean, new Alphabet("a"));
 * runLearner(learner, exactTeacher(fromExpression("(aa)*", boolean)));
 * const matrix: Hankel<boolean> = learner.hankel;
 * console.log(matrix.rows, matrix.suffixes.length, matrix.findUnclosed()); // 4 2 undefined
 */
export class Hankel<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly observations: Observations<W>;
  readonly #classes: RowClasses<W>;

  /** The rows of P, in the order they were added; the first is ε. */
  readonly #prefixes: number[] = [];
  /** S, in the order the suffixes were added; the first is ε. */
  readonly #suffixes: Word[] = [];
  readonly #suffixSet = new Set<string>();

  /** The row of a node of the observations' tree, or undefined. */
  readonly #rowOf = new Map<number, number>();
  readonly #node: number[] = [];
  readonly #inP: boolean[] = [];
  /** The row of p·a is `successors[p][a]`; only rows of P have any. */
  readonly #successors: (Int32Array | undefined)[] = [];
  readonly #entries: W[][] = [];
  /** d(p)⁻¹, once the row is live. */
  readonly #scaleInverse: (W | undefined)[] = [];
  readonly #scale: (W | undefined)[] = [];
  readonly #class: number[] = [];

  constructor(algebra: GroupWithZero<W>, alphabet: Alphabet, observations: Observations<W>) {
    this.algebra = algebra;
    this.alphabet = alphabet;
    this.observations = observations;
    this.#classes = new RowClasses(algebra);
  }

  /** The rows of P. */
  get prefixes(): readonly number[] {
    return this.#prefixes;
  }

  get suffixes(): readonly Word[] {
    return this.#suffixes;
  }

  /** All rows, those of P and their successors. */
  get rows(): number {
    return this.#node.length;
  }

  isPrefix(row: number): boolean {
    return this.#inP[row];
  }

  /** The word of a row. */
  word(row: number): Word {
    return this.observations.word(this.#node[row]);
  }

  successor(prefix: number, letter: Letter): number {
    return this.#successors[prefix]?.[letter] ?? -1;
  }

  /** H(p, s) for the s-th suffix. */
  at(row: number, suffix: number): W {
    return this.#entries[row][suffix];
  }

  /** d(p), or undefined for a null row. */
  scale(row: number): W | undefined {
    return this.#scale[row];
  }

  /** d(p)⁻¹ ⊗ H(p, s); zero for a null row. */
  normalised(row: number, suffix: number): W {
    const inverse = this.#scaleInverse[row];
    const entry = this.#entries[row][suffix];
    return inverse === undefined ? entry : this.algebra.times(inverse, entry);
  }

  /** The class of a row: rows have the same class if and only if they are homothetic. */
  classOf(row: number): number {
    return this.#class[row];
  }

  /** Adds a word to P, with its prefixes and successors. Returns false if it was in P already. */
  addPrefix(word: Word): boolean {
    const { tree } = this.observations;
    let added = false;
    for (let length = 0, node = 0; length <= word.length; length++) {
      if (length > 0) node = tree.extend(node, word[length - 1]);
      const row = this.#row(node);
      if (this.#inP[row]) continue;
      this.#inP[row] = true;
      this.#prefixes.push(row);
      this.#successors[row] = Int32Array.from({ length: this.alphabet.size }, (_, letter) =>
        this.#row(tree.extend(node, letter)),
      );
      added = true;
    }
    return added;
  }

  /** Adds a word to S, with its suffixes. Returns false if it was in S already. */
  addSuffix(word: Word): boolean {
    let start = 0;
    while (start <= word.length && !this.#suffixSet.has(word.slice(start).join())) start++;
    // S is suffix-closed: shorter suffixes of a member are members too.
    for (let from = start - 1; from >= 0; from--) {
      const suffix = word.slice(from);
      this.#suffixSet.add(suffix.join());
      this.#suffixes.push(suffix);
    }
    return start > 0;
  }

  /** Adds the words of the matrix whose weights are not known to the observations' list. */
  want(): void {
    this.#eachGap((_row, node) => {
      this.observations.want(node);
    });
  }

  /** Reads the answers into the rows. */
  fill(): void {
    this.#eachGap((row, node) => {
      this.#append(row, this.observations.weight(node));
    });
  }

  /** The states: one live row of P per class. */
  representatives(): Map<number, number> {
    const states = new Map<number, number>();
    for (const row of this.#prefixes) {
      if (this.#scale[row] !== undefined && !states.has(this.#class[row])) states.set(this.#class[row], row);
    }
    return states;
  }

  findUnclosed(): Unclosed | undefined {
    const states = this.representatives();
    for (const prefix of this.#prefixes) {
      for (let letter = 0; letter < this.alphabet.size; letter++) {
        const row = this.successor(prefix, letter);
        if (this.#scale[row] !== undefined && !states.has(this.#class[row])) return { prefix, letter };
      }
    }
    return undefined;
  }

  findInconsistency(): Inconsistency | undefined {
    const states = this.representatives();
    for (const prefix of this.#prefixes) {
      const twin = states.get(this.#class[prefix]);
      if (twin === prefix) continue;
      for (let letter = 0; letter < this.alphabet.size; letter++) {
        const suffix =
          twin === undefined
            ? this.#revivedColumn(prefix, letter)
            : this.#differingColumn(prefix, twin, letter);
        if (suffix < 0 || this.#isKnown(letter, suffix)) continue;
        const prefixes: Inconsistency["prefixes"] = twin === undefined ? [prefix] : [twin, prefix];
        return { prefixes, letter, suffix: this.#suffixes[suffix] };
      }
    }
    return undefined;
  }

  /**
   * The empirical Hankel automaton. States are the live classes of P, λ = d(ε), ρ = d(p)⁻¹ ⊗ H(p, ε), and the arc on
   * a weighs d(p)⁻¹ ⊗ d(pa). If H is closed and consistent, it is well defined, agrees with H, and is trim and minimal
   * (docs/theory.md, 4.2 to 4.5). Otherwise arcs to classes outside P are left out.
   */
  automaton(): Wdfsa<W> {
    const { algebra, alphabet } = this;
    const states = this.representatives();
    const initial = this.#prefixes.length === 0 ? undefined : this.#scale[this.#prefixes[0]];
    if (initial === undefined) return Wdfsa.zero(algebra, alphabet);
    const size = states.size;
    const number = new Map(Array.from(states.keys(), (rowClass, state) => [rowClass, state]));
    const target = new Int32Array(size * alphabet.size).fill(-1);
    const arcWeight = algebra.array(size * alphabet.size);
    const finalWeight = algebra.array(size);
    for (const [rowClass, row] of states) {
      const state = number.get(rowClass) as number;
      finalWeight[state] = this.normalised(row, 0);
      for (let letter = 0; letter < alphabet.size; letter++) {
        const next = this.successor(row, letter);
        const to = number.get(this.#class[next]);
        const scale = this.#scale[next];
        if (scale === undefined || to === undefined) continue;
        target[state * alphabet.size + letter] = to;
        arcWeight[state * alphabet.size + letter] = algebra.times(this.#scaleInverse[row] as W, scale);
      }
    }
    return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight: initial, finalWeight }, false);
  }

  /**
   * Is a·s a suffix already? Over an exact algebra it is not: rows whose successors differ in s would differ in a·s.
   * Nearness is not transitive, so over an inexact one two rows near a third may share its class and still differ.
   */
  #isKnown(letter: Letter, suffix: number): boolean {
    return this.#suffixSet.has([letter, ...this.#suffixes[suffix]].join());
  }

  /** A column in which the successor of a null row is not zero, or -1. */
  #revivedColumn(prefix: number, letter: Letter): number {
    const row = this.successor(prefix, letter);
    return this.#scale[row] === undefined
      ? -1
      : this.#entries[row].findIndex((entry) => !this.algebra.isZero(entry));
  }

  /**
   * A column in which the successors of two homothetic rows differ, each divided by the scale of its own row, or -1.
   * Normalising the successors separately would hide a difference in scale.
   */
  #differingColumn(prefix: number, twin: number, letter: Letter): number {
    const { algebra } = this;
    const left = this.#scaleInverse[twin] as W;
    const right = this.#scaleInverse[prefix] as W;
    const rowLeft = this.#entries[this.successor(twin, letter)];
    const rowRight = this.#entries[this.successor(prefix, letter)];
    for (let s = 0; s < rowLeft.length; s++) {
      if (!algebra.equals(algebra.times(left, rowLeft[s]), algebra.times(right, rowRight[s]))) return s;
    }
    return -1;
  }

  /** The row of a node; adds it if there is none. */
  #row(node: number): number {
    const known = this.#rowOf.get(node);
    if (known !== undefined) return known;
    const row = this.#node.push(node) - 1;
    this.#rowOf.set(node, row);
    this.#inP.push(false);
    this.#successors.push(undefined);
    this.#entries.push([]);
    this.#scale.push(undefined);
    this.#scaleInverse.push(undefined);
    this.#class.push(0);
    return row;
  }

  #eachGap(visit: (row: number, node: number) => void): void {
    for (let row = 0; row < this.#node.length; row++) {
      for (let s = this.#entries[row].length; s < this.#suffixes.length; s++) {
        visit(row, this.observations.node(this.#node[row], this.#suffixes[s]));
      }
    }
  }

  #append(row: number, entry: W): void {
    this.#entries[row].push(entry);
    if (this.#scale[row] === undefined && !this.algebra.isZero(entry)) {
      this.#scale[row] = entry;
      this.#scaleInverse[row] = this.algebra.inverse(entry);
    }
    const normalised = this.normalised(row, this.#entries[row].length - 1);
    this.#class[row] = this.#classes.next(this.#class[row], normalised);
  }
}

/**
 * Numbers normalised rows: two rows have the same number if and only if their entries so far are equal. The numbers are
 * the nodes of a tree, which a row descends one entry at a time; so a new column costs one step per row.
 */
export class RowClasses<W> {
  readonly #algebra: GroupWithZero<W>;
  /** The branches of each node, by the next entry. */
  readonly #branches: (WeightMap<W, number> | undefined)[] = [undefined];
  readonly #add = () => this.#branches.push(undefined) - 1;

  constructor(algebra: GroupWithZero<W>) {
    this.#algebra = algebra;
  }

  /** The class of a row that was in class `node` and has this next entry. */
  next(node: number, entry: W): number {
    this.#branches[node] ??= weightMap(this.#algebra);
    return this.#branches[node].getOrAdd(entry, this.#add);
  }
}
