import type { Alphabet, Kind, Word } from "hankel";
import { formatJournalHeader, formatJournalLine, type JournalHeader, type JournalLine } from "hankel/formats";
import { ALGORITHM_VERSION, type Answer, conjectureHash } from "hankel/learning";
import type { AnyQuestion } from "./explain.ts";

/** Does a text look like a journal? */
export function isJournal(text: string): boolean {
  return /^\s*\{\s*"journal"\s*:/u.test(text);
}

/** The header for a run of this page. */
export function headerFor(learner: string, kind: Kind<unknown>, alphabet: Alphabet): JournalHeader {
  return {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner,
    ...kind.header,
    alphabet: alphabet.symbols,
    options: { equivalence: "studio" },
    seed: 1,
  };
}

/** About how many bytes a line takes, and each letter of its word. */
const LINE_BYTES = 100;
const LETTER_BYTES = 8;

/** Collects the answers of a run for a journal, which the command line can replay. A learner asks no word twice. */
export class JournalWriter {
  readonly #header: JournalHeader;
  readonly #kind: Kind<unknown>;
  readonly #alphabet: Alphabet;
  /** Answers are written only when the journal is wanted: distributions are long. */
  readonly #lines: (() => JournalLine)[] = [];
  #conjectures = 0;
  #letters = 0;

  constructor(header: JournalHeader, kind: Kind<unknown>, alphabet: Alphabet) {
    this.#header = header;
    this.#kind = kind;
    this.#alphabet = alphabet;
  }

  add(question: AnyQuestion, answer: Answer<unknown>): void {
    if (question.kind === "weigh" && answer.kind === "weights") {
      question.batch.words.forEach((word, i) => {
        this.#letters += word.length;
        this.#lines.push(() => this.#answered(word, answer.weights[i]));
      });
    }
    if (question.kind === "conjecture" && answer.kind === "verdict") {
      const { hypothesis } = question;
      const word = answer.counterexample;
      const line: JournalLine = {
        kind: "conjecture",
        conjecture: this.#conjectures++,
        states: hypothesis.size,
        hash: conjectureHash(hypothesis),
        counterexample: word === null ? null : this.#alphabet.spell(word),
      };
      this.#lines.push(() => line);
    }
  }

  /** About how many bytes it takes. */
  get bytes(): number {
    return LINE_BYTES * this.#lines.length + LETTER_BYTES * this.#letters;
  }

  text(): string {
    const lines = this.#lines.map((line) => formatJournalLine(line(), this.#header));
    return `${[formatJournalHeader(this.#header), ...lines].join("\n")}\n`;
  }

  #answered(word: Word, answer: unknown): JournalLine {
    return { kind: "answer", word: this.#alphabet.spell(word), weight: this.#kind.format(answer) };
  }
}
