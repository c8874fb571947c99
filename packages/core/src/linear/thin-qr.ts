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
    reflectColumns({ work, factors, rows }, j, work, j + 1);
  }
  return { q: orthonormal({ work, factors, rows }), r: triangle(work, diagonal, rows, 1 / scale) };
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

/** The reflections of a decomposition: the vector of each stands below the diagonal of its column. */
interface Reflections {
  readonly work: Float64Array;
  readonly factors: Float64Array;
  readonly rows: number;
}

/** Applies reflection j to the columns of x from `first` on, four at a time: their sums do not wait for each other. */
function reflectColumns(
  { work, factors, rows }: Reflections,
  j: number,
  x: Float64Array,
  first: number,
): void {
  const factor = factors[j];
  if (factor === 0) return;
  const [at, length, columns] = [j * rows + j, rows - j, factors.length];
  let k = first;
  for (; k + 3 < columns; k += 4) reflectFour(work, at, factor, x, k * rows + j, rows, length);
  for (; k < columns; k++) reflect(work, at, factor, x, k * rows + j, length);
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
  const share = factor * dot(v, at, x, to, length);
  for (let t = 0; t < length; t++) x[to + t] -= share * v[at + t];
}

/** The same for four columns, which are `stride` apart. */
function reflectFour(
  v: Float64Array,
  at: number,
  factor: number,
  x: Float64Array,
  to: number,
  stride: number,
  length: number,
): void {
  const [x0, x1, x2, x3] = [to, to + stride, to + 2 * stride, to + 3 * stride];
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  for (let t = 0; t < length; t++) {
    const entry = v[at + t];
    s0 += entry * x[x0 + t];
    s1 += entry * x[x1 + t];
    s2 += entry * x[x2 + t];
    s3 += entry * x[x3 + t];
  }
  s0 *= factor;
  s1 *= factor;
  s2 *= factor;
  s3 *= factor;
  for (let t = 0; t < length; t++) {
    const entry = v[at + t];
    x[x0 + t] -= s0 * entry;
    x[x1 + t] -= s1 * entry;
    x[x2 + t] -= s2 * entry;
    x[x3 + t] -= s3 * entry;
  }
}

/** The first columns of the product of the reflections, applied to those of the identity from the last to the first. */
function orthonormal(reflections: Reflections): Matrix {
  const { factors, rows } = reflections;
  const columns = factors.length;
  const q = new Float64Array(columns * rows);
  for (let j = columns - 1; j >= 0; j--) {
    q[j * rows + j] = 1;
    reflectColumns(reflections, j, q, j);
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
