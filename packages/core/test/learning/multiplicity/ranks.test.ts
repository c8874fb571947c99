/** Which fields the multiplicity learner takes, and what it says of singular values. */

import { Alphabet, boolean, defineSemifield, MultiplicityLearner, rational, real } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { RankSpectrum } from "../../../src/learning/multiplicity/real-arithmetic.ts";
import { Matrix } from "../../../src/linear/matrix.ts";
import { balanced } from "../../../src/linear/rank.ts";
import { refusal } from "../../support/refusal.ts";

describe("a field", () => {
  const ab = new Alphabet("ab");

  it("is needed, exact or of real numbers", () => {
    expect(refusal(() => new MultiplicityLearner(boolean, ab))).toMatch(
      /^unsupported: the multiplicity learner needs a field, and boolean has no additive inverses: /u,
    );
    const pairs = defineSemifield<{ re: number }>({
      name: "pairs",
      zero: { re: 0 },
      one: { re: 1 },
      plus: (a) => a,
      times: (a) => a,
      inverse: (a) => a,
      negate: (a) => a,
      tolerance: 0.1,
      distance: () => 0,
    });
    expect(refusal(() => new MultiplicityLearner(pairs, ab))).toMatch(
      /^unsupported: over rounded weights the multiplicity learner needs singular values, .* and pairs has others; /u,
    );
  });

  it("has a rank tolerance only if it is rounded, between 0 and 1", () => {
    expect(refusal(() => new MultiplicityLearner(rational, ab, { rankTolerance: 0.1 }))).toBe(
      "usage: a rank tolerance is for rounded weights, and those of rational are exact; leave it out",
    );
    for (const rankTolerance of [0, 1, -1, Number.NaN]) {
      expect(refusal(() => new MultiplicityLearner(real, ab, { rankTolerance }))).toBe(
        `usage: the rank tolerance is a number between 0 and 1, not ${rankTolerance}`,
      );
    }
    expect(refusal(() => new MultiplicityLearner(real, ab, { rankTolerance: 0.5 }))).toBe("none");
  });
});

describe("the singular values", () => {
  const diagonal = (...values: number[]) =>
    new Matrix(
      values.length,
      values.length,
      Float64Array.from(values.flatMap((value, i) => values.map((_, j) => (i === j ? value : 0)))),
    );
  const of = (rows: number[][]) => new Matrix(rows.length, rows[0].length, Float64Array.from(rows.flat()));

  it("are those of a block whose columns and rows are balanced", () => {
    const { matrix, rows, columns } = balanced(
      of([
        [2, 0],
        [4, -8],
      ]),
    );
    expect([[...matrix.data], [...rows], [...columns]]).toEqual([
      [1, 0, 1, -1],
      [2, 1],
      [0.25, 0.125],
    ]);
    const zero = balanced(
      of([
        [0, 0],
        [0, 3],
      ]),
    );
    expect([[...zero.matrix.data], [...zero.rows], [...zero.columns]]).toEqual([
      [0, 0, 0, 1],
      [1, 1],
      [1, 1 / 3],
    ]);
  });

  it("are shown up to eight of them, and of more the first six and the last", () => {
    const ones = (count: number) =>
      new RankSpectrum().conclusion(diagonal(...new Array<number>(count).fill(1)));
    const said = (values: string, rank: number) =>
      `Singular values ${values}: rank ${rank} at a threshold of 1e-9 of the largest.`;
    expect([ones(8), ones(9)]).toEqual([
      said("1, 1, 1, 1, 1, 1, 1, 1", 8),
      said("1, 1, 1, 1, 1, 1, …, 1", 9),
    ]);
  });

  it("are admitted above the threshold, not at it", () => {
    // Columns and rows have 1 as their largest entry; the values are 1 + x and 1 − x.
    const near = (x: number) =>
      of([
        [1, x],
        [x, 1],
      ]);
    expect([new RankSpectrum(0.3).admits(near(0.5)), new RankSpectrum(0.4).admits(near(0.5))]).toEqual([
      true,
      false,
    ]);
  });

  it("with a wide gap and several below it may be noise", () => {
    // After the columns, the rows are balanced; a block of ones with a small disturbance keeps its small values.
    const disturbed = (size: number, by: number) =>
      new RankSpectrum().conclusion(
        of(
          Array.from({ length: size }, (_, i) =>
            Array.from({ length: size }, (_, j) => (i === j && i > 0 ? 1 - by : 1)),
          ),
        ),
      );
    expect(disturbed(4, 0.001)).toMatch(
      / They fall by a factor of \d+ after the first: if the rest is noise, a rank tolerance of 0\.0\d+ leaves it out, with a tolerance above the noise\.$/u,
    );
    // Two values are not several, and a factor of less than 100 is no gap.
    expect([disturbed(3, 0.001), disturbed(4, 0.9)].map((text) => text.includes("noise"))).toEqual([
      false,
      false,
    ]);
  });

  it("decide whether a block has full rank", () => {
    const spectrum = new RankSpectrum(0.1);
    expect(spectrum.admits(diagonal(1, 1e-9))).toBe(true);
    expect(spectrum.conclusion(diagonal(5, 1))).toBe(
      "Singular values 1, 1: rank 2 at a threshold of 0.1 of the largest.",
    );
    const almost = of([
      [1, 1],
      [1, 1.0001],
    ]);
    expect(spectrum.admits(almost)).toBe(false);
    expect(spectrum.conclusion(diagonal(1))).toMatch(
      /^Singular values 1 \| 0\.00002\d*: rank 1 at a threshold of 0\.1 of the largest\.$/u,
    );
    expect(spectrum.refusal(1e-9)).toMatch(
      /^with another dimension, the least singular value, 0\.00002\d* of the largest, is below the threshold of 0\.1; a smaller rank tolerance counts it, and a larger tolerance than 1e-9 accepts the difference$/u,
    );
    expect(new RankSpectrum().refusal(0.5)).toMatch(
      /^with another dimension, the least singular value is below/u,
    );
    expect(new RankSpectrum().conclusion(new Matrix(0, 0, new Float64Array(0)))).toBe(
      "Singular values none: rank 0 at a threshold of 1e-9 of the largest.",
    );
  });
});
