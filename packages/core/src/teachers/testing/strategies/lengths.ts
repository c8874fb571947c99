/**
 * How long test words may become, however large the hypothesis is, and how many there are of a length. A language without a
 * finite automaton makes the hypothesis ever larger, and a run keeps every word that it asks.
 */

import type { Letter, Word } from "../../../words/word.ts";

/** A random walk has this many letters on average at most. */
export const LONGEST_MEAN = 100;

/** After so many letters a random walk turns to an end. */
export const LONGEST_WALK = 300;

/** A word with repeated parts has at most so many letters, unless the word itself has more. */
export const LONGEST_LOOP = 2000;

/** Every word over this many letters up to a length, shortest first. */
export function* allWords(letters: number, maxLength: number): Generator<Word> {
  if (maxLength < 0) return;
  const word: Letter[] = [];
  for (;;) {
    yield [...word];
    // The next word in shortlex order: count up in base |Σ|, and grow when all digits have wrapped around.
    let i = word.length - 1;
    while (i >= 0 && word[i] === letters - 1) word[i--] = 0;
    if (i >= 0) word[i]++;
    else if (word.length >= maxLength || letters === 0) return;
    else word.push(0);
  }
}

/** The number of words over so many letters up to a length. */
export function countAllWords(letters: number, maxLength: number): number {
  if (maxLength < 0) return 0;
  return letters === 1 ? maxLength + 1 : Math.round((letters ** (maxLength + 1) - 1) / (letters - 1));
}
