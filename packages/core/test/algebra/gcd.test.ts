import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gcd, gcdOfBigints } from "../../src/algebra/lehmer.ts";
import { hugeIntegers, safeIntegers } from "../support/weights.ts";

const runs = { seed: 1938, numRuns: 2000 };

/** Euclid's algorithm. */
function euclid(a: bigint, b: bigint): bigint {
  return b === 0n ? (a < 0n ? -a : a) : euclid(b, a % b);
}

const naturals = fc.oneof(safeIntegers.map(BigInt), hugeIntegers).map((n) => (n < 0n ? -n : n));

describe("greatest common divisors", () => {
  it("of safe integers agree with Euclid", () => {
    fc.assert(
      fc.property(safeIntegers.map(Math.abs), safeIntegers.map(Math.abs), (a, b) => {
        expect(BigInt(gcd(a, b))).toBe(euclid(BigInt(a), BigInt(b)));
      }),
      runs,
    );
  });

  it("of bigints agree with Euclid, with and without a common factor", () => {
    fc.assert(
      fc.property(naturals, naturals, naturals, (a, b, common) => {
        expect(gcdOfBigints(a, b)).toBe(euclid(a, b));
        expect(gcdOfBigints(a * common, b * common)).toBe(euclid(a * common, b * common));
      }),
      runs,
    );
  });

  it("of bigints of every length and any difference of lengths", () => {
    for (let m = 1n; m < 130n; m++) {
      for (const [a, b] of [
        [2n ** m - 1n, 2n ** 60n - 1n],
        [2n ** m, 3n ** 50n],
        [2n ** (3n * m) + 1n, 2n ** m + 1n],
        [7n ** m, 7n ** (m / 2n) * 11n],
      ] as const) {
        expect(gcdOfBigints(a, b)).toBe(euclid(a, b));
        expect(gcdOfBigints(b, a)).toBe(euclid(a, b));
      }
    }
  });

  it("of neighbouring Fibonacci numbers, where every quotient is 1", () => {
    let [a, b] = [1n, 1n];
    for (let n = 0; n < 2000; n++) [a, b] = [a + b, a];
    expect(gcdOfBigints(a, b)).toBe(1n);
    expect(gcdOfBigints(a * b, b * b)).toBe(b);
  });
});
