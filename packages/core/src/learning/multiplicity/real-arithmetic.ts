import type { FloatingField } from "../../algebra/semifield.ts";
import type { Wfsa } from "../../automata/wfsa.ts";
import { brief, HankelError } from "../../errors.ts";
import { singularValues } from "../../linear/decompositions.ts";
import type { BlockField } from "../../linear/exact.ts";
import { Matrix } from "../../linear/matrix.ts";
import { balanced, numericalRank, RANK_TOLERANCE } from "../../linear/rank.ts";
import { leastSquares } from "../../linear/systems.ts";
import type { Word } from "../../words/word.ts";
import { Arithmetic } from "./arithmetic.ts";
import type { BlockWords } from "./block-words.ts";
import type { Scalars } from "./coordinates.ts";

/** Floats without the range checks of `real`: what is too small to matter may vanish. */
const FLOATS: BlockField<number> = {
  zero: 0,
  one: 1,
  plus: (a, b) => a + b,
  times: (a, b) => a * b,
  negate: (a) => -a,
  inverse: (a) => 1 / a,
  isZero: (a) => a === 0,
  array: (length) => new Float64Array(length),
};

/** Rounded weights as floats. */
export function floatScalars<W>({ field, kernel }: FloatingField<W>): Scalars<W, number> {
  return {
    field: FLOATS,
    of: (weight) => kernel.of(weight),
    distance: (a, b) => Math.abs(a - b),
    agree: (a, b, factors) =>
      Math.abs(a - b) <= factors * field.tolerance * Math.max(Math.abs(a), Math.abs(b)),
  };
}

/** Words this near to the farthest count as far too: the first one then does not depend on rounding. */
const FAR = 0.5;

/**
 * Over real numbers, which are rounded and perhaps noisy: the rank is numerical. A word and a suffix count as a new
 * dimension if the larger block has full numerical rank. Rows and columns are scaled for that, so that small weights count
 * like large ones.
 */
export class RealArithmetic<W> extends Arithmetic<W, number> {
  readonly #floating: FloatingField<W>;
  readonly #spectrum: RankSpectrum;

  constructor(floating: FloatingField<W>, words: BlockWords<W>, rankTolerance?: number) {
    super(words, floatScalars(floating));
    this.#floating = floating;
    this.#spectrum = new RankSpectrum(rankTolerance);
  }

  /** For each suffix, a word p·a that it shows to be far from the block, relative to the word's own weights. */
  override extend(suffixes: readonly Word[]): number {
    const { words } = this;
    const before = words.size;
    for (const suffix of suffixes) {
      const row = this.#farthest(suffix);
      if (row === undefined) continue;
      const node = row < 0 ? 0 : words.rows[row];
      const block = this.#block([...words.prefixes, node], [...words.suffixes, suffix]);
      if (!this.#spectrum.admits(block)) continue;
      this.coordinates.grow(row, suffix);
      words.grow(row, suffix);
    }
    return words.size - before;
  }

  hypothesis(): Wfsa<W> {
    const open = this.coordinates.openRows();
    return this.withRows(open, this.#solve(open));
  }

  /** The spectrum that the rank rests on. */
  conclusion(): string {
    const { prefixes, suffixes } = this.words;
    return this.#spectrum.conclusion(this.#block(prefixes, suffixes));
  }

  override refusal(): string {
    return this.#spectrum.refusal(this.#floating.field.tolerance);
  }

  /** The first word p·a, in shortlex order, that is nearly as far from the block as the farthest. */
  #farthest(suffix: Word): number | undefined {
    const { words } = this;
    if (words.size === 0) return this.coordinates.weight(0, suffix) === 0 ? undefined : -1;
    const column = this.coordinates.column(suffix);
    const rows = this.coordinates.openRows();
    const shares = rows.map((row) => {
      const weights = [...words.suffixes, suffix].map((s) =>
        Math.abs(this.coordinates.weight(words.rows[row], s)),
      );
      const excess = Math.abs(this.coordinates.excess(row, suffix, column));
      return excess === 0 ? 0 : excess / Math.max(...weights);
    });
    const most = Math.max(0, ...shares);
    return most === 0 ? undefined : rows[shares.findIndex((share) => share >= FAR * most)];
  }

  #block(nodes: readonly number[], suffixes: readonly Word[]): Matrix {
    return Matrix.from(nodes.map((node) => suffixes.map((suffix) => this.coordinates.weight(node, suffix))));
  }

  /** The coordinates of some words p·a by least squares on the scaled block; those within the tolerance of zero are zero. */
  #solve(open: readonly number[]): W[][] {
    const { words } = this;
    if (open.length === 0) return [];
    const { matrix, rows, columns } = balanced(this.#block(words.prefixes, words.suffixes));
    const targets = this.#block(
      open.map((row) => words.rows[row]),
      words.suffixes,
    ).withScaledColumns(columns);
    const solution = leastSquares(matrix.transposed(), targets.transposed());
    const { field, kernel } = this.#floating;
    return open.map((_, i) => {
      const least =
        field.tolerance * targets.row(i).reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
      return Array.from(rows, (factor, j) => {
        const coordinate = solution.at(j, i);
        return kernel.weight(Math.abs(coordinate) <= least ? 0 : coordinate * factor);
      });
    });
  }
}

/** So many singular values are shown at most; from the middle of more, some are left out. */
const SHOWN = 8;

/** Where one value is this many times the next, and several follow, those may be noise. */
const GAP = 100;
const SEVERAL = 3;

/** The numerical rank of a growing block, and the singular values that it rests on. */
export class RankSpectrum {
  readonly #tolerance: number;
  /** The least singular value of the last block that was not admitted, as a share of the largest. */
  #rejected: number | undefined;

  constructor(tolerance: number = RANK_TOLERANCE) {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new HankelError("usage", `the rank tolerance is a number between 0 and 1, not ${tolerance}`);
    }
    this.#tolerance = tolerance;
  }

  /** Has the block full rank, as far as rounded numbers tell? */
  admits(block: Matrix): boolean {
    const values = singularValues(balanced(block).matrix);
    if (numericalRank(values, this.#tolerance) === values.length) return true;
    this.#rejected = (values.at(-1) ?? 0) / (values[0] ?? 1);
    return false;
  }

  /** The singular values, largest first; behind the bar, the next one, which counts as zero. */
  conclusion(block: Matrix): string {
    const values = [...singularValues(balanced(block).matrix)];
    const rank = values.length;
    const middle =
      rank > SHOWN
        ? [...values.slice(0, SHOWN - 2).map(brief), "…", brief(values[rank - 1])]
        : values.map(brief);
    const next = this.#rejected === undefined ? "" : ` | ${brief(this.#rejected * (values[0] ?? 1))}`;
    const shown = rank === 0 ? "none" : middle.join(", ");
    return `Singular values ${shown}${next}: rank ${rank} at a threshold of ${this.#tolerance} of the largest.${noiseAdvice(values)}`;
  }

  /** Why a counterexample added no dimension. */
  refusal(tolerance: number): string {
    const share = this.#rejected === undefined ? "" : `, ${brief(this.#rejected)} of the largest,`;
    return (
      `with another dimension, the least singular value${share} is below the threshold of ${this.#tolerance}; a smaller rank ` +
      `tolerance counts it, and a larger tolerance than ${tolerance} accepts the difference`
    );
  }
}

/** The threshold in the widest gap of the values, if it is wide and several values lie below it. */
function noiseAdvice(values: readonly number[]): string {
  let rank = 0;
  let widest = GAP;
  for (let i = 1; i <= values.length - SEVERAL; i++) {
    const gap = values[i - 1] / values[i];
    if (gap <= widest) continue;
    [rank, widest] = [i, gap];
  }
  if (rank === 0) return "";
  const between = Math.sqrt(values[rank - 1] * values[rank]) / values[0];
  return (
    ` They fall by a factor of ${brief(widest)} after the first${rank === 1 ? "" : ` ${rank}`}: if the rest is noise, a rank ` +
    `tolerance of ${Number(between.toPrecision(1))} leaves it out, with a tolerance above the noise.`
  );
}
