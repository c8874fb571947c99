import type { Word } from "hankel";
import {
  type BlockWords,
  type Hankel,
  MultiplicityLearner,
  type Reason,
  TableLearner,
} from "hankel/learning";
import { type AnyLearner, type AnyQuestion, explain } from "./explain.ts";
import { explainBlock } from "./explain-block.ts";
import type { Explanation } from "./say.ts";
import { isSameWord, type Written, writtenIn } from "./text.ts";
import { COMBINED, type MatrixFrame, NULL_ROW, PENDING, type Piece, UNCLOSED, type Walk } from "./views.ts";

export type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/** What a question is about: rows and columns of the matrix, and a suffix that may join it. */
interface Step {
  readonly explanation: Explanation;
  readonly focus: Focus;
  readonly trial?: Word | undefined;
}

export type Focus = Pick<MatrixFrame, "focusRows" | "focusColumns">;

export const NO_FOCUS: Focus = { focusRows: [], focusColumns: [] };

/** A matrix that grows: rows and columns are only added, and an entry never changes once it has an answer. */
type Growing<W> = Pick<Hankel<W>, "rows" | "suffixes" | "prefixes" | "word" | "at" | "normalised">;

/** How many of the first rows and columns have all their answers. */
interface Filled {
  readonly rows: number;
  readonly columns: number;
}

/** The matrix that a learner keeps; undefined if it keeps none. */
export function matrixOf<W>(learner: AnyLearner<W>): RecordedMatrix<W> | undefined {
  if (learner instanceof TableLearner) return new TableMatrix(learner, learner.hankel);
  if (learner instanceof MultiplicityLearner) return new BlockMatrix(learner, learner.words);
  return undefined;
}

type Setting<W> = Pick<AnyLearner<W>, "kind" | "alphabet">;

/** Sends the words and entries of a matrix once each, and says at each step how many there are. */
export abstract class RecordedMatrix<W> {
  readonly setting: Setting<W>;
  abstract readonly isBlock: boolean;
  protected abstract readonly grown: Growing<W>;
  #rows = 0;
  #prefixes = 0;
  #suffixes = 0;
  /** How many entries of each row were sent. */
  readonly #sent: number[] = [];
  readonly #written: Written<W>;

  constructor(setting: Setting<W>) {
    this.setting = setting;
    this.#written = writtenIn(setting.kind);
  }

  /** To be called once for each question, in order. */
  abstract step(question: AnyQuestion<W>, walk: Walk | null): Step;
  protected abstract filled(): Filled;
  /** The number of the state of a row, or why it has none; `filled` is the number of rows that have their answers. */
  protected abstract labels(filled: number): Int32Array;
  /** An answer outside the matrix, if there is one. */
  protected abstract answer(row: number, suffix: Word): W | undefined;

  /** What sentences about it need to know. */
  protected about(learner: string) {
    const { kind, alphabet } = this.setting;
    return { alphabet, semifield: kind.algebra.name, answers: kind.name, learner };
  }

  get entries(): number {
    return this.grown.rows * this.grown.suffixes.length;
  }

  /** Puts what is new into the piece. Returns the matrix as it is, and how many entries were put. */
  frame(piece: Mutable<Piece>, focus: Focus, trial?: Word): { matrix: MatrixFrame; sent: number } {
    const { rows, suffixes } = this.grown;
    this.#sendWords(piece);
    const filled = this.filled();
    const sent = this.#sendCells(piece, filled);
    const matrix = {
      rows,
      columns: suffixes.length,
      filledRows: filled.rows,
      filledColumns: filled.columns,
      told: this.#told(filled),
      prefixes: this.#prefixes,
      labels: this.labels(filled.rows),
      ...focus,
      isBlock: this.isBlock,
      trial: trial === undefined ? null : this.#trial(trial),
    };
    return { matrix, sent };
  }

  #told(filled: Filled): MatrixFrame["told"] {
    const { rows, suffixes } = this.grown;
    const told: Mutable<MatrixFrame["told"][number]>[] = [];
    for (let row = 0; row < rows; row++) {
      for (let column = row < filled.rows ? filled.columns : 0; column < suffixes.length; column++) {
        const weight = this.answer(row, suffixes[column]);
        if (weight !== undefined) told.push({ row, column, text: this.#written(weight) });
      }
    }
    return told;
  }

  #trial(suffix: Word): MatrixFrame["trial"] {
    const { alphabet } = this.setting;
    const cells = Array.from({ length: this.grown.rows }, (_, row) => {
      const weight = this.answer(row, suffix);
      return weight === undefined ? null : this.#written(weight);
    });
    return { suffix: alphabet.show(suffix), cells };
  }

  #sendWords(piece: Mutable<Piece>): void {
    const { alphabet } = this.setting;
    const { rows, prefixes, suffixes } = this.grown;
    for (; this.#rows < rows; this.#rows++) {
      piece.rows.push(alphabet.show(this.grown.word(this.#rows)));
      this.#sent.push(0);
    }
    for (; this.#prefixes < prefixes.length; this.#prefixes++) piece.prefixes.push(prefixes[this.#prefixes]);
    for (; this.#suffixes < suffixes.length; this.#suffixes++) {
      piece.suffixes.push(alphabet.show(suffixes[this.#suffixes]));
    }
  }

  #sendCells(piece: Mutable<Piece>, filled: Filled): number {
    let sent = 0;
    for (let row = 0; row < filled.rows; row++) {
      const from = this.#sent[row];
      if (from >= filled.columns) continue;
      const raw: string[] = [];
      const normalised: string[] = [];
      for (let column = from; column < filled.columns; column++) {
        raw.push(this.#written(this.grown.at(row, column)));
        normalised.push(this.#written(this.grown.normalised(row, column)));
      }
      this.#sent[row] = filled.columns;
      sent += raw.length;
      piece.cells.push({ row, raw, normalised });
    }
    return sent;
  }
}

/** The Hankel matrix of the table: a row is labelled with the class of homothetic rows that it belongs to. */
export class TableMatrix<W> extends RecordedMatrix<W> {
  readonly isBlock = false;
  readonly grown: Hankel<W>;
  /** The number of the state of each representative row. */
  readonly #ids = new Map<number, number>();
  readonly #nodes = new Map<number, number>();
  #filled: Filled = { rows: 0, columns: 0 };

  constructor(setting: Setting<W>, hankel: Hankel<W>) {
    super(setting);
    this.grown = hankel;
  }

  step(question: AnyQuestion<W>, walk: Walk | null): Step {
    const explanation = explain(question, this.about("table"), walk);
    return { explanation, focus: question.kind === "conjecture" ? NO_FOCUS : this.#focus(question.why) };
  }

  #focus(why: Reason): Focus {
    const row = (word: Word) => this.#rowOf(word);
    const column = (word: Word) => this.grown.suffixes.findIndex((suffix) => isSameWord(suffix, word));
    switch (why.kind) {
      case "unclosed":
        return { ...NO_FOCUS, focusRows: [row(why.prefix)] };
      case "inconsistent": {
        const after = why.prefixes.map((prefix) => row([...prefix, why.letter]));
        return { focusRows: [...why.prefixes.map(row), ...after], focusColumns: [column(why.suffix)] };
      }
      case "revived": {
        const rows = [row(why.prefix), row([...why.prefix, why.letter])];
        return { focusRows: rows, focusColumns: [column(why.suffix)] };
      }
      case "counterexample": {
        const rows = why.word.map((_, i) => row(why.word.slice(0, i + 1)));
        return { ...NO_FOCUS, focusRows: rows.filter((r) => r >= 0) };
      }
      default:
        return NO_FOCUS;
    }
  }

  /** The row of a word, reached from ε by its letters, or -1. */
  #rowOf(word: Word): number {
    let row = this.grown.prefixes[0] ?? -1;
    for (const letter of word) row = row < 0 ? -1 : this.grown.successor(row, letter);
    return row;
  }

  protected filled(): Filled {
    const { grown } = this;
    const isFilled = (row: number, column: number) => grown.at(row, column) !== undefined;
    let { rows, columns } = this.#filled;
    while (rows < grown.rows && isFilled(rows, 0)) rows++;
    if (rows > 0) while (columns < grown.suffixes.length && isFilled(0, columns)) columns++;
    this.#filled = { rows, columns };
    return this.#filled;
  }

  protected labels(filled: number): Int32Array {
    const { grown } = this;
    const classes = grown.representatives();
    for (const row of classes.values()) this.id(row);
    return Int32Array.from({ length: grown.rows }, (_, row) => {
      const representative = classes.get(grown.classOf(row));
      if (row >= filled) return PENDING;
      if (grown.scale(row) === undefined) return NULL_ROW;
      return representative === undefined ? UNCLOSED : this.id(representative);
    });
  }

  protected answer(row: number, suffix: Word): W | undefined {
    return knownAfter(this.grown.observations, this.#node(row), suffix);
  }

  /** The node of a row's word, which stays the same. */
  #node(row: number): number {
    let node = this.#nodes.get(row);
    if (node === undefined) {
      node = this.grown.observations.tree.find(this.grown.word(row));
      if (node >= 0) this.#nodes.set(row, node);
    }
    return node;
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
class BlockMatrix<W> extends RecordedMatrix<W> implements Growing<W> {
  readonly isBlock = true;
  readonly #words: BlockWords<W>;
  #filled = 0;
  /** At the question before. */
  #rank = 0;
  #why: Reason | undefined;

  constructor(setting: Setting<W>, words: BlockWords<W>) {
    super(setting);
    this.#words = words;
  }

  protected get grown(): Growing<W> {
    return this;
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

  step(question: AnyQuestion<W>, walk: Walk | null): Step {
    const { prefixes, suffixes } = this;
    const fresh = prefixes.map((row, basis) => ({ row, basis })).slice(this.#rank);
    const why = question.kind === "weigh" ? question.why : undefined;
    // The rows that follow from a column are asked for because a word joined the basis; at the start, with the same reason.
    const repeats = why !== undefined && why === this.#why;
    const fillsRows = fresh.length > 0 && (why?.kind === "unclosed" || repeats);
    const explanation = explainBlock(
      question,
      this.about("multiplicity"),
      {
        joined: fresh.map(({ row, basis }) => ({ prefix: this.word(row), suffix: suffixes[basis] })),
        rank: prefixes.length,
        fillsRows,
      },
      walk,
    );
    this.#rank = prefixes.length;
    this.#why = why;
    const focus = { focusRows: fresh.map(({ row }) => row), focusColumns: fresh.map(({ basis }) => basis) };
    return { explanation, focus, trial: fillsRows ? undefined : suffixOf(why) };
  }

  protected filled(): Filled {
    const { rows, suffixes } = this;
    // A suffix joins the block when all rows have their answers, so rows that were filled stay so.
    const isFilled = (row: number) => suffixes.every((suffix) => this.answer(row, suffix) !== undefined);
    while (this.#filled < rows && isFilled(this.#filled)) this.#filled++;
    return { rows: this.#filled, columns: this.#filled === 0 ? 0 : suffixes.length };
  }

  protected labels(filled: number): Int32Array {
    const words = this.#words;
    return Int32Array.from({ length: this.rows }, (_, row) => {
      const basis = row === 0 ? 0 : words.basisOf(row - 1);
      if (basis >= 0) return basis;
      return row < filled ? COMBINED : PENDING;
    });
  }

  protected answer(row: number, suffix: Word): W | undefined {
    return knownAfter(this.#words.observations, this.#node(row), suffix);
  }

  #node(row: number): number {
    return row === 0 ? 0 : this.#words.rows[row - 1];
  }
}

/** The answer to a suffix after a node, if it is known. Looks, and adds nothing to the tree: whoever watches a run changes nothing in it. */
function knownAfter<W>(observations: Hankel<W>["observations"], prefix: number, suffix: Word): W | undefined {
  const node = prefix < 0 ? -1 : observations.tree.find(suffix, prefix);
  return node >= 0 && observations.knows(node) ? observations.weight(node) : undefined;
}

function suffixOf(why: Reason | undefined): Word | undefined {
  if (why?.kind === "counterexample") return why.suffix;
  return why?.kind === "dimension" && why.suffixes.length === 1 ? why.suffixes[0] : undefined;
}
