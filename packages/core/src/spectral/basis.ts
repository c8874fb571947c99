import { HankelError } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";
import { frequentWords } from "./frequent-words.ts";
import type { Statistic } from "./statistic.ts";

/** The rows and columns of a block of the Hankel matrix. */
export interface Basis {
  /** P: a row each. */
  readonly prefixes: readonly Word[];
  /** S: a column each. */
  readonly suffixes: readonly Word[];
}

/** How large a basis of frequent words is. */
export interface FrequentBasisOptions {
  /** How many rows and columns at most; 1000 by default. */
  readonly rows?: number | undefined;
  readonly columns?: number | undefined;
  /** How many letters a row or column has at most; 20 by default. */
  readonly length?: number | undefined;
}

/**
 * The basis of the words that a sample tells most about: for `string` statistics its most frequent prefixes and suffixes; for
 * `prefix`, prefixes and substrings; for `substring`, substrings on both sides. ε is always among them.
 */
export function frequentBasis(
  words: readonly Word[],
  letters: number,
  statistics: Statistic,
  { rows = 1000, columns = 1000, length = 20 }: FrequentBasisOptions = {},
): Basis {
  if (words.length === 0) throw emptySample();
  const everywhere = (count: number) => frequentWords(words, letters, { from: "everywhere", count, length });
  const atStart = (sample: readonly Word[], count: number) =>
    frequentWords(sample, letters, { from: "start", count, length });
  const backwards = (list: readonly Word[]) => list.map((word) => word.toReversed());
  return {
    prefixes: statistics === "substring" ? everywhere(rows) : atStart(words, rows),
    suffixes: statistics === "string" ? backwards(atStart(backwards(words), columns)) : everywhere(columns),
  };
}

export function emptySample(): HankelError {
  return new HankelError("usage", "the sample has no words: there is nothing to learn from");
}

/** All words of at most so many letters, in shortlex order. */
export function wordsUpTo(alphabet: Alphabet, length: number): Word[] {
  const words: Word[] = [[]];
  for (let from = 0, depth = 0; depth < length; depth++) {
    const to = words.length;
    for (; from < to; from++) {
      for (let letter = 0; letter < alphabet.size; letter++) words.push([...words[from], letter]);
    }
  }
  return words;
}

/** How many words have at most so many letters: for a look at the size before they are made. */
export function countUpTo(alphabet: Alphabet, length: number): number {
  let [count, layer] = [1, 1];
  for (let depth = 0; depth < length; depth++) count += layer *= alphabet.size;
  return count;
}
