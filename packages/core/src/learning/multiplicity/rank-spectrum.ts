import { HankelError } from "../../errors.ts";
import { singularValues } from "../../linear/jacobi-svd.ts";
import { Matrix } from "../../linear/matrix.ts";

/** A dimension counts if the least singular value is more than this share of the largest, unless told otherwise. */
const DEFAULT_RANK_TOLERANCE = 1e-8;

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

  constructor(tolerance: number = DEFAULT_RANK_TOLERANCE) {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new HankelError("usage", `the rank tolerance is a number between 0 and 1, not ${tolerance}`);
    }
    this.#tolerance = tolerance;
  }

  /** Has the block full rank, as far as rounded numbers tell? */
  admits(block: Matrix): boolean {
    const values = singularValues(balanced(block).matrix);
    const share = (values.at(-1) ?? 0) / (values[0] ?? 1);
    if (share > this.#tolerance) return true;
    this.#rejected = share;
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

/** A matrix whose columns, and then rows, are divided by their largest magnitudes, and the factors. */
export function balanced(block: Matrix): { matrix: Matrix; rows: Float64Array; columns: Float64Array } {
  const matrix = new Matrix(block.rows, block.columns, block.data.slice());
  const rows = new Float64Array(block.rows).fill(1);
  const columns = new Float64Array(block.columns);
  for (let j = 0; j < block.columns; j++) {
    let most = 0;
    for (let i = 0; i < block.rows; i++) most = Math.max(most, Math.abs(matrix.at(i, j)));
    columns[j] = most === 0 ? 1 : 1 / most;
  }
  for (let i = 0; i < block.rows; i++) {
    const row = matrix.row(i);
    let most = 0;
    for (let j = 0; j < block.columns; j++) most = Math.max(most, Math.abs((row[j] *= columns[j])));
    if (most > 0) rows[i] = 1 / most;
    for (let j = 0; j < block.columns; j++) row[j] *= rows[i];
  }
  return { matrix, rows, columns };
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
    `tolerance of ${Number(between.toPrecision(1))} leaves it out, with a tolerance above the noise` +
    "."
  );
}

function brief(value: number): string {
  return String(Number(value.toPrecision(2)));
}
