/** Arithmetic and elimination modulo a prime, with the values written down. */

import { describe, expect, it } from "vitest";
import { inverseModulo } from "../../src/algebra/modular.ts";
import { ModularRows, Modulus } from "../../src/linear/modular.ts";

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
    return new ModularRows(new Modulus(p), 4, undefined, combined);
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

describe("modulo a prime", () => {
  it("residues and inverses are those of whole numbers", () => {
    expect([-7, -1, 0, 4, 5, 12].map((value) => new Modulus(5).residue(value))).toEqual([3, 4, 0, 4, 0, 2]);
    for (const p of [2, 3, 7, 4_194_301]) {
      for (const a of [1, 2 % p || 1, p - 1]) expect((a * inverseModulo(a, p)) % p).toBe(1);
    }
  });
});
