import type { Field } from "../../algebra/semifield.ts";
import type { Wfsa } from "../../automata/wfsa.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Word } from "../../words/word.ts";
import type { Arithmetic } from "./arithmetic.ts";
import type { BlockWords } from "./block-words.ts";
import { Coordinates } from "./coordinates.ts";
import { hypothesisOf } from "./hypothesis.ts";

/** Over an exact field, with its own operations. ⊗ need not be commutative. */
export class ExactArithmetic<W> implements Arithmetic<W> {
  readonly #field: Field<W>;
  readonly #alphabet: Alphabet;
  readonly #coordinates: Coordinates<W, W>;

  constructor(field: Field<W>, alphabet: Alphabet, words: BlockWords<W>) {
    this.#field = field;
    this.#alphabet = alphabet;
    this.#coordinates = new Coordinates(words, { field, of: (weight: W) => weight });
  }

  get coordinates(): Coordinates<W, unknown> {
    return this.#coordinates;
  }

  extend(suffixes: readonly Word[]): number {
    return extendExactly(this.#coordinates, suffixes);
  }

  distance(a: unknown, b: unknown): number {
    return this.agree(a, b) ? 0 : 1;
  }

  agree(a: unknown, b: unknown): boolean {
    return this.#field.equals(a as W, b as W);
  }

  renew(): boolean {
    return false;
  }

  hypothesis(): Wfsa<W> {
    const coordinates = this.#coordinates;
    return hypothesisOf(this.#field, this.#alphabet, coordinates.words, (row) =>
      row < coordinates.known ? coordinates.row(row) : undefined,
    );
  }
}

/**
 * Adds every word p·a, shortest first, that the block does not explain on one of the suffixes. A word that it explains on
 * all of them stays explained, so one pass is enough.
 */
export function extendExactly<W, V>(coordinates: Coordinates<W, V>, suffixes: readonly Word[]): number {
  const { words, field } = coordinates;
  const rows = words.size === 0 ? [-1] : words.openRows().filter((row) => row < coordinates.known);
  const left = [...suffixes];
  let columns = left.map((suffix) => coordinates.column(suffix));
  let added = 0;
  for (const row of rows) {
    const at = left.findIndex((suffix, i) => !field.isZero(coordinates.excess(row, suffix, columns[i])));
    if (at < 0) continue;
    const [suffix] = left.splice(at, 1);
    coordinates.grow(row, suffix);
    words.grow(row, suffix);
    added++;
    if (left.length === 0) break;
    columns = left.map((other) => coordinates.column(other));
  }
  return added;
}
