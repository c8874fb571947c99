import { HankelError } from "../errors.ts";
import { Matrix } from "./matrix.ts";
import { dot } from "./product-kernel.ts";
import { balance } from "./scale.ts";

/** A = Q · R: the columns of Q are orthonormal, and R is upper triangular. */
export interface Qr {
  readonly q: Matrix;
  readonly r: Matrix;
}

/**
 * The thin QR decomposition of a matrix with at least as many rows as columns, by Householder's reflections: Q is
 * orthonormal to rounding for every A, also where columns depend on each other or are zero. O(rows · columns²).
 */
export function thinQr(a: Matrix): Qr {
  const { rows, columns } = a;
  if (rows < columns) {
    throw new HankelError("usage", `a thin QR needs as many rows as columns; got ${rows} × ${columns}`);
  }
  const scale = balance(a.data);
  // Columns lie one behind the other, so that reflections run over contiguous memory.
  const work = a.transposed().data;
  for (let i = 0; i < work.length; i++) work[i] *= scale;
  const factors = new Float64Array(columns);
  const diagonal = new Float64Array(columns);
  for (let j = 0; j < columns; j++) {
    factors[j] = reflector(work, j * rows + j, rows - j, diagonal, j);
    for (let k = j + 1; k < columns; k++) {
      reflect(work, j * rows + j, factors[j], work, k * rows + j, rows - j);
    }
  }
  return { q: orthonormal(work, factors, rows), r: triangle(work, diagonal, rows, 1 / scale) };
}

/**
 * Turns a column x into the vector v of the reflection I - f · v vᵀ that maps x to (d, 0, …, 0); writes d, returns f. A zero
 * column needs no reflection.
 */
function reflector(
  work: Float64Array,
  at: number,
  length: number,
  diagonal: Float64Array,
  j: number,
): number {
  const norm = Math.sqrt(dot(work, at, work, at, length));
  if (norm === 0) return 0;
  const head = work[at];
  const image = head > 0 ? -norm : norm;
  diagonal[j] = image;
  work[at] = head - image;
  // vᵀv = 2 · norm · (norm + |head|), without the cancellation of a difference.
  return 1 / (norm * (norm + Math.abs(head)));
}

/** x -= f · v (vᵀ x). */
function reflect(
  v: Float64Array,
  at: number,
  factor: number,
  x: Float64Array,
  to: number,
  length: number,
): void {
  if (factor === 0) return;
  const share = factor * dot(v, at, x, to, length);
  if (share === 0) return;
  for (let t = 0; t < length; t++) x[to + t] -= share * v[at + t];
}

/** The first columns of the product of the reflections, applied to those of the identity from the last to the first. */
function orthonormal(work: Float64Array, factors: Float64Array, rows: number): Matrix {
  const columns = factors.length;
  const q = new Float64Array(columns * rows);
  for (let k = 0; k < columns; k++) {
    q[k * rows + k] = 1;
    for (let j = k; j >= 0; j--) reflect(work, j * rows + j, factors[j], q, k * rows + j, rows - j);
  }
  return new Matrix(columns, rows, q).transposed();
}

function triangle(work: Float64Array, diagonal: Float64Array, rows: number, scale: number): Matrix {
  const columns = diagonal.length;
  const r = new Matrix(columns, columns);
  for (let j = 0; j < columns; j++) {
    for (let i = 0; i < j; i++) r.data[i * columns + j] = work[j * rows + i] * scale;
    r.data[j * columns + j] = diagonal[j] * scale;
  }
  return r;
}
