import { countOf, HankelError } from "../../../errors.ts";
import { LANGUAGE_TERMS } from "../../../kinds/kind.ts";
import { notNegative, wholeNumber } from "../../../numbers.ts";
import { Random } from "../../../random.ts";
import type { Letter, Word } from "../../../words/word.ts";
import { agreedOn, type EquivalenceTest } from "../equivalence-test.ts";

/** How long random words are: evenly from 0 to `max`, or geometrically with a `mean`, so that every length can occur. */
export type Lengths = { readonly max: number } | { readonly mean: number };

/** The default: mostly short words, and long ones now and then. */
export const DEFAULT_LENGTHS: Lengths = { mean: 10 };

/**
 * How long test words may become, however large the hypothesis is: a language without a finite automaton makes it ever
 * larger, and a run keeps every word that it asks. A random walk has at most so many letters on average, …
 */
const LONGEST_MEAN = 100;
/** … turns to an end after so many, … */
export const LONGEST_WALK = 300;
/** … and a word with repeated parts has at most so many, unless the word itself has more. */
export const LONGEST_LOOP = 2000;

/** How many letters a random walk on so many states has on average: it should come to all of them. */
export function meanWalk(states: number): number {
  return Math.min(LONGEST_MEAN, 3 * states + 2);
}

/** One letter of a walk in this many is any one: the language may go on where the hypothesis has no arc. */
export const ANY_LETTER = 20;
/** How many letters follow the first one of a detour, on average. */
export const MORE_LETTERS: Lengths = { mean: 1 };
/** A factor that is repeated has this many letters more than one, on average. */
export const FACTOR: Lengths = { mean: 0.5 };

/** A factor, repeated. */
export function power(factor: Word, times: number): Letter[] {
  return Array.from({ length: times }, () => factor).flat();
}

/** Geometric lengths are cut at this many means; less than one word in e⁵⁰ would be longer. */
const TAIL = 50;

/** Refuses lengths that are none. */
export function checkLengths(lengths: Lengths): void {
  if ("max" in lengths) wholeNumber(lengths.max, 0, "max, the largest length,");
  else if (notNegative(lengths.mean, "mean, the mean length,") === Number.POSITIVE_INFINITY)
    throw new HankelError("usage", "the mean length of random words is finite");
}

/** A random length. */
export function drawLength(random: Random, lengths: Lengths): number {
  if ("max" in lengths) return random.below(lengths.max + 1);
  // P(n) = (1 - r) rⁿ with r = mean / (mean + 1), by inversion.
  const length = Math.floor(Math.log1p(-random.real()) / Math.log(lengths.mean / (lengths.mean + 1)));
  return lengths.mean === 0 ? 0 : Math.min(length, Math.ceil(TAIL * (lengths.mean + 1)));
}

/** A word with letters drawn evenly. */
export function drawWord(random: Random, letters: number, lengths: Lengths): Word {
  const length = letters === 0 ? 0 : drawLength(random, lengths);
  const word = new Array<Letter>(length);
  for (let i = 0; i < length; i++) word[i] = random.below(letters);
  return word;
}

/** The lengths in words, for a statement. */
export function describeLengths(lengths: Lengths, { letter } = LANGUAGE_TERMS): string {
  const about = "max" in lengths ? `even from 0 to ${lengths.max}` : `geometric with mean ${lengths.mean}`;
  return `length ${about}, ${letter}s even`;
}

/** The lengths as a parameter is written: `max=20`. */
export function formatLengths(lengths: Lengths): string {
  return "max" in lengths ? `max=${lengths.max}` : `mean=${lengths.mean}`;
}

/**
 * Tests random words: draws a length, then letters evenly. A number stands for the largest length.
 *
 * @example
 * console.log(randomWords(500, 12).text, randomWords(500, { mean: 20 }, 7).text); // random:500,max=12 random:500,mean=20
 */
export function randomWords(
  count: number,
  lengths: number | Lengths = DEFAULT_LENGTHS,
  seed = 1,
): EquivalenceTest {
  const drawn = typeof lengths === "number" ? { max: lengths } : lengths;
  wholeNumber(count, 1, "random");
  checkLengths(drawn);
  return {
    text: `random:${count},${formatLengths(drawn)}`,
    count: () => count,
    *words(hypothesis, equivalence) {
      const random = new Random(seed, equivalence);
      for (let i = 0; i < count; i++) yield drawWord(random, hypothesis.alphabet.size, drawn);
    },
    claim: (_, terms = LANGUAGE_TERMS) =>
      agreedOn(`${countOf(count, `random ${terms.word}`)} (${describeLengths(drawn, terms)})`),
  };
}
