import {
  type Alphabet,
  type Answer,
  type AnyAlgebra,
  HankelError,
  type Question,
  type Word,
} from "@hankel/core";
import type { Book } from "@hankel/teachers/book";
import type { Target } from "../engine/open.ts";
import { parseWord } from "../engine/text.ts";
import type { Asked, Said } from "./messages.ts";

export type Answerer = (question: Question<unknown>) => Answer<unknown> | Promise<Answer<unknown>>;

/** The answers in a journal have come to an end before the run did. */
export class JournalEnd extends Error {}

/** Answers of a teacher in memory. */
export function fromTeacher({ teacher }: Target): Answerer | undefined {
  if (teacher === undefined) return undefined;
  return (question) =>
    question.kind === "weigh"
      ? { kind: "weights", weights: teacher.weigh(question.words) }
      : { kind: "verdict", counterexample: teacher.findCounterexample(question.hypothesis) };
}

/** Answers of a journal; where it has none the run ends. */
export function fromJournal(book: Book<unknown>): Answerer {
  let verdict = 0;
  return (question) => {
    if (question.kind === "conjecture") {
      const known = book.verdicts[verdict++];
      if (known === undefined) throw new JournalEnd("no verdict on this conjecture stands in the journal");
      if (known.states !== question.hypothesis.size) {
        const sizes = `${known.states} states in the journal, ${question.hypothesis.size} now`;
        throw new HankelError("usage", `the journal is of another version: its conjecture has ${sizes}`);
      }
      return { kind: "verdict", counterexample: known.counterexample };
    }
    const weights = question.words.map((word) => {
      const known = book.known(book.tree.insert(word));
      if (known === undefined) {
        throw new JournalEnd(`“${book.alphabet.show(word)}” has no answer in the journal`);
      }
      return known.weight;
    });
    return { kind: "weights", weights };
  };
}

/** A person, who is asked only what has not been said. */
export class Person {
  readonly #algebra: AnyAlgebra;
  readonly #alphabet: Alphabet;
  readonly #book: Book<unknown>;
  readonly #ask: (asked: Asked) => void;
  readonly #refuse: (message: string) => void;
  readonly #tell: (said: Said) => void;
  readonly #answers: { symbols: readonly string[]; weight: string }[] = [];
  readonly #verdicts: (readonly string[])[] = [];
  /** Verdicts that were said before the run began again. */
  readonly #earlier: Word[];
  #resolve: ((value: string[] | string | null) => void) | undefined;

  constructor(
    { algebra, alphabet, book }: Target,
    said: Said,
    talk: { ask(asked: Asked): void; refuse(message: string): void; tell(said: Said): void },
  ) {
    if (book === undefined) throw new HankelError("usage", "a person needs a book");
    this.#algebra = algebra;
    this.#alphabet = alphabet;
    this.#book = book;
    this.#ask = talk.ask;
    this.#refuse = talk.refuse;
    this.#tell = talk.tell;
    for (const { symbols, weight } of said.answers)
      this.#record(alphabet.word(symbols), algebra.parse(weight));
    this.#earlier = said.verdicts.map((symbols) => alphabet.word(symbols));
  }

  /** What the person has answered on a word, or undefined. */
  answered(word: Word): string | undefined {
    const known = this.#book.known(this.#book.tree.insert(word));
    return known === undefined ? undefined : this.#algebra.format(known.weight);
  }

  weights(texts: readonly string[]): void {
    try {
      for (const text of texts) this.#algebra.parse(text);
      this.#resolve?.([...texts]);
    } catch (error) {
      this.#refuse((error as Error).message);
    }
  }

  verdict(text: string | null): void {
    try {
      if (text !== null) parseWord(this.#alphabet, text);
      this.#resolve?.(text);
    } catch (error) {
      this.#refuse((error as Error).message);
    }
  }

  readonly answer: Answerer = async (question) => {
    if (question.kind === "conjecture") return this.#judge(question.hypothesis.size);
    const open = question.words.filter((word) => this.answered(word) === undefined);
    if (open.length > 0) {
      const words = open.map((word) => ({
        text: this.#alphabet.show(word),
        symbols: this.#alphabet.spell(word),
      }));
      const texts = (await this.#wait({ kind: "weigh", words })) as string[];
      open.forEach((word, i) => this.#record(word, this.#algebra.parse(texts[i])));
      this.#tell({ answers: [...this.#answers], verdicts: [...this.#verdicts] });
    }
    const weights = question.words.map((word) => this.#book.known(this.#book.tree.insert(word))?.weight);
    return { kind: "weights", weights };
  };

  async #judge(states: number): Promise<Answer<unknown>> {
    const earlier = this.#earlier.shift();
    if (earlier !== undefined) {
      this.#verdicts.push(this.#alphabet.spell(earlier));
      return { kind: "verdict", counterexample: earlier };
    }
    const text = (await this.#wait({ kind: "conjecture", states })) as string | null;
    if (text === null) return { kind: "verdict", counterexample: null };
    const word = parseWord(this.#alphabet, text);
    this.#verdicts.push(this.#alphabet.spell(word));
    this.#tell({ answers: [...this.#answers], verdicts: [...this.#verdicts] });
    return { kind: "verdict", counterexample: word };
  }

  #record(word: Word, weight: unknown): void {
    this.#book.record(this.#book.tree.insert(word), { weight });
    this.#answers.push({ symbols: this.#alphabet.spell(word), weight: this.#algebra.format(weight) });
  }

  #wait(asked: Asked): Promise<string[] | string | null> {
    this.#ask(asked);
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }
}
