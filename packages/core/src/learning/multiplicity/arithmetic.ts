import type { Rational } from "../../algebra/fraction.ts";
import { primesBelow, residuesModulo } from "../../algebra/modular.ts";
import { primeField } from "../../algebra/prime-field.ts";
import type { Embedding, Field } from "../../algebra/semifield.ts";
import type { Wfsa } from "../../automata/wfsa.ts";
import { HankelError } from "../../errors.ts";
import { solveRationally } from "../../linear/rational.ts";
import type { Word } from "../../words/word.ts";
import { type BlockWords, hypothesisOf } from "./block-words.ts";
import { Coordinates, exactScalars, type Scalars } from "./coordinates.ts";

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
export abstract class Arithmetic<W, V = unknown> {
  coordinates: Coordinates<W, V>;
  protected readonly words: BlockWords<W>;

  constructor(words: BlockWords<W>, scalars: Scalars<W, V>) {
    this.words = words;
    this.coordinates = new Coordinates(words, scalars);
  }

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

  /** Adds words and suffixes that show new dimensions: see `Coordinates.extend`. */
  extend(suffixes: readonly Word[]): number {
    return this.coordinates.extend(suffixes);
  }

  /** The automaton for which these are the coordinates of the open rows. */
  protected withRows(open: readonly number[], solved: readonly ArrayLike<W>[]): Wfsa<W> {
    const place = new Map(open.map((row, i) => [row, i]));
    return hypothesisOf(this.words, (row) => solved[place.get(row) ?? -1]);
  }
}

/** Over an exact field, with its own operations. ⊗ need not be commutative. */
export class ExactArithmetic<W> extends Arithmetic<W, W> {
  constructor(field: Field<W>, words: BlockWords<W>) {
    super(
      words,
      exactScalars(field, (weight) => weight),
    );
  }

  hypothesis(): Wfsa<W> {
    return hypothesisOf(this.words, (row) => this.coordinates.row(row));
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

  constructor(ratios: Embedding<W, Rational>, words: BlockWords<W>) {
    const primes = primesBelow(LARGEST);
    super(words, residues(ratios, primes.next().value as number));
    this.#ratios = ratios;
    this.#primes = primes;
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
    const open = this.coordinates.openRows();
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
  return exactScalars(primeField(p), (weight) => {
    const value = residue(ratios.of(weight));
    if (value === undefined) throw new NoValue();
    return value;
  });
}
