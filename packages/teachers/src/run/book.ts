import {
  type Alphabet,
  type GroupWithZero,
  HankelError,
  type JournalLine,
  PrefixTree,
  type Word,
} from "@hankel/core";

/** A weight, and the single answers that it was made of when there were several. */
export interface Settled<W> {
  readonly weight: W;
  readonly answers?: readonly W[];
}

export interface Verdict {
  readonly states: number;
  readonly hash: string;
  readonly counterexample: Word | null;
}

interface Spare<W> extends Settled<W> {
  /** It waits for its turn in the second file of the journal. */
  readonly early: boolean;
}

/** Which test of which conjecture words were drawn for. */
export function sampleKey(conjecture: number, test: number): string {
  return `${conjecture}/${test}`;
}

/** In the history of a book: not a word but a verdict. */
const VERDICT = -1;

/**
 * Everything that is known of a black box, as its journal says it: the weights of words, the verdicts on conjectures, and
 * what may be taken back. Words are nodes of one tree. What is known beyond that, from other journals or ahead of its
 * turn, is *spare*: it becomes known when it is asked for.
 */
export class Book<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly tree = new PrefixTree();
  readonly #weights = new Map<number, Settled<W>>();
  readonly #spare = new Map<number, Spare<W>>();
  /** What was recorded, in order: nodes, and `VERDICT` for each verdict. */
  readonly #history: number[] = [];
  #early = 0;
  verdicts: Verdict[] = [];
  /** The words drawn for a test of a conjecture, and by the number of a conjecture what was asked again. */
  readonly samples = new Map<string, readonly Word[]>();
  readonly rechecks = new Map<number, Map<number, W>>();

  constructor(algebra: GroupWithZero<W>, alphabet: Alphabet) {
    this.algebra = algebra;
    this.alphabet = alphabet;
  }

  /** How many words have a weight. */
  get size(): number {
    return this.#weights.size;
  }

  /** Spare answers that stand in the second file of the journal. */
  get early(): number {
    return this.#early;
  }

  known(node: number): Settled<W> | undefined {
    return this.#weights.get(node);
  }

  /** Every word and its weight, in the order in which they were recorded. */
  *answers(): Generator<[Word, W]> {
    for (const [node, { weight }] of this.#weights) yield [this.tree.word(node), weight];
  }

  record(node: number, settled: Settled<W>): void {
    this.#weights.set(node, settled);
    this.#history.push(node);
  }

  recordVerdict(verdict: Verdict): void {
    this.verdicts.push(verdict);
    this.#history.push(VERDICT);
  }

  /** A better weight for a word; the run begins anew, so the verdicts on its conjectures are void. */
  correct(node: number, settled: Settled<W>): void {
    this.#weights.set(node, settled);
    this.verdicts = [];
    this.samples.clear();
    this.rechecks.clear();
    for (let i = this.#history.length - 1; i >= 0; i--) {
      if (this.#history[i] === VERDICT) this.#history.splice(i, 1);
    }
  }

  /** Takes back what was recorded last; returns false when there is nothing. */
  undo(): boolean {
    const last = this.#history.pop();
    if (last === undefined) return false;
    if (last === VERDICT) this.verdicts.pop();
    else this.#weights.delete(last);
    return true;
  }

  keepSpare(node: number, settled: Settled<W>, early: boolean): void {
    if (this.#weights.has(node) || this.#spare.has(node)) return;
    this.#spare.set(node, { ...settled, early });
    if (early) this.#early++;
  }

  takeSpare(node: number): Settled<W> | undefined {
    const found = this.#spare.get(node);
    if (found === undefined) return undefined;
    this.#spare.delete(node);
    if (found.early) this.#early--;
    return { weight: found.weight, ...(found.answers && { answers: found.answers }) };
  }

  /** Brings a line of the journal in. */
  apply(line: JournalLine): void {
    switch (line.kind) {
      case "answer":
        this.record(this.tree.insert(this.#word(line.word)), this.#settled(line));
        break;
      case "correction":
        this.correct(this.tree.insert(this.#word(line.word)), this.#settled(line));
        break;
      case "recheck": {
        const node = this.tree.insert(this.#word(line.word));
        this.rechecked(line.conjecture, node, this.algebra.parse(line.weight));
        break;
      }
      case "samples":
        this.samples.set(
          sampleKey(line.conjecture, line.test),
          line.words.map((word) => this.#word(word)),
        );
        break;
      case "conjecture": {
        const { conjecture, states, hash, counterexample } = line;
        if (conjecture !== this.verdicts.length) {
          throw new HankelError("parse", `expected conjecture ${this.verdicts.length}, found ${conjecture}`);
        }
        const word = counterexample === null ? null : this.#word(counterexample);
        this.recordVerdict({ states, hash, counterexample: word });
        break;
      }
      default:
        this.undo();
    }
  }

  /** An answer of another run, or of this one ahead of its turn. */
  applySpare(line: JournalLine, early: boolean): void {
    if (line.kind !== "answer" && line.kind !== "correction") return;
    this.keepSpare(this.tree.insert(this.#word(line.word)), this.#settled(line), early);
  }

  rechecked(conjecture: number, node: number, weight: W): void {
    const found = this.rechecks.get(conjecture);
    if (found === undefined) this.rechecks.set(conjecture, new Map([[node, weight]]));
    else found.set(node, weight);
  }

  /** The line that says so. */
  line(kind: "answer" | "correction", node: number, { weight, answers }: Settled<W>): JournalLine {
    const format = (single: W) => this.algebra.format(single);
    const word = this.alphabet.spell(this.tree.word(node));
    return { kind, word, weight: format(weight), ...(answers && { answers: answers.map(format) }) };
  }

  #word(symbols: readonly string[]): Word {
    return this.alphabet.word(symbols);
  }

  #settled(line: { weight: string; answers?: readonly string[] }): Settled<W> {
    const weight = this.algebra.parse(line.weight);
    const answers = line.answers?.map((text) => this.algebra.parse(text));
    return { weight, ...(answers && { answers }) };
  }
}
