/** Draws that do not look at all letters, against those that do. */

import { Random } from "@hankel/core";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { LetterDraw } from "../../src/teachers/testing/strategies/letter-draw.ts";

/** Goes through all letters until their likelihoods come to what was drawn. */
function obvious(likelihoods: readonly number[], random: Random): number {
  let left = random.real() * likelihoods.reduce((sum, of) => sum + of, 0);
  const found = likelihoods.findIndex((of) => {
    left -= of;
    return left < 0;
  });
  return found < 0 ? likelihoods.length - 1 : found;
}

it("draws the letter at which all likelihoods, added up, come to as much", () => {
  const drawn = new Set<number>();
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60, size: "max" }),
      fc.uniqueArray(fc.tuple(fc.nat(59), fc.integer({ min: 0, max: 200 })), {
        maxLength: 8,
        selector: ([of]) => of,
      }),
      fc.nat(1e6),
      (usual, changes, seed) => {
        const unusual = changes
          .filter(([letter]) => letter < usual.length)
          .map(([letter, likelihood]) => ({ letter, likelihood }))
          .sort((a, b) => a.letter - b.letter);
        const likelihoods = usual.map(
          (of, i) => unusual.find(({ letter }) => letter === i)?.likelihood ?? of,
        );
        if (likelihoods.every((of) => of === 0)) return;
        const letter = new LetterDraw(Float64Array.from(usual)).draw(unusual, new Random(seed));
        expect(letter).toBe(obvious(likelihoods, new Random(seed)));
        drawn.add(letter);
      },
    ),
    { seed: 4102, numRuns: 500 },
  );
  expect(drawn.size).toBeGreaterThan(20);
});
