/** The parts of linear algebra over fields, each by itself, with the values written down. */

import { describe, expect, it } from "vitest";
import { ChineseRemainder, centred } from "../../src/automata/fields/chinese-remainder.ts";
import { areConjugate } from "../../src/automata/fields/conjugate.ts";
import { addTo, Echelon, rank } from "../../src/automata/fields/echelon.ts";
import { LimbResidues } from "../../src/automata/fields/limb-residues.ts";
import { ModularRows, Modulus } from "../../src/automata/fields/modular-rows.ts";
import { bitsOf, commonDenominator, numerator } from "../../src/automata/fields/whole-numbers.ts";
import { OperationBudget } from "../../src/automata/operation-budget.ts";
import { type Rational, rational } from "../../src/index.ts";
import { automatonOf } from "../support/wfsas.ts";

/** Primes whose products have room, a little room, and none. */
const PRIMES = [2, 3, 5, 7, 11, 4_194_301, 67_108_859, 94_906_249, 2_147_483_647];

describe("residues", () => {
  it.each(PRIMES)("modulo %i are exact up to the largest safe integers", (p) => {
    const modulus = new Modulus(p);
    const top = Math.floor(Number.MAX_SAFE_INTEGER / p);
    const values = [0, 1, p - 1, p, p + 1];
    for (let i = 0; i < 200; i++) values.push((top - i) * p, (top - i) * p - 1, (top - i) * p + (i % p) - p);
    const expected = values.map((value) => Number(BigInt(value) % BigInt(p)));
    expect(values.map((value) => modulus.residue(value))).toEqual(expected);
    const array = Float64Array.from([...values, p]);
    modulus.reduce(array, values.length);
    expect(Array.from(array)).toEqual([...expected, p]);
  });

  it("leave room for products as long as sums are safe integers", () => {
    expect(PRIMES.slice(5).map((p) => new Modulus(p).room)).toEqual([512, 2, 1, 0]);
  });
});

describe.each(PRIMES.slice(2))("a basis of rows modulo %i", (p) => {
  /** Row i is n^j for the columns j: any three of them are independent. */
  const powers = (n: number) => Float64Array.of(1, n % p, (n * n) % p, 0);
  const large = (n: number) => powers(n).map((entry) => (entry === 0 ? 0 : p - entry));
  const basis = (combined: boolean) => {
    const budget = new OperationBudget("test", "products", 1e9);
    return new ModularRows(new Modulus(p), 4, budget, combined);
  };

  it("takes what is outside its space, and gives the coordinates of the rest", () => {
    const rows = basis(true);
    const vectors = [large(1), powers(2), large(3)];
    expect(vectors.map((vector) => rows.add(vector))).toEqual([undefined, undefined, undefined]);
    expect(rows.size).toBe(3);
    for (const vector of [
      powers(4),
      large(4),
      powers(1),
      Float64Array.of(0, 0, p - 1, 0),
      new Float64Array(4),
    ]) {
      const coordinates = rows.add(vector) as Float64Array;
      expect(coordinates).toHaveLength(3);
      const sum = [0, 1, 2, 3].map((column) =>
        vectors.reduce((total, row, i) => total + BigInt(coordinates[i]) * BigInt(row[column]), 0n),
      );
      expect(sum.map((entry) => Number(entry % BigInt(p)))).toEqual(Array.from(vector));
    }
    expect(rows.size).toBe(3);
  });

  it("keeps no coordinates unless they are wanted", () => {
    const rows = basis(false);
    for (const vector of [large(1), powers(2)]) rows.add(vector);
    expect(rows.add(large(2))).toEqual(new Float64Array(0));
    expect([rows.add(powers(3)), rows.add(Float64Array.of(0, 0, 0, 1)), rows.size]).toEqual([
      undefined,
      undefined,
      4,
    ]);
  });
});

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
    const residues = new LimbResidues(numbers);
    for (const p of [2, 3, 10007, 4_194_301]) {
      const into = new Float64Array(numbers.length);
      residues.modulo(p, into);
      const expected = numbers.map((value) => Number(((value % BigInt(p)) + BigInt(p)) % BigInt(p)));
      expect(Array.from(into)).toEqual(expected);
    }
  });
});

describe("elimination", () => {
  const field = rational;

  it("counts independent rows", () => {
    const r = (...rows: number[][]) => rank<Rational>(field, rows);
    expect([r(), r([0, 0]), r([1, 2], [2, 4]), r([0, 1], [1, 0]), r([1, 2], [3, 4], [5, 6])]).toEqual([
      0, 0, 1, 2, 2,
    ]);
    expect(r([1, 1, 0], [0, 1, 1], [1, 0, -1])).toBe(2);
  });

  it("scales pivots to one, and returns what is left of a dependent vector", () => {
    const basis = new Echelon<Rational>(field);
    expect(
      basis.add(
        new Map([
          [1, 2],
          [2, 4],
        ]),
      ),
    ).toBeUndefined();
    expect(basis.vectors).toEqual([
      new Map([
        [1, 1],
        [2, 2],
      ]),
    ]);
    expect(
      basis.add(
        new Map([
          [1, 3],
          [2, 6],
        ]),
      ),
    ).toEqual(new Map());
    expect(
      basis.add(
        new Map([
          [1, 3],
          [2, 7],
        ]),
      ),
    ).toBeUndefined();
    expect(basis.vectors[1]).toEqual(new Map([[2, 1]]));
  });

  it("drops sums that are zero", () => {
    const vector = new Map<number, Rational>([[0, 2]]);
    addTo(field, vector, 0, -2);
    addTo(field, vector, 1, 3);
    addTo(field, vector, 1, 4);
    expect(vector).toEqual(new Map([[1, 7]]));
  });
});

describe("conjugate automata", () => {
  const made = (lines: string) => automatonOf(rational, lines);
  const conjugate = (words: string, other = words) => areConjugate(made(words), made(other));

  it("are those whose states are words, with the vectors of the other", () => {
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 2 0; 1 3")).toBe(true);
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 1/2 0; 1 a 1/3 1; 1 3")).toBe(true);
    // The same language with the weights elsewhere, and with an arc for two.
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 2 0; 1 3", "> 0 3; 0 a 2 1; 1 a 1 0; 1 1/2")).toBe(true);
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 2 0; 1 3", "> 0 1; 0 a 1/2 1; 0 a 1/2 1; 1 a 2 0; 1 3")).toBe(true);
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 2 0; 1 3", "> 0 1; 0 a 1 1; 1 a 2 0; 1 4")).toBe(false);
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 2 0; 1 3", "> 0 1; 0 a 1 1; 1 a 5/2 0; 1 3")).toBe(false);
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 5/2 0; 1 3", "> 0 1; 0 a 1 1; 1 a 2 0; 1 3")).toBe(false);
    // An initial weight other than 1, or a second initial state, is no word.
    expect(conjugate("> 0 2; 0 a 1 1; 1 a 2 0; 1 3", "> 0 1; 0 a 1 1; 1 a 2 0; 1 3")).toBe(false);
    expect(conjugate("> 0 1; > 1 1; 0 a 1 1; 1 a 2 0; 1 3", "> 0 1; 0 a 1 1; 1 a 2 0; 1 3")).toBe(false);
  });

  it("look at the arcs of one state and letter only", () => {
    // The arcs of state 1 begin with the letter that those of state 0 end with.
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 2 2; 1 b 1 2; 2 b 1 0; 2 5")).toBe(true);
    expect(conjugate("> 0 1; 0 a 1 1; 0 b 1 2; 1 a 2 0; 1 b 3 2; 2 a 4 1; 2 7; 1 1")).toBe(true);
  });

  it("skip letters with several arcs, and arcs with other weights, where another one leads there", () => {
    expect(conjugate("> 0 1; 0 a 1 1; 0 a 1 2; 0 b 1 1; 0 c 1 2; 1 1; 2 3")).toBe(true);
    expect(conjugate("> 0 1; 0 a 2 1; 0 b 1 1; 1 1")).toBe(true);
    expect(conjugate("> 0 1; 0 b 1 1; 0 c 1 2; 0 d 1 1; 0 d 1 2; 1 a 1 2; 1 1; 2 3")).toBe(true);
  });

  it("prove nothing where states are no words", () => {
    expect(conjugate("> 0 1; > 1 1; 0 a 1 1; 1 1")).toBe(false);
    expect(conjugate("> 0 2; 0 a 1 1; 1 1")).toBe(false);
    expect(conjugate("> 0 1; 0 a 2 1; 1 1")).toBe(false);
    expect(conjugate("> 0 1; 0 a 1 1; 0 a 1 2; 1 1; 2 1")).toBe(false);
  });
});
