import {
  type Alphabet,
  type Automaton,
  breadthFirst,
  HankelError,
  type Kind,
  type Word,
  weightsIn,
} from "hankel";
import type { AnyAlgebra } from "hankel/algebra";
import { AnswerStore, type AsyncTeacher, type StoredAnswer } from "hankel/learning";
import type { Target } from "../engine/open.ts";
import { messageOf, parseWord, saidBy, writtenIn } from "../engine/text.ts";
import type { FromWorker, PersonAnswers } from "./messages.ts";

/** Of so many of the first words a person is told what a conjecture says. */
const SAID = 14;

/** A person as a teacher, who is asked for each word once. */
export class Person implements AsyncTeacher<unknown> {
  readonly kind: Kind<unknown>;
  readonly algebra: AnyAlgebra;
  readonly alphabet: Alphabet;
  readonly store: AnswerStore<unknown>;
  readonly #tell: (message: FromWorker) => void;
  readonly #counterexamples: Word[] = [];
  /** How many counterexamples were given before each answer, in the order of the answers. */
  readonly #after: number[] = [];
  /** Counterexamples that were given before the run started again. */
  readonly #earlier: Word[];
  /** Whoever waits for weights, or for a verdict. */
  #onWeights: ((texts: readonly string[]) => void) | undefined;
  #onVerdict: ((text: string | null) => void) | undefined;
  /** The conjecture that waits for a verdict. */
  #conjecture: Automaton<unknown> | undefined;

  constructor({ algebra, alphabet }: Target, before: PersonAnswers, tell: (message: FromWorker) => void) {
    this.kind = weightsIn(algebra);
    this.algebra = algebra;
    this.alphabet = alphabet;
    this.store = new AnswerStore(this.kind, alphabet);
    this.#tell = tell;
    for (const { symbols, weight, after } of before.answers)
      this.#record(alphabet.word(symbols), algebra.parse(weight), after);
    this.#earlier = before.counterexamples.map((symbols) => alphabet.word(symbols));
  }

  /** The weight that the person gave a word, or undefined. */
  weightOf(word: Word): string | undefined {
    const known = this.#known(word);
    return known === undefined ? undefined : this.algebra.format(known.weight);
  }

  /** The person answers the weights of the words that were asked. */
  answerWeights(texts: readonly string[]): void {
    this.#accept(() => {
      for (const text of texts) this.algebra.parse(text);
      this.#onWeights?.(texts);
    });
  }

  /** The person accepts the conjecture, or gives a counterexample. */
  answerVerdict(text: string | null): void {
    this.#accept(() => {
      if (text?.trim() === "") throw new HankelError("usage", "type a word; the empty word is written ε");
      if (text !== null) this.#requireWrong(parseWord(this.alphabet, text));
      this.#onVerdict?.(text);
    });
  }

  async weigh(words: readonly Word[]): Promise<readonly unknown[]> {
    const open = words.filter((word) => this.#known(word) === undefined);
    if (open.length > 0) {
      const asked = open.map((word) => this.alphabet.show(word));
      const texts = await new Promise<readonly string[]>((resolve) => {
        this.#onWeights = resolve;
        this.#tell({ type: "asked", question: { kind: "weigh", words: asked } });
      });
      const after = this.#counterexamples.length;
      open.forEach((word, i) => this.#record(word, this.algebra.parse(texts[i]), after));
      this.#remember();
    }
    return words.map((word) => (this.#known(word) as StoredAnswer<unknown>).weight);
  }

  async findCounterexample(conjecture: Automaton<unknown>): Promise<Word | null> {
    const word = this.#stillWrong(conjecture) ?? (await this.#askVerdict(conjecture));
    if (word !== null) {
      this.#counterexamples.push(word);
      this.#remember();
    }
    return word;
  }

  /** A counterexample of before that is one again. Another learner may know its weight already. */
  #stillWrong(conjecture: Automaton<unknown>): Word | undefined {
    for (let word = this.#earlier.shift(); word !== undefined; word = this.#earlier.shift()) {
      const known = this.#known(word);
      if (known === undefined || !this.algebra.equals(known.weight, conjecture.weigh(word))) return word;
    }
    return undefined;
  }

  async #askVerdict(conjecture: Automaton<unknown>): Promise<Word | null> {
    const { alphabet } = this;
    const written = writtenIn(this.kind);
    const says: { word: string; text: string; weight: string }[] = [];
    for (const word of breadthFirst(SAID).words(conjecture, 0, [])) {
      if (says.length >= SAID) break;
      const text = word.length === 0 ? "[]" : alphabet.format(word);
      says.push({ word: alphabet.show(word), text, weight: written(conjecture.weigh(word)) });
    }
    this.#conjecture = conjecture;
    const text = await new Promise<string | null>((resolve) => {
      this.#onVerdict = resolve;
      this.#tell({ type: "asked", question: { kind: "conjecture", states: conjecture.size, says } });
    });
    return text === null ? null : parseWord(alphabet, text);
  }

  /** Refuses a counterexample that was answered already, and just as the conjecture has it. */
  #requireWrong(word: Word): void {
    const known = this.#known(word);
    if (known === undefined || this.#conjecture === undefined) return;
    if (!this.algebra.equals(known.weight, this.#conjecture.weigh(word))) return;
    const said = saidBy(this.algebra.name, this.alphabet.show(word), this.algebra.format(known.weight));
    throw new HankelError(
      "usage",
      `You have said that ${said}, and the automaton says the same. Give another word, or change that answer under “Your answers”.`,
    );
  }

  #accept(answer: () => void): void {
    try {
      answer();
    } catch (error) {
      this.#tell({ type: "refused", message: messageOf(error) });
    }
  }

  #known(word: Word): StoredAnswer<unknown> | undefined {
    return this.store.known(this.store.tree.insert(word));
  }

  #record(word: Word, weight: unknown, after: number): void {
    this.store.record(this.store.tree.insert(word), { weight });
    this.#after.push(after);
  }

  #remember(): void {
    const answers = Array.from(this.store.answers(), ([word, weight], i) => ({
      symbols: this.alphabet.spell(word),
      weight: this.algebra.format(weight),
      after: this.#after[i] ?? 0,
    }));
    const counterexamples = this.#counterexamples.map((word) => this.alphabet.spell(word));
    this.#tell({ type: "answers", answers: { answers, counterexamples } });
  }
}
