import { primeField } from "../algebra/prime-field.ts";
import { type EliminationField, rank, type Sparse } from "../automata/fields/echelon.ts";
import { HankelError } from "../errors.ts";

/**
 * The rank of a matrix modulo a prime; entries as texts, whole numbers or ratios. A row with a ratio that has no value
 * modulo the prime is left out, so the result is never more than the rank of the ratios.
 */
export function rankModulo(prime: number, matrix: readonly (readonly string[])[]): number {
  const field = primeField(prime);
  const rows = matrix.flatMap((row) => {
    try {
      return [row.map((text) => field.parse(text))];
    } catch (error) {
      if (error instanceof HankelError && error.code === "parse") return [];
      throw error;
    }
  });
  return rank(field, rows);
}

/** Floats without the range checks of `real`: what is too small to matter may vanish. */
export const FLOATS: EliminationField<number> = {
  one: 1,
  plus: (a, b) => a + b,
  times: (a, b) => a * b,
  negate: (a) => -a,
  inverse: (a) => 1 / a,
  isZero: (a) => a === 0,
};

/** Entries smaller than this, relative to the largest of their row at the start, count as zero. */
const NEGLIGIBLE = 1e-7;

/**
 * The numerical rank of a matrix of floats. Rows are scaled first, so that small weights count like large ones, and
 * reduced by their largest entry.
 */
export function rankOfReals(matrix: readonly (readonly number[])[]): number {
  const rows = matrix.map((row) => {
    const largest = Math.max(...row.map(Math.abs));
    return row.map((entry) => (largest === 0 ? 0 : entry / largest));
  });
  return rank(FLOATS, rows, { pivot: largestEntry });
}

function largestEntry(vector: Sparse<number>): number | undefined {
  let largest: number | undefined;
  let most = NEGLIGIBLE;
  for (const [at, entry] of vector) {
    if (Math.abs(entry) <= most) continue;
    most = Math.abs(entry);
    largest = at;
  }
  return largest;
}
