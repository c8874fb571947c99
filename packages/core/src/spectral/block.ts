import { bytesOf, HankelError } from "../errors.ts";
import { type LinearMap, Matrix } from "../linear/matrix.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { allWords, type Word } from "../words/word.ts";
import type { WeighedWords } from "./weighed-words.ts";

/**
 * What is counted in a sample, and so which function the Hankel matrix belongs to (Balle, Carreras, Luque and Quattoni 2014):
 *
 * - `string`: f(w) = p(w), how often w is the whole word
 * - `prefix`: f(w) = Σ p(wy), how often a word begins with w
 * - `substring`: f(w) = Σ p(xwy), how often w occurs in a word; several times in one word count several times
 */
export type Statistic = "string" | "prefix" | "substring";

/**
 * All of them, by name.
 *
 * @example
 * console.log(statisticNames.join(" ")); // string prefix substring
 */
export const statisticNames: readonly Statistic[] = ["string", "prefix", "substring"];

/** The rows and columns of a block of the Hankel matrix. */
export interface Basis {
  /** P: a row each. */
  readonly prefixes: readonly Word[];
  /** S: a column each. */
  readonly suffixes: readonly Word[];
}

/**
 * A block of the Hankel matrix of a function f, with what it takes to make an automaton of it: H(p, s) = f(ps), for each letter
 * H_a(p, s) = f(pas), and f itself on the prefixes and on the suffixes.
 */
export interface Block {
  readonly alphabet: Alphabet;
  readonly basis: Basis;
  /** What f is. */
  readonly statistics: Statistic;
  /** H. */
  readonly matrix: LinearMap;
  /** H_a, by letter. */
  readonly shifted: readonly LinearMap[];
  /** f(p) for each prefix. */
  readonly onPrefixes: Float64Array;
  /** f(s) for each suffix. */
  readonly onSuffixes: Float64Array;
  /** How far the singular values may be off because f was estimated from a sample; 0 if it was not. */
  readonly noise: number;
}

/** Refuses work that needs more memory than it may have. `less` says which option makes it smaller. */
export function requireMemory(bytes: number, maxBytes: number, what: string, less: string): void {
  if (bytes <= maxBytes) return;
  throw new HankelError(
    "usage",
    `${what} needs about ${bytesOf(bytes)} of memory, and ${bytesOf(maxBytes)} may be used: ${less}`,
  );
}

/** What a cell takes besides its weight: its node, and what the tree and the answers need for a word. */
const WORD_BYTES = 48;

/** About how many bytes a block of answers takes. */
export function weighedBlockBytes(rows: number, columns: number, letters: number): number {
  return rows * columns * (letters + 1) * (8 + WORD_BYTES);
}

/**
 * Asks for all words of a block: every prefix and suffix, and every prefix, letter and suffix. Each is asked once.
 *
 * @example
 * const alphabet = new Alphabet("a");
 * const words = new WeighedWords(alphabet, (asked) => asked.map((word) => 0.5 ** (word.length + 1)));
 * const basis = { prefixes: wordsUpTo(alphabet, 1), suffixes: wordsUpTo(alphabet, 1) };
 * console.log((await weighedBlock(words, basis)).matrix.rows); // 2
 */
export async function weighedBlock(
  words: WeighedWords,
  basis: Basis,
  { maxBytes = Number.POSITIVE_INFINITY }: { readonly maxBytes?: number | undefined } = {},
): Promise<Block> {
  const { tree, alphabet } = words;
  const { prefixes, suffixes } = basis;
  const [rows, columns] = [prefixes.length, suffixes.length];
  const bytes = weighedBlockBytes(rows, columns, alphabet.size);
  const what = `a block of ${rows} × ${columns} for ${alphabet.size} letters`;
  requireMemory(bytes, maxBytes, what, "take fewer or shorter prefixes and suffixes");
  const before = Int32Array.from(prefixes, (prefix) => tree.insert(prefix));
  const ends = Int32Array.from(suffixes, (suffix) => tree.insert(suffix));
  const cells = (nodes: Int32Array): Int32Array => {
    const found = new Int32Array(rows * columns);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) found[i * columns + j] = tree.insert(suffixes[j], nodes[i]);
    }
    return found;
  };
  const whole = cells(before);
  const shifted = alphabet.symbols.map((_, letter) => cells(before.map((node) => tree.extend(node, letter))));
  await words.ask(whole, ...shifted, before, ends);
  const weights = (nodes: Int32Array) => Float64Array.from(nodes, (node) => words.weight(node));
  return {
    alphabet,
    basis,
    statistics: "string",
    matrix: new Matrix(rows, columns, weights(whole)),
    shifted: shifted.map((nodes) => new Matrix(rows, columns, weights(nodes))),
    onPrefixes: weights(before),
    onSuffixes: weights(ends),
    noise: 0,
  };
}

/**
 * All words of at most so many letters, in shortlex order.
 *
 * @example
 * console.log(wordsUpTo(new Alphabet("ab"), 2).length); // 7
 */
export function wordsUpTo(alphabet: Alphabet, length: number): Word[] {
  return [...allWords(alphabet.size, length)];
}
