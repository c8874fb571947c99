/** Which of two weights is the heavier, and the semifield of best paths that follows from it. */

import {
  arctic,
  boolean,
  freeGroup,
  log,
  primeField,
  rational,
  real,
  tropical,
  tropicalFloat64,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import {
  bestPathSemifield,
  heaviness,
  isIdempotent,
  requireNonNegative,
} from "../../src/automata/distances/order.ts";
import { refusal } from "../support/refusal.ts";

describe("the heavier of two weights", () => {
  it("is that of the algebra's own order", () => {
    const compare = heaviness(rational, "test");
    expect([compare(1, 2), compare(2, 1), compare(2, 2)].map(Math.sign)).toEqual([-1, 1, 0]);
    expect(heaviness(log, "test")(1, 2)).toBe(1);
  });

  it("is the one that an idempotent ⊕ chooses", () => {
    const cheaper = heaviness(tropical, "test");
    expect([cheaper(1, 2), cheaper(2, 1), cheaper(2, 2), cheaper(Infinity, 2)]).toEqual([1, -1, 0, -1]);
    expect(heaviness(arctic, "test")(1, 2)).toBe(-1);
    expect(heaviness(boolean, "test")(true, false)).toBe(1);
  });

  it("is decided exactly for floats, too", () => {
    const cheaper = heaviness(tropicalFloat64, "test");
    expect(tropicalFloat64.equals(1, 1 + 1e-12)).toBe(true);
    expect([cheaper(1, 1 + 1e-12), cheaper(1 + 1e-12, 1), cheaper(1, 1)]).toEqual([1, -1, 0]);
  });

  it("is not known of every algebra", () => {
    expect(refusal(() => heaviness(primeField(7), "heaviestWords"))).toBe(
      "unsupported: heaviestWords needs to know which weights of prime-field:7 are heavier",
    );
    expect(refusal(() => heaviness(freeGroup, "heaviestWords"))).toContain("best needs sums");
  });
});

describe("the semifield of best paths", () => {
  it("is the algebra itself where ⊕ is idempotent", () => {
    expect([isIdempotent(tropical), isIdempotent(rational)]).toEqual([true, false]);
    expect(bestPathSemifield(tropical, "test")).toBe(tropical);
  });

  it("has the heavier for ⊕, and a star up to 1", () => {
    for (const algebra of [rational, real]) {
      const best = bestPathSemifield(algebra as typeof real, "test");
      expect([best.plus(2, 3), best.plus(3, 2), best.plus(2, 2)]).toEqual([3, 3, 2]);
      expect([best.star?.(0.5), best.star?.(1), best.star?.(2)]).toEqual([1, 1, undefined]);
      expect(best.times(2, 3)).toBe(6);
    }
    const best = bestPathSemifield(log, "test");
    expect([best.plus(2, 3), best.star?.(1), best.star?.(-1)]).toEqual([2, 0, undefined]);
  });
});

it("weights that are lighter than zero are refused where the order must be kept", () => {
  const weights = { algebra: rational, initialWeight: [0, 1], arcWeight: [2], finalWeight: [1, 0] };
  expect(refusal(() => requireNonNegative(weights, "bestWords"))).toBe("none");
  for (const part of ["initialWeight", "arcWeight", "finalWeight"]) {
    const negative = { ...weights, [part]: [2, -3] };
    expect(refusal(() => requireNonNegative(negative, "bestWords"))).toBe(
      "unsupported: bestWords needs weights that are not negative, and one is -3",
    );
  }
});
