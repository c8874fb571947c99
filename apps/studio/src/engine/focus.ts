import type { Word } from "hankel";
import type { Hankel } from "hankel/learning";
import type { AnyQuestion } from "./explain.ts";
import { isSameWord } from "./text.ts";

/** The rows and columns of the matrix that a question is about. */
export interface Focus {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

export const NO_FOCUS: Focus = { rows: [], columns: [] };

export function focusOf<W>(hankel: Hankel<W> | undefined, question: AnyQuestion<W>): Focus {
  if (hankel === undefined || question.kind === "conjecture") return NO_FOCUS;
  const { why } = question;
  const row = (word: Word) => rowOf(hankel, word);
  const column = (word: Word) => hankel.suffixes.findIndex((suffix) => isSameWord(suffix, word));
  switch (why.kind) {
    case "unclosed":
      return { rows: [row(why.prefix)], columns: [] };
    case "inconsistent": {
      const after = why.prefixes.map((prefix) => row([...prefix, why.letter]));
      return { rows: [...why.prefixes.map(row), ...after], columns: [column(why.suffix)] };
    }
    case "revived":
      return { rows: [row(why.prefix), row([...why.prefix, why.letter])], columns: [column(why.suffix)] };
    case "counterexample":
      return {
        rows: why.word.map((_, i) => row(why.word.slice(0, i + 1))).filter((r) => r >= 0),
        columns: [],
      };
    default:
      return NO_FOCUS;
  }
}

/** The row of a word, reached from ε by its letters, or -1. */
function rowOf<W>(hankel: Hankel<W>, word: Word): number {
  let row = hankel.prefixes[0] ?? -1;
  for (const letter of word) row = row < 0 ? -1 : hankel.successor(row, letter);
  return row;
}
