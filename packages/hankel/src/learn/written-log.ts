/** What was found out about a log of words that a language model is said to have written. */

import type { Alphabet } from "../index.ts";
import { briefNumber, countOf, quote } from "../internal/core.ts";
import type { LogFault } from "../models.ts";

/** Whether the log is one of the model. */
export interface WrittenLog {
  readonly name: string;
  /** How many words have symbols that the model does not know. */
  readonly unknown: number;
  /** Where it is not. */
  readonly fault: LogFault | undefined;
}

/** As lines. */
export function writtenLines(log: WrittenLog | undefined, alphabet: Alphabet): string[] {
  if (log === undefined) return [];
  const { name, unknown, fault } = log;
  const lines: string[] = [];
  if (unknown > 0)
    lines.push(`${countOf(unknown, "word")} of ${name} with symbols that the target does not know: left out`);
  if (fault !== undefined) {
    const { word, letter, occurred, times, expected } = fault;
    const next = letter === alphabet.size ? "the word ends" : `${quote(alphabet.symbols[letter])} comes next`;
    lines.push(
      `${name} was not written by this target, or not at random: after ${alphabet.show(word)}, ${next} ${occurred} of ${countOf(times, "time")} in it, ` +
        `and the target gives that the probability ${briefNumber(expected)}; nothing of it is believed`,
    );
  }
  return lines;
}

/** As an object. */
export function writtenJson({ unknown, fault }: WrittenLog, alphabet: Alphabet) {
  if (fault === undefined) return { unknown };
  const { word, letter, ...rest } = fault;
  const next = letter === alphabet.size ? null : alphabet.symbols[letter];
  return { unknown, fault: { word: alphabet.spell(word), next, ...rest } };
}
