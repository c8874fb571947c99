/** The Hermite form of lattices, against determinants: the index of a lattice is the greatest common divisor of its minors. */

import { fraction, Random, type Rational, rational } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInteger } from "../../src/algebra/fraction.ts";
import type { Sparse } from "../../src/linear/exact.ts";
import { Lattice } from "../../src/linear/lattice.ts";

type Vector = readonly Rational[];

const sparse = (vector: Vector): Sparse<Rational> =>
  new Map([...vector.entries()].filter(([, entry]) => entry !== 0));

const dense = (vector: Sparse<Rational>, size: number): Vector =>
  Array.from({ length: size }, (_, place) => vector.get(place) ?? 0);

function latticeOf(vectors: readonly Vector[]): Lattice {
  const lattice = new Lattice();
  for (const vector of vectors) lattice.add(sparse(vector));
  return lattice;
}

/** By expansion along the first row. */
function determinant(rows: readonly (readonly bigint[])[]): bigint {
  if (rows.length === 0) return 1n;
  const [first, ...rest] = rows;
  return first.reduce((sum, entry, column) => {
    const minor = determinant(rest.map((row) => row.filter((_, at) => at !== column)));
    return sum + (column % 2 === 0 ? entry : -entry) * minor;
  }, 0n);
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b);
}

/** All choices of so many vectors. */
function choices<T>(of: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return of.flatMap((one, at) => choices(of.slice(at + 1), count - 1).map((rest) => [one, ...rest]));
}

const SCALE = 60n;

/** The greatest common divisor of all determinants of vectors, each times 60, whose denominators divide 60; 0 below full rank. */
function index(vectors: readonly Vector[], size: number): bigint {
  const whole = vectors.map((vector) =>
    vector.map((entry) => BigInt(rational.format(rational.times(entry, Number(SCALE))))),
  );
  return choices(whole, size).reduce((divisor, rows) => gcd(divisor, determinant(rows)), 0n);
}

const entry = fc
  .tuple(fc.integer({ min: -9, max: 9 }), fc.constantFrom(1, 1, 2, 3, 4, 5, 6))
  .map(([n, d]) => fraction(n, d));

/** Some vectors of the same length. */
const families = fc.integer({ min: 1, max: 3 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    vectors: fc.array(fc.array(entry, { minLength: size, maxLength: size }), { maxLength: 6 }),
  }),
);

const lastOf = (vector: Sparse<Rational>) => Math.max(...vector.keys());

describe("a lattice", () => {
  it("has a basis in Hermite form", () => {
    fc.assert(
      fc.property(families, ({ vectors }) => {
        const basis = latticeOf(vectors).basis();
        const pivots = basis.map(lastOf);
        expect(pivots).toEqual([...new Set(pivots)].sort((a, b) => a - b));
        basis.forEach((row, i) => {
          expect(rational.compare?.(row.get(pivots[i]) ?? 0, 0)).toBe(1);
          for (let j = 0; j < i; j++) {
            const [at, pivot] = [row.get(pivots[j]) ?? 0, basis[j].get(pivots[j]) ?? 0];
            expect(rational.compare?.(at, 0)).toBeGreaterThanOrEqual(0);
            expect(rational.compare?.(at, pivot)).toBe(-1);
          }
        });
      }),
    );
  });

  it("of full rank has the index that the minors say, and a vector is inside if it does not change it", () => {
    let [inside, outside] = [0, 0];
    fc.assert(
      fc.property(families, fc.array(entry, { minLength: 3, maxLength: 3 }), ({ size, vectors }, drawn) => {
        const own = index(vectors, size);
        fc.pre(own !== 0n);
        const lattice = latticeOf(vectors);
        const basis = lattice.basis().map((row) => dense(row, size));
        expect(index(basis, size)).toBe(own);
        const sum = vectors.reduce<Vector>(
          (total, vector, i) => total.map((x, at) => rational.plus(x, rational.times(vector[at], i - 2))),
          new Array<Rational>(size).fill(0),
        );
        for (const vector of [drawn.slice(0, size), sum]) {
          const isInside = index([...vectors, vector], size) === own;
          expect(lattice.rest(sparse(vector)).size === 0).toBe(isInside);
          if (isInside) inside++;
          else outside++;
        }
      }),
    );
    expect(inside).toBeGreaterThan(20);
    expect(outside).toBeGreaterThan(20);
  });

  it("has one basis, whatever vectors span it, and whole coordinates in it", () => {
    fc.assert(
      fc.property(families, fc.nat(), ({ size, vectors }, seed) => {
        const random = new Random(seed);
        const mixed = vectors.map((vector) => [...vector]);
        for (let step = 0; step < 8 && mixed.length > 1; step++) {
          const to = random.below(mixed.length);
          const from = (to + 1 + random.below(mixed.length - 1)) % mixed.length;
          const factor = random.below(7) - 3;
          mixed[to] = mixed[to].map((x, at) => rational.plus(x, rational.times(factor, mixed[from][at])));
        }
        const lattice = latticeOf(mixed.toReversed());
        const basis = lattice.basis();
        expect(basis).toEqual(latticeOf(vectors).basis());
        for (const vector of vectors) {
          const coordinates = lattice.coordinates(sparse(vector));
          expect([...coordinates.values()].every(isInteger)).toBe(true);
          const sum = new Array<Rational>(size).fill(0);
          for (const row of basis) {
            const factor = coordinates.get(lastOf(row)) ?? 0;
            for (const [at, x] of row) sum[at] = rational.plus(sum[at], rational.times(factor, x));
          }
          expect(sum).toEqual(vector);
        }
      }),
    );
  });

  it("has the index that the minors say when numbers are long", () => {
    const big = 10n ** 40n + 7n;
    const lattice = latticeOf([
      [fraction(big, 3n), 0],
      [0, 1],
      [fraction(1, 2), fraction(1, big)],
    ]);
    const [first, second] = lattice.basis();
    // The minors are big/3, 1/3 and -1/2.
    expect(rational.format(rational.times(first.get(0) ?? 0, second.get(1) ?? 0))).toBe("1/6");
  });

  it("counts what it does", () => {
    const lattice = new Lattice({
      spend: () => {
        throw new Error("too much");
      },
    });
    lattice.add(sparse([2]));
    expect(() => lattice.add(sparse([3]))).toThrow("too much");
  });
});
