/** A trace with what two answer to it, in columns beside each other. */

import { type Alphabet, freeWord, type Word } from "../index.ts";
import { shortenedApart } from "../internal/core.ts";
import { type Cell, columns } from "./columns.ts";
import type { Paint } from "./paint.ts";

/** How wide an output is. */
export const MOST_OUTPUT = 40;
/** The rows that are shown: the last ones, where the difference is. */
const MOST_ROWS = 12;

/** A word and the answers of two to it: one for each letter, or one more, first. */
export interface AnsweredTrace {
  readonly alphabet: Alphabet;
  readonly word: Word;
  readonly answers: readonly [readonly (string | undefined)[], readonly (string | undefined)[]];
  /** What the two are called. */
  readonly heads: readonly [string, string];
  /** What stands where one of them has no answer. */
  readonly none: string;
}

/** The rows of a trace, with a mark where the two differ. */
export function traceColumns(trace: AnsweredTrace, paint: Pick<Paint, "bold" | "faint">): string[] {
  const { alphabet, word, answers, heads, none } = trace;
  const [left, right] = answers;
  const text = (answer: string | undefined) => (answer === undefined ? none : freeWord(answer));
  // Who answers once more has done so before the first letter.
  const letters = left.length > word.length ? ["(start)", ...alphabet.spell(word)] : alphabet.spell(word);
  const rows = letters.map((letter, i): Cell[] => {
    const [one, other] = shortenedApart([text(left[i]), text(right[i])], MOST_OUTPUT);
    const differs = left[i] !== right[i];
    const mark = (cell: string) => (differs ? paint.bold(cell) : cell);
    return [
      letter === "(start)" ? letter : freeWord(letter),
      { text: one, paint: mark },
      { text: other, paint: mark },
      differs ? "←" : "",
    ];
  });
  const hidden = rows.length > MOST_ROWS ? rows.length - MOST_ROWS + 1 : 0;
  const head: Cell[] = ["input", ...heads, ""].map((cell) => ({ text: cell, paint: paint.faint }));
  const lines = columns([head, ...rows.slice(hidden)]);
  if (hidden === 0) return lines;
  const alike = left.slice(0, hidden).every((output, i) => output === right[i]);
  const told = `… ${hidden} before these${alike ? ", answered alike" : ""}; --json has them`;
  return [lines[0], paint.faint(told), ...lines.slice(1)];
}
