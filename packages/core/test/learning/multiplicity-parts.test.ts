/** The linear algebra of the multiplicity learner, against plain elimination. */

import {
  type ExactField,
  fraction,
  primeField,
  quaternion,
  Random,
  type Rational,
  rational,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { solveRationally } from "../../src/automata/fields/rational-solve.ts";
import { GrowingBlock } from "../../src/learning/multiplicity/growing-block.ts";

/** v with v A = row, by elimination on the columns of A below which row stands; undefined if A is singular. */
function slowCoordinates<W>(
  field: ExactField<W>,
  a: readonly (readonly W[])[],
  row: readonly W[],
): W[] | undefined {
  const n = a.length;
  // Column operations act on the right: [A; I; row] becomes [I; A⁻¹; row A⁻¹].
  const matrix = [...a.map((entries) => [...entries]), [...row]];
  for (let k = 0; k < n; k++) {
    const pivot = matrix[k].findIndex((entry, j) => j >= k && !field.isZero(entry));
    if (pivot < 0) return undefined;
    for (const entries of matrix) [entries[k], entries[pivot]] = [entries[pivot], entries[k]];
    const inverse = field.inverse(matrix[k][k]);
    for (const entries of matrix) entries[k] = field.times(entries[k], inverse);
    for (let j = 0; j < n; j++) {
      if (j === k) continue;
      const factor = field.negate(matrix[k][j]);
      for (const entries of matrix) entries[j] = field.plus(entries[j], field.times(entries[k], factor));
    }
  }
  return matrix[n];
}

const fields = [
  {
    name: "rational",
    field: rational as ExactField<unknown>,
    draw: (r: Random) => fraction(r.below(9) - 4, 1 + r.below(3)),
  },
  { name: "prime field", field: primeField(7) as ExactField<unknown>, draw: (r: Random) => r.below(7) },
  {
    name: "quaternion",
    field: quaternion as ExactField<unknown>,
    draw: (r: Random) => quaternion.parse(`${r.below(3)}+${r.below(3)}i+${r.below(3)}j-${r.below(3)}k`),
  },
];

// Lemma 14.2.
describe.each(fields)("a growing block over $name", ({ field, draw }) => {
  it("gives the coordinates of a row at every size", () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = new Random(seed);
      const block = new GrowingBlock(field);
      const rows: unknown[][] = [];
      for (let size = 0; size < 10; size++) {
        const column = rows.map(() => draw(random));
        const row = [...rows.map(() => draw(random)), draw(random)];
        const coordinates = block.coordinates(row.slice(0, size));
        let explained = field.zero;
        column.forEach((entry, i) => {
          explained = field.plus(explained, field.times(coordinates[i], entry));
        });
        const excess = field.plus(row[size], field.negate(explained));
        const larger = [...rows.map((entries, i) => [...entries, column[i]]), row];
        expect(slowCoordinates(field, larger, row) === undefined, `seed ${seed}`).toBe(field.isZero(excess));
        if (field.isZero(excess)) break;
        block.grow(coordinates, column, excess);
        rows.splice(0, rows.length, ...larger);
        const probe = row.map(() => draw(random));
        const expected = slowCoordinates(field, rows, probe) ?? [];
        const found = block.coordinates(probe);
        expect(
          expected.every((entry, i) => field.equals(entry, found[i])),
          `seed ${seed}`,
        ).toBe(true);
      }
    }
  });
});

// Theorem 14.8.
describe("solving over the rationals", () => {
  const matrix = (rows: number, columns: number, entry: () => Rational) =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, entry));

  it("gives what plain elimination gives, or says that the matrix is singular", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = new Random(seed);
      const entry = () => fraction(random.below(7) - 3, 1 + random.below(4));
      const n = 1 + random.below(6);
      const [a, b] = [matrix(n, n, entry), matrix(1 + random.below(3), n, entry)];
      const solution = solveRationally(a, b);
      b.forEach((row, k) => {
        expect(solution?.[k], `seed ${seed}`).toEqual(slowCoordinates(rational, a, row));
      });
    }
  });

  it("solves with entries of many words, and denominators that primes of its own divide", () => {
    const random = new Random(5);
    const entry = () =>
      fraction(BigInt(random.below(2 ** 30)) ** 7n - 3n ** 100n, BigInt(1 + random.below(5)));
    const a = matrix(8, 8, entry);
    a[3][2] = fraction(1, 4_194_301);
    const b = matrix(2, 8, entry);
    const solution = solveRationally(a, b) ?? [];
    b.forEach((row, k) => {
      row.forEach((expected, j) => {
        const sum = solution[k].reduce<Rational>(
          (total, x, i) => rational.plus(total, rational.times(x, a[i][j])),
          0,
        );
        expect(sum).toEqual(expected);
      });
    });
  });

  it("takes a matrix without rows", () => {
    expect(solveRationally([], [])).toEqual([]);
    expect(solveRationally([[2]], [])).toEqual([]);
  });
});
