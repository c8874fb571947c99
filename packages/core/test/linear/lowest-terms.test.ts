/** Theorem 14.18: entries of a solution in lowest terms, against a common divisor for each. */

import { fraction, Random } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { inLowestTerms } from "../../src/linear/lowest-terms.ts";

/** The determinant, by cofactors along the first row. */
function determinant(a: readonly (readonly bigint[])[]): bigint {
  if (a.length === 0) return 1n;
  return a[0].reduce((sum, entry, j) => {
    const minor = a.slice(1).map((row) => row.filter((_, k) => k !== j));
    return entry === 0n ? sum : sum + (j % 2 === 0 ? entry : -entry) * determinant(minor);
  }, 0n);
}

/** X A = B times the determinant, by Cramer's rule: entry (k, j) has row j of A replaced by row k of B. */
function cramer(a: readonly (readonly bigint[])[], b: readonly (readonly bigint[])[]): bigint[] {
  return b.flatMap((row) => a.map((_, j) => determinant(a.map((own, i) => (i === j ? row : own)))));
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? (a < 0n ? -a : a) : divisor(b, a % b);
}

describe("numbers over a common denominator", () => {
  it.each([
    ["random matrices", 1n, 1n],
    ["matrices whose last row has a common factor", 2n ** 40n * 3n ** 30n, 1n],
    ["right-hand sides with a common factor", 1n, 10n ** 60n],
  ])("are in lowest terms for %s", (_, own, right) => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = new Random(seed, 148);
      const [n, m] = [1 + random.below(4), 1 + random.below(4)];
      const zeros = seed % 3 === 0;
      const entry = () =>
        zeros && random.below(3) === 0
          ? 0n
          : BigInt(random.below(2 ** 30)) ** 8n * BigInt(1 - 2 * random.below(2)) + 6n;
      const matrix = (rows: number) => Array.from({ length: rows }, () => Array.from({ length: n }, entry));
      const [a, b] = [matrix(n), matrix(m)];
      a[n - 1] = a[n - 1].map((value) => value * own);
      b[m - 1] = b[m - 1].map((value) => value * right);
      const whole = determinant(a);
      if (whole === 0n) continue;
      const numerators = cramer(a, b);
      const common = numerators.reduce(divisor, whole);
      const sign = whole < 0n ? -1n : 1n;
      const found = {
        numerators: numerators.map((n) => (n / common) * sign),
        denominator: (whole / common) * sign,
      };
      const expected = numerators.map((n) => fraction(n, whole));
      expect(inLowestTerms(found, n, common * sign), `seed ${seed}`).toEqual(expected);
      expect(inLowestTerms(found, n, undefined), `seed ${seed}`).toEqual(expected);
    }
  });
});
