import type { Alphabet, GroupWithZero, Word } from "hankel";
import type { Focus } from "./focus.ts";
import type { MatrixSource } from "./matrix-source.ts";
import type { MatrixFrame, Piece, TrialColumn } from "./views.ts";

export type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/** Sends the words and entries of a matrix once each, and says at each step how many there are. */
export class MatrixRecorder<W> {
  readonly #source: MatrixSource<W>;
  readonly #algebra: GroupWithZero<W>;
  readonly #alphabet: Alphabet;
  #rows = 0;
  #prefixes = 0;
  #suffixes = 0;
  /** How many entries of each row were sent. */
  readonly #sent: number[] = [];

  constructor(source: MatrixSource<W>, algebra: GroupWithZero<W>, alphabet: Alphabet) {
    this.#source = source;
    this.#algebra = algebra;
    this.#alphabet = alphabet;
  }

  get entries(): number {
    return this.#source.rows * this.#source.suffixes.length;
  }

  /** Puts what is new into the piece. Returns the matrix as it is, and how many entries were put. */
  frame(piece: Mutable<Piece>, focus: Focus, trial?: Word): { matrix: MatrixFrame; sent: number } {
    const source = this.#source;
    this.#sendWords(piece);
    const filled = source.filled();
    const sent = this.#sendCells(piece, filled);
    const matrix = {
      rows: source.rows,
      columns: source.suffixes.length,
      filledRows: filled.rows,
      filledColumns: filled.columns,
      prefixes: this.#prefixes,
      labels: source.labels(filled.rows),
      focusRows: focus.rows,
      focusColumns: focus.columns,
      isBlock: source.isBlock,
      trial: trial === undefined ? null : this.#trial(trial),
    };
    return { matrix, sent };
  }

  #trial(suffix: Word): TrialColumn {
    const source = this.#source;
    const cells = Array.from({ length: source.rows }, (_, row) => {
      const weight = source.answer?.(row, suffix);
      return weight === undefined ? null : this.#algebra.format(weight);
    });
    return { suffix: this.#alphabet.show(suffix), cells };
  }

  #sendWords(piece: Mutable<Piece>): void {
    const source = this.#source;
    const { rows, prefixes, suffixes } = source;
    for (; this.#rows < rows; this.#rows++) {
      piece.rows.push(this.#alphabet.show(source.word(this.#rows)));
      this.#sent.push(0);
    }
    for (; this.#prefixes < prefixes.length; this.#prefixes++) piece.prefixes.push(prefixes[this.#prefixes]);
    for (; this.#suffixes < suffixes.length; this.#suffixes++) {
      piece.suffixes.push(this.#alphabet.show(suffixes[this.#suffixes]));
    }
  }

  #sendCells(piece: Mutable<Piece>, filled: { rows: number; columns: number }): number {
    const source = this.#source;
    let sent = 0;
    for (let row = 0; row < filled.rows; row++) {
      const from = this.#sent[row];
      if (from >= filled.columns) continue;
      const raw: string[] = [];
      const normalised: string[] = [];
      for (let column = from; column < filled.columns; column++) {
        raw.push(this.#algebra.format(source.at(row, column)));
        normalised.push(this.#algebra.format(source.normalised(row, column)));
      }
      this.#sent[row] = filled.columns;
      sent += raw.length;
      piece.cells.push({ row, raw, normalised });
    }
    return sent;
  }
}
