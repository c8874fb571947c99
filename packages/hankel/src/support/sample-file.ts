import { readWhole, SampleSetReader } from "../formats.ts";
import { type Alphabet, formatByEnding, HankelError, type Word } from "../index.ts";
import { quote } from "../internal/core.ts";
import { locating } from "./failures.ts";
import { readText } from "./input.ts";

/** Words, and the alphabet that their letters belong to. */
export interface SampleFile {
  readonly words: readonly Word[];
  readonly alphabet: Alphabet;
}

/**
 * Reads words: a sample of PAutomaC or SPiCe, or the positive words of Abbadingo, if the file's ending says so; otherwise a
 * word on each line, over the alphabet that is given, and an empty line is the empty word.
 */
export async function readSample(path: string, alphabet: Alphabet): Promise<SampleFile> {
  const text = await readText(path);
  return locating(path, () => {
    const format = formatByEnding(path)?.name;
    if (format !== "samples" && format !== "abbadingo")
      return { words: wordsOf(text, alphabet, (line) => `line ${line}`), alphabet };
    const set = readWhole(new SampleSetReader(format === "samples" ? "plain" : "labelled"), text);
    const { labels } = set;
    const words = labels === undefined ? set.words : set.words.filter((_, i) => labels[i] === 1);
    return { words, alphabet: set.alphabet };
  });
}

/** The words on the lines of a text, an empty line being the empty word; `place` says where a line is that cannot be read. */
export function wordsOf(text: string, alphabet: Alphabet, place: (line: number) => string): Word[] {
  const lines = text.split(/\r?\n/u);
  // Text after the last newline is a line only if it is not empty.
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line, i) => locating(place(i + 1), () => alphabet.parse(line)));
}

/** The symbols in the words of a sample. */
export function symbolsIn({ words, alphabet }: SampleFile): Set<string> {
  const letters = new Set(words.flatMap((word) => [...word]));
  return new Set(alphabet.symbols.filter((_, letter) => letters.has(letter)));
}

/** Those that an alphabet lacks. */
export function symbolsBeyond(sample: SampleFile, known: Alphabet): string[] {
  return [...symbolsIn(sample)].filter((symbol) => known.letter(symbol) < 0);
}

/** Some symbols, for a message. */
export function listed(symbols: readonly string[]): string {
  const some = symbols.slice(0, 5).map(quote).join(", ");
  return `the ${symbols.length === 1 ? "symbol" : "symbols"} ${some}${symbols.length > 5 ? `, … ${symbols.length - 5} more` : ""}`;
}

/** Reads a solution file of PAutomaC: the number of words, then the probability of each, one on a line. */
export async function readSolution(path: string): Promise<number[]> {
  const lines = (await readText(path)).split(/\r?\n/u).map((line) => line.trim());
  const filled = lines.flatMap((text, i) => (text === "" ? [] : [{ text, line: i + 1 }]));
  const [head, ...rest] = filled.map(({ text, line }) => ({ value: Number(text), text, line }));
  if (head === undefined || !Number.isSafeInteger(head.value) || head.value < 0) {
    throw new HankelError("parse", `${path}:1: expected the number of words`);
  }
  const wrong = rest.find(({ value }) => !(value >= 0 && Number.isFinite(value)));
  if (wrong !== undefined) {
    throw new HankelError("parse", `${path}:${wrong.line}: ${quote(wrong.text)} is no probability`);
  }
  if (rest.length !== head.value) {
    throw new HankelError(
      "parse",
      `${path}: ${head.value} probabilities are announced, but there are ${rest.length}`,
    );
  }
  return rest.map(({ value }) => value);
}
