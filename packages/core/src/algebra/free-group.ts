/**
 * The free group with a zero: reduced words over named generators and their inverses. It has no ⊕. It is the algebra of
 * transducers and Mealy machines, whose outputs are words (docs/theory/machines.md, 10.1 and 10.3).
 *
 * A weight is its own notation, a string: `x y^-1 "new york"`, with `1` for the identity and `0` for the zero.
 * So equality is equality of strings, a weight is its own key, and the answer of a Mealy machine is a weight as it
 * stands. A name that could be misread is quoted like a JSON string.
 */

import { HankelError, quote } from "../errors.ts";
import { type ExactGroup, filled, notAWeight, zeroHasNoInverse } from "./semifield.ts";

/** A reduced word in its notation; `freeWord` makes one, `freeLetters` takes it apart. */
export type FreeWord = string;

/** A generator or its inverse. */
export interface FreeLetter {
  readonly name: string;
  readonly inverse: boolean;
}

const ZERO = "0";
const ONE = "1";

/** Names that need no quotes: no space, quote, caret, control character, half of a surrogate pair or what XML forbids. */
const BARE = /^[^\s"^\p{Cc}\p{Cs}\ufffe\uffff]+$/u;

/** Character codes for the scanner below. */
const SPACE = 0x20;
const QUOTE = 0x22;
const MINUS = 0x2d;
const DIGIT_ONE = 0x31;
const BACKSLASH = 0x5c;
const CARET = 0x5e;

/** The length of `^-1`. */
const MARK = 3;

/**
 * The product of these letters, in order; a string is the generator of that name.
 *
 * @example
 * console.log(freeGroup.format(freeWord("coin", "coffee"))); // coin coffee
 */
export function freeWord(...letters: readonly (string | FreeLetter)[]): FreeWord {
  const stack: string[] = [];
  for (const letter of letters) {
    push(stack, typeof letter === "string" ? written(letter, false) : written(letter.name, letter.inverse));
  }
  return stack.length === 0 ? ONE : stack.join(" ");
}

/**
 * The letters of a word; none for the identity. The zero is no word: asking for its letters is an error.
 *
 * @example
 * console.log(freeLetters(freeWord("x", "y")).length); // 2
 */
export function freeLetters(word: FreeWord): FreeLetter[] {
  if (word === ZERO) throw new HankelError("usage", "the zero of free-group has no letters");
  const letters: FreeLetter[] = [];
  if (word === ONE) return letters;
  for (let at = 0; at < word.length; ) {
    const end = letterEnd(word, at);
    const inverse = hasMark(word, end);
    const text = word.slice(at, inverse ? end - MARK : end);
    letters.push({ name: text.startsWith('"') ? (JSON.parse(text) as string) : text, inverse });
    at = end + 1;
  }
  return letters;
}

/** The name of a generator; `undefined` if the word is anything else. */
export function generatorName(word: FreeWord): string | undefined {
  if (word === ZERO || word === ONE || word.length === 0) return undefined;
  if (letterEnd(word, 0) !== word.length || hasMark(word, word.length)) return undefined;
  return word.startsWith('"') ? (JSON.parse(word) as string) : word;
}

/** The letters of a word as they are written, if none is an inverse; `undefined` if one is, and for the zero. */
export function generatorsIn(word: FreeWord): FreeWord[] | undefined {
  if (word === ONE) return [];
  if (word === ZERO) return undefined;
  if (!word.includes('"')) return word.includes("^") ? undefined : word.split(" ");
  const generators: FreeWord[] = [];
  for (let at = 0; at < word.length; ) {
    const end = letterEnd(word, at);
    if (hasMark(word, end)) return undefined;
    generators.push(word.slice(at, end));
    at = end + 1;
  }
  return generators;
}

/**
 * Words over named generators and their inverses, without ⊕: the outputs of transducers and Mealy machines.
 *
 * @example
 * const word = freeGroup.times(freeWord("x", "y"), freeGroup.inverse(freeWord("y")));
 * console.log(freeGroup.format(word)); // x
 */
export const freeGroup: ExactGroup<FreeWord> = {
  name: "free-group",
  exact: true,
  commutative: false,
  uniqueRoots: true,
  zero: ZERO,
  one: ONE,
  times,
  inverse,
  equals: (a, b) => a === b,
  isZero: (a) => a === ZERO,
  isWeight: (value): value is FreeWord => typeof value === "string" && read(value) === value,
  key: (a) => a,
  parse(text) {
    const word = read(text);
    if (word !== undefined) return word;
    throw notAWeight(
      "free-group",
      text,
      `generators separated by spaces such as ${quote("x y^-1")}, "1" alone for the identity, "0" alone for the zero; ` +
        "a name with other characters, or one that is a 0 or 1, stands in quotes",
    );
  },
  format: (a) => a,
  array: (length) => filled<FreeWord>(length, ZERO),
};

/** Letters cancel where the words meet; the rest is concatenated. */
function times(a: FreeWord, b: FreeWord): FreeWord {
  if (a === ZERO || b === ZERO) return ZERO;
  if (a === ONE) return b;
  if (b === ONE) return a;
  let end = a.length;
  let start = 0;
  while (end > 0 && start < b.length) {
    const from = letterStart(a, end);
    const to = letterEnd(b, start);
    if (!areInverse(a, from, end, b, start, to)) break;
    end = from === 0 ? 0 : from - 1;
    start = to === b.length ? to : to + 1;
  }
  if (end === 0) return start === b.length ? ONE : b.slice(start);
  if (start === b.length) return a.slice(0, end);
  return `${end === a.length ? a : a.slice(0, end)} ${start === 0 ? b : b.slice(start)}`;
}

function inverse(a: FreeWord): FreeWord {
  if (a === ZERO) throw zeroHasNoInverse("free-group");
  if (a === ONE) return ONE;
  let result = "";
  for (let end = a.length; end > 0; ) {
    const from = letterStart(a, end);
    const letter = hasMark(a, end) ? a.slice(from, end - MARK) : `${a.slice(from, end)}^-1`;
    result = result === "" ? letter : `${result} ${letter}`;
    end = from === 0 ? 0 : from - 1;
  }
  return result;
}

/** The start of the letter that ends before `end`. */
function letterStart(word: FreeWord, end: number): number {
  let at = (hasMark(word, end) ? end - MARK : end) - 1;
  if (word.charCodeAt(at) === QUOTE) {
    // Inside the quotes, a quote always follows a backslash; the opening quote never does.
    do at--;
    while (word.charCodeAt(at) !== QUOTE || (at > 0 && word.charCodeAt(at - 1) === BACKSLASH));
    return at;
  }
  while (at > 0 && word.charCodeAt(at - 1) !== SPACE) at--;
  return at;
}

/** The end of the letter that starts at `start`. */
function letterEnd(word: FreeWord, start: number): number {
  let at = start;
  if (word.charCodeAt(at) === QUOTE) {
    at++;
    while (word.charCodeAt(at) !== QUOTE) at += word.charCodeAt(at) === BACKSLASH ? 2 : 1;
    at++;
  }
  while (at < word.length && word.charCodeAt(at) !== SPACE) at++;
  return at;
}

/** Does the letter that ends before `end` carry `^-1`? No bare name has a caret, and a quoted one ends in a quote. */
function hasMark(word: FreeWord, end: number): boolean {
  return (
    end > MARK &&
    word.charCodeAt(end - 1) === DIGIT_ONE &&
    word.charCodeAt(end - 2) === MINUS &&
    word.charCodeAt(end - 3) === CARET
  );
}

/** Is one of these two letters the other one followed by `^-1`? */
function areInverse(a: string, from: number, end: number, b: string, start: number, to: number): boolean {
  const m = end - from;
  const n = to - start;
  if (m - n !== MARK && n - m !== MARK) return false;
  const common = m < n ? m : n;
  for (let at = 0; at < common; at++) {
    if (a.charCodeAt(from + at) !== b.charCodeAt(start + at)) return false;
  }
  return (m < n ? b.charCodeAt(start + common) : a.charCodeAt(from + common)) === CARET;
}

/** A letter as it is written in a word. */
function written(name: string, inverse: boolean): string {
  const text = BARE.test(name) && name !== ZERO && name !== ONE ? name : quoted(name);
  return inverse ? `${text}^-1` : text;
}

/** A name as a JSON string. JSON leaves two characters alone that XML, and so a picture, must not have. */
function quoted(name: string): string {
  return JSON.stringify(name).replaceAll("\ufffe", "\\ufffe").replaceAll("\uffff", "\\uffff");
}

/** Appends a letter to a reduced word, or removes its inverse from the end. */
function push(stack: string[], letter: string): void {
  const top = stack.at(-1);
  if (top !== undefined && areInverse(top, 0, top.length, letter, 0, letter.length)) stack.pop();
  else stack.push(letter);
}

/** The common case: plain generators of printable ASCII, with one space between them. */
const PLAIN = /^(?![01](?: |$))[!#-\]_-~]+(?: (?![01](?: |$))[!#-\]_-~]+)*$/;

const LETTER = /\s*(?:("(?:[^"\\]|\\.)*")|([^\s"^]+))(\^-1)?(?=\s|$)\s*/uy;

/** The word that a text denotes, reduced and in normal form; undefined if the text denotes none. */
function read(text: string): FreeWord | undefined {
  if (text === ZERO || text === ONE || PLAIN.test(text)) return text;
  const stack: string[] = [];
  let at = 0;
  do {
    LETTER.lastIndex = at;
    const match = LETTER.exec(text);
    if (match === null) return undefined;
    const [found, quoted, bare, mark] = match;
    if (bare === ZERO || bare === ONE) return undefined;
    const name = bare ?? unquoted(quoted);
    if (name === undefined) return undefined;
    push(stack, written(name, mark !== undefined));
    at += found.length;
  } while (at < text.length);
  return stack.length === 0 ? ONE : stack.join(" ");
}

/** The string that a JSON literal denotes; undefined if it is not a JSON string. */
function unquoted(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}
