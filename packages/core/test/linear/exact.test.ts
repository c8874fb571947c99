/** Elimination over exact fields, with the values written down, and against plain elimination. */

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
import { addTo, Echelon, GrowingBlock, rank } from "../../src/linear/exact.ts";
import { slowCoordinates } from "./reference.ts";

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
