import { type Alphabet, type Automaton, Wdfsa, type Word } from "hankel";
import { isField } from "hankel/algebra";
import { gatherEvidence, TreeLearner } from "hankel/learning";
import { type AnyLearner, type AnyQuestion, explain, type TreeStep } from "./explain.ts";
import { adviceOf } from "./explain-end.ts";
import { knownOf } from "./known.ts";
import { machineView } from "./machine.ts";
import { type Focus, type Mutable, matrixOf, NO_FOCUS, type RecordedMatrix, TableMatrix } from "./matrix.ts";
import type { Explanation } from "./say.ts";
import { isSameWord, writtenIn } from "./text.ts";
import type {
  Advice,
  Costs,
  Frame,
  Known,
  MachineView,
  MatrixFrame,
  Piece,
  StepKind,
  TreeNodeView,
  Walk,
} from "./views.ts";

/** With more states a run is shown as a summary: counts and plots, but no matrix, tree or drawing. */
export const MAX_SHOWN = 1000;
/** With more entries of the matrix as well. */
const MAX_ENTRIES = 250_000;
/** Up to this many states every hypothesis is drawn, with more only those that are conjectured. */
const MAX_EACH_STEP = 60;
/** The same where every state may have arcs to all others. */
const MAX_DENSE_EACH_STEP = 24;
/** How many words of a batch are listed. */
const MAX_NAMED = 24;
/** With so many states, a learner is looked at for the first time. */
const MANY_STATES = 128;

/** Numbers the states of a hypothesis; a state keeps its number throughout the run. */
export type Numbering = (state: number) => number;

/** What takes the snapshots of a run. */
export abstract class Recording<W> {
  /** Has the run become too large to be shown? */
  summary = false;
  /** How many entries wait to be sent. */
  waiting = 0;
  protected piece = emptyPiece();
  readonly #alphabet: Alphabet;
  #machines = 0;

  constructor(alphabet: Alphabet) {
    this.#alphabet = alphabet;
  }

  abstract question(question: AnyQuestion<W>, costs: Costs, walk?: Walk | null): void;
  /** The last snapshot of a run. */
  abstract end(explanation: Explanation, costs: Costs, hypothesis: Automaton<W>): void;
  /** An automaton of the run as the page shows it. */
  abstract view(automaton: Automaton<W>, idOf: Numbering): MachineView;
  /** The degrees of freedom of an automaton, where they bound what the run costs. */
  abstract dof(automaton: Automaton<W>): number | undefined;
  /** Another automaton that the run has found, by its place on the curve; only a run on a language model has a curve. */
  automatonAt?(point: number): Automaton<W>;
  /** Advice that was not given before, if there is any. */
  advice?(): Advice | null;

  /** The run is over: what is shown now is its result. */
  over(): void {
    // Mostly that is the current hypothesis.
  }

  /** The current hypothesis. */
  abstract hypothesis(): Automaton<W>;

  /** How many states the result has, and how many arcs. */
  sizeOf({ size: states, arcs }: Automaton<W>): { readonly states: number; readonly arcs: number } {
    return { states, arcs };
  }

  /** The automaton that stands for a result on the page: with states of its own where a machine has another form. */
  drawn(automaton: Automaton<W>): Automaton<W> {
    return automaton;
  }

  /** The current hypothesis as it is shown: without a state that is dead as far as known. */
  shown(hypothesis: Automaton<W>): Automaton<W> {
    return hypothesis;
  }

  /** The numbers of the states of the current hypothesis as it is shown. */
  idOf(): Numbering {
    return (state) => state;
  }

  /** The snapshots since the last call; undefined if there are none. */
  take(): Piece | undefined {
    if (this.piece.frames.length === 0) return undefined;
    const { piece } = this;
    this.piece = emptyPiece();
    this.waiting = 0;
    return piece;
  }

  /** The number of the machine that was sent last; -1 if none was. */
  protected get lastMachine(): number {
    return this.#machines - 1;
  }

  /** Sends a machine, and returns its number. */
  protected addMachine(view: MachineView): number {
    this.waiting += view.arcs.length;
    this.piece.machines.push(view);
    return this.#machines++;
  }

  protected addFrame(
    said: Explanation,
    costs: Costs,
    words: readonly Word[],
    shown: Pick<Frame, "kind" | "states" | "machine"> & Partial<Frame>,
  ): void {
    this.piece.frames.push({
      said,
      asked: words.slice(0, MAX_NAMED).map((word) => this.#alphabet.show(word)),
      askedCount: words.length,
      costs: { ...costs },
      matrix: null,
      tree: -1,
      walk: null,
      curve: null,
      agreement: null,
      isApart: false,
      known: null,
      ...shown,
    });
  }
}

function emptyPiece(): Mutable<Piece> {
  return { frames: [], rows: [], prefixes: [], suffixes: [], cells: [], machines: [], trees: [] };
}

/** What a snapshot shows besides the state of the learner. */
interface Details<W> {
  readonly kind: StepKind;
  readonly words?: readonly Word[];
  readonly walk?: Walk | null;
  readonly focus?: Focus;
  readonly trial?: Word | undefined;
  readonly hypothesis?: Automaton<W>;
}

/**
 * Takes a snapshot of a run at each question. Entries of the matrix never change, so each is sent once, and a snapshot
 * only says how many there were. A hypothesis that stays the same is sent once too.
 */
export class Recorder<W> extends Recording<W> {
  readonly #learner: AnyLearner<W>;
  readonly #matrix: RecordedMatrix<W> | undefined;
  readonly #tree: TreeLearner<W> | undefined;
  readonly #observed: ((words: readonly Word[]) => Known) | undefined;
  readonly #eachStep: number;
  #lastText = "";
  #trees = 0;
  /** The boxes of the tree at the question before. */
  #boxes: ReadonlySet<string> = new Set();
  /** The numbers of the states of a tree, as they are shown. */
  readonly #numbers = new Map<number, number>();
  /** The number of states at which the learner is looked at next. */
  #adviseAt: number;

  constructor(learner: AnyLearner<W>) {
    const { algebra, alphabet, form } = learner;
    super(alphabet);
    this.#learner = learner;
    this.#matrix = matrixOf(learner);
    this.#tree = learner instanceof TreeLearner ? learner : undefined;
    this.#observed = knownOf(learner);
    this.#eachStep = form.ranked ? MAX_DENSE_EACH_STEP : MAX_EACH_STEP;
    this.#adviseAt = !form.ranked && isField(algebra) ? MANY_STATES : Infinity;
  }

  override shown(hypothesis: Automaton<W>): Automaton<W> {
    const dead = this.#dead();
    return dead < 0 || !(hypothesis instanceof Wdfsa) ? hypothesis : without(hypothesis, dead);
  }

  override idOf(): Numbering {
    const table = this.#table;
    const sifting = this.#tree?.sifting;
    if (sifting !== undefined) {
      this.#number(sifting.states);
      const leaf = this.#leafOf();
      return (state) => this.#numbers.get(leaf(state)) ?? state;
    }
    if (table === undefined) return super.idOf();
    const ids = [...table.grown.representatives().values()].map((row) => table.id(row));
    return (state) => ids[state] ?? state;
  }

  question(question: AnyQuestion<W>, costs: Costs, walk: Walk | null = null): void {
    const { alphabet, algebra, kind: answered, name: learner } = this.#learner;
    const asked: AnyQuestion<W> =
      question.kind === "weigh" ? question : { ...question, hypothesis: this.shown(question.hypothesis) };
    const step = this.#matrix?.step(asked, walk) ?? {
      explanation: explain(
        asked,
        { alphabet, semifield: algebra.name, answers: answered.name, learner },
        walk,
        this.#treeStep(asked),
      ),
    };
    const { explanation, ...about } = step;
    const asks = asked.kind === "weigh" ? { words: asked.batch.words } : { hypothesis: asked.hypothesis };
    const kind = asked.kind === "weigh" ? asked.why.kind : asked.kind;
    this.#add(explanation, costs, { ...about, kind, walk, ...asks });
  }

  end(explanation: Explanation, costs: Costs, hypothesis: Automaton<W>): void {
    this.#add(explanation, costs, { kind: "end", hypothesis });
  }

  hypothesis(): Automaton<W> {
    return this.#learner.hypothesis();
  }

  view(automaton: Automaton<W>, idOf: Numbering): MachineView {
    return machineView(automaton, { idOf, kind: this.#learner.kind });
  }

  dof(automaton: Automaton<W>): number | undefined {
    return automaton.dof;
  }

  /** Looks at the answers of the learner whenever its states have doubled. */
  override advice(): Advice | null {
    const { states } = this.#learner;
    if (states < this.#adviseAt) return null;
    const advice = adviceOf(gatherEvidence(this.#learner, []));
    this.#adviseAt = advice === null ? 2 * states : Infinity;
    return advice;
  }

  get #table(): TableMatrix<W> | undefined {
    return this.#matrix instanceof TableMatrix ? this.#matrix : undefined;
  }

  #add(explanation: Explanation, costs: Costs, details: Details<W>): void {
    const { kind, words = [], walk = null, focus = NO_FOCUS, trial, hypothesis } = details;
    const { states } = this.#learner;
    if (states > MAX_SHOWN || (this.#matrix?.entries ?? 0) > MAX_ENTRIES) this.summary = true;
    const parts = this.summary
      ? { machine: -1 }
      : {
          matrix: this.#matrixNow(focus, trial),
          tree: this.#treeNow(),
          machine: this.#machineNow(hypothesis),
          known: this.#knownNow(words),
        };
    this.addFrame(explanation, costs, words, { kind, states, walk, ...parts });
  }

  /** What the tree learner does with a counterexample. */
  #treeStep(question: AnyQuestion<W>): TreeStep | undefined {
    const tree = this.#tree;
    if (tree === undefined || this.summary) return undefined;
    const boxes = this.#newBoxes(tree);
    if (question.kind === "conjecture" || question.why.kind !== "counterexample") return undefined;
    if (tree.sifting.busy) return { boxes };
    const { word } = question.why;
    const [asked] = question.batch.words;
    const hypothesis = tree.hypothesis();
    for (let place = 1; place < word.length; place++) {
      const state = hypothesis.stateAfter(word.slice(0, place));
      if (state < 0) return undefined;
      const access = tree.sifting.access(state);
      if (isSameWord([...access, ...word.slice(place)], asked)) {
        return { beginning: word.slice(0, place), access };
      }
    }
    return undefined;
  }

  /** The endings of the boxes that the tree did not have at the question before. */
  #newBoxes({ sifting, alphabet }: TreeLearner<W>): Word[] {
    const boxes = new Map<string, Word>();
    const stack = [0];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      const suffix = sifting.tree.suffix(id);
      if (suffix !== undefined) boxes.set(`${id} ${alphabet.show(suffix)}`, suffix);
      stack.push(...sifting.tree.branches(id));
    }
    const fresh = [...boxes].filter(([key]) => !this.#boxes.has(key)).map(([, suffix]) => suffix);
    this.#boxes = new Set(boxes.keys());
    return fresh;
  }

  #matrixNow(focus: Focus, trial: Word | undefined): MatrixFrame | null {
    if (this.#matrix === undefined) return null;
    const { matrix, sent } = this.#matrix.frame(this.piece, focus, trial);
    this.waiting += sent;
    return matrix;
  }

  #treeNow(): number {
    if (this.#tree === undefined) return -1;
    this.#number(this.#tree.sifting.states);
    const dead = this.#dead();
    const numbered = (state: number) => (state === dead ? undefined : this.#numbers.get(state));
    const nodes = treeView(this.#tree, numbered);
    this.waiting += nodes.length;
    this.piece.trees.push(nodes);
    return this.#trees++;
  }

  /** What a learner knows that has neither a matrix nor a tree; `words` are asked now. */
  #knownNow(words: readonly Word[]): Known | null {
    const known = this.#observed?.(words) ?? null;
    if (known !== null) this.waiting += known.kind === "runs" ? known.arcs.length : known.words.length;
    return known;
  }

  /**
   * The state of a tree learner that is dead as far as known, or -1. Where 1 is the only non-zero weight, such a state has a
   * leaf like any other, and the learner does not count it before an arc is known to leave it.
   */
  #dead(): number {
    const sifting = this.#tree?.sifting;
    if (sifting === undefined || sifting.states === this.#learner.states) return -1;
    return sifting.tree.state(sifting.tree.zeroLeaf());
  }

  /** The state of a tree learner that a state of its hypothesis is, as it is shown. */
  #leafOf(): Numbering {
    const dead = this.#dead();
    return (state) => (dead < 0 || state < dead ? state : state + 1);
  }

  /** Numbers the states of a tree in the order in which they are shown: one that is dead as far as known gets its number when it is shown. */
  #number(states: number): void {
    const dead = this.#dead();
    for (let state = 0; state < states; state++)
      if (state !== dead && !this.#numbers.has(state)) this.#numbers.set(state, this.#numbers.size);
  }

  #machineNow(hypothesis: Automaton<W> | undefined): number {
    const { states } = this.#learner;
    if (hypothesis === undefined && states > this.#eachStep) return this.lastMachine;
    const view = this.#viewNow(hypothesis ?? this.shown(this.#learner.hypothesis()));
    const text = states <= this.#eachStep ? JSON.stringify(view) : "";
    if (text !== "" && text === this.#lastText) return this.lastMachine;
    this.#lastText = text;
    return this.addMachine(view);
  }

  /** The current hypothesis as it is shown. */
  #viewNow(automaton: Automaton<W>): MachineView {
    const sifting = this.#tree?.sifting;
    const hankel = this.#table?.grown;
    const idOf = this.idOf();
    const { kind } = this.#learner;
    if (sifting !== undefined) {
      const leaf = this.#leafOf();
      return machineView(automaton, { idOf, accessOf: (state) => sifting.access(leaf(state)), kind });
    }
    if (hankel === undefined) return machineView(automaton, { kind });
    const rows = [...hankel.representatives().values()];
    return machineView(automaton, { idOf, accessOf: (state) => hankel.word(rows[state]), kind });
  }
}

/**
 * The nodes of the discrimination tree, each before its branches. Only those that hang in the tree: when a part of it is
 * rebuilt, the nodes that it had before stay behind. A state that is not shown has no number.
 */
function treeView<W>(
  { sifting, kind, alphabet }: TreeLearner<W>,
  numberOf: (state: number) => number | undefined,
): TreeNodeView[] {
  const { tree } = sifting;
  const written = writtenIn(kind);
  const nodes: TreeNodeView[] = [];
  const stack = [0];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const suffix = tree.suffix(id);
    const state = suffix === undefined ? tree.state(id) : -1;
    nodes.push({
      id,
      parent: tree.parent(id),
      ratio: written(tree.label(id)),
      suffix: suffix === undefined ? null : alphabet.show(suffix),
      state: state < 0 ? null : (numberOf(state) ?? null),
    });
    stack.push(...tree.branches(id).reverse());
  }
  return nodes;
}

/** An automaton without a state and the arcs that lead there; the states behind it move up. */
function without<W>(automaton: Wdfsa<W>, removed: number): Wdfsa<W> {
  const { algebra, alphabet, size, target, arcWeight, initialWeight, finalWeight } = automaton;
  if (removed === 0) return Wdfsa.zero(algebra, alphabet);
  const kept = Array.from({ length: size }, (_, state) => state).filter((state) => state !== removed);
  const arcs = kept.flatMap((state) => alphabet.symbols.map((_, letter) => state * alphabet.size + letter));
  const leads = (arc: number) => target[arc] >= 0 && target[arc] !== removed;
  const weights = algebra.array(arcs.length);
  arcs.forEach((arc, i) => {
    weights[i] = leads(arc) ? arcWeight[arc] : algebra.zero;
  });
  const finals = algebra.array(kept.length);
  kept.forEach((state, i) => {
    finals[i] = finalWeight[state];
  });
  return new Wdfsa(
    {
      algebra,
      alphabet,
      target: Int32Array.from(arcs, (arc) => {
        if (!leads(arc)) return -1;
        return target[arc] > removed ? target[arc] - 1 : target[arc];
      }),
      arcWeight: weights,
      initialWeight,
      finalWeight: finals,
    },
    false,
  );
}
