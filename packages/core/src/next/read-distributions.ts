import { countOf, HankelError, messageOf, quote, shown } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";
import { type Distribution, rowAt } from "./distribution.ts";

/** How far a sum of probabilities may be from 1; what a network computes with floats is well within it. */
const ROUNDING = 1e-3;

/** Over more symbols than this, probabilities are kept as networks compute them: in 32 bits. */
const MOST_EXACT = 1000;

/**
 * Are the probabilities over so many symbols kept in 32 bits? A double that is rounded so changes by at most the 2⁻²⁴th part.
 * Rows that are equal stay equal, and what rounding adds to the total variation of two rows is at most 2⁻²⁴.
 */
export function isWide(symbols: number): boolean {
  return symbols > MOST_EXACT;
}

/** How distributions are written. */
export interface DistributionNotation {
  /** Natural logarithms in place of probabilities; null, `"-inf"` and `"-Infinity"` stand for that of zero. */
  readonly logs?: boolean | undefined;
  /** Each answer is an array with a distribution for each prefix of the word, ε first. */
  readonly prefixes?: boolean | undefined;
  /** The alphabet in whose order the probabilities stand, if only some of its symbols are wanted. */
  readonly full?: Alphabet | undefined;
  /** The distributions are divided by their sums already; dividing twice would change the last bits. */
  readonly normalized?: boolean | undefined;
}

/**
 * Reads rows of probabilities. Each is checked (nothing negative, no NaN, a sum within 0.001 of 1) and divided by its sum. If
 * only some symbols of the full alphabet are wanted, their probabilities and that of the end are divided by what they sum to.
 * Over a large alphabet they are rounded to 32 bits (`isWide`).
 */
export class RowReader {
  readonly #alphabet: Alphabet;
  readonly #full: Alphabet;
  readonly #logs: boolean;
  readonly #normalized: boolean;
  /** The places of the wanted probabilities in a row, the end last. */
  readonly #places: readonly number[];

  constructor(
    alphabet: Alphabet,
    { logs = false, full = alphabet, normalized = false }: DistributionNotation,
  ) {
    this.#alphabet = alphabet;
    this.#full = full;
    this.#logs = logs;
    this.#normalized = normalized && full.equals(alphabet);
    this.#places = [...alphabet.symbols.map((symbol) => full.letter(symbol)), full.size];
  }

  row(value: unknown): Distribution {
    const row = new Float64Array(this.#alphabet.size + 1);
    this.#read(value, row);
    return row;
  }

  /** The rows of all prefixes: an array of them, or one flat array of numbers. */
  rows(word: Word, value: unknown): Distribution {
    const width = this.#alphabet.size + 1;
    const rows = new Float64Array((word.length + 1) * width);
    const found = this.#split(word, value);
    for (let length = 0; length <= word.length; length++) {
      try {
        this.#read(found[length], rowAt(rows, length, width));
      } catch (cause) {
        if (length === word.length) throw cause;
        const prefix = this.#alphabet.show(word.slice(0, length));
        throw new HankelError("teacher", `at the prefix ${prefix}: ${messageOf(cause)}`, { cause });
      }
    }
    return rows;
  }

  #split({ length }: Word, value: unknown): ArrayLike<unknown> {
    const width = this.#full.size + 1;
    if (value instanceof Float64Array && value.length === (length + 1) * width) {
      return Array.from({ length: length + 1 }, (_, i) => rowAt(value, i, width));
    }
    const rule = `an array of ${countOf(length + 1, "distribution")} (one for each prefix, ε first)`;
    if (!Array.isArray(value) || !value.every(isList)) {
      throw new HankelError("teacher", `expected ${rule}, got ${shown(value)}`);
    }
    if (value.length === length + 1) return value;
    throw new HankelError("teacher", `expected ${rule}, got ${value.length}: ${shown(value)}`);
  }

  /** Reads a row into the place for it. */
  #read(value: unknown, row: Float64Array): void {
    const width = this.#full.size + 1;
    const what = this.#logs ? countOf(width, "logarithm") : countOf(width, "probability", "probabilities");
    const rule = `${what} (one for each letter, and last that of the end)`;
    if (!isList(value)) throw new HankelError("teacher", `expected ${rule}, got ${shown(value)}`);
    if (value.length !== width)
      throw new HankelError("teacher", `expected ${rule}, got ${value.length}: ${shown(Array.from(value))}`);
    let sum = 0;
    for (let i = 0; i < width; i++) sum += this.#probability(value[i], i);
    if (Math.abs(sum - 1) > ROUNDING) throw this.#noSum(sum, value);
    let kept = 0;
    for (let i = 0; i < row.length; i++) {
      row[i] = this.#probability(value[this.#places[i]], this.#places[i]);
      kept += row[i];
    }
    if (kept === 0) {
      throw new HankelError("teacher", "the chosen symbols and the end have probability 0, all of them");
    }
    if (kept !== 1 && !this.#normalized) for (let i = 0; i < row.length; i++) row[i] /= kept;
    if (isWide(this.#alphabet.size)) for (let i = 0; i < row.length; i++) row[i] = Math.fround(row[i]);
  }

  #probability(value: unknown, place: number): number {
    if (this.#logs) {
      if (value === null || value === "-inf" || value === "-Infinity") return 0;
      if (typeof value === "number" && value < Infinity) return Math.exp(value);
    } else if (typeof value === "number" && value >= 0 && value < Infinity) return value + 0;
    const whose = place === this.#full.size ? "the end" : quote(this.#full.symbols[place]);
    const found = value === undefined ? "missing" : shown(value);
    if (this.#logs) {
      const rule = 'a natural logarithm is a number, or null or "-inf" for that of 0';
      throw new HankelError("teacher", `the logarithm for ${whose} is ${found}: ${rule}`);
    }
    const logs = typeof value === "number" && value < 0 ? '; logarithms are announced with "logs": true' : "";
    const rule = `a probability is a number from 0 to 1${logs}`;
    throw new HankelError("teacher", `the probability of ${whose} is ${found}: ${rule}`);
  }

  #noSum(sum: number, value: ArrayLike<unknown>): HankelError {
    const row = shown(Array.from(value));
    const found = `sum to ${Number(sum.toPrecision(6))}, not to 1: ${row}`;
    if (!this.#logs) return new HankelError("teacher", `the probabilities ${found}`);
    return new HankelError("teacher", `the probabilities ${found}; expected natural logarithms of them`);
  }
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || value instanceof Float64Array || value instanceof Float32Array;
}
