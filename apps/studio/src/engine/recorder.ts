import {
  type Hankel,
  type Learner,
  type Question,
  TableLearner,
  TreeLearner,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { type Explanation, explain } from "./explain.ts";
import { type Focus, focusOf, NO_FOCUS } from "./focus.ts";
import { machineView } from "./machine.ts";
import { treeView } from "./tree-view.ts";
import {
  type Costs,
  type Frame,
  type FrameKind,
  type MachineView,
  type MatrixFrame,
  NULL_ROW,
  PENDING,
  type Piece,
  UNCLOSED,
  type Walk,
} from "./views.ts";

/** With more states a run is shown as a summary: counts and plots, but no matrix, tree or drawing. */
export const MAX_SHOWN = 500;
/** With more entries of the matrix as well. */
const MAX_ENTRIES = 250_000;
/** Up to this many states every hypothesis is drawn, with more only those that are conjectured. */
const MAX_EACH_STEP = 60;
/** How many words of a batch are listed. */
const MAX_NAMED = 24;

/** What takes the snapshots of a run. */
export interface Recording<W> {
  /** Has the run become too large to be shown? */
  readonly summary: boolean;
  /** How many entries wait to be sent. */
  readonly waiting: number;
  /** The snapshots since the last call; undefined if there are none. */
  take(): Piece | undefined;
  /** The number of a state of the current hypothesis, the same throughout the run. */
  idOf(): (state: number) => number;
  question(question: Question<W>, costs: Costs, walk?: Walk | null): void;
  /** The last snapshot of a run. */
  end(kind: FrameKind, explanation: Explanation, costs: Costs, hypothesis: Wdfsa<W>): void;
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/**
 * Takes a snapshot of a run at each question. Entries of the matrix never change, so each is sent once, and a snapshot
 * only says how many there were. A hypothesis that stays the same is sent once too.
 */
export class Recorder<W> implements Recording<W> {
  readonly #learner: Learner<W>;
  readonly #hankel: Hankel<W> | undefined;
  readonly #tree: TreeLearner<W> | undefined;
  #piece = emptyPiece();
  /** The number of the state of each representative row. */
  readonly #ids = new Map<number, number>();
  #rows = 0;
  #prefixes = 0;
  #suffixes = 0;
  readonly #sent: number[] = [];
  #machines = 0;
  #lastMachine = "";
  #trees = 0;
  #entries = 0;
  #summary = false;

  constructor(learner: Learner<W>) {
    this.#learner = learner;
    this.#hankel = learner instanceof TableLearner ? (learner.hankel as Hankel<W>) : undefined;
    this.#tree = learner instanceof TreeLearner ? (learner as TreeLearner<W>) : undefined;
  }

  get summary(): boolean {
    return this.#summary;
  }

  get waiting(): number {
    return this.#entries;
  }

  take(): Piece | undefined {
    if (this.#piece.frames.length === 0) return undefined;
    const piece = this.#piece;
    this.#piece = emptyPiece();
    this.#entries = 0;
    return piece;
  }

  idOf(): (state: number) => number {
    const hankel = this.#hankel;
    if (hankel === undefined) return (state) => state;
    const rows = [...hankel.representatives().values()];
    const ids = rows.map((row) => this.#id(row));
    return (state) => ids[state] ?? state;
  }

  question(question: Question<W>, costs: Costs, walk: Walk | null = null): void {
    const { alphabet, name } = this.#learner;
    const words = question.kind === "weigh" ? question.words : [];
    const kind: FrameKind = question.kind;
    const explanation = explain(question as Question<unknown>, alphabet, name);
    const focus = focusOf(this.#hankel, question);
    const hypothesis = question.kind === "conjecture" ? question.hypothesis : undefined;
    this.#add(kind, explanation, costs, { words, walk, focus, hypothesis });
  }

  end(kind: FrameKind, explanation: Explanation, costs: Costs, hypothesis: Wdfsa<W>): void {
    this.#add(kind, explanation, costs, {
      words: [],
      walk: null,
      focus: NO_FOCUS,
      hypothesis,
    });
  }

  #add(
    kind: FrameKind,
    { title, sentence }: Explanation,
    costs: Costs,
    details: { words: readonly Word[]; walk: Walk | null; focus: Focus; hypothesis: Wdfsa<W> | undefined },
  ): void {
    const { states, alphabet } = this.#learner;
    if (states > MAX_SHOWN || this.#size() > MAX_ENTRIES) this.#summary = true;
    const shown = !this.#summary;
    const frame: Frame = {
      kind,
      title,
      sentence,
      asked: details.words.slice(0, MAX_NAMED).map((word) => alphabet.show(word)),
      askedCount: details.words.length,
      costs: { ...costs },
      states,
      matrix: shown ? this.#matrix(details.focus) : null,
      tree: shown ? this.#treeNow() : -1,
      machine: shown ? this.#machineNow(details.hypothesis) : -1,
      walk: details.walk,
      curve: null,
    };
    this.#piece.frames.push(frame);
  }

  #size(): number {
    const hankel = this.#hankel;
    return hankel === undefined ? 0 : hankel.rows * hankel.suffixes.length;
  }

  #id(row: number): number {
    let id = this.#ids.get(row);
    if (id === undefined) this.#ids.set(row, (id = this.#ids.size));
    return id;
  }

  #matrix(focus: Focus): MatrixFrame | null {
    const hankel = this.#hankel;
    if (hankel === undefined) return null;
    this.#sendWords(hankel);
    const { rows } = hankel;
    const columns = hankel.suffixes.length;
    const filledRows = filledUpTo(rows, (row) => hankel.at(row, 0) !== undefined);
    const filledColumns = filledUpTo(
      columns,
      (column) => filledRows > 0 && hankel.at(0, column) !== undefined,
    );
    this.#sendCells(hankel, filledRows, filledColumns);
    const classes = hankel.representatives();
    const labels = new Int32Array(rows);
    for (const row of classes.values()) this.#id(row);
    for (let row = 0; row < rows; row++) {
      const representative = classes.get(hankel.classOf(row));
      if (row >= filledRows) labels[row] = PENDING;
      else if (hankel.scale(row) === undefined) labels[row] = NULL_ROW;
      else labels[row] = representative === undefined ? UNCLOSED : this.#id(representative);
    }
    return {
      rows,
      columns,
      filledRows,
      filledColumns,
      prefixes: this.#prefixes,
      labels,
      focusRows: focus.rows,
      focusColumns: focus.columns,
    };
  }

  #sendWords(hankel: Hankel<W>): void {
    const { alphabet } = this.#learner;
    for (; this.#rows < hankel.rows; this.#rows++) {
      this.#piece.rows.push(alphabet.show(hankel.word(this.#rows)));
      this.#sent.push(0);
    }
    for (; this.#prefixes < hankel.prefixes.length; this.#prefixes++) {
      this.#piece.prefixes.push(hankel.prefixes[this.#prefixes]);
    }
    for (; this.#suffixes < hankel.suffixes.length; this.#suffixes++) {
      this.#piece.suffixes.push(alphabet.show(hankel.suffixes[this.#suffixes]));
    }
  }

  #sendCells(hankel: Hankel<W>, rows: number, columns: number): void {
    const { algebra } = this.#learner;
    for (let row = 0; row < rows; row++) {
      const from = this.#sent[row];
      if (from >= columns) continue;
      const raw: string[] = [];
      const normalised: string[] = [];
      for (let column = from; column < columns; column++) {
        raw.push(algebra.format(hankel.at(row, column)));
        normalised.push(algebra.format(hankel.normalised(row, column)));
      }
      this.#sent[row] = columns;
      this.#entries += raw.length;
      this.#piece.cells.push({ row, raw, normalised });
    }
  }

  #treeNow(): number {
    if (this.#tree === undefined) return -1;
    const nodes = treeView(this.#tree);
    this.#entries += nodes.length;
    this.#piece.trees.push(nodes);
    return this.#trees++;
  }

  #machineNow(hypothesis: Wdfsa<W> | undefined): number {
    const { states } = this.#learner;
    if (hypothesis === undefined && states > MAX_EACH_STEP) return this.#machines - 1;
    const automaton = hypothesis ?? this.#learner.hypothesis();
    const view = this.machine(automaton);
    if (states <= MAX_EACH_STEP) {
      const text = JSON.stringify(view);
      if (text === this.#lastMachine) return this.#machines - 1;
      this.#lastMachine = text;
    } else this.#lastMachine = "";
    this.#entries += view.arcs.length;
    this.#piece.machines.push(view);
    return this.#machines++;
  }

  /** The current hypothesis as it is shown. */
  machine(automaton: Wdfsa<W>): MachineView {
    const sifting = this.#tree?.sifting;
    const hankel = this.#hankel;
    if (sifting !== undefined) return machineView(automaton, undefined, (state) => sifting.access(state));
    if (hankel === undefined) return machineView(automaton);
    const rows = [...hankel.representatives().values()];
    return machineView(automaton, this.idOf(), (state) => hankel.word(rows[state]));
  }
}

export function emptyPiece(): Mutable<Piece> {
  return { frames: [], rows: [], prefixes: [], suffixes: [], cells: [], machines: [], trees: [] };
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
