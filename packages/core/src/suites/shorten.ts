import { allWords, shortlex, type Word } from "../words/word.ts";
import type { Expectation } from "./expectation.ts";

/**
 * What is known of a word that fails:
 *
 * - `shortest`: no shorter word fails. All on which something is expected were tried.
 * - `smaller`: no word fails that is made of it by leaving out letters that stand beside each other, at the beginning, in between or at
 *   the end, nor by a shorter way to a state of the model that it leads to. A shorter word of another kind may fail.
 * - `unfinished`: no more words could be tried.
 */
export type Shortness = "shortest" | "smaller" | "unfinished";

/** A word that fails, and what is known of its length. */
export interface Shortened {
  readonly word: Word;
  readonly shortness: Shortness;
  /** How many words were tried. */
  readonly tried: number;
}

/** How a word is made shorter. */
export interface ShortenOptions {
  /** Try at most so many words. */
  readonly most: number;
  /** Does an answer tell those to all prefixes, as a run of a machine does? Then trying the words of one length tries all shorter ones. */
  readonly tellsPrefixes: boolean;
}

/** Yields words to try, and is sent what came of each: the length of its shortest prefix that fails, as far as its answer tells, or undefined. */
type Trying<T> = Generator<readonly Word[], T, readonly (number | undefined)[]>;

/** More words are not even counted. */
const MOST_COUNTED = 100_000;

/**
 * Makes a word that fails shorter, by trying others. They are tried in this order, which begins anew after each success: the shorter ways of
 * the model; then without a half, a quarter, … of the letters; then without any letters that stand beside each other. At the end, all words
 * that are shorter are tried if they are few enough. A word is tried once, since a system that answers alike stays as it was found.
 */
export function* shorten(
  expectation: Pick<Expectation, "alphabet" | "shortcuts" | "after">,
  failing: Word,
  { most, tellsPrefixes }: ShortenOptions,
): Trying<Shortened> {
  const { alphabet, shortcuts } = expectation;
  const tried = new Set<string>();
  let word = failing;

  /** Those that are shorter, on which something is expected, and that were not tried. */
  function fresh(candidates: Iterable<Word>): Word[] {
    const found = new Map<string, Word>();
    for (const candidate of candidates) {
      const useful = expectedPart(expectation, candidate);
      if (useful !== undefined && useful.length < word.length && !tried.has(useful.join()))
        found.set(useful.join(), useful);
    }
    return [...found.values()].sort(shortlex);
  }

  /** Keeps the shortest prefix that fails, if there is one, and says so; undefined if these are too many words. */
  function* succeeds(candidates: Iterable<Word>): Trying<boolean | undefined> {
    const batch = fresh(candidates);
    if (batch.length === 0) return false;
    if (tried.size + batch.length > most) return undefined;
    for (const each of batch) tried.add(each.join());
    const lengths = yield batch;
    const failed = batch.flatMap((each, i) => (lengths[i] === undefined ? [] : [each.slice(0, lengths[i])]));
    const [best] = failed.sort(shortlex);
    if (best === undefined) return false;
    word = best;
    return true;
  }

  function* smaller(): Trying<boolean | undefined> {
    const shorterWays = yield* succeeds(shortcuts(word));
    if (shorterWays !== false) return shorterWays;
    for (const [size, step] of blocks(word.length)) {
      const found = yield* succeeds(withoutBlocks(word, size, step));
      if (found !== false) return found;
    }
    return false;
  }

  const ended = (shortness: Shortness): Shortened => ({ word, shortness, tried: tried.size });
  for (let found: boolean | undefined = true; found !== false; ) {
    found = yield* smaller();
    if (found === undefined) return ended("unfinished");
  }
  for (let length = tellsPrefixes ? word.length - 1 : 0; length >= 0 && length < word.length; length++) {
    if (alphabet.size ** length > MOST_COUNTED) return ended("smaller");
    const found = yield* succeeds(allWords(alphabet.size, length, length));
    if (found === undefined) return ended("smaller");
    if (found) break;
  }
  return ended("shortest");
}

/** The longest prefix after which something is expected; undefined if there is none. */
function expectedPart({ after }: Pick<Expectation, "after">, word: Word): Word | undefined {
  for (let length = word.length; length >= 0; length--) {
    const prefix = word.slice(0, length);
    if (after(prefix) !== undefined) return prefix;
  }
  return undefined;
}

/** How many letters are left out, and at which places: first many at a time and few places, then every number at every place. */
function* blocks(length: number): Generator<readonly [size: number, step: number]> {
  for (let size = length >> 1; size > 1; size >>= 1) yield [size, size];
  for (let size = length; size > 0; size--) yield [size, 1];
}

function* withoutBlocks(word: Word, size: number, step: number): Generator<Word> {
  for (let from = 0; from + size <= word.length; from += step)
    yield [...word.slice(0, from), ...word.slice(from + size)];
}
