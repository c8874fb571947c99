/** One rank for all fields, against minors. */

import { fraction, primeField, quaternion, rational, real } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { residuesModulo } from "../../src/algebra/modular.ts";
import { rank } from "../../src/linear/exact.ts";
import { numericalRank, RANK_TOLERANCE, rankModulo, rankOf } from "../../src/linear/rank.ts";
import { refusal } from "../support/refusal.ts";

/** The determinant by Laplace's expansion. */
function determinant(matrix: readonly (readonly number[])[]): number {
  if (matrix.length === 0) return 1;
  return matrix[0].reduce((sum, entry, column) => {
    const minor = matrix.slice(1).map((row) => row.filter((_, i) => i !== column));
    return sum + (column % 2 === 0 ? 1 : -1) * entry * determinant(minor);
  }, 0);
}

/** All ways to choose some of the first n numbers. */
function subsets(n: number, size: number): number[][] {
  if (size === 0) return [[]];
  return Array.from({ length: n }, (_, last) =>
    subsets(last, size - 1).map((rest) => [...rest, last]),
  ).flat();
}

function rankByMinors(matrix: readonly (readonly number[])[]): number {
  for (let size = Math.min(matrix.length, 4); size > 0; size--) {
    for (const rows of subsets(matrix.length, size)) {
      for (const columns of subsets(4, size)) {
        if (determinant(rows.map((row) => columns.map((column) => matrix[row][column]))) !== 0) return size;
      }
    }
  }
  return 0;
}

const modulo = (p: number, matrix: readonly (readonly number[])[]) =>
  matrix.map((row) => row.map((entry) => (entry + p) % p));
const ofQuaternions = (matrix: readonly (readonly number[])[]) =>
  matrix.map((row) => row.map((entry) => quaternion.parse(String(entry))));

/** The rank modulo a prime of a matrix of ratios. */
const rankOfTexts = (prime: number, matrix: readonly (readonly string[])[]) =>
  rankModulo(
    prime,
    matrix.map((row) => row.map((text) => rational.parse(text))),
    residuesModulo(prime),
  );

describe("rank", () => {
  it("is the size of the largest non-zero minor", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 4, maxLength: 4 }), { maxLength: 5 }),
        (matrix) => {
          const expected = rankByMinors(matrix);
          expect(rank(rational, matrix)).toBe(expected);
          expect(rankOf(real, matrix)).toBe(expected);
          expect(rankOf(rational, matrix)).toBe(expected);
          expect(rankOf(primeField(2147483647), modulo(2147483647, matrix))).toBe(expected);
          expect(rankOf(quaternion, ofQuaternions(matrix))).toBe(expected);
        },
      ),
      { seed: 61, numRuns: 150 },
    );
  });

  it("modulo a prime and over the reals", () => {
    expect(
      rankOfTexts(7, [
        ["1", "2"],
        ["2", "4"],
      ]),
    ).toBe(1);
    expect(
      rankOfTexts(7, [
        ["1", "2"],
        ["2", "5"],
      ]),
    ).toBe(2);
    expect(
      rankOfTexts(7, [
        ["1/2", "1/3"],
        ["3", "2"],
      ]),
    ).toBe(1);
    expect(
      rankOfTexts(2, [
        ["1", "1"],
        ["1", "0"],
      ]),
    ).toBe(2);
    expect(
      rankOfTexts(2147483647, [
        ["-1", "1"],
        ["1", "-1"],
        ["0", "5"],
      ]),
    ).toBe(2);
    expect(
      rankOf(real, [
        [1, 2, 3],
        [2, 4, 6 + 1e-12],
        [0, 0, 0],
      ]),
    ).toBe(1);
    expect(
      rankOf(real, [
        [1e-200, 2e-200],
        [1e-200, 3e-200],
      ]),
    ).toBe(2);
    expect(rankOf(real, [])).toBe(0);
    expect(rankOfTexts(7, [])).toBe(0);
    // 1/7 does not exist modulo 7: the row is omitted.
    expect(
      rankOfTexts(7, [
        ["1/7", "1"],
        ["1", "2"],
      ]),
    ).toBe(1);
  });

  it("modulo a prime passes on errors that are not about a ratio without a value", () => {
    expect(rankOfTexts(5, [["1/5", "1"]])).toBe(0);
    expect(refusal(() => rankOfTexts(4, [["1"]]))).toMatch(/^algebra: /u);
  });

  it("over the rationals does not depend on one prime", () => {
    const determinant = 2_147_483_647;
    expect(
      rankOf(rational, [
        [1, 1],
        [1, 1 + determinant],
      ]),
    ).toBe(2);
    expect(rankOf(rational, [[fraction(1, 2_147_483_647), 1]])).toBe(1);
  });

  it("of reals ignores what is negligible, at the limit too", () => {
    // The singular values of the scaled matrix are about 2 and half the difference.
    const nearly = (difference: number) => [
      [1, 1],
      [1, 1 + difference],
    ];
    expect(rankOf(real, nearly(3.9 * RANK_TOLERANCE))).toBe(1);
    expect(rankOf(real, nearly(8 * RANK_TOLERANCE))).toBe(2);
    expect(rankOf(real, [[0, 0]])).toBe(0);
    expect(
      rankOf(real, [
        [-3, 1],
        [1, -3],
      ]),
    ).toBe(2);
  });

  it("counts the singular values above a share of the largest", () => {
    expect([numericalRank([]), numericalRank([0, 0]), numericalRank([5])]).toEqual([0, 0, 1]);
    expect([numericalRank([1, 2e-9, 1e-9]), numericalRank([4, 2, 1], 0.25), numericalRank([-4, 2])]).toEqual([
      2, 2, 2,
    ]);
  });
});
