import { HankelError } from "../errors.ts";
import type { Matrix } from "./matrix.ts";

/**
 * The x with A x = b, for a square A, by elimination with partial pivoting; `undefined` if A is singular to working precision.
 * O(n³).
 */
export function solve(a: Matrix, b: ArrayLike<number>): Float64Array | undefined {
  const n = a.rows;
  if (a.columns !== n || b.length !== n) {
    throw new HankelError("usage", `A x = b with a ${n} × ${a.columns} matrix and ${b.length} numbers`);
  }
  const rows = Array.from({ length: n }, (_, i) => a.row(i).slice());
  const x = Float64Array.from(b);
  for (let p = 0; p < n; p++) {
    let best = p;
    for (let i = p + 1; i < n; i++) if (Math.abs(rows[i][p]) > Math.abs(rows[best][p])) best = i;
    if (!(Math.abs(rows[best][p]) > 1e-300)) return undefined;
    [rows[p], rows[best]] = [rows[best], rows[p]];
    [x[p], x[best]] = [x[best], x[p]];
    for (let i = p + 1; i < n; i++) {
      const factor = rows[i][p] / rows[p][p];
      if (factor === 0) continue;
      for (let j = p; j < n; j++) rows[i][j] -= factor * rows[p][j];
      x[i] -= factor * x[p];
    }
  }
  for (let p = n - 1; p >= 0; p--) {
    for (let j = p + 1; j < n; j++) x[p] -= rows[p][j] * x[j];
    x[p] /= rows[p][p];
  }
  return x.every(Number.isFinite) ? x : undefined;
}
