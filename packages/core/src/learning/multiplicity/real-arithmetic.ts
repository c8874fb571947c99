import type { Field, InexactGroup } from "../../algebra/semifield.ts";
import type { Wfsa } from "../../automata/wfsa.ts";
import { FLOATS } from "../../hankel/rank.ts";
import { leastSquares } from "../../linear/least-squares.ts";
import { Matrix } from "../../linear/matrix.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Word } from "../../words/word.ts";
import type { Arithmetic } from "./arithmetic.ts";
import type { BlockWords } from "./block-words.ts";
import { Coordinates } from "./coordinates.ts";
import type { BlockField } from "./growing-block.ts";
import { hypothesisOf } from "./hypothesis.ts";
import { balanced, RankSpectrum } from "./rank-spectrum.ts";

const FIELD: BlockField<number> = { ...FLOATS, zero: 0, array: (length) => new Float64Array(length) };

/** Words this near to the farthest count as far too: the first one then does not depend on rounding. */
const FAR = 0.5;

/**
 * Over real numbers, which are rounded and perhaps noisy: the rank is numerical. A word and a suffix count as a new
 * dimension if the least singular value of the larger block exceeds a share of the largest one. Rows and columns are
 * scaled for that, so that small weights count like large ones.
 */
export class RealArithmetic implements Arithmetic<number> {
  readonly #field: Field<number> & InexactGroup<number>;
  readonly #alphabet: Alphabet;
  readonly #words: BlockWords<number>;
  readonly #coordinates: Coordinates<number, number>;
  readonly #spectrum: RankSpectrum;

  constructor(
    field: Field<number> & InexactGroup<number>,
    alphabet: Alphabet,
    words: BlockWords<number>,
    rankTolerance?: number,
  ) {
    this.#field = field;
    this.#alphabet = alphabet;
    this.#words = words;
    this.#coordinates = new Coordinates(words, { field: FIELD, of: (weight: number) => weight });
    this.#spectrum = new RankSpectrum(rankTolerance);
  }

  get coordinates(): Coordinates<number, unknown> {
    return this.#coordinates;
  }

  /** For each suffix, a word p·a that it shows to be far from the block, relative to the word's own weights. */
  extend(suffixes: readonly Word[]): number {
    const words = this.#words;
    const before = words.size;
    for (const suffix of suffixes) {
      const row = this.#farthest(suffix);
      if (row === undefined) continue;
      const node = row < 0 ? 0 : words.rows[row];
      const block = this.#block([...words.prefixes, node], [...words.suffixes, suffix]);
      if (!this.#spectrum.admits(block)) continue;
      this.#coordinates.grow(row, suffix);
      words.grow(row, suffix);
    }
    return words.size - before;
  }

  distance(a: unknown, b: unknown): number {
    return Math.abs((a as number) - (b as number));
  }

  agree(a: unknown, b: unknown, factors: number): boolean {
    const [x, y] = [a as number, b as number];
    return Math.abs(x - y) <= factors * this.#field.tolerance * Math.max(Math.abs(x), Math.abs(y));
  }

  renew(): boolean {
    return false;
  }

  hypothesis(): Wfsa<number> {
    const words = this.#words;
    const { known } = this.#coordinates;
    const open = words.openRows().filter((row) => row < known);
    const solved = this.#solve(open);
    const place = new Map(open.map((row, i) => [row, i]));
    return hypothesisOf(this.#field, this.#alphabet, words, (row) => solved[place.get(row) ?? -1]);
  }

  conclusion(): string {
    const { prefixes, suffixes } = this.#words;
    return this.#spectrum.conclusion(this.#block(prefixes, suffixes));
  }

  refusal(): string {
    return this.#spectrum.refusal(this.#field.tolerance);
  }

  /** The first word p·a, in shortlex order, that is nearly as far from the block as the farthest. */
  #farthest(suffix: Word): number | undefined {
    const words = this.#words;
    if (words.size === 0) return this.#words.weight(0, suffix) === 0 ? undefined : -1;
    const column = this.#coordinates.column(suffix);
    const rows = words.openRows().filter((row) => row < this.#coordinates.known);
    const shares = rows.map((row) => {
      const weights = [...words.suffixes, suffix].map((s) => Math.abs(words.weight(words.rows[row], s)));
      const excess = Math.abs(this.#coordinates.excess(row, suffix, column));
      return excess === 0 ? 0 : excess / Math.max(...weights);
    });
    const most = Math.max(0, ...shares);
    return most === 0 ? undefined : rows[shares.findIndex((share) => share >= FAR * most)];
  }

  #block(nodes: readonly number[], suffixes: readonly Word[]): Matrix {
    return Matrix.from(nodes.map((node) => suffixes.map((suffix) => this.#words.weight(node, suffix))));
  }

  /** The coordinates of some words p·a by least squares on the scaled block; those within the tolerance of zero are zero. */
  #solve(open: readonly number[]): Float64Array[] {
    const words = this.#words;
    if (open.length === 0) return [];
    const { matrix, rows, columns } = balanced(this.#block(words.prefixes, words.suffixes));
    const targets = this.#block(
      open.map((row) => words.rows[row]),
      words.suffixes,
    ).withScaledColumns(columns);
    const scale = open.map((_, i) => largest(targets.row(i)));
    const solution = leastSquares(matrix.transposed(), targets.transposed());
    const { tolerance } = this.#field;
    return scale.map((size, i) =>
      Float64Array.from(rows, (factor, j) => {
        const coordinate = solution.at(j, i);
        return Math.abs(coordinate) <= tolerance * size ? 0 : coordinate * factor;
      }),
    );
  }
}

function largest(numbers: Float64Array): number {
  return numbers.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
}
