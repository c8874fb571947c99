/** Systems modulo primes by blocks, against elimination with bigints, one row after the other. */

import { Random } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { BLOCK, solveModulo } from "../../src/linear/modular-systems.ts";

/** The smallest odd primes, and the largest that is used. */
const PRIMES = [3, 5, 7, 1_000_003, 33_554_393];

function modulo(value: bigint, p: bigint): bigint {
  return ((value % p) + p) % p;
}

function power(base: bigint, exponent: bigint, p: bigint): bigint {
  if (exponent === 0n) return 1n;
  const half = power((base * base) % p, exponent / 2n, p);
  return exponent % 2n === 0n ? half : (half * base) % p;
}

/** Gauss and Jordan: the determinant of the first equations, and what is left of all rows. */
function slow(rows: bigint[][], unknowns: number, p: bigint): { determinant: bigint; rows: bigint[][] } {
  const left = rows.map((row) => row.map((entry) => modulo(entry, p)));
  let determinant = 1n;
  for (let k = 0; k < unknowns; k++) {
    const pivot = left.findIndex((row, i) => i >= k && i < unknowns && row[k] !== 0n);
    if (pivot < 0) return { determinant: 0n, rows: left };
    if (pivot !== k) determinant = -determinant;
    [left[pivot], left[k]] = [left[k], left[pivot]];
    determinant = modulo(determinant * left[k][k], p);
    const inverse = power(left[k][k], p - 2n, p);
    left[k] = left[k].map((entry) => modulo(entry * inverse, p));
    left.forEach((row, i) => {
      const factor = row[k];
      if (i !== k) left[i] = row.map((entry, j) => modulo(entry - factor * left[k][j], p));
    });
  }
  return { determinant, rows: left };
}

describe.each(PRIMES)("a system modulo %i", (p) => {
  /** Shapes on both sides of a block; further equations that follow from the others, or one that does not. */
  const shapes = [1, 2, 5, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 3].flatMap((unknowns) =>
    [0, 3].flatMap((more) => [1, 6].map((rights) => ({ unknowns, more, rights }))),
  );

  it.each(shapes)(
    "%o has the solution and the determinant of plain elimination",
    ({ unknowns, more, rights }) => {
      for (let seed = 1; seed <= 4; seed++) {
        const random = new Random(seed, p, unknowns);
        const width = unknowns + rights;
        // Zeros in three of four places for some: rows of zeros are left out.
        const entry = () => (seed % 2 === 0 && random.below(4) > 0 ? 0 : random.below(p) - (p - 1) / 2);
        const rows = Array.from({ length: unknowns }, () => Array.from({ length: width }, entry).map(BigInt));
        for (let i = 0; i < more; i++) {
          const [a, b] = [rows[random.below(unknowns)], rows[random.below(unknowns)]];
          rows.push(a.map((one, j) => one + 2n * b[j]));
        }
        // The last equation is wrong for one right-hand side.
        if (more > 0 && seed === 3) rows[rows.length - 1][width - 1] += 1n;
        const balanced = rows.flat().map((value) => {
          const rest = modulo(value, BigInt(p));
          return Number(2n * rest > BigInt(p) ? rest - BigInt(p) : rest);
        });
        const data = Float64Array.from(balanced);
        const determinant = solveModulo({ data, rows: rows.length, unknowns, width }, p);
        const expected = slow(rows, unknowns, BigInt(p));
        if (expected.determinant === 0n) expect(determinant).toBe(0);
        else if (more > 0 && seed === 3) expect(determinant).toBeUndefined();
        else {
          expect(determinant).toBe(Number(expected.determinant));
          const found = Array.from({ length: unknowns }, (_, i) =>
            Array.from({ length: rights }, (__, k) =>
              modulo(BigInt(data[i * width + unknowns + k]), BigInt(p)),
            ),
          );
          expect(found).toEqual(expected.rows.slice(0, unknowns).map((row) => row.slice(unknowns)));
        }
      }
    },
  );
});
