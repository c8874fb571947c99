/** Rational numbers from their residues, with the values written down, and against plain elimination. */

import { fraction, Random, type Rational, rational } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { primesBelow } from "../../src/algebra/modular.ts";
import { ChineseRemainder, centred } from "../../src/linear/chinese-remainder.ts";
import { LongResidues } from "../../src/linear/long-residues.ts";
import { solveRationally } from "../../src/linear/rational.ts";
import { bitsOf, commonDenominator, numerator } from "../../src/linear/reconstruction.ts";
import { slowCoordinates } from "./reference.ts";

const third = rational.parse("1/3");

describe("the Chinese remainder", () => {
  it("is the number of the least absolute value", () => {
    expect([7n, 5n, 4n, 17n, -7n, -5n, -4n, 0n].map((value) => centred(value, 10n))).toEqual([
      -3n,
      5n,
      4n,
      -3n,
      3n,
      -5n,
      -4n,
      0n,
    ]);
  });

  it.each([[[7]], [[3, 5]], [[3, 5, 7]], [[2, 3, 5, 7]], [[2, 3, 5, 7, 11]]])("modulo %j", (primes) => {
    const remainder = new ChineseRemainder(primes);
    const product = primes.reduce((a, b) => a * b, 1);
    expect(remainder.modulus).toBe(BigInt(product));
    for (let value = -Math.floor((product - 1) / 2); 2 * value < product; value++) {
      const residues = primes.map((p) => ((value % p) + p) % p);
      expect(remainder.number(residues)).toBe(BigInt(value));
    }
  });

  it("modulo large primes", () => {
    const primes = [67_108_859, 94_906_249, 4_194_301, 2_147_483_647];
    const remainder = new ChineseRemainder(primes);
    for (const value of [0n, 1n, -1n, 12_345_678_901_234_567_890n, -(10n ** 30n)]) {
      const residues = primes.map(BigInt).map((p) => Number(((value % p) + p) % p));
      expect(remainder.number(residues)).toBe(value);
    }
  });

  it("modulo no prime is that modulo 1", () => {
    expect(new ChineseRemainder([]).modulus).toBe(1n);
  });
});

describe("whole numbers", () => {
  const half = rational.parse("1/2");
  const sixth = rational.parse("-5/6");

  it("have the least common denominator", () => {
    expect(
      [[], [3], [half, sixth], [sixth, half], [half, rational.parse("1/3")]].map(commonDenominator),
    ).toEqual([1n, 1n, 6n, 6n, 6n]);
    expect([half, sixth, 4].map((weight) => numerator(weight, 12n))).toEqual([6n, -10n, 48n]);
    expect([0n, 1n, 15n, 16n, 256n].map(bitsOf)).toEqual([0, 4, 4, 8, 12]);
  });

  it("have residues modulo small primes, whatever their length", () => {
    const numbers = [
      0n,
      1n,
      -1n,
      2n ** 20n - 1n,
      2n ** 20n,
      -(2n ** 20n),
      3n ** 200n,
      -(7n ** 7100n),
      16n ** 5n,
    ];
    const residues = new LongResidues(numbers.map((value, i) => ({ at: 2 * i, value })));
    for (const p of [3, 65_537, 4_194_301, 33_554_393]) {
      const found = new Float64Array(2 * numbers.length);
      residues.write(p, found);
      numbers.forEach((value, i) => {
        expect(BigInt(found[2 * i]) - (value % BigInt(p)), `${value} modulo ${p}`).toSatisfy(
          (difference: bigint) => difference % BigInt(p) === 0n,
        );
        expect(2 * Math.abs(found[2 * i])).toBeLessThan(p);
        expect(found[2 * i + 1]).toBe(0);
      });
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

  it("solves where the determinant is divisible by the primes that come first", () => {
    const primes = primesBelow(2 ** 25);
    const first = Array.from({ length: 5 }, () => BigInt(primes.next().value as number));
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed, 25);
      const n = 2 + random.below(5);
      const unlucky = first.slice(0, 1 + random.below(5)).reduce((product, p) => product * p, 1n);
      const entry = () => fraction(random.below(19) - 9, 1 + random.below(3));
      const [a, b] = [matrix(n, n, entry), matrix(2, n, entry)];
      // The last row is that of a singular matrix, apart from a multiple of these primes; their rank drops.
      a[n - 1] = a[0].map((one, j) => rational.plus(one, j === 0 ? fraction(unlucky) : 0));
      // One of them is in a denominator.
      b[0][0] = fraction(1n, first[0]);
      const solution = solveRationally(a, b);
      b.forEach((row, k) => {
        expect(solution?.[k], `seed ${seed}`).toEqual(slowCoordinates(rational, a, row));
      });
    }
  });

  it("solves where the denominators are long, and more than a prime has rows in a block", () => {
    for (const [seed, n, m] of [
      [1, 26, 1],
      [2, 25, 3],
    ] as const) {
      const random = new Random(seed, 26);
      const entry = () => (random.below(3) === 0 ? fraction(random.below(99) - 49, 1 + random.below(9)) : 0);
      const [a, b] = [matrix(n, n, entry), matrix(m, n, entry)];
      const solution = solveRationally(a, b);
      b.forEach((row, k) => {
        expect(solution?.[k]).toEqual(slowCoordinates(rational, a, row));
      });
    }
  });

  it("takes a matrix without rows", () => {
    expect(solveRationally([], [])).toEqual([]);
    expect(solveRationally([[2]], [])).toEqual([]);
  });

  it("systems are solved exactly", () => {
    const solved = (a: Rational[][], b: Rational[][]) =>
      solveRationally(a, b)?.map((row) => row.map((entry) => rational.format(entry)));
    expect(
      solved(
        [
          [0, 1],
          [2, 3],
        ],
        [[4, 5]],
      ),
    ).toEqual([["-1", "2"]]);
    expect(solved([[3]], [[1], [2], [-7]])).toEqual([["1/3"], ["2/3"], ["-7/3"]]);
    expect(
      solved(
        [
          [third, 0],
          [1, 10 ** 12],
        ],
        [[1, 1]],
      ),
    ).toEqual([["2999999999997/1000000000000", "1/1000000000000"]]);
    expect([
      solved(
        [
          [1, 2],
          [2, 4],
        ],
        [[1, 1]],
      ),
      solved([], []),
      solved([[1]], []),
    ]).toEqual([undefined, [], []]);
    const size = 12;
    const hilbert = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (_, j) => rational.parse(`1/${i + j + 1}`)),
    );
    const [first] = solveRationally(hilbert, [hilbert[0].map((_, j) => (j === 0 ? 1 : 0))]) ?? [];
    // The first row of the inverse of Hilbert's matrix.
    expect(first.slice(0, 4)).toEqual([144, -10296, 240240, -2702700]);
  });

  it("primes come largest first", () => {
    expect([...primesBelow(14)]).toEqual([13, 11, 7, 5, 3, 2]);
    expect([...primesBelow(3)]).toEqual([2]);
  });
});
