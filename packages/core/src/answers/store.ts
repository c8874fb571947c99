import { HankelError } from "../errors.ts";
import type { JournalLine } from "../formats/journal-lines.ts";
import type { Kind } from "../kinds/kind.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { getOrAdd } from "../words/collections.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import type { Answers, Clash } from "./answers.ts";
import { Hearsay } from "./hearsay.ts";

/** The verdict on a conjecture. */
export interface Verdict {
  readonly states: number;
  readonly hash: string;
  readonly counterexample: Word | null;
}

/** An answer, and the single ones that it was made of, if there were several. */
export interface StoredAnswer<A> {
  readonly weight: A;
  readonly answers?: readonly A[];
  /** Is it what a log says, and not what the target answered? */
  readonly heard?: boolean;
}

/** Two answers that disagree about a prefix, and the word whose answer told it first. */
export interface AnswerClash extends Clash<Word> {
  readonly word: Word;
}

interface Reserved<A> {
  /** Undefined where the answers that wait tell it, too. */
  readonly answer: StoredAnswer<A> | undefined;
  /** Does it stand in the second file of the journal, until its turn comes? */
  readonly early: boolean;
}

function stored<A>(weight: A, answers: readonly A[] | undefined): StoredAnswer<A> {
  return answers === undefined ? { weight } : { weight, answers };
}

/** Stands for a verdict in the history of a store, among the nodes of words. */
const VERDICT = -1;

/**
 * Everything that a journal knows about a black box: the weights of words, the verdicts on conjectures, and the order in
 * which they came, so that the last can be taken back. The answers themselves are those of a kind, which learners and tests
 * share. An answer from another journal, or one that came ahead of its turn, is *reserved*: it becomes known when it is asked
 * for.
 *
 * @example
 * const store = new AnswerStore(weightsIn(boolean), new Alphabet("ab"));
 * store.record(store.tree.insert([0, 1]), { weight: true });
 * console.log(store.answered, store.known(store.tree.insert([0, 1]))?.weight); // 1 true
 */
export class AnswerStore<A> {
  readonly kind: Kind<unknown, A>;
  readonly alphabet: Alphabet;
  readonly tree: PrefixTree;
  /** What the recorded answers tell. */
  readonly memory: Answers<A>;
  /** The answered words in their order, each with the single answers if there were several. */
  readonly #answered = new Map<number, readonly A[] | undefined>();
  readonly #waiting: Answers<A>;
  readonly #reserved = new Map<number, Reserved<A>>();
  #early = 0;
  /** What was recorded, in order: nodes, and `VERDICT` for each verdict. */
  #history: number[] = [];
  #corrections = 0;
  #given = 0;
  #verdicts: Verdict[] = [];
  readonly #samples = new Map<string, readonly Word[]>();
  readonly #rechecks = new Map<number, Map<number, StoredAnswer<A>>>();
  #beginnings = 0;
  #log: readonly Word[] | undefined;
  #hearsay: Hearsay<A> | undefined;

  constructor(kind: Kind<unknown, A>, alphabet: Alphabet) {
    this.kind = kind;
    this.alphabet = alphabet;
    this.tree = new PrefixTree(alphabet.size);
    this.memory = kind.answers(alphabet, this.tree);
    this.#waiting = kind.answers(alphabet, this.tree);
  }

  /** How many words were answered, prefixes not counted. */
  get size(): number {
    return this.#answered.size;
  }

  /** How many answers all this took: repetitions, and answers that were corrected or taken back, count too. */
  get answered(): number {
    return this.#given;
  }

  /** Reserved answers that stand in the second file of the journal. */
  get early(): number {
    return this.#early;
  }

  /** How many answers turned out to be wrong. */
  get corrections(): number {
    return this.#corrections;
  }

  get verdicts(): readonly Verdict[] {
    return this.#verdicts;
  }

  /** What is known about a word; undefined if nothing is. */
  known(node: number): StoredAnswer<A> | undefined {
    if (!this.memory.knows(node)) return undefined;
    return stored(this.memory.answer(node), this.#answered.get(node));
  }

  /** The words that the target itself has answered, in their order, and then those whose answers wait. */
  *nodes(): Generator<number> {
    for (const node of this.#answered.keys()) if (!this.isHeard(node)) yield node;
    yield* this.#reserved.keys();
  }

  /** How many runs have asked answers again before they began. */
  get beginnings(): number {
    return this.#beginnings;
  }

  /** Was this very word answered, and not only one that it is a prefix of? */
  isAnswered(node: number): boolean {
    return this.#answered.has(node);
  }

  /** Where an answer disagrees with what is known about prefixes of its word; undefined if it does not. */
  clash(node: number, answer: A): AnswerClash | undefined {
    const found = this.memory.clash(node, answer);
    if (found === undefined) return undefined;
    const { prefix } = found;
    const teller =
      [...this.#answered.keys()].find((answered) => this.tree.begins(prefix, answered)) ?? prefix;
    return { ...found, prefix: this.tree.word(prefix), word: this.tree.word(teller) };
  }

  /** Every word that the target answered and its answer, in the order in which they were recorded. */
  *answers(): Generator<[Word, A]> {
    for (const node of this.#answered.keys()) {
      if (this.#hearsay?.believed.has(node) !== true) yield [this.tree.word(node), this.memory.answer(node)];
    }
  }

  record(node: number, { weight, answers, heard = false }: StoredAnswer<A>): void {
    this.memory.tell(node, weight);
    if (heard) this.hearsay().believed.add(node);
    else {
      this.#hearsay?.own.tell(node, weight);
      this.#hearsay?.believed.delete(node);
      this.#given += answers?.length ?? 1;
    }
    this.#answered.set(node, answers);
    this.#history.push(node);
  }

  /** What logs say of the target. Where there is none, nothing is said yet. */
  hearsay(): Hearsay<A> {
    if (this.#hearsay === undefined) {
      const { kind, alphabet, tree, memory } = this;
      const own = kind.answers(alphabet, tree);
      for (const node of this.#answered.keys()) own.tell(node, memory.answer(node));
      this.#hearsay = new Hearsay(own, kind.answers(alphabet, tree));
    }
    return this.#hearsay;
  }

  /** What a log says of a word, if anything. */
  heard(node: number): StoredAnswer<A> | undefined {
    const weight = this.#hearsay?.of(node, this.memory);
    return weight === undefined ? undefined : { weight, heard: true };
  }

  /** The words to which no answer is known; if the target itself has to have answered, hearsay does not count. */
  missing(nodes: Iterable<number>, itself = false): number[] {
    return (itself ? (this.#hearsay?.own ?? this.memory) : this.memory).missing(nodes);
  }

  /** Is a word's answer what a log says, and nothing that the target said? */
  isHeard(node: number): boolean {
    return this.#hearsay?.believed.has(node) === true;
  }

  /** Does a log say something, and has the target itself not answered the word? */
  heardOnly(node: number): boolean {
    return this.#hearsay?.own.knows(node) === false;
  }

  /** Does an answer of the target show that a log is wrong whom we believed? */
  refutes(node: number, answer: A): boolean {
    if (this.#hearsay === undefined) return false;
    const differs = (known: Answers<A>) =>
      known.clash(node, answer) !== undefined ||
      (known.knows(node) && !this.kind.equals(known.answer(node), answer));
    return differs(this.memory) && !differs(this.#hearsay.own);
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

  /** Words of a log that a learner rests on, so that a replay needs them; undefined if there are none. */
  get log(): readonly Word[] | undefined {
    return this.#log;
  }

  recordLog(words: readonly Word[]): void {
    this.#log = words;
  }

  /**
   * A word was asked again, at a conjecture, or at a beginning, which is a negative number; later perhaps several times more, since that
   * answer was another.
   */
  recordRecheck(conjecture: number, node: number, answer: StoredAnswer<A>): void {
    this.#beginnings = Math.max(this.#beginnings, -conjecture);
    const found = getOrAdd(this.#rechecks, conjecture, () => new Map<number, StoredAnswer<A>>());
    this.#given += (answer.answers?.length ?? 1) - (found.has(node) ? 1 : 0);
    found.set(node, answer);
  }

  /** How many answers were asked for again since the last correction. */
  get rechecks(): number {
    let count = 0;
    for (const found of this.#rechecks.values()) count += found.size;
    return count;
  }

  rechecked(conjecture: number, node: number): StoredAnswer<A> | undefined {
    return this.#rechecks.get(conjecture)?.get(node);
  }

  /**
   * A better answer to a word: it is right where it differs from others. The run begins anew, so the verdicts on its
   * conjectures are void.
   */
  correct(node: number, { weight, answers }: StoredAnswer<A>): void {
    if (this.refutes(node, weight)) {
      this.#disbelieve(this.memory.clash(node, weight)?.prefix ?? node);
      this.#given += answers?.length ?? 1;
    } else this.#countCorrection(node, answers);
    this.memory.tell(node, weight, true);
    this.#hearsay?.own.tell(node, weight, true);
    this.#answered.set(node, answers);
    this.#verdicts = [];
    this.#samples.clear();
    this.#rechecks.clear();
    for (let i = this.#history.length - 1; i >= 0; i--) {
      if (this.#history[i] === VERDICT) this.#history.splice(i, 1);
    }
  }

  #countCorrection(node: number, answers: readonly A[] | undefined): void {
    // The answers are those before, the one of the recheck, and further ones; all are new if the word was not answered.
    const counted = this.isAnswered(node) ? (this.#answered.get(node)?.length ?? 1) + 1 : 0;
    this.#given += Math.max(0, (answers?.length ?? 0) - counted);
    this.#corrections++;
  }

  /** A log is wrong about a word. Everything that rests on logs is forgotten; what they still say will be said again. */
  #disbelieve(word: number): void {
    const hearsay = this.hearsay();
    hearsay.refute(word);
    for (const node of hearsay.believed) this.#answered.delete(node);
    const left = this.#history.filter((node) => !hearsay.believed.has(node));
    this.#history = left;
    hearsay.believed.clear();
    this.memory.keepOnly(this.#answered.keys());
  }

  /** Takes back what was recorded last; returns false when there is nothing. */
  undo(): boolean {
    const last = this.#history.pop();
    if (last === undefined) return false;
    if (last === VERDICT) this.#verdicts.pop();
    else {
      this.#answered.delete(last);
      this.#hearsay?.believed.delete(last);
      this.memory.keepOnly(this.#answered.keys());
      const { believed, own } = this.#hearsay ?? {};
      own?.keepOnly([...this.#answered.keys()].filter((node) => believed?.has(node) !== true));
    }
    return true;
  }

  /** An answer from another journal, or one that came ahead of its turn. It waits until it is asked for. */
  reserve(node: number, answer: StoredAnswer<A>, early: boolean): void {
    if (answer.heard === true) return;
    if (this.isAnswered(node) || this.#reserved.has(node)) return;
    this.#waiting.tell(node, answer.weight);
    const isTold = this.kind.tellsPrefixes && answer.answers === undefined && this.kind.approximate;
    this.#reserved.set(node, { answer: isTold ? undefined : answer, early });
    if (early) this.#early++;
  }

  /** The reserved answer to a word, or what that to a longer word tells about it. */
  reserved(node: number): StoredAnswer<A> | undefined {
    const answer = this.#reserved.get(node)?.answer;
    if (answer !== undefined) return answer;
    const told = this.kind.tellsPrefixes && this.#waiting.knows(node);
    return told ? { weight: this.#waiting.answer(node) } : undefined;
  }

  /** The same; an answer is given out once. */
  takeReserved(node: number): StoredAnswer<A> | undefined {
    const answer = this.reserved(node);
    if (this.#reserved.get(node)?.early === true) this.#early--;
    this.#reserved.delete(node);
    return answer;
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
        if (line.conjecture < 0) this.recordLog(words);
        else this.recordSamples(line.conjecture, line.test, words);
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
      case "fingerprint":
        break;
      default:
        this.undo();
    }
  }

  /** Reserves the answer of a line, if it holds one. */
  applyReserved(line: JournalLine, early: boolean): void {
    if (line.kind !== "answer" && line.kind !== "correction") return;
    this.reserve(this.#node(line.word), this.#answer(line), early);
  }

  /**
   * The line of the journal for an answer or a correction. A single answer that is recorded next need not repeat what is
   * known already.
   */
  line(
    kind: "answer" | "correction",
    node: number,
    { weight, answers, heard }: StoredAnswer<A>,
    isNext = false,
  ): JournalLine {
    const format = (single: A) => this.kind.format(single);
    const word = this.alphabet.spell(this.tree.word(node));
    const told = isNext && answers === undefined ? this.memory.news(node, weight) : weight;
    return {
      kind,
      word,
      weight: format(told),
      ...(answers && { answers: answers.map(format) }),
      ...(heard && { heard }),
    };
  }

  #node(symbols: readonly string[]): number {
    return this.tree.insert(this.alphabet.word(symbols));
  }

  #answer(line: { weight: string; answers?: readonly string[]; heard?: boolean }): StoredAnswer<A> {
    const parse = (text: string) => this.kind.parse(text);
    const answer = stored(parse(line.weight), line.answers?.map(parse));
    return line.heard === true ? { ...answer, heard: true } : answer;
  }
}
