/** What a log said wrongly, for people and for programs. */

import type { Alphabet, Kind, Word } from "../index.ts";
import { countOf, quote } from "../internal/core.ts";

/** Where a log was wrong about a target. */
export interface LogMistakes {
  readonly mistakes: readonly {
    readonly place: string;
    readonly word: Word;
    readonly said: string;
    /** What the target answers. */
    readonly answered: string;
  }[];
  /** How many words of the log have symbols that the target does not know. */
  readonly unknown: number;
}

/** So many are named; the JSON object has all of them. */
const NAMED = 10;

/** As lines. */
export function mistakeLines(
  log: LogMistakes | undefined,
  { kind, alphabet }: { readonly kind: Kind<unknown>; readonly alphabet: Alphabet },
): string[] {
  if (log === undefined) return [];
  const { mistakes, unknown } = log;
  const named = mistakes.slice(0, NAMED).map(({ place, word, said, answered }) => {
    const after = alphabet.show(word, kind.terms);
    return `${place} says ${quote(said)} after ${after}, and the target answers ${quote(answered)}`;
  });
  const more = mistakes.length - named.length;
  const left = `${countOf(unknown, kind.terms.word)} of the log with symbols that the target does not know: left out`;
  return [
    ...(unknown > 0 ? [left] : []),
    ...named,
    ...(more > 0 ? [`and ${countOf(more, "mistake")} more of the log; --json has all`] : []),
  ];
}

/** As an object. */
export function mistakesJson({ mistakes, unknown }: LogMistakes, alphabet: Alphabet) {
  return {
    unknown,
    mistakes: mistakes.map((mistake) => ({ ...mistake, word: alphabet.spell(mistake.word) })),
  };
}
