import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  addRationals,
  multiplyRationals,
  negateRational,
  type Quaternion,
  quaternion,
  quaternionOf,
  type Rational,
} from "../../src/index.ts";
import { rationals } from "../support/weights.ts";

const runs = { seed: 1843, numRuns: 200 };

/** The reference: the quaternion as a 4 × 4 matrix of rationals, multiplied row by column. */
function matrix({ re: a, i: b, j: c, k: d }: Quaternion): Rational[][] {
  const [nb, nc, nd] = [negateRational(b), negateRational(c), negateRational(d)];
  return [
    [a, nb, nc, nd],
    [b, a, nd, c],
    [c, d, a, nb],
    [d, nc, b, a],
  ];
}

function product(x: Rational[][], y: Rational[][]): Rational[][] {
  return x.map((row) =>
    row.map((_, column) =>
      row.map((entry, at) => multiplyRationals(entry, y[at][column])).reduce(addRationals, 0),
    ),
  );
}

const quaternions = fc
  .tuple(rationals, rationals, rationals, rationals)
  .map((parts) => quaternionOf(...parts));

it("multiplies like its matrices", () => {
  fc.assert(
    fc.property(quaternions, quaternions, (p, q) => {
      expect(matrix(quaternion.times(p, q))).toEqual(product(matrix(p), matrix(q)));
    }),
    runs,
  );
});

it("agrees with Hamilton's table", () => {
  const read = quaternion.parse;
  for (const [left, right, result] of [
    "i j k",
    "j k i",
    "k i j",
    "j i -k",
    "k j -i",
    "i k -j",
    "i i -1",
    "j j -1",
    "k k -1",
  ].map((line) => line.split(" ") as [string, string, string])) {
    expect(quaternion.format(quaternion.times(read(left), read(right)))).toBe(result);
  }
});

it("divides on the given side", () => {
  const [p, q] = [quaternion.parse("1+2i"), quaternion.parse("1+j")];
  const right = quaternion.times(p, quaternion.inverse(q));
  const left = quaternion.times(quaternion.inverse(q), p);
  expect(quaternion.format(right)).toBe("1/2+i-1/2j-k");
  expect(quaternion.format(left)).toBe("1/2+i-1/2j+k");
});

it("has one key for equal coordinates and another for their permutations", () => {
  const texts = ["1+2i", "2+i", "1+2j", "1+2k", "12i", "1/2", "1+1/2i"];
  expect(new Set(texts.map((text) => quaternion.key(quaternion.parse(text)))).size).toBe(texts.length);
});
