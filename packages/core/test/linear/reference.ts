import type { ExactField } from "@hankel/core";

/** v with v A = row, by elimination on the columns of A below which row stands; undefined if A is singular. */
export function slowCoordinates<W>(
  field: ExactField<W>,
  a: readonly (readonly W[])[],
  row: readonly W[],
): W[] | undefined {
  const n = a.length;
  // Column operations act on the right: [A; I; row] becomes [I; A⁻¹; row A⁻¹].
  const matrix = [...a.map((entries) => [...entries]), [...row]];
  for (let k = 0; k < n; k++) {
    const pivot = matrix[k].findIndex((entry, j) => j >= k && !field.isZero(entry));
    if (pivot < 0) return undefined;
    for (const entries of matrix) [entries[k], entries[pivot]] = [entries[pivot], entries[k]];
    const inverse = field.inverse(matrix[k][k]);
    for (const entries of matrix) entries[k] = field.times(entries[k], inverse);
    for (let j = 0; j < n; j++) {
      if (j === k) continue;
      const factor = field.negate(matrix[k][j]);
      for (const entries of matrix) entries[j] = field.plus(entries[j], field.times(entries[k], factor));
    }
  }
  return matrix[n];
}
