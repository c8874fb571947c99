import type { AnyAlgebra } from "../algebra/registry.ts";
import { isSemifield } from "../algebra/semifield.ts";
import { unsupported } from "../automata/requirements.ts";
import { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import type { AutomatonDocument } from "./document.ts";
import { type ChunkReader, Columns, failAt, failAtPlace, type Line, LineReader } from "./lines.ts";

/** A list of words that were drawn from a language, or labelled by it. */
export interface SampleSet {
  readonly alphabet: Alphabet;
  readonly words: readonly Word[];
  /** For labelled words: 1 if the word is in the language, 0 if not, -1 if that is unknown. */
  readonly labels?: readonly number[] | undefined;
}

/** PAutomaC and SPiCe have `length symbols…` on a line, Abbadingo `label length symbols…`. */
export type SampleKind = "plain" | "labelled";

/** More symbols than these must not outnumber the letters of the words: a short file must not make a large automaton. */
const FREE_SYMBOLS = 2 ** 16;

/**
 * Reads lists of words, whatever becomes of them: a first line with the number of words and of symbols, then a word per line. Symbols are
 * the numbers from 0 on.
 */
export abstract class NumberedWordsReader<T> extends LineReader<T> {
  protected readonly kind: SampleKind;
  readonly #header = new Columns(2);
  #count = -1;
  #words = 0;
  #symbols = 0;
  /** The letters of all words together. */
  #letters = 0;

  constructor(kind: SampleKind) {
    super();
    this.kind = kind;
  }

  /** A word, and its label if words have labels. */
  protected abstract word(word: Word, label: number | undefined, line: Line): void;

  /** All words were read; there are so many symbols. */
  protected abstract finished(symbols: number): T;

  protected result(lines: number): T {
    if (this.#count < 0) failAtPlace({ line: 1, column: 1 }, "expected the number of words and of symbols");
    if (this.#words !== this.#count) {
      const place = { line: lines, column: 1 };
      failAtPlace(place, `${this.#count} words are announced, but there are ${this.#words}`);
    }
    if (this.#symbols > Math.max(FREE_SYMBOLS, this.#letters)) {
      const found = `${this.#symbols} symbols are announced, but the words have only ${this.#letters} letters`;
      failAtPlace({ line: 1, column: 1 }, found);
    }
    return this.finished(this.#symbols);
  }

  protected line(line: Line): void {
    const header = this.#header;
    header.split(line);
    const numbers = header.count;
    if (numbers === 0) return;
    if (this.#count < 0) {
      if (numbers !== 2) failAt(line, line.start, "expected the number of words and of symbols");
      this.#count = this.#number(line, header.starts[0], header.ends[0], Number.MAX_SAFE_INTEGER);
      this.#symbols = this.#number(line, header.starts[1], header.ends[1], 2 ** 20);
      return;
    }
    const columns = new Columns(numbers);
    columns.split(line);
    const { starts, ends } = columns;
    const labelled = this.kind === "labelled" ? 1 : 0;
    const label = labelled === 1 ? this.#label(line, starts[0], ends[0]) : undefined;
    if (numbers === labelled) failAt(line, starts[0], "expected the length of the word");
    const length = this.#number(line, starts[labelled], ends[labelled], Number.MAX_SAFE_INTEGER);
    if (numbers !== labelled + 1 + length) {
      failAt(
        line,
        starts[labelled],
        `a word of ${length} symbols is announced, but ${numbers - labelled - 1} follow`,
      );
    }
    const word: number[] = [];
    for (let i = labelled + 1; i < numbers; i++) {
      word.push(this.#number(line, starts[i], ends[i], this.#symbols - 1));
    }
    this.#words++;
    this.#letters += length;
    this.word(word, label, line);
  }

  #label(line: Line, start: number, end: number): number {
    const { bytes } = line;
    if (end - start === 2 && bytes[start] === 0x2d && bytes[start + 1] === 0x31) return -1;
    return this.#number(line, start, end, 1);
  }

  #number(line: Line, start: number, end: number, most: number): number {
    let value = 0;
    for (let at = start; at < end; at++) {
      const digit = line.bytes[at] - 0x30;
      value = digit >= 0 && digit <= 9 ? value * 10 + digit : Number.NaN;
    }
    if (value <= most) return value;
    return failAt(line, start, `expected a whole number from 0 to ${most}`);
  }
}

/**
 * Reads a list of words: a first line with the number of words and of symbols, then a word per line. Symbols are the
 * numbers from 0 on. The text comes in chunks.
 *
 * @example
 * const sample = readWhole(new SampleSetReader("plain"), "2 2\n2 0 1\n1 0\n");
 * console.log(sample.words.length, sample.alphabet.size); // 2 2
 */
export class SampleSetReader extends NumberedWordsReader<SampleSet> {
  readonly #words: Word[] = [];
  readonly #labels: number[] = [];

  protected word(word: Word, label: number | undefined): void {
    this.#words.push(word);
    if (label !== undefined) this.#labels.push(label);
  }

  protected finished(symbols: number): SampleSet {
    const alphabet = new Alphabet(Array.from({ length: symbols }, (_, symbol) => String(symbol)));
    return { alphabet, words: this.#words, labels: this.kind === "labelled" ? this.#labels : undefined };
  }
}

/**
 * Writes a list of words, with labels if it has them.
 *
 * @example
 * console.log(writeSampleSet({ alphabet: new Alphabet("ab"), words: [[0, 1], [0]] }).split("\n")[0]); // 2 2
 */
export function writeSampleSet({ alphabet, words, labels }: SampleSet): string {
  const lines = words.map((word, i) => sampleSetLine(word, labels?.[i]));
  return sampleSetHead(words.length, alphabet) + lines.join("");
}

/** The first line of a list of so many words. */
export function sampleSetHead(words: number, { size }: Alphabet): string {
  return `${words} ${size}\n`;
}

/** The line of a word. */
export function sampleSetLine(word: Word, label?: number): string {
  const before = label === undefined ? "" : `${label} `;
  return `${before}${[word.length, ...word].join(" ")}\n`;
}

/**
 * The prefix tree of a list of words as an automaton: the weight of a word that occurs n times is 1 ⊕ … ⊕ 1, n times
 * (over the rationals, its frequency). Of labelled words, those with label 1 count.
 *
 * @example
 * const sample = { alphabet: new Alphabet("ab"), words: [[0, 1], [0, 1], [0]] };
 * const automaton = documentToAutomaton(sampleSetToDocument(sample, rational));
 * console.log(automaton.weigh(["a", "b"])); // 2
 */
export function sampleSetToDocument(sample: SampleSet, algebra: AnyAlgebra): AutomatonDocument<unknown> {
  const tree = new PrefixTree();
  const counts = new Map<number, number>();
  sample.words.forEach((word, i) => {
    if (sample.labels !== undefined && sample.labels[i] !== 1) return;
    const node = tree.insert(word);
    counts.set(node, (counts.get(node) ?? 0) + 1);
  });
  const size = counts.size === 0 ? 0 : tree.size;
  const nodes = Array.from({ length: Math.max(0, size - 1) }, (_, i) => i + 1);
  return {
    algebra,
    alphabet: sample.alphabet,
    states: size,
    names: undefined,
    initial: { states: size === 0 ? [] : [0], weights: size === 0 ? [] : [algebra.one] },
    final: {
      states: [...counts.keys()],
      weights: Array.from(counts.values(), (count) => times(algebra, count)),
    },
    arcs: {
      from: nodes.map((node) => tree.parent(node)),
      letters: nodes.map((node) => tree.letter(node)),
      weights: nodes.map(() => algebra.one),
      to: nodes,
    },
    place: () => ({ line: 1, column: 1 }),
  };
}

/** 1 ⊕ … ⊕ 1, n times, by doubling. */
function times(algebra: AnyAlgebra, n: number): unknown {
  if (n === 1) return algebra.one;
  if (!isSemifield(algebra)) unsupported(`counting words needs ⊕, and ${algebra.name} has none`);
  const half = times(algebra, Math.floor(n / 2));
  const twice = algebra.plus(half, half);
  return n % 2 === 0 ? twice : algebra.plus(twice, algebra.one);
}

/** Reads a list of words as the automaton of their frequencies. */
export function sampleTreeReader(
  kind: SampleKind,
  algebra: AnyAlgebra,
): ChunkReader<AutomatonDocument<unknown>> {
  const reader = new SampleSetReader(kind);
  return {
    push: (bytes) => reader.push(bytes),
    end: () => sampleSetToDocument(reader.end(), algebra),
  };
}
