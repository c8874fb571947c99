import {
  jacobiSvd,
  type LinearMap,
  Matrix,
  Random,
  type Svd,
  singularValues,
  truncatedSvd,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  distance,
  expectSvd,
  product,
  randomMatrix,
  randomOfRank,
  reconstructed,
  size,
  sparseOf,
} from "./matrices.ts";

const seeds = fc.integer({ min: 0, max: 1e6 });
const sizes = fc.integer({ min: 1, max: 14 });

/** U · diag(values) · Vᵀ with random orthonormal U and V. */
function withValues(rows: number, columns: number, values: readonly number[], random: Random): Matrix {
  const left = jacobiSvd(randomMatrix(rows, values.length, random)).left;
  const right = jacobiSvd(randomMatrix(columns, values.length, random)).left;
  return product(left.withScaledColumns(values), right.transposed());
}

describe("Jacobi's SVD", () => {
  it("reconstructs every matrix from orthonormal vectors, at every scale and rank", () => {
    const scales = fc.constantFrom(1, 1e-305, 1e300, 1e-30);
    fc.assert(
      fc.property(seeds, sizes, sizes, fc.integer({ min: 0, max: 14 }), scales, (seed, m, n, rank, scale) => {
        const a = randomOfRank(m, n, rank, new Random(seed));
        for (let i = 0; i < a.data.length; i++) a.data[i] *= scale;
        const svd = jacobiSvd(a);
        expectSvd(svd, a, Math.min(m, n));
        expect(distance(reconstructed(svd), a)).toBeLessThanOrEqual(1e-13 * size(a) + 1e-320);
        // The rank shows in the values.
        svd.values.slice(Math.min(rank, m, n)).forEach((value) => {
          expect(value).toBeLessThanOrEqual(1e-13 * svd.values[0]);
        });
      }),
    );
  });

  // Proposition 14.12.
  it("moves no singular value by more than the norm of what is added (Weyl)", () => {
    fc.assert(
      fc.property(seeds, sizes, sizes, fc.constantFrom(1, 1e-3, 1e-8), (seed, m, n, scale) => {
        const random = new Random(seed);
        const [a, added] = [randomMatrix(m, n, random), randomMatrix(m, n, random)];
        const sum = new Matrix(
          m,
          n,
          a.data.map((entry, i) => entry + scale * added.data[i]),
        );
        const [before, after, norm] = [
          singularValues(a),
          singularValues(sum),
          scale * singularValues(added)[0],
        ];
        after.forEach((value, i) => {
          expect(Math.abs(value - before[i])).toBeLessThanOrEqual(norm + 1e-14);
        });
      }),
    );
  });

  it("finds values that are known, ties and zeros among them", () => {
    const values = [3, 2, 2, 2, 1e-9, 0];
    const found = singularValues(withValues(9, 8, values, new Random(4)));
    values.forEach((value, i) => {
      expect(Math.abs(found[i] - value)).toBeLessThan(1e-14);
    });
    expect(Array.from(singularValues(new Matrix(3, 2)))).toEqual([0, 0]);
    expect(Array.from(singularValues(Matrix.identity(4)))).toEqual([1, 1, 1, 1]);
    expectSvd(jacobiSvd(new Matrix(3, 2)), new Matrix(3, 2), 2);
  });

  it("is relatively accurate for small values of graded matrices", () => {
    const values = [1e100, 1, 1e-30];
    const found = singularValues(
      Matrix.from(values.map((value, i) => [0, 1, 2].map((j) => (i === j ? value : 0)))),
    );
    values.forEach((value, i) => {
      expect(Math.abs(found[i] / value - 1)).toBeLessThan(1e-14);
    });
  });
});

/** The truncated SVD against the exact one. */
function expectLikeExact(a: Matrix, exact: Svd, rank: number, map: LinearMap = a): void {
  const found = truncatedSvd(map, rank, { powerSteps: 4 });
  const wanted = Math.min(rank, a.rows, a.columns);
  expectSvd(found, a, wanted);
  const scale = exact.values[0] ?? 0;
  for (let i = 0; i < wanted; i++) {
    expect(Math.abs(found.values[i] - exact.values[i])).toBeLessThanOrEqual(1e-7 * scale);
  }
  const best = reconstructed({
    left: exact.left.firstColumns(wanted),
    values: exact.values.slice(0, wanted),
    right: exact.right.firstColumns(wanted),
  });
  // Vectors are not unique at ties, so the error of the approximation counts, not the approximation.
  const [error, least] = [distance(reconstructed(found), a), distance(best, a)];
  expect(error).toBeLessThanOrEqual(1.5 * least + 1e-7 * scale);
}

describe("the truncated SVD", () => {
  it("is the exact one on small matrices, dense and sparse", () => {
    fc.assert(
      fc.property(seeds, sizes, sizes, sizes, (seed, m, n, rank) => {
        const a = randomMatrix(m, n, new Random(seed));
        expectLikeExact(a, jacobiSvd(a), rank);
        expectLikeExact(a, jacobiSvd(a), rank, sparseOf(a));
      }),
    );
  });

  it("is near the exact one on larger matrices with falling values, ties and low rank", () => {
    const spectra: Record<string, readonly number[]> = {
      falling: Array.from({ length: 60 }, (_, i) => 0.6 ** i),
      tied: [...new Array<number>(8).fill(1), ...new Array<number>(30).fill(1e-3)],
      "rank 3": [5, 2, 1],
      "one value": [1],
    };
    for (const [name, values] of Object.entries(spectra)) {
      for (const seed of [1, 2]) {
        const a = withValues(120, 110, values, new Random(seed));
        const slow = jacobiSvd(a);
        for (const rank of [1, 8]) {
          expectLikeExact(a, slow, rank);
          expectLikeExact(a, slow, rank, sparseOf(a));
        }
        const found = truncatedSvd(a, 8, { seed }).values;
        const exact = values.slice(0, 8);
        exact.forEach((value, i) => {
          expect(Math.abs(found[i] - value), name).toBeLessThan(1e-6);
        });
      }
    }
  });

  it("takes zero matrices, and tiny and huge entries", () => {
    expect(Array.from(truncatedSvd(new Matrix(150, 120), 3).values)).toEqual([0, 0, 0]);
    expectSvd(truncatedSvd(new Matrix(150, 120), 3), new Matrix(150, 120), 3);
    for (const scale of [1e-300, 1e290]) {
      const a = withValues(130, 120, [3, 2, 1], new Random(7));
      for (let i = 0; i < a.data.length; i++) a.data[i] *= scale;
      const { values } = truncatedSvd(a, 4);
      [3, 2, 1, 0].forEach((value, i) => {
        expect(Math.abs(values[i] / scale - value)).toBeLessThan(1e-12);
      });
    }
  });

  it("takes a map that stores no entries", () => {
    const a = randomOfRank(40, 30, 4, new Random(1));
    const map: LinearMap = {
      rows: 40,
      columns: 30,
      times: (x) => a.times(x),
      transposedTimes: (x) => a.transposedTimes(x),
    };
    expect(distance(reconstructed(truncatedSvd(map, 4)), a)).toBeLessThan(1e-12);
  });

  it("is a function of the seed, and its signs are fixed", () => {
    const a = randomMatrix(140, 120, new Random(3));
    const [one, same, other] = [1, 1, 2].map((seed) => truncatedSvd(a, 5, { seed }));
    expect(one).toEqual(same);
    expect(one.values).not.toEqual(other.values);
    for (let j = 0; j < 5; j++) {
      const column = Array.from({ length: 140 }, (_, i) => one.left.at(i, j));
      expect(Math.max(...column)).toBe(Math.max(...column.map(Math.abs)));
    }
  });

  it("refuses ranks and options that are no counts, and takes rank 0", () => {
    expect(() => truncatedSvd(new Matrix(2, 2), -1)).toThrow("rank is a whole number from 0 on, not -1");
    expect(() => truncatedSvd(new Matrix(2, 2), 1, { powerSteps: 0.5 })).toThrow("powerSteps");
    expect(truncatedSvd(Matrix.identity(2), 0).values).toHaveLength(0);
  });
});
