/** What `hankel spectral` learns from a sample: its words, those that are held out, and the block of both. */

import { Alphabet, formatByEnding, type HankelError, type Word } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { availableMemory } from "../internal/teachers.ts";
import type { Options } from "../options/table.ts";
import { type Block, frequentBasis, type Sample, sampleBlock } from "../spectral.ts";
import { misuse } from "../support/failures.ts";
import { readText } from "../support/input.ts";
import { listed, readSample, symbolsIn } from "../support/sample-file.ts";
import { symbolsOf } from "../target/open.ts";
import { Random } from "../testing.ts";

/** A sample that is learned from, and one that judges, if there is one. */
export interface Samples {
  readonly train: Sample;
  readonly heldOut: Sample | undefined;
}

/** Is this file a sample by its name? Other names are automata. */
export function isSampleFile(path: string): boolean {
  return ["samples", "abbadingo"].includes(formatByEnding(path)?.name ?? "");
}

/** Reads the sample, and reads or splits off the words that are held out. */
export async function readSamples(
  path: string,
  options: Options,
  report: (notice: string) => void,
): Promise<Samples> {
  const whole = await readSample(path, await alphabetOf(path, options));
  if (whole.words.length === 0) throw misuse(`${path} has no words: there is nothing to learn from`);
  remarkLoneSymbols(path, whole, report);
  if (options.split !== undefined) return split(whole, options.split, options.seed ?? 1);
  if (options.heldOut === undefined) return { train: whole, heldOut: undefined };
  const heldOut = await readSample(options.heldOut, whole.alphabet);
  if (heldOut.words.length === 0)
    throw misuse(`${options.heldOut} has no words: a rank cannot be chosen by them`);
  compareSymbols(whole, heldOut, path, options.heldOut, report);
  return { train: whole, heldOut };
}

/** Samples of PAutomaC and SPiCe number their symbols. Elsewhere they are those of `--alphabet`, or those that occur. */
async function alphabetOf(path: string, { alphabet, maxSymbols = MOST_SYMBOLS }: Options): Promise<Alphabet> {
  if (alphabet !== undefined) return new Alphabet(symbolsOf(alphabet));
  if (isSampleFile(path)) return new Alphabet([]);
  const lines = (await readText(path)).split(/\r?\n/u).map((line) => line.trim());
  const symbols = lines.flatMap((line) => (line.startsWith("[") ? symbolsOf(line) : line.split(/\s+/u)));
  const different = new Set(symbols.filter((symbol) => symbol !== ""));
  if (different.size > maxSymbols) {
    const filled = lines.filter((line) => line !== "").length;
    throw tooMany(path, { different: different.size, all: symbols.length, lines: filled }, maxSymbols);
  }
  return new Alphabet([...different].sort());
}

/** More different symbols are refused unless the user wants them: each has a matrix of its own, in the block and in the result. */
const MOST_SYMBOLS = 1000;

/** In a table most symbols occur once; words of a language repeat theirs. */
function tooMany(
  path: string,
  { different, all, lines }: { readonly different: number; readonly all: number; readonly lines: number },
  most: number,
): HankelError {
  const table =
    2 * different > all
      ? "This looks like a table, not words: a line is a word, and what spaces separate are its symbols. Make a few symbols of the columns first"
      : "Every one of them takes a matrix in the block and in the result. Make fewer symbols first, such as classes of them";
  return misuse(
    `${path} has ${different} different symbols in ${countOf(lines, "line")}, and ${most} are allowed. ${table}; or go on with ` +
      `--max-symbols ${different}, which may take gigabytes and minutes`,
  );
}

/** Fewer words than this may well have one symbol each. */
const FEW_WORDS = 10;

/** Says so if the words have no structure to learn: often what separates the symbols is no space. */
function remarkLoneSymbols(path: string, { words }: Sample, report: (notice: string) => void): void {
  if (words.length < FEW_WORDS || words.some((word) => word.length !== 1)) return;
  const times = new Map<number, number>();
  for (const [letter] of words) times.set(letter, (times.get(letter) ?? 0) + 1);
  const once = [...times.values()].filter((count) => count === 1).length;
  if (once < 0.9 * times.size) return;
  const which =
    once === times.size ? "a symbol that occurs once" : "one symbol, and nearly all of them occur once";
  report(
    `every line of ${path} is ${which}: there is nothing in common to learn. A line is a word, and spaces separate its symbols; ` +
      "if something else does, such as commas, put spaces in its place",
  );
}

/** Every word is held out with the given probability, decided by the seed and its place. */
function split({ alphabet, words }: Sample, share: number, seed: number): Samples {
  const held = words.map((_, i) => new Random(seed, i, SPLIT).real() < share);
  const part = (wanted: boolean) => ({ alphabet, words: words.filter((_, i) => held[i] === wanted) });
  const samples = { train: part(false), heldOut: part(true) };
  if (samples.train.words.length > 0 && samples.heldOut.words.length > 0) return samples;
  const parts = `${countOf(samples.train.words.length, "word")} to learn from and ${samples.heldOut.words.length} to judge by`;
  throw misuse(`--split ${share} leaves ${parts}: give another share, or more words`);
}

/** Keeps these random numbers apart from those that others draw with the same seed. */
const SPLIT = 0x73_70_6c;

/** A held-out word with a symbol that was never seen has no likelihood; a symbol that only the sample has does no harm. */
function compareSymbols(
  train: Sample,
  heldOut: Sample,
  path: string,
  heldOutPath: string,
  report: (notice: string) => void,
): void {
  const [seen, held] = [symbolsIn(train), symbolsIn(heldOut)];
  const unknown = [...held].filter((symbol) => !seen.has(symbol));
  if (unknown.length > 0) {
    throw misuse(
      `${heldOutPath} has ${listed(unknown)}, which ${path} lacks: no rank gives its words a likelihood. Learn from a sample that has all symbols, or hold out words of that sample with --split`,
    );
  }
  const missing = [...seen].filter((symbol) => !held.has(symbol));
  if (missing.length > 0)
    report(`${path} has ${listed(missing)}, which ${heldOutPath} lacks: the rank is chosen without them`);
}

/** The block of a sample: of the words that the files name, or of the most frequent ones. */
export async function blockOfSample(sample: Sample, options: Options): Promise<Block> {
  const { statistics = "substring", rows, columns, basisLength: length } = options;
  const named = await namedBasis(sample.alphabet, options);
  const basis =
    named ?? frequentBasis(sample.words, sample.alphabet.size, statistics, { rows, columns, length });
  return sampleBlock(sample, basis, statistics, { maxBytes: maxBytesOf(options) });
}

/** The rows and columns that files name, each once. */
export async function namedBasis(
  alphabet: Alphabet,
  { prefixes, suffixes }: Options,
): Promise<{ prefixes: readonly Word[]; suffixes: readonly Word[] } | undefined> {
  if (prefixes === undefined || suffixes === undefined) return undefined;
  const read = async (path: string) => {
    const { words } = await readSample(path, alphabet);
    const different = [...new Map(words.map((word) => [String(word), word])).values()];
    if (different.length > 0) return different;
    throw misuse(`${path} has no words: a block needs at least one (an empty line is the empty word)`);
  };
  return { prefixes: await read(prefixes), suffixes: await read(suffixes) };
}

/** How many bytes a block may take. */
export function maxBytesOf({ maxMemory }: Options): number {
  return maxMemory ?? Math.floor(0.75 * availableMemory());
}
