/** Systems of linear equations in doubles: as many equations as unknowns, more of them, or ever more. */

import { HankelError } from "../errors.ts";
import { jacobiSvd, thinQr } from "./decompositions.ts";
import type { Matrix } from "./matrix.ts";

/**
 * The x with A x = b, for a square A, by elimination with partial pivoting; `undefined` if A is singular to working precision.
 * O(n³).
 *
 * @example
 * console.log(solve(Matrix.from([[2, 0], [0, 4]]), [2, 2])?.join(" ")); // 1 0.5
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

/** How least squares treats directions that the data hardly determine. */
export interface LeastSquaresOptions {
  /** Adds ridge · ‖X‖² to what is minimised: shrinks what the data hardly determine. 0 by default. */
  readonly ridge?: number | undefined;
  /** Singular values of A below this share of the largest count as zero; 1e-12 by default. */
  readonly tolerance?: number | undefined;
}

/**
 * The X that minimises ‖A X - B‖² + ridge · ‖X‖² (Frobenius norms); the shortest such X where A does not determine it. B has a
 * column per unknown vector. By the SVD of A after a QR decomposition: O(rows · columns² + 10 · columns³).
 *
 * @example
 * const x = leastSquares(Matrix.from([[1], [1]]), Matrix.from([[1], [3]]));
 * console.log(x.at(0, 0).toFixed(6)); // 2.000000
 */
export function leastSquares(a: Matrix, b: Matrix, options: LeastSquaresOptions = {}): Matrix {
  const { ridge = 0, tolerance = 1e-12 } = options;
  if (a.rows !== b.rows)
    throw new HankelError("usage", `least squares: ${a.rows} rows on the left and ${b.rows} on the right`);
  if (!(ridge >= 0)) throw new HankelError("usage", `the ridge is a number from 0 on, not ${ridge}`);
  const tall = a.rows > a.columns;
  const { q, r } = tall ? thinQr(a) : { q: undefined, r: a };
  const { left, values, right } = jacobiSvd(r);
  const least = tolerance * (values[0] ?? 0);
  const factors = values.map((value) => (value > least ? value / (value * value + ridge) : 0));
  const projected = left.transposedTimes(q === undefined ? b : q.transposedTimes(b));
  return right.withScaledColumns(factors).times(projected);
}

/**
 * Linear regression with a ridge, for data that come one by one: the affine map from vectors x to vectors y that
 * minimises Σ ‖p(x) − y‖² + s·‖p‖², where s is a share of the mean square of the data. So nothing blows up where there are
 * fewer data than numbers in a vector. An addition costs O(inputs·(inputs + outputs)), and a fit O(inputs²·(inputs + outputs)).
 */
export class Ridge {
  /** The numbers of an input, and a constant 1. */
  readonly #width: number;
  readonly #outputs: number;
  readonly #share: number;
  /** Σ x xᵀ, the lower triangle, row by row. */
  readonly #gram: Float64Array;
  /** Σ x yᵀ, row by row. */
  readonly #products: Float64Array;
  /** The fitted map: a row for each number of an input. */
  #map: Float64Array;

  constructor(inputs: number, outputs: number, share = 1e-6) {
    this.#width = inputs + 1;
    this.#outputs = outputs;
    this.#share = share;
    this.#gram = new Float64Array(this.#width ** 2);
    this.#products = new Float64Array(this.#width * outputs);
    this.#map = new Float64Array(this.#width * outputs);
  }

  /** Takes a pair into account, from the next fit on. */
  add(x: Float64Array, y: Float64Array): void {
    const [width, outputs, gram, products] = [this.#width, this.#outputs, this.#gram, this.#products];
    for (let i = 0; i < width; i++) {
      const xi = i < x.length ? x[i] : 1;
      for (let j = 0; j <= i; j++) gram[i * width + j] += xi * (j < x.length ? x[j] : 1);
      for (let k = 0; k < outputs; k++) products[i * outputs + k] += xi * y[k];
    }
  }

  /** Fits the map to all pairs so far. */
  fit(): void {
    const width = this.#width;
    let trace = 0;
    for (let i = 0; i < width; i++) trace += this.#gram[i * width + i];
    if (trace === 0) return;
    const factor = this.#gram.slice();
    for (let i = 0; i < width; i++) factor[i * width + i] += (this.#share * trace) / width;
    factorize(factor, width);
    this.#map = this.#products.slice();
    substitute(factor, width, this.#map, this.#outputs);
  }

  /** p(x). */
  predict(x: Float64Array): Float64Array {
    const [outputs, map] = [this.#outputs, this.#map];
    const y = map.slice((this.#width - 1) * outputs);
    for (let i = 0; i < x.length; i++) {
      for (let k = 0; k < outputs; k++) y[k] += x[i] * map[i * outputs + k];
    }
    return y;
  }
}

/** Cholesky: replaces the lower triangle of a positive definite matrix A by L with L Lᵀ = A. */
function factorize(a: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i === j ? Math.sqrt(sum) : sum / a[j * n + j];
    }
  }
}

/** Replaces B by X with L Lᵀ X = B; B has `columns` columns. */
function substitute(l: Float64Array, n: number, b: Float64Array, columns: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) subtract(b, i, j, l[i * n + j], columns);
    divide(b, i, l[i * n + i], columns);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) subtract(b, i, j, l[j * n + i], columns);
    divide(b, i, l[i * n + i], columns);
  }
}

/** Row i −= factor · row j. */
function subtract(b: Float64Array, i: number, j: number, factor: number, columns: number): void {
  for (let k = 0; k < columns; k++) b[i * columns + k] -= factor * b[j * columns + k];
}

function divide(b: Float64Array, i: number, by: number, columns: number): void {
  for (let k = 0; k < columns; k++) b[i * columns + k] /= by;
}
