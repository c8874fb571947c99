import type { Alphabet, Kind } from "hankel";
import {
  formatJournalHeader,
  formatJournalLine,
  type JournalHeader,
  type JournalLine,
  JournalSums,
} from "hankel/formats";
import { ALGORITHM_VERSION, type Answer, conjectureHash } from "hankel/learning";
import type { AnyQuestion } from "./explain.ts";

/** Does a text look like a journal? */
export function isJournal(text: string): boolean {
  return /^\s*\{\s*"journal"\s*:/u.test(text);
}

/** The header for a run of this page. How long words may be decides what the tolerant learner asks. */
export function headerFor(
  learner: string,
  kind: Kind<unknown>,
  alphabet: Alphabet,
  longest?: number,
): JournalHeader {
  return {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner,
    ...kind.header,
    alphabet: alphabet.symbols,
    options: {
      equivalence: "studio",
      ...(learner === "tolerant" && longest !== undefined && { longest }),
    },
    seed: 1,
  };
}

/** About how many bytes a line takes, and each letter of its word. */
const LINE_BYTES = 100;
const LETTER_BYTES = 8;

export type JournalWriter = ReturnType<typeof journalWriter>;

/** Collects the answers of a run for a journal, which the command line can replay. A learner asks no word twice. */
export function journalWriter(header: JournalHeader, kind: Kind<unknown>, alphabet: Alphabet) {
  /** Answers are written only when the journal is wanted: distributions are long. */
  const lines: (() => JournalLine)[] = [];
  let conjectures = 0;
  let letters = 0;
  return {
    add(question: AnyQuestion, answer: Answer<unknown>): void {
      if (question.kind === "weigh" && answer.kind === "weights") {
        question.batch.words.forEach((word, i) => {
          letters += word.length;
          const weight = answer.weights[i];
          lines.push(() => ({ kind: "answer", word: alphabet.spell(word), weight: kind.format(weight) }));
        });
      }
      if (question.kind === "conjecture" && answer.kind === "verdict") {
        const { hypothesis } = question;
        const word = answer.counterexample;
        const line: JournalLine = {
          kind: "conjecture",
          conjecture: conjectures++,
          states: hypothesis.size,
          hash: conjectureHash(hypothesis),
          counterexample: word === null ? null : alphabet.spell(word),
        };
        lines.push(() => line);
      }
    },
    /** About how many bytes it takes. */
    bytes: () => LINE_BYTES * lines.length + LETTER_BYTES * letters,
    text(): string {
      const written = lines.map((line) => formatJournalLine(line(), header));
      const sums = new JournalSums();
      return [formatJournalHeader(header), ...written].map((line) => `${sums.add(line)}\n`).join("");
    },
  };
}
