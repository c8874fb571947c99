import type { AnswerType } from "../../algebra/answer-type.ts";
import { HankelError } from "../../errors.ts";
import type { JournalLine } from "../../formats/journal-lines.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { PrefixTree } from "../../words/prefix-tree.ts";
import { withoutPrefixes } from "../../words/without-prefixes.ts";
import type { Word } from "../../words/word.ts";
import { createMemory } from "./create-memory.ts";
import type { PrefixMemory, Telling } from "./prefix-memory.ts";
import { ReservedAnswers } from "./reserved-answers.ts";
import type { StoredAnswer } from "./stored-answer.ts";

/** The verdict on a conjecture. */
export interface Verdict {
  readonly states: number;
  readonly hash: string;
  readonly counterexample: Word | null;
}

/** Two answers that disagree about a prefix of both words: its last output, or its distribution. */
export interface AnswerClash {
  readonly prefix: Word;
  /** The word whose answer told it first. */
  readonly word: Word;
  readonly told: string;
  readonly other: string;
}

/** Stands for a verdict in the history of a store, among the nodes of words. */
const VERDICT = -1;

/**
 * Everything that a journal knows about a black box: the weights of words, the verdicts on conjectures, and the order in
 * which they came, so that the last can be taken back. Words are nodes of one tree, which a learner can share. An answer
 * from another journal, or one that came ahead of its turn, is *reserved*: it becomes known when it is asked for.
 *
 * An answer of a machine is a run, which tells the answers for all prefixes of its word: these are known too. So do the
 * answers of a language model that come with the rows of all prefixes.
 */
export class AnswerStore<A> {
  readonly type: AnswerType<A>;
  readonly alphabet: Alphabet;
  readonly tree: PrefixTree;
  /** Set if an answer tells the answers to all prefixes of its word. */
  readonly telling: Telling | undefined;
  /** What the recorded answers tell about prefixes. */
  readonly #memory: PrefixMemory<A> | undefined;
  readonly #weights = new Map<number, StoredAnswer<A>>();
  readonly #reserved: ReservedAnswers<A>;
  /** What was recorded, in order: nodes, and `VERDICT` for each verdict. */
  readonly #history: number[] = [];
  /** Corrected words, the latest last. */
  readonly #corrected = new Set<number>();
  #corrections = 0;
  #answered = 0;
  #verdicts: Verdict[] = [];
  readonly #samples = new Map<string, readonly Word[]>();
  readonly #rechecks = new Map<number, Map<number, StoredAnswer<A>>>();

  /** `telling` says how an answer tells the answers to all prefixes of its word, if it does. */
  constructor(type: AnswerType<A>, alphabet: Alphabet, telling?: Telling) {
    this.type = type;
    this.alphabet = alphabet;
    this.tree = new PrefixTree(alphabet.size);
    this.telling = telling;
    const memory = () => createMemory(telling, this.tree, alphabet.size, type);
    this.#memory = memory();
    this.#reserved = new ReservedAnswers(memory());
  }

  /** How many words were answered, prefixes not counted. */
  get size(): number {
    return this.#weights.size;
  }

  /** How many answers all this took: repetitions, and answers that were corrected or taken back, count too. */
  get answered(): number {
    return this.#answered;
  }

  /** Reserved answers that stand in the second file of the journal. */
  get early(): number {
    return this.#reserved.early;
  }

  /** How many answers turned out to be wrong. */
  get corrections(): number {
    return this.#corrections;
  }

  get verdicts(): readonly Verdict[] {
    return this.#verdicts;
  }

  known(node: number): StoredAnswer<A> | undefined {
    const answer = this.#weights.get(node);
    if (this.#memory === undefined) return answer;
    return this.#memory.knows(node) ? { ...answer, weight: this.#memory.answer(node) } : undefined;
  }

  /** Was this very word answered, and not only one that it is a prefix of? */
  isAnswered(node: number): boolean {
    return this.#weights.has(node);
  }

  /**
   * The words among these whose answers are not known, each once, in the order in which they are asked. If an answer
   * tells prefixes, it is the longest first, without those that are prefixes of others.
   */
  unanswered(nodes: readonly number[]): number[] {
    const unknown = [...new Set(nodes)].filter((node) => !this.#isKnown(node));
    if (this.#memory === undefined) return unknown;
    return withoutPrefixes(this.tree, unknown);
  }

  #isKnown(node: number): boolean {
    return this.#memory === undefined ? this.#weights.has(node) : this.#memory.knows(node);
  }

  /** Where an answer disagrees with what is known about prefixes of its word; undefined if it does not. */
  clash(node: number, weight: A): AnswerClash | undefined {
    const found = this.#memory?.clash(node, weight);
    if (found === undefined) return undefined;
    const { prefix, told, other } = found;
    const teller = [...this.#weights.keys()].find((answered) => this.#isPrefix(prefix, answered)) ?? prefix;
    return { prefix: this.tree.word(prefix), word: this.tree.word(teller), told, other };
  }

  #isPrefix(prefix: number, node: number): boolean {
    let at = node;
    while (this.tree.depth(at) > this.tree.depth(prefix)) at = this.tree.parent(at);
    return at === prefix;
  }

  /** An answer with what is known about prefixes in place of its own. */
  keepKnown(node: number, weight: A): A {
    return this.#memory?.corrected(node, weight) ?? weight;
  }

  /** Every answered word and its weight, in the order in which they were recorded. */
  *answers(): Generator<[Word, A]> {
    for (const [node, { weight }] of this.#weights) {
      yield [this.tree.word(node), this.#memory?.answer(node) ?? weight];
    }
  }

  record(node: number, answer: StoredAnswer<A>): void {
    this.#memory?.tell(node, answer.weight);
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

  /** A word was asked again, at a conjecture; later perhaps several times more, since that answer was another. */
  recordRecheck(conjecture: number, node: number, answer: StoredAnswer<A>): void {
    const found = this.#rechecks.get(conjecture) ?? new Map<number, StoredAnswer<A>>();
    this.#answered += (answer.answers?.length ?? 1) - (found.has(node) ? 1 : 0);
    this.#rechecks.set(conjecture, found.set(node, answer));
  }

  rechecked(conjecture: number, node: number): StoredAnswer<A> | undefined {
    return this.#rechecks.get(conjecture)?.get(node);
  }

  /** A better weight for a word. The run begins anew, so the verdicts on its conjectures are void. */
  correct(node: number, answer: StoredAnswer<A>): void {
    const before = this.#weights.get(node);
    // The answers are those before, the one of the recheck, and further ones; all are new if the word was not answered.
    const counted = before === undefined ? 0 : (before.answers?.length ?? 1) + 1;
    this.#answered += Math.max(0, (answer.answers?.length ?? 0) - counted);
    this.#weights.set(node, answer);
    this.#corrections++;
    this.#corrected.delete(node);
    this.#corrected.add(node);
    this.#tellAgain();
    this.#verdicts = [];
    this.#samples.clear();
    this.#rechecks.clear();
    for (let i = this.#history.length - 1; i >= 0; i--) {
      if (this.#history[i] === VERDICT) this.#history.splice(i, 1);
    }
  }

  /** Tells the answers again after one has changed. A corrected one is right where it differs from another. */
  #tellAgain(): void {
    const memory = this.#memory;
    if (memory === undefined) return;
    memory.forget();
    const latestFirst = [...this.#corrected].reverse();
    for (const node of [...latestFirst, ...this.#weights.keys()]) {
      const answer = this.#weights.get(node);
      if (answer !== undefined) memory.tell(node, answer.weight);
    }
  }

  /** Takes back what was recorded last; returns false when there is nothing. */
  undo(): boolean {
    const last = this.#history.pop();
    if (last === undefined) return false;
    if (last === VERDICT) this.#verdicts.pop();
    else {
      this.#weights.delete(last);
      this.#tellAgain();
    }
    return true;
  }

  reserve(node: number, answer: StoredAnswer<A>, early: boolean): void {
    if (!this.#weights.has(node)) this.#reserved.add(node, answer, early);
  }

  reserved(node: number): StoredAnswer<A> | undefined {
    return this.#reserved.get(node);
  }

  takeReserved(node: number): StoredAnswer<A> | undefined {
    return this.#reserved.take(node);
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
        this.recordRecheck(line.conjecture, this.#node(line.word), this.#answer(line));
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
  line(kind: "answer" | "correction", node: number, { weight, answers }: StoredAnswer<A>): JournalLine {
    const format = (single: A) => this.type.format(single);
    const word = this.alphabet.spell(this.tree.word(node));
    return { kind, word, weight: format(weight), ...(answers && { answers: answers.map(format) }) };
  }

  #node(symbols: readonly string[]): number {
    return this.tree.insert(this.alphabet.word(symbols));
  }

  #answer(line: { weight: string; answers?: readonly string[] }): StoredAnswer<A> {
    const weight = this.type.parse(line.weight);
    const answers = line.answers?.map((text) => this.type.parse(text));
    return { weight, ...(answers && { answers }) };
  }
}
