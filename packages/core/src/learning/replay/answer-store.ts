import type { GroupWithZero } from "../../algebra/semifield.ts";
import { HankelError } from "../../errors.ts";
import type { JournalLine } from "../../formats/journal-lines.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { PrefixTree } from "../../words/prefix-tree.ts";
import type { Word } from "../../words/word.ts";

/** The weight of a word, and the single answers behind it if there were several. */
export interface StoredAnswer<W> {
  readonly weight: W;
  readonly answers?: readonly W[];
}

/** The verdict on a conjecture. */
export interface Verdict {
  readonly states: number;
  readonly hash: string;
  readonly counterexample: Word | null;
}

interface ReservedAnswer<W> extends StoredAnswer<W> {
  /** Does it stand in the second file of the journal, until its turn comes? */
  readonly early: boolean;
}

/** Stands for a verdict in the history of a store, among the nodes of words. */
const VERDICT = -1;

/**
 * Everything that a journal knows about a black box: the weights of words, the verdicts on conjectures, and the order in
 * which they came, so that the last can be taken back. Words are nodes of one tree, which a learner can share. An answer
 * from another journal, or one that came ahead of its turn, is *reserved*: it becomes known when it is asked for.
 */
export class AnswerStore<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly tree: PrefixTree;
  readonly #weights = new Map<number, StoredAnswer<W>>();
  readonly #reserved = new Map<number, ReservedAnswer<W>>();
  /** What was recorded, in order: nodes, and `VERDICT` for each verdict. */
  readonly #history: number[] = [];
  #early = 0;
  #answered = 0;
  #verdicts: Verdict[] = [];
  readonly #samples = new Map<string, readonly Word[]>();
  readonly #rechecks = new Map<number, Map<number, W>>();

  constructor(algebra: GroupWithZero<W>, alphabet: Alphabet) {
    this.algebra = algebra;
    this.alphabet = alphabet;
    this.tree = new PrefixTree(alphabet.size);
  }

  /** How many words have a weight. */
  get size(): number {
    return this.#weights.size;
  }

  /** How many answers all this took: repetitions, and answers that were corrected or taken back, count too. */
  get answered(): number {
    return this.#answered;
  }

  /** Reserved answers that stand in the second file of the journal. */
  get early(): number {
    return this.#early;
  }

  get verdicts(): readonly Verdict[] {
    return this.#verdicts;
  }

  known(node: number): StoredAnswer<W> | undefined {
    return this.#weights.get(node);
  }

  /** Every word and its weight, in the order in which they were recorded. */
  *answers(): Generator<[Word, W]> {
    for (const [node, { weight }] of this.#weights) yield [this.tree.word(node), weight];
  }

  record(node: number, answer: StoredAnswer<W>): void {
    this.#weights.set(node, answer);
    this.#history.push(node);
    this.#answered += answer.answers?.length ?? 1;
  }

  recordVerdict(verdict: Verdict): void {
    this.#verdicts.push(verdict);
    this.#history.push(VERDICT);
  }

  /** Words that the black box drew for a test of a conjecture. */
  recordSamples(conjecture: number, test: number, words: readonly Word[]): void {
    this.#samples.set(`${conjecture}/${test}`, words);
  }

  samples(conjecture: number, test: number): readonly Word[] | undefined {
    return this.#samples.get(`${conjecture}/${test}`);
  }

  /** A word was asked again, at a conjecture. */
  recordRecheck(conjecture: number, node: number, weight: W): void {
    const found = this.#rechecks.get(conjecture);
    if (found === undefined) this.#rechecks.set(conjecture, new Map([[node, weight]]));
    else found.set(node, weight);
    this.#answered++;
  }

  rechecked(conjecture: number, node: number): W | undefined {
    return this.#rechecks.get(conjecture)?.get(node);
  }

  /** A better weight for a word. The run begins anew, so the verdicts on its conjectures are void. */
  correct(node: number, answer: StoredAnswer<W>): void {
    const before = this.#weights.get(node);
    // The answers are those before, the one of the recheck, and further ones.
    this.#answered += Math.max(0, (answer.answers?.length ?? 0) - (before?.answers?.length ?? 1) - 1);
    this.#weights.set(node, answer);
    this.#verdicts = [];
    this.#samples.clear();
    this.#rechecks.clear();
    for (let i = this.#history.length - 1; i >= 0; i--) {
      if (this.#history[i] === VERDICT) this.#history.splice(i, 1);
    }
  }

  /** Takes back what was recorded last; returns false when there is nothing. */
  undo(): boolean {
    const last = this.#history.pop();
    if (last === undefined) return false;
    if (last === VERDICT) this.#verdicts.pop();
    else this.#weights.delete(last);
    return true;
  }

  reserve(node: number, answer: StoredAnswer<W>, early: boolean): void {
    if (this.#weights.has(node) || this.#reserved.has(node)) return;
    this.#reserved.set(node, { ...answer, early });
    if (early) this.#early++;
  }

  reserved(node: number): StoredAnswer<W> | undefined {
    return this.#reserved.get(node);
  }

  takeReserved(node: number): StoredAnswer<W> | undefined {
    const found = this.#reserved.get(node);
    if (found === undefined) return undefined;
    this.#reserved.delete(node);
    if (found.early) this.#early--;
    return { weight: found.weight, ...(found.answers && { answers: found.answers }) };
  }

  /** Takes in a line of the journal. */
  apply(line: JournalLine): void {
    switch (line.kind) {
      case "answer":
        this.record(this.#node(line.word), this.#answer(line));
        break;
      case "correction":
        this.correct(this.#node(line.word), this.#answer(line));
        break;
      case "recheck":
        this.recordRecheck(line.conjecture, this.#node(line.word), this.algebra.parse(line.weight));
        break;
      case "samples": {
        const words = line.words.map((word) => this.alphabet.word(word));
        this.recordSamples(line.conjecture, line.test, words);
        break;
      }
      case "conjecture": {
        const { conjecture, states, hash, counterexample } = line;
        if (conjecture !== this.#verdicts.length) {
          const expected = `expected conjecture ${this.#verdicts.length}, found ${conjecture}`;
          throw new HankelError("parse", `this is no journal of a run: ${expected}`);
        }
        const word = counterexample === null ? null : this.alphabet.word(counterexample);
        this.recordVerdict({ states, hash, counterexample: word });
        break;
      }
      default:
        this.undo();
    }
  }

  /** Reserves the answer of a line, if it holds one. */
  applyReserved(line: JournalLine, early: boolean): void {
    if (line.kind !== "answer" && line.kind !== "correction") return;
    this.reserve(this.#node(line.word), this.#answer(line), early);
  }

  /** The line of the journal for an answer or a correction. */
  line(kind: "answer" | "correction", node: number, { weight, answers }: StoredAnswer<W>): JournalLine {
    const format = (single: W) => this.algebra.format(single);
    const word = this.alphabet.spell(this.tree.word(node));
    return { kind, word, weight: format(weight), ...(answers && { answers: answers.map(format) }) };
  }

  #node(symbols: readonly string[]): number {
    return this.tree.insert(this.alphabet.word(symbols));
  }

  #answer(line: { weight: string; answers?: readonly string[] }): StoredAnswer<W> {
    const weight = this.algebra.parse(line.weight);
    const answers = line.answers?.map((text) => this.algebra.parse(text));
    return { weight, ...(answers && { answers }) };
  }
}
