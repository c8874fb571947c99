import type { Rational } from "../../algebra/fraction.ts";
import { primesBelow, residuesModulo } from "../../algebra/modular.ts";
import { primeField } from "../../algebra/prime-field.ts";
import type { Embedding, Field } from "../../algebra/semifield.ts";
import type { Wfsa } from "../../automata/wfsa.ts";
import { HankelError } from "../../errors.ts";
import { solveRationally } from "../../linear/rational.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Word } from "../../words/word.ts";
import type { Asker } from "../asking.ts";
import type { Asking } from "../protocol.ts";
import { type BlockWords, hypothesisOf } from "./block-words.ts";
import { BreakSearch, type Values } from "./break-search.ts";
import { Coordinates, type Scalars } from "./coordinates.ts";

/** Thrown when a weight has no value in the field that is computed in; `renew` helps. */
export class NoValue extends Error {
  constructor() {
    super("a weight has no value in the field that is computed in");
    this.name = "NoValue";
  }
}

/**
 * The linear algebra of the multiplicity learner over one kind of field. W are the weights; the field that is computed in,
 * whose values are V, may be another one, and only subclasses know it.
 */
export abstract class Arithmetic<W, V = unknown> implements Values<V> {
  protected readonly field: Field<W>;
  protected readonly alphabet: Alphabet;
  protected readonly words: BlockWords<W>;
  protected coordinates: Coordinates<W, V>;

  constructor(field: Field<W>, alphabet: Alphabet, words: BlockWords<W>, scalars: Scalars<W, V>) {
    this.field = field;
    this.alphabet = alphabet;
    this.words = words;
    this.coordinates = new Coordinates(words, scalars);
  }

  abstract distance(a: V, b: V): number;
  abstract agree(a: V, b: V, factors: number): boolean;
  /** The automaton whose states are the basis words. Arcs that are not known yet are left out. */
  abstract hypothesis(): Wfsa<W>;

  /** Computes again in another field, where values that happened to be equal may differ; false if there is none. */
  renew(): boolean {
    return false;
  }

  /** Why a counterexample added no dimension, where rounding can be the reason. */
  refusal(): string | undefined {
    return undefined;
  }

  /**
   * Adds words p·a to the basis, and suffixes to the block, as long as each pair adds a dimension. The weights of all
   * words of the block followed by these suffixes are known. Returns how many were added.
   *
   * Here: every word p·a, shortest first, that the block does not explain on one of the suffixes. A word that it explains on
   * all of them stays explained, so one pass is enough.
   */
  extend(suffixes: readonly Word[]): number {
    return extendExactly(this.coordinates, suffixes);
  }

  /** Computes the coordinates of the words p·a that have none yet. Their weights must be known. */
  complete(): void {
    this.coordinates.complete();
  }

  /** Does the hypothesis weigh a word, whose own weight is known, otherwise than the language? */
  isWrong(asker: Asker<W>, word: Word): boolean {
    return new BreakSearch(asker, this, this.coordinates, word).isWrong();
  }

  /** The suffix after a place where the hypothesis breaks on a wrong word. */
  findSuffix(asker: Asker<W>, word: Word): Asking<W, Word, W, never> {
    return new BreakSearch(asker, this, this.coordinates, word).findSuffix();
  }

  /** The first basis word after which the hypothesis weighs a suffix of the block otherwise; -1 if there is none. */
  wrongBefore(suffix: Word): number {
    const [futures, column] = [this.coordinates.futures(suffix), this.coordinates.column(suffix)];
    return futures.findIndex((future, basis) => this.distance(future, column[basis]) > 0);
  }

  /** The words p·a that are no basis words and have coordinates. */
  protected openRows(): number[] {
    return this.words.openRows().filter((row) => row < this.coordinates.known);
  }

  /** The automaton with these coordinates of the open rows. */
  protected withRows(open: readonly number[], solved: readonly ArrayLike<W>[]): Wfsa<W> {
    const place = new Map(open.map((row, i) => [row, i]));
    return hypothesisOf(this.field, this.alphabet, this.words, (row) => solved[place.get(row) ?? -1]);
  }
}

export function extendExactly<W, V>(coordinates: Coordinates<W, V>, suffixes: readonly Word[]): number {
  const { words, field } = coordinates;
  const rows = words.size === 0 ? [-1] : words.openRows().filter((row) => row < coordinates.known);
  const left = [...suffixes];
  let columns = left.map((suffix) => coordinates.column(suffix));
  let added = 0;
  for (const row of rows) {
    const at = left.findIndex((suffix, i) => !field.isZero(coordinates.excess(row, suffix, columns[i])));
    if (at < 0) continue;
    const [suffix] = left.splice(at, 1);
    coordinates.grow(row, suffix);
    words.grow(row, suffix);
    added++;
    if (left.length === 0) break;
    columns = left.map((other) => coordinates.column(other));
  }
  return added;
}

/** Over an exact field, with its own operations. ⊗ need not be commutative. */
export class ExactArithmetic<W> extends Arithmetic<W, W> {
  constructor(field: Field<W>, alphabet: Alphabet, words: BlockWords<W>) {
    super(field, alphabet, words, { field, of: (weight) => weight });
  }

  distance(a: W, b: W): number {
    return this.agree(a, b) ? 0 : 1;
  }

  agree(a: W, b: W): boolean {
    return this.field.equals(a, b);
  }

  hypothesis(): Wfsa<W> {
    const { coordinates } = this;
    const open = this.openRows();
    return this.withRows(
      open,
      open.map((row) => coordinates.row(row)),
    );
  }
}

/** Up to here the product of two residues is exact in a double. */
const LARGEST = 2 ** 26;

/**
 * Over the rational numbers. All decisions are made modulo a prime: rows that are independent there are independent, and
 * a word on which two automata differ there is a word on which they differ. Only the automata that are conjectured need
 * exact weights; they are solved for at once (`solveRationally`). A prime that hides something is replaced
 * (docs/theory/fields.md, 14.7).
 */
export class RationalArithmetic<W> extends Arithmetic<W, number> {
  readonly #ratios: Embedding<W, Rational>;
  readonly #primes: Generator<number>;
  #last: { readonly size: number; readonly known: number; readonly automaton: Wfsa<W> } | undefined;

  constructor(field: Field<W>, ratios: Embedding<W, Rational>, alphabet: Alphabet, words: BlockWords<W>) {
    const primes = primesBelow(LARGEST);
    super(field, alphabet, words, residues(ratios, primes.next().value as number));
    this.#ratios = ratios;
    this.#primes = primes;
  }

  distance(a: number, b: number): number {
    return a === b ? 0 : 1;
  }

  agree(a: number, b: number): boolean {
    return a === b;
  }

  /** Takes the next prime for which every weight has a value and the block keeps its rank. */
  override renew(): boolean {
    for (;;) {
      const next = new Coordinates(this.words, residues(this.#ratios, this.#primes.next().value as number));
      try {
        if (next.rebuild(this.coordinates)) {
          this.coordinates = next;
          return true;
        }
      } catch (error) {
        if (!(error instanceof NoValue)) throw error;
      }
    }
  }

  hypothesis(): Wfsa<W> {
    const { size, known } = this.coordinates;
    if (this.#last?.size !== size || this.#last.known !== known) {
      this.#last = { size, known, automaton: this.#solved() };
    }
    return this.#last.automaton;
  }

  #solved(): Wfsa<W> {
    const { words } = this;
    const open = this.openRows();
    const rowOf = (node: number) =>
      words.suffixes.map((suffix) => this.#ratios.of(words.weight(node, suffix)));
    const solution = solveRationally(
      words.prefixes.map(rowOf),
      open.map((row) => rowOf(words.rows[row])),
    );
    if (solution === undefined) throw new HankelError("algebra", "a block of full rank is singular: a bug");
    return this.withRows(
      open,
      solution.map((row) => row.map((ratio) => this.#ratios.weight(ratio))),
    );
  }
}

/** Ratios as residues modulo a prime. */
function residues<W>(ratios: Embedding<W, Rational>, p: number): Scalars<W, number> {
  const residue = residuesModulo(p);
  return {
    field: primeField(p),
    of(weight) {
      const value = residue(ratios.of(weight));
      if (value === undefined) throw new NoValue();
      return value;
    },
  };
}
