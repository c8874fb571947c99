import { HankelError } from "../errors.ts";
import { Random } from "../random.ts";
import { jacobiSvd } from "./jacobi-svd.ts";
import { type LinearMap, Matrix } from "./matrix.ts";
import { SparseMatrix } from "./sparse-matrix.ts";
import type { Svd } from "./svd.ts";
import { thinQr } from "./thin-qr.ts";

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
 */
export function truncatedSvd(a: LinearMap, rank: number, options: TruncatedSvdOptions = {}): Svd {
  const { seed = 1, powerSteps = 2, oversampling = 10 } = options;
  requireCounts({ rank, powerSteps, oversampling });
  const most = Math.min(a.rows, a.columns);
  const wanted = Math.min(rank, most);
  const width = Math.min(wanted + oversampling, most);
  const found = width === most && most <= SMALL ? exact(a) : randomised(a, width, powerSteps, seed);
  return fixSigns({
    left: found.left.firstColumns(wanted),
    values: found.values.slice(0, wanted),
    right: found.right.firstColumns(wanted),
  });
}

/** Up to this size, the exact decomposition of the whole matrix costs no more than products with it. */
const SMALL = 100;

function exact(a: LinearMap): Svd {
  if (a instanceof Matrix) return jacobiSvd(a);
  return jacobiSvd(a instanceof SparseMatrix ? a.toDense() : a.times(Matrix.identity(a.columns)));
}

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
