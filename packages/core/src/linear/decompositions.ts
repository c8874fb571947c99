/** QR and singular value decompositions of matrices of doubles, and the spectral radius. */

import { HankelError } from "../errors.ts";
import { lookUp } from "../interruption.ts";
import { Random } from "../random.ts";
import { balance, dot, type LinearMap, Matrix } from "./matrix.ts";

/** A = Q · R: the columns of Q are orthonormal, and R is upper triangular. */
export interface Qr {
  readonly q: Matrix;
  readonly r: Matrix;
}

/**
 * The thin QR decomposition of a matrix with at least as many rows as columns, by Householder's reflections: Q is
 * orthonormal to rounding for every A, also where columns depend on each other or are zero. O(rows · columns²).
 *
 * @example
 * const { q, r } = thinQr(Matrix.from([[3], [4]]));
 * console.log(Math.abs(r.at(0, 0)).toFixed(3), q.rows); // 5.000 2
 */
export function thinQr(a: Matrix): Qr {
  const { reflections, r } = reflected(a);
  return { q: orthonormal(reflections), r };
}

/** R, and the reflections that Q is the product of. */
function reflected(a: Matrix): { reflections: Reflections; r: Matrix } {
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
    lookUp(((rows - j) * (columns - j)) / 16);
    factors[j] = reflector(work, j * rows + j, rows - j, diagonal, j);
    reflectColumns({ work, factors, rows }, j, work, j + 1);
  }
  return { reflections: { work, factors, rows }, r: triangle(work, diagonal, rows, 1 / scale) };
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

/** A = U · diag(σ) · Vᵀ, or the best approximation of A that has so few singular values. */
export interface Svd {
  /** U: orthonormal columns, one per singular value. */
  readonly left: Matrix;
  /** σ: the singular values, largest first, none negative. */
  readonly values: Float64Array;
  /** V: orthonormal columns, one per singular value. */
  readonly right: Matrix;
}

/** Columns count as orthogonal if their cosine is no larger: about the rounding of a scalar product. */
const COSINE = 1e-15;

/** A square below this, of entries near 1, is rounding: its column counts as zero. */
const NOTHING = 1e-290;

/** Jacobi's method converges quadratically: ten sweeps are many. */
const SWEEPS = 60;

/**
 * The whole singular value decomposition A = U · diag(σ) · Vᵀ, by one-sided Jacobi rotations (Hestenes 1958): pairs of columns
 * are rotated until all are orthogonal; their lengths are the singular values. Slow, O(rows · columns²) for each of about
 * ten sweeps, but simple and accurate, small singular values included. U and V have min(rows, columns) columns.
 *
 * @example
 * console.log(jacobiSvd(Matrix.from([[3, 0], [0, 4]])).values.join(" ")); // 4 3
 */
export function jacobiSvd(a: Matrix): Svd {
  if (a.rows < a.columns) {
    const { left, values, right } = jacobiSvd(a.transposed());
    return { left: right, values, right: left };
  }
  const { q, r } = thinQr(a);
  const size = a.columns;
  const turned = Matrix.identity(size).data;
  const { columns, scale, values, order } = orthogonalised(r, turned);
  // Rᵀ = W · diag(σ) · Tᵀ, so A = Q R = (Q T) · diag(σ) · Wᵀ.
  const right = directions(columns, values, order, size);
  const left = q.times(columnsOf(turned, order, size));
  return { left, values: values.map((value) => value / scale), right };
}

/** The rows of R, rotated until they are orthogonal, and their lengths; the same rotations turn the columns of another matrix. */
function orthogonalised(r: Matrix, turned?: Float64Array) {
  const size = r.columns;
  const scale = balance(r.data);
  // The rows of R, as columns of its transpose: they are nearly sorted by length, which saves sweeps.
  const columns = r.data.slice();
  for (let i = 0; i < columns.length; i++) columns[i] *= scale;
  for (let sweep = 0; sweep < SWEEPS && rotateAll(columns, turned, size); sweep++);
  return { columns, scale, ...lengths(columns, size) };
}

/**
 * The singular values of a matrix, largest first: those of `jacobiSvd`, in less than half of the time, since no vectors are turned.
 *
 * @example
 * console.log(singularValues(Matrix.from([[3, 0], [0, 4]])).join(" ")); // 4 3
 */
export function singularValues(a: Matrix): Float64Array {
  const { r } = reflected(a.rows < a.columns ? a.transposed() : a);
  const { values, scale } = orthogonalised(r);
  return values.map((value) => value / scale);
}

/** A sweep: rotates every pair of columns that is not orthogonal. Was there one? */
function rotateAll(columns: Float64Array, turned: Float64Array | undefined, size: number): boolean {
  let rotated = false;
  const squares = Float64Array.from({ length: size }, (_, p) =>
    dot(columns, p * size, columns, p * size, size),
  );
  for (let p = 0; p < size - 1; p++) {
    for (let q = p + 1; q < size; q++) {
      lookUp(size / 16);
      const [i, j] = [p * size, q * size];
      const [pp, qq] = [squares[p], squares[q]];
      if (pp < NOTHING || qq < NOTHING) continue;
      const pq = quickDot(columns, i, j, size);
      if (Math.abs(pq) <= COSINE * Math.sqrt(pp) * Math.sqrt(qq)) continue;
      rotated = true;
      const zeta = (qq - pp) / (2 * pq);
      const tangent = Math.sign(zeta || 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
      const cosine = 1 / Math.sqrt(1 + tangent * tangent);
      rotate(columns, i, j, cosine, cosine * tangent, size);
      if (turned !== undefined) rotate(turned, i, j, cosine, cosine * tangent, size);
      squares[p] = pp - tangent * pq;
      squares[q] = qq + tangent * pq;
    }
  }
  return rotated;
}

/** The scalar product of two columns by four sums, which do not wait for each other. */
function quickDot(x: Float64Array, i: number, j: number, size: number): number {
  let s = 0;
  let u = 0;
  let v = 0;
  let w = 0;
  let t = 0;
  for (; t + 3 < size; t += 4) {
    s += x[i + t] * x[j + t];
    u += x[i + t + 1] * x[j + t + 1];
    v += x[i + t + 2] * x[j + t + 2];
    w += x[i + t + 3] * x[j + t + 3];
  }
  for (; t < size; t++) s += x[i + t] * x[j + t];
  return s + u + (v + w);
}

function rotate(x: Float64Array, i: number, j: number, cosine: number, sine: number, size: number): void {
  for (let t = 0; t < size; t++) {
    const a = x[i + t];
    const b = x[j + t];
    x[i + t] = cosine * a - sine * b;
    x[j + t] = sine * a + cosine * b;
  }
}

/** The lengths of the columns, largest first, and which column has each. */
function lengths(columns: Float64Array, size: number): { values: Float64Array; order: number[] } {
  const length = Array.from({ length: size }, (_, p) => {
    const square = dot(columns, p * size, columns, p * size, size);
    return square < NOTHING ? 0 : Math.sqrt(square);
  });
  const order = [...length.keys()].sort((a, b) => length[b] - length[a] || a - b);
  return { values: Float64Array.from(order, (p) => length[p]), order };
}

/** The columns, each of length 1; where one is zero, any direction that is orthogonal to the others. */
function directions(
  columns: Float64Array,
  values: Float64Array,
  order: readonly number[],
  size: number,
): Matrix {
  const inverse = values.map((value) => (value === 0 ? 0 : 1 / value));
  const found = columnsOf(columns, order, size).withScaledColumns(inverse);
  if (!values.includes(0)) return found;
  const { q, r } = thinQr(found);
  return q.withScaledColumns(Float64Array.from({ length: size }, (_, j) => (r.at(j, j) < 0 ? -1 : 1)));
}

/** The matrix whose columns are stored one behind the other, in another order. */
function columnsOf(stored: Float64Array, order: readonly number[], size: number): Matrix {
  const rows = new Matrix(size, size);
  order.forEach((p, i) => {
    rows.data.set(stored.subarray(p * size, (p + 1) * size), i * size);
  });
  return rows.transposed();
}

/** How a truncated SVD is computed. */
export interface TruncatedSvdOptions {
  /** Another seed, another random subspace; 1 by default. */
  readonly seed?: number | undefined;
  /** How many times A Aᵀ is applied to the subspace: more, where singular values fall slowly. 2 by default. */
  readonly powerSteps?: number | undefined;
  /** By how many dimensions the subspace is larger than the rank; 10 by default. */
  readonly oversampling?: number | undefined;
}

/**
 * The largest singular values of a matrix and their vectors, by a randomised subspace iteration (Halko, Martinsson and Tropp
 * 2011): products of A with a thin random matrix find the space of the large singular values, and a small SVD inside
 * it does the rest. Exact up to rounding where the matrix is hardly larger than the rank or has no larger rank. Otherwise the
 * error is near that of the best approximation; values that are followed by a gap are the most accurate.
 *
 * O(entries · rank · (2 + 2 · powerSteps)). The numbers depend on the seed only, and use nothing but + · / √, so they are the same on
 * every machine. Signs are fixed: the largest entry of every left vector is positive.
 *
 * @example
 * console.log(truncatedSvd(Matrix.from([[3, 0], [0, 4]]), 1).values[0].toFixed(3)); // 4.000
 */
export function truncatedSvd(a: LinearMap, rank: number, options: TruncatedSvdOptions = {}): Svd {
  const { seed = 1, powerSteps = 2, oversampling = 10 } = options;
  requireCounts({ rank, powerSteps, oversampling });
  const most = Math.min(a.rows, a.columns);
  const wanted = Math.min(rank, most);
  const width = Math.min(wanted + oversampling, most);
  const whole = () => jacobiSvd(a instanceof Matrix ? a : a.times(Matrix.identity(a.columns)));
  const found = width === most && most <= SMALL ? whole() : randomised(a, width, powerSteps, seed);
  return fixSigns({
    left: found.left.firstColumns(wanted),
    values: found.values.slice(0, wanted),
    right: found.right.firstColumns(wanted),
  });
}

/** Up to this size, the exact decomposition of the whole matrix costs no more than products with it. */
const SMALL = 100;

function randomised(a: LinearMap, width: number, powerSteps: number, seed: number): Svd {
  let q = thinQr(a.times(randomMatrix(a.columns, width, seed))).q;
  for (let step = 0; step < powerSteps; step++) {
    // Orthonormal after each product: otherwise the small singular values drown in rounding.
    const back = thinQr(a.transposedTimes(q)).q;
    q = thinQr(a.times(back)).q;
  }
  // A ≈ Q Qᵀ A, and (Qᵀ A)ᵀ = Aᵀ Q is tall and thin.
  const inner = jacobiSvd(a.transposedTimes(q));
  return { left: q.times(inner.right), values: inner.values, right: inner.left };
}

/** Independent and uniform on [-1, 1): no logarithms or cosines, which differ between machines. */
function randomMatrix(rows: number, columns: number, seed: number): Matrix {
  const random = new Random(seed, STREAM);
  const matrix = new Matrix(rows, columns);
  for (let i = 0; i < matrix.data.length; i++) matrix.data[i] = 2 * random.real() - 1;
  return matrix;
}

/** Keeps these random numbers apart from those that others draw with the same seed. */
const STREAM = 0x73_76_64;

function fixSigns({ left, values, right }: Svd): Svd {
  const signs = new Float64Array(values.length).fill(1);
  for (let j = 0; j < values.length; j++) {
    let largest = 0;
    for (let i = 0; i < left.rows; i++) {
      if (Math.abs(left.at(i, j)) > Math.abs(largest)) largest = left.at(i, j);
    }
    if (largest < 0) signs[j] = -1;
  }
  return { left: left.withScaledColumns(signs), values, right: right.withScaledColumns(signs) };
}

function requireCounts(counts: Record<string, number>): void {
  for (const [name, value] of Object.entries(counts)) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new HankelError("usage", `${name} is a whole number from 0 on, not ${value}`);
  }
}

/** Squarings: the power is 2 to this, so that a factor of n in the norm changes the result by less than a thousandth of a percent. */
const SQUARINGS = 20;

/**
 * The largest absolute value of the eigenvalues of a square matrix, by Gelfand's formula lim ‖Aᵏ‖^{1/k} for k = 2²⁰: no
 * iteration to converge, and complex eigenvalues are no special case. O(20 · n³).
 *
 * @example
 * console.log(spectralRadius(Matrix.from([[0.5, 0], [0, 0.25]])).toFixed(3)); // 0.500
 */
export function spectralRadius(a: Matrix): number {
  let power = a;
  let logarithm = 0;
  for (let step = 0; step <= SQUARINGS; step++) {
    const norm = Math.sqrt(power.data.reduce((sum, entry) => sum + entry * entry, 0));
    if (norm === 0) return 0;
    logarithm += Math.log(norm) / 2 ** step;
    if (step === SQUARINGS) break;
    // Aᵏ itself would overflow: it is kept at norm 1, and the logarithm of its norm beside it.
    const scaled = new Matrix(
      a.rows,
      a.columns,
      power.data.map((entry) => entry / norm),
    );
    power = scaled.times(scaled);
  }
  return Math.exp(logarithm);
}
