import { leastSquares, Matrix, Random, Ridge } from "@hankel/core";
import { describe, expect, it } from "vitest";

const drawn = (random: Random, length: number) => Float64Array.from({ length }, () => 2 * random.real() - 1);

describe("Ridge", () => {
  it("finds the affine map behind data", () => {
    const random = new Random(3);
    const map = (x: Float64Array) => Float64Array.of(2 * x[0] - x[1] + 0.5, x[2] - 3);
    const ridge = new Ridge(3, 2, 1e-12);
    for (let i = 0; i < 20; i++) {
      const x = drawn(random, 3);
      ridge.add(x, map(x));
    }
    ridge.fit();
    const x = drawn(random, 3);
    const [found, wanted] = [ridge.predict(x), map(x)];
    wanted.forEach((value, k) => {
      expect(found[k]).toBeCloseTo(value, 8);
    });
  });

  it("minimises what least squares by the singular values does", () => {
    const random = new Random(4);
    const [inputs, outputs, count, share] = [6, 3, 25, 0.01];
    const xs = Array.from({ length: count }, () => drawn(random, inputs));
    const ys = Array.from({ length: count }, () => drawn(random, outputs));
    const ridge = new Ridge(inputs, outputs, share);
    xs.forEach((x, i) => {
      ridge.add(x, ys[i]);
    });
    ridge.fit();
    const rows = xs.map((x) => Float64Array.of(...x, 1));
    const squares = rows.flatMap((row) => [...row]).reduce((sum, value) => sum + value ** 2, 0);
    const strength = (share * squares) / (inputs + 1);
    const slow = leastSquares(Matrix.from(rows), Matrix.from(ys), { ridge: strength });
    const wanted = Matrix.from(rows).times(slow);
    xs.forEach((x, i) => {
      ridge.predict(x).forEach((value, k) => {
        expect(value).toBeCloseTo(wanted.at(i, k), 10);
      });
    });
  });

  it("stays finite with fewer data than numbers, and near what it was given", () => {
    const random = new Random(5);
    const ridge = new Ridge(50, 1);
    const xs = Array.from({ length: 5 }, () => drawn(random, 50));
    xs.forEach((x, i) => {
      ridge.add(x, Float64Array.of(i));
    });
    ridge.fit();
    xs.forEach((x, i) => {
      expect(ridge.predict(x)[0]).toBeCloseTo(i, 3);
    });
  });

  it("knows nothing before the first fit, and nothing of zeros", () => {
    const ridge = new Ridge(2, 2);
    expect([...ridge.predict(Float64Array.of(1, 2))]).toEqual([0, 0]);
    ridge.fit();
    expect([...ridge.predict(Float64Array.of(1, 2))]).toEqual([0, 0]);
  });
});
