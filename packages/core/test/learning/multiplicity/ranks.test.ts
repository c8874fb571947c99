/** Which fields the multiplicity learner takes, and what it says of singular values. */

import { Alphabet, boolean, defineSemifield, MultiplicityLearner, rational, real } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { balanced, RankSpectrum } from "../../../src/learning/multiplicity/rank-spectrum.ts";
import { Matrix } from "../../../src/linear/matrix.ts";
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
      "Singular values none: rank 0 at a threshold of 1e-8 of the largest.",
    );
  });
});
