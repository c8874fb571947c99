import {
  ALGORITHM_VERSION,
  type Alphabet,
  type Answer,
  type AnyAlgebra,
  conjectureHash,
  formatJournalHeader,
  formatJournalLine,
  type JournalHeader,
  type JournalLine,
  type Question,
} from "@hankel/core";

/** Does a text look like a journal? */
export function isJournal(text: string): boolean {
  return /^\s*\{\s*"journal"\s*:/u.test(text);
}

/** The header for a run of this page. */
export function headerFor(learner: string, algebra: AnyAlgebra, alphabet: Alphabet): JournalHeader {
  return {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner,
    semifield: algebra.name,
    alphabet: alphabet.symbols,
    options: { equivalence: "studio" },
    seed: 1,
  };
}

/** Collects the answers of a run for a journal, which the command line can replay. A learner asks no word twice. */
export class JournalWriter {
  readonly #header: JournalHeader;
  readonly #algebra: AnyAlgebra;
  readonly #alphabet: Alphabet;
  readonly #lines: JournalLine[] = [];
  #conjectures = 0;

  constructor(header: JournalHeader, algebra: AnyAlgebra, alphabet: Alphabet) {
    this.#header = header;
    this.#algebra = algebra;
    this.#alphabet = alphabet;
  }

  add(question: Question<unknown>, answer: Answer<unknown>): void {
    if (question.kind === "weigh" && answer.kind === "weights") {
      question.words.forEach((word, i) => {
        const weight = this.#algebra.format(answer.weights[i]);
        this.#lines.push({ kind: "answer", word: this.#alphabet.spell(word), weight });
      });
    }
    if (question.kind === "conjecture" && answer.kind === "verdict") {
      const { hypothesis } = question;
      const word = answer.counterexample;
      this.#lines.push({
        kind: "conjecture",
        conjecture: this.#conjectures++,
        states: hypothesis.size,
        hash: conjectureHash(hypothesis),
        counterexample: word === null ? null : this.#alphabet.spell(word),
      });
    }
  }

  text(): string {
    return `${[formatJournalHeader(this.#header), ...this.#lines.map(formatJournalLine)].join("\n")}\n`;
  }
}
