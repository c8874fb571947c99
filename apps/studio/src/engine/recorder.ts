import type { Automaton, Word } from "hankel";
import { type Learner, TreeLearner } from "hankel/learning";
import { Adviser } from "./advice.ts";
import { BlockProgress } from "./block-progress.ts";
import { type AnyQuestion, type Explanation, explain } from "./explain.ts";
import { type Focus, focusOf, NO_FOCUS } from "./focus.ts";
import { machineView } from "./machine.ts";
import { MatrixRecorder, type Mutable } from "./matrix-recorder.ts";
import { BlockMatrix, type MatrixSource, matrixOf, TableMatrix } from "./matrix-source.ts";
import type {
  Advice,
  Costs,
  Frame,
  FrameKind,
  MachineView,
  MatrixFrame,
  Piece,
  TreeNodeView,
  Walk,
} from "./views.ts";

/** With more states a run is shown as a summary: counts and plots, but no matrix, tree or drawing. */
export const MAX_SHOWN = 500;
/** With more entries of the matrix as well. */
const MAX_ENTRIES = 250_000;
/** Up to this many states every hypothesis is drawn, with more only those that are conjectured. */
const MAX_EACH_STEP = 60;
/** The same where every state may have arcs to all others. */
const MAX_DENSE_EACH_STEP = 24;
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
  question(question: AnyQuestion<W>, costs: Costs, walk?: Walk | null): void;
  /** The last snapshot of a run. */
  end(kind: FrameKind, explanation: Explanation, costs: Costs, hypothesis: Automaton<W>): void;
  /** An automaton of the run as the page shows it. */
  view(automaton: Automaton<W>, idOf: (state: number) => number): MachineView;
  /** The degrees of freedom of an automaton, where they bound what the run costs. */
  dof(automaton: Automaton<W>): number | undefined;
  /** Another automaton that the run has found, by its place on the curve; only a run on a language model has a curve. */
  automatonAt?(point: number): Automaton<W>;
  /** Advice that was not given before, if there is any. */
  advice(): Advice | null;
}

/** What a snapshot shows besides the state of the learner. */
interface Details<W> {
  readonly words: readonly Word[];
  readonly walk: Walk | null;
  readonly focus: Focus;
  readonly trial?: Word | undefined;
  readonly hypothesis: Automaton<W> | undefined;
}

/**
 * Takes a snapshot of a run at each question. Entries of the matrix never change, so each is sent once, and a snapshot
 * only says how many there were. A hypothesis that stays the same is sent once too.
 */
export class Recorder<W> implements Recording<W> {
  readonly #learner: Learner<W, W, Automaton<W>>;
  readonly #source: MatrixSource<W> | undefined;
  readonly #matrix: MatrixRecorder<W> | undefined;
  readonly #block: BlockProgress<W> | undefined;
  readonly #tree: TreeLearner<W> | undefined;
  readonly #eachStep: number;
  readonly #adviser: Adviser;
  #piece = emptyPiece();
  #machines = 0;
  #lastMachine = "";
  #trees = 0;
  #entries = 0;
  #summary = false;

  constructor(learner: Learner<W, W, Automaton<W>>) {
    const { algebra, alphabet, form } = learner;
    const source = matrixOf<W>(learner);
    this.#learner = learner;
    this.#source = source;
    this.#matrix = source && new MatrixRecorder(source, algebra, alphabet);
    this.#block = source instanceof BlockMatrix ? new BlockProgress<W>(source, alphabet) : undefined;
    this.#tree = learner instanceof TreeLearner ? learner : undefined;
    this.#adviser = new Adviser(learner);
    this.#eachStep = form.ranked ? MAX_DENSE_EACH_STEP : MAX_EACH_STEP;
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
    const table = this.#table;
    if (table === undefined) return (state) => state;
    const rows = [...table.hankel.representatives().values()];
    const ids = rows.map((row) => table.id(row));
    return (state) => ids[state] ?? state;
  }

  question(question: AnyQuestion<W>, costs: Costs, walk: Walk | null = null): void {
    const { alphabet, name } = this.#learner;
    const words = question.kind === "weigh" ? question.batch.words : [];
    const hypothesis = question.kind === "conjecture" ? question.hypothesis : undefined;
    const step = this.#block?.step(question);
    const explanation = step?.explanation ?? explain(question, alphabet, name);
    const focus = step?.focus ?? focusOf(this.#table?.hankel, question);
    this.#add(question.kind, explanation, costs, { words, walk, focus, trial: step?.trial, hypothesis });
  }

  end(kind: FrameKind, explanation: Explanation, costs: Costs, hypothesis: Automaton<W>): void {
    this.#add(kind, explanation, costs, { words: [], walk: null, focus: NO_FOCUS, hypothesis });
  }

  view(automaton: Automaton<W>, idOf: (state: number) => number): MachineView {
    return machineView(automaton, idOf);
  }

  dof(automaton: Automaton<W>): number | undefined {
    return automaton.dof;
  }

  advice(): Advice | null {
    return this.#adviser.look();
  }

  get #table(): TableMatrix<W> | undefined {
    return this.#source instanceof TableMatrix ? this.#source : undefined;
  }

  #add(kind: FrameKind, { title, sentence }: Explanation, costs: Costs, details: Details<W>): void {
    const { states, alphabet } = this.#learner;
    if (states > MAX_SHOWN || (this.#matrix?.entries ?? 0) > MAX_ENTRIES) this.#summary = true;
    const shown = !this.#summary;
    const frame: Frame = {
      kind,
      title,
      sentence,
      asked: details.words.slice(0, MAX_NAMED).map((word) => alphabet.show(word)),
      askedCount: details.words.length,
      costs: { ...costs },
      states,
      matrix: shown ? this.#matrixNow(details) : null,
      tree: shown ? this.#treeNow() : -1,
      machine: shown ? this.#machineNow(details.hypothesis) : -1,
      walk: details.walk,
      curve: null,
    };
    this.#piece.frames.push(frame);
  }

  #matrixNow({ focus, trial }: Details<W>): MatrixFrame | null {
    if (this.#matrix === undefined) return null;
    const { matrix, sent } = this.#matrix.frame(this.#piece, focus, trial);
    this.#entries += sent;
    return matrix;
  }

  #treeNow(): number {
    if (this.#tree === undefined) return -1;
    const nodes = treeView(this.#tree);
    this.#entries += nodes.length;
    this.#piece.trees.push(nodes);
    return this.#trees++;
  }

  #machineNow(hypothesis: Automaton<W> | undefined): number {
    const { states } = this.#learner;
    if (hypothesis === undefined && states > this.#eachStep) return this.#machines - 1;
    const automaton = hypothesis ?? this.#learner.hypothesis();
    const view = this.#viewNow(automaton);
    if (states <= this.#eachStep) {
      const text = JSON.stringify(view);
      if (text === this.#lastMachine) return this.#machines - 1;
      this.#lastMachine = text;
    } else this.#lastMachine = "";
    this.#entries += view.arcs.length;
    this.#piece.machines.push(view);
    return this.#machines++;
  }

  /** The current hypothesis as it is shown. */
  #viewNow(automaton: Automaton<W>): MachineView {
    const sifting = this.#tree?.sifting;
    const hankel = this.#table?.hankel;
    if (sifting !== undefined) return machineView(automaton, undefined, (state) => sifting.access(state));
    if (hankel === undefined) return machineView(automaton);
    const rows = [...hankel.representatives().values()];
    return machineView(automaton, this.idOf(), (state) => hankel.word(rows[state]));
  }
}

/**
 * The nodes of the discrimination tree, each before its branches. Only those that hang in the tree: when a part of it is
 * rebuilt, the nodes that it had before stay behind.
 */
function treeView<W>({ sifting, algebra, alphabet }: TreeLearner<W>): TreeNodeView[] {
  const { tree } = sifting;
  const nodes: TreeNodeView[] = [];
  const stack = [0];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const suffix = tree.suffix(id);
    const state = suffix === undefined ? tree.state(id) : -1;
    nodes.push({
      id,
      parent: tree.parent(id),
      ratio: algebra.format(tree.label(id)),
      suffix: suffix === undefined ? null : alphabet.show(suffix),
      state: state < 0 ? null : state,
    });
    stack.push(...tree.branches(id).reverse());
  }
  return nodes;
}

export function emptyPiece(): Mutable<Piece> {
  return { frames: [], rows: [], prefixes: [], suffixes: [], cells: [], machines: [], trees: [] };
}
