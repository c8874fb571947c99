import { HankelError, leastSquares, Matrix, Random, SparseMatrix, solve, thinQr } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  distance,
  expectOrthonormal,
  product,
  randomMatrix,
  randomOfRank,
  size,
  sparseOf,
} from "./matrices.ts";

const seeds = fc.integer({ min: 0, max: 1e6 });
const sizes = fc.integer({ min: 1, max: 12 });

describe("a matrix", () => {
  it("multiplies as defined, dense or sparse, straight or transposed, over panels and tiles", () => {
    fc.assert(
      fc.property(seeds, sizes, fc.integer({ min: 1, max: 600 }), sizes, (seed, rows, inner, columns) => {
        const random = new Random(seed);
        const a = randomMatrix(rows, inner, random);
        for (let i = 0; i < a.data.length; i++) if (random.below(2) === 0) a.data[i] = 0;
        const [b, c] = [randomMatrix(inner, columns, random), randomMatrix(rows, columns, random)];
        for (const map of [a, sparseOf(a)]) {
          expect(distance(map.times(b), product(a, b))).toBeLessThan(1e-11);
          expect(distance(map.transposedTimes(c), product(a.transposed(), c))).toBeLessThan(1e-11);
        }
        expect(sparseOf(a).toDense().data).toEqual(a.data);
      }),
      { numRuns: 40 },
    );
  });

  it("refuses sizes that do not fit", () => {
    expect(() => new Matrix(2, 2, new Float64Array(3))).toThrow(HankelError);
    expect(() => Matrix.from([[1, 2], [3]])).toThrow("row 1 has 1 entries, and row 0 has 2");
    expect(() => new Matrix(2, 3).times(new Matrix(2, 1))).toThrow("3 and 2 terms");
    expect(() => new Matrix(2, 3).transposedTimes(new Matrix(3, 1))).toThrow("2 and 3 terms");
    const [start, column] = [Int32Array.of(0, 1), Int32Array.of(0)];
    expect(
      () => new SparseMatrix({ rows: 2, columns: 1, start, column, value: new Float64Array(1) }),
    ).toThrow("2 rows of a sparse matrix need 3 starts");
    expect(
      () => new SparseMatrix({ rows: 1, columns: 1, start, column, value: new Float64Array(2) }),
    ).toThrow("1 columns of entries, but 2 values");
  });
});

describe("thin QR", () => {
  it("is A = Q R with orthonormal Q and triangular R, whatever the rank and the scale", () => {
    const scale = fc.constantFrom(1, 1e-300, 1e300, 1e-20);
    fc.assert(
      fc.property(seeds, sizes, sizes, sizes, scale, (seed, m, n, rank, scale) => {
        const a = randomOfRank(Math.max(m, n), n, rank, new Random(seed));
        for (let i = 0; i < a.data.length; i++) a.data[i] *= scale;
        const { q, r } = thinQr(a);
        expectOrthonormal(q);
        expect(distance(product(q, r), a)).toBeLessThanOrEqual(1e-13 * size(a));
        for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) expect(r.at(i, j)).toBe(0);
      }),
    );
    expectOrthonormal(thinQr(new Matrix(5, 3)).q);
  });

  it("refuses a matrix that is wider than tall", () => {
    expect(() => thinQr(new Matrix(2, 3))).toThrow("as many rows as columns; got 2 × 3");
  });
});

describe("least squares", () => {
  it("leaves a residual that is orthogonal to the columns, and the ridge pulls towards zero", () => {
    fc.assert(
      fc.property(seeds, sizes, sizes, fc.constantFrom(0, 0.01, 1), (seed, m, n, ridge) => {
        const random = new Random(seed);
        const [a, b] = [randomMatrix(m, n, random), randomMatrix(m, 2, random)];
        const x = leastSquares(a, b, { ridge });
        // The gradient of ‖A X - B‖² + ridge ‖X‖² is zero.
        const residual = product(a, x);
        residual.data.forEach((entry, i) => {
          residual.data[i] = entry - b.data[i];
        });
        const gradient = product(a.transposed(), residual);
        gradient.data.forEach((entry, i) => {
          gradient.data[i] = entry + ridge * x.data[i];
        });
        expect(size(gradient)).toBeLessThan(1e-9 * (1 + size(x)));
      }),
    );
  });

  it("finds the shortest answer where the columns depend on each other", () => {
    const a = Matrix.from([
      [1, 1],
      [1, 1],
      [2, 2],
    ]);
    const x = leastSquares(a, Matrix.from([[2], [2], [4]]));
    expect(distance(x, Matrix.from([[1], [1]]))).toBeLessThan(1e-12);
  });

  it("refuses sides of different lengths and a negative ridge", () => {
    expect(() => leastSquares(new Matrix(2, 1), new Matrix(3, 1))).toThrow("2 rows on the left and 3");
    expect(() => leastSquares(new Matrix(2, 1), new Matrix(2, 1), { ridge: -1 })).toThrow("ridge");
  });
});

describe("solve", () => {
  it("solves what has one solution, and says where there is none", () => {
    fc.assert(
      fc.property(seeds, sizes, (seed, n) => {
        const random = new Random(seed);
        const [a, x] = [randomMatrix(n, n, random), randomMatrix(n, 1, random)];
        for (let i = 0; i < n; i++) a.data[i * n + i] += n;
        const found = solve(a, product(a, x).data) as Float64Array;
        expect(distance(new Matrix(n, 1, found), x)).toBeLessThan(1e-12);
      }),
    );
    expect(solve(new Matrix(2, 2), [1, 1])).toBeUndefined();
    expect(() => solve(new Matrix(2, 3), [1, 1])).toThrow("2 × 3");
  });
});
