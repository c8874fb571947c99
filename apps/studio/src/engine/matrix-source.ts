import type { Word } from "hankel";
import { type BlockWords, type Hankel, MultiplicityLearner, TableLearner } from "hankel/learning";
import { COMBINED, NULL_ROW, PENDING, UNCLOSED } from "./views.ts";

/** A matrix that grows: rows and columns are only added, and an entry never changes once it has an answer. */
export interface MatrixSource<W> {
  readonly isBlock: boolean;
  readonly rows: number;
  readonly suffixes: readonly Word[];
  /** The rows of P, in the order in which they were added. */
  readonly prefixes: readonly number[];
  word(row: number): Word;
  /** How many of the first rows and columns have all their answers. */
  filled(): { readonly rows: number; readonly columns: number };
  /** An entry of those, and the same divided by the scale of its row. */
  at(row: number, column: number): W;
  normalised(row: number, column: number): W;
  /** The number of the state of a row, or why it has none; `filled` is the number of rows that have their answers. */
  labels(filled: number): Int32Array;
  /** An answer outside the matrix, if there is one. */
  answer?(row: number, suffix: Word): W | undefined;
}

/** The matrix that a learner keeps; undefined if it keeps none. */
export function matrixOf<W>(learner: unknown): MatrixSource<W> | undefined {
  if (learner instanceof TableLearner) return new TableMatrix<W>(learner.hankel);
  if (learner instanceof MultiplicityLearner) return new BlockMatrix<W>(learner.words);
  return undefined;
}

/** The Hankel matrix of the table: a row is labelled with the class of homothetic rows that it belongs to. */
export class TableMatrix<W> implements MatrixSource<W> {
  readonly isBlock = false;
  readonly hankel: Hankel<W>;
  /** The number of the state of each representative row. */
  readonly #ids = new Map<number, number>();

  constructor(hankel: Hankel<W>) {
    this.hankel = hankel;
  }

  get rows(): number {
    return this.hankel.rows;
  }

  get suffixes(): readonly Word[] {
    return this.hankel.suffixes;
  }

  get prefixes(): readonly number[] {
    return this.hankel.prefixes;
  }

  word(row: number): Word {
    return this.hankel.word(row);
  }

  at(row: number, column: number): W {
    return this.hankel.at(row, column);
  }

  normalised(row: number, column: number): W {
    return this.hankel.normalised(row, column);
  }

  filled(): { rows: number; columns: number } {
    const { hankel } = this;
    const rows = filledUpTo(hankel.rows, (row) => hankel.at(row, 0) !== undefined);
    const columns = filledUpTo(
      hankel.suffixes.length,
      (column) => rows > 0 && hankel.at(0, column) !== undefined,
    );
    return { rows, columns };
  }

  labels(filled: number): Int32Array {
    const { hankel } = this;
    const classes = hankel.representatives();
    for (const row of classes.values()) this.id(row);
    return Int32Array.from({ length: hankel.rows }, (_, row) => {
      const representative = classes.get(hankel.classOf(row));
      if (row >= filled) return PENDING;
      if (hankel.scale(row) === undefined) return NULL_ROW;
      return representative === undefined ? UNCLOSED : this.id(representative);
    });
  }

  /** The number of the state of a representative row, the same throughout the run. */
  id(row: number): number {
    let id = this.#ids.get(row);
    if (id === undefined) this.#ids.set(row, (id = this.#ids.size));
    return id;
  }
}

/**
 * The block of the multiplicity learner. Row 0 is ε, and row 1 + i·|Σ| + a is the word p·a of the basis word number i, which is
 * also the number of its state.
 */
export class BlockMatrix<W> implements MatrixSource<W> {
  readonly isBlock = true;
  readonly #words: BlockWords<W>;
  #filled = 0;

  constructor(words: BlockWords<W>) {
    this.#words = words;
  }

  get rows(): number {
    return this.#words.size === 0 ? 0 : 1 + this.#words.rows.length;
  }

  get suffixes(): readonly Word[] {
    return this.#words.suffixes;
  }

  get prefixes(): readonly number[] {
    return this.#words.prefixes.map((_, basis) => 1 + this.#words.rowOf(basis));
  }

  word(row: number): Word {
    return this.#words.observations.word(this.#node(row));
  }

  at(row: number, column: number): W {
    return this.#words.weight(this.#node(row), this.#words.suffixes[column]);
  }

  normalised(row: number, column: number): W {
    return this.at(row, column);
  }

  filled(): { rows: number; columns: number } {
    const { rows, suffixes } = this;
    // A suffix joins the block when all rows have their answers, so rows that were filled stay so.
    const isFilled = (row: number) => suffixes.every((suffix) => this.answer(row, suffix) !== undefined);
    while (this.#filled < rows && isFilled(this.#filled)) this.#filled++;
    return { rows: this.#filled, columns: this.#filled === 0 ? 0 : suffixes.length };
  }

  labels(filled: number): Int32Array {
    const words = this.#words;
    return Int32Array.from({ length: this.rows }, (_, row) => {
      const basis = row === 0 ? 0 : words.basisOf(row - 1);
      if (basis >= 0) return basis;
      return row < filled ? COMBINED : PENDING;
    });
  }

  answer(row: number, suffix: Word): W | undefined {
    const { observations } = this.#words;
    // Looks, and adds nothing to the tree: whoever watches a run changes nothing in it.
    const node = observations.tree.find(suffix, this.#node(row));
    return node >= 0 && observations.knows(node) ? observations.weight(node) : undefined;
  }

  #node(row: number): number {
    return row === 0 ? 0 : this.#words.rows[row - 1];
  }
}

/** How many of the first ones have a property that no later one has. */
function filledUpTo(count: number, filled: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (filled(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
