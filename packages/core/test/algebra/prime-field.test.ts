import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPrime } from "../../src/algebra/modular.ts";
import { primeField } from "../../src/index.ts";

/** Primes around each change of method, some whose estimated quotient is often too large, and the largest prime. */
const primes = [
  2,
  3,
  7,
  94_906_249,
  94_906_297,
  1_000_000_007,
  2 ** 48 - 59,
  2 ** 50 - 27,
  2 ** 51 - 129,
  2 ** 51 + 21,
  2 ** 53 - 111,
];

describe.each(primes)("modulo %i", (p) => {
  const field = primeField(p);
  const residues = fc.oneof(
    fc.integer({ min: 0, max: p - 1 }),
    fc.integer({ min: Math.max(0, p - 5), max: p - 1 }),
  );

  it("agrees with bigint arithmetic", () => {
    fc.assert(
      fc.property(residues, residues, (a, b) => {
        const [x, y, m] = [BigInt(a), BigInt(b), BigInt(p)];
        expect(BigInt(field.times(a, b))).toBe((x * y) % m);
        expect(BigInt(field.plus(a, b))).toBe((x + y) % m);
        if (a !== 0) expect((BigInt(field.inverse(a)) * x) % m).toBe(1n);
      }),
      { seed: p % 1000, numRuns: 1000 },
    );
  });
});

it("corrects a quotient that was estimated too small", () => {
  const [p, a, b] = [1_351_079_888_211_203, 1216714911005492, 154856690575148];
  expect(BigInt(primeField(p).times(a, b))).toBe((BigInt(a) * BigInt(b)) % BigInt(p));
});

function byTrial(n: number): boolean {
  for (let q = 2; q * q <= n; q++) if (n % q === 0) return false;
  return n >= 2;
}

it("recognizes primes like trial division", () => {
  for (let n = -3; n < 5000; n++) expect(isPrime(n), String(n)).toBe(byTrial(n));
});

it.each([
  ["a strong pseudoprime to 2, 3, 5 and 7", 3_215_031_751],
  ["a strong pseudoprime to the first seven primes", 341_550_071_728_321],
  ["a Carmichael number", 561],
  ["the square of a prime", 94_906_249 ** 2],
  ["even", 2 ** 52],
])("is not deceived by %s", (_, n) => expect(isPrime(n)).toBe(false));

it.each([0, 1, -7, 9, 7.5, Number.NaN, Infinity, 2 ** 53 + 5, 2 ** 53])("refuses %d", (p) => {
  expect(() => primeField(p)).toThrow(/needs a prime below 2\^53/);
});

it("accepts only residues as weights", () => {
  const field = primeField(7);
  for (const value of [-1, 7, 0.5, Number.NaN, "3", 3n, null]) expect(field.isWeight(value)).toBe(false);
  for (const value of [0, 3, 6]) expect(field.isWeight(value)).toBe(true);
});
