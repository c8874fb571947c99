import { HankelError } from "../errors.ts";

/** A symbol, as its index in the alphabet. */
export type Letter = number;

/** A word over an alphabet; `[]` is ε. */
export type Word = readonly Letter[];

/** A word as people write it, by its symbols: `["new york", "b"]`; `[]` is ε. */
export type Spelling = readonly string[];

/** Is a word given by its symbols? An empty array is ε either way. */
export function isSpelled(word: Word | Spelling): word is Spelling {
  return word.length > 0 && typeof word[0] === "string";
}

/** Throws unless all letters of a word, from a place on, are those of an alphabet of this size. */
export function requireLetters(word: Word, letters: number, from = 0): void {
  for (let i = from; i < word.length; i++) {
    if (Number.isInteger(word[i]) && word[i] >= 0 && word[i] < letters) continue;
    throw new HankelError("usage", `letter ${word[i]} at ${i} is outside 0…${letters - 1}`);
  }
}

/**
 * Shortlex order: shorter first, then alphabetically.
 *
 * @example
 * console.log([[1], [0, 0], [0]].toSorted(shortlex).map((word) => word.join("")).join(" ")); // 0 1 00
 */
export function shortlex(a: Word, b: Word): number {
  if (a.length !== b.length) return a.length - b.length;
  for (let i = 0; i < a.length; i++) {
    const order = a[i] - b[i];
    if (order !== 0) return order;
  }
  return 0;
}

/** The word of a node in lists of links: each node is that of an earlier number, -1 for ε, and a letter. */
export function linkedWord(
  from: { readonly [node: number]: number },
  letter: { readonly [node: number]: Letter },
  node: number,
): Letter[] {
  const word: Letter[] = [];
  for (let at = node; from[at] >= 0; at = from[at]) word.push(letter[at]);
  return word.reverse();
}

/** Every word over this many letters up to a length, shortest first; none shorter than `minLength`. */
export function* allWords(letters: number, maxLength: number, minLength = 0): Generator<Word> {
  if (maxLength < minLength || (letters === 0 && minLength > 0)) return;
  const word = new Array<Letter>(minLength).fill(0);
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
