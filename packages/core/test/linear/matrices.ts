import { type LinearMap, Matrix, Random, SparseMatrix, type Svd } from "@hankel/core";
import { expect } from "vitest";

/** A dense matrix of numbers in [-1, 1). */
export function randomMatrix(rows: number, columns: number, random: Random): Matrix {
  const data = Float64Array.from({ length: rows * columns }, () => 2 * random.real() - 1);
  return new Matrix(rows, columns, data);
}

/** A matrix of at most this rank: a product of two thin ones. */
export function randomOfRank(rows: number, columns: number, rank: number, random: Random): Matrix {
  return product(randomMatrix(rows, rank, random), randomMatrix(rank, columns, random));
}

/** The entries that are not zero, row by row. */
export function sparseOf(dense: Matrix): SparseMatrix {
  const [start, column, value] = [[0], [] as number[], [] as number[]];
  for (let i = 0; i < dense.rows; i++) {
    for (let j = 0; j < dense.columns; j++) {
      if (dense.at(i, j) === 0) continue;
      column.push(j);
      value.push(dense.at(i, j));
    }
    start.push(column.length);
  }
  return new SparseMatrix({
    rows: dense.rows,
    columns: dense.columns,
    start: Int32Array.from(start),
    column: Int32Array.from(column),
    value: Float64Array.from(value),
  });
}

/** The definition of a product, entry by entry. */
export function product(a: Matrix, b: Matrix): Matrix {
  const c = new Matrix(a.rows, b.columns);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < b.columns; j++) {
      let sum = 0;
      for (let k = 0; k < a.columns; k++) sum += a.at(i, k) * b.at(k, j);
      c.data[i * b.columns + j] = sum;
    }
  }
  return c;
}

/** The largest difference of two entries. */
export function distance(a: Matrix, b: Matrix): number {
  expect([a.rows, a.columns]).toEqual([b.rows, b.columns]);
  return a.data.reduce((most, entry, i) => Math.max(most, Math.abs(entry - b.data[i])), 0);
}

/** The largest entry. */
export function size(a: Matrix): number {
  return a.data.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
}

/** Qᵀ Q = I. */
export function expectOrthonormal(q: Matrix): void {
  expect(distance(product(q.transposed(), q), Matrix.identity(q.columns))).toBeLessThan(1e-12);
}

/** U · diag(σ) · Vᵀ. */
export function reconstructed({ left, values, right }: Svd): Matrix {
  return product(left.withScaledColumns(values), right.transposed());
}

/** What every SVD is: orthonormal vectors, and values that are sorted and not negative. */
export function expectSvd(svd: Svd, of: LinearMap, rank: number): void {
  expect([svd.left.rows, svd.left.columns]).toEqual([of.rows, rank]);
  expect([svd.right.rows, svd.right.columns]).toEqual([of.columns, rank]);
  expectOrthonormal(svd.left);
  expectOrthonormal(svd.right);
  svd.values.forEach((value, i) => {
    expect(value).toBeGreaterThanOrEqual(0);
    if (i > 0) expect(value).toBeLessThanOrEqual(svd.values[i - 1]);
  });
}
