import * as fc from "fast-check";
import { expect, it } from "vitest";
import { firstBits, firstOf, isSeveral, sizeOf } from "../../../src/learning/machine/masks.ts";

const sets = fc.uniqueArray(fc.nat(31), { maxLength: 32 });
const maskOf = (members: readonly number[]) => members.reduce((mask, member) => mask | (1 << member), 0);

it("says of a mask what it says of the set", () => {
  fc.assert(
    fc.property(sets, (members) => {
      const mask = maskOf(members);
      expect(sizeOf(mask)).toBe(members.length);
      expect(isSeveral(mask)).toBe(members.length > 1);
      if (members.length > 0) expect(firstOf(mask)).toBe(Math.min(...members));
    }),
    { seed: 4101, numRuns: 300 },
  );
});

it("has the first numbers, up to all of them", () => {
  for (let count = 0; count <= 32; count++) {
    expect(firstBits(count)).toBe(maskOf(Array.from({ length: count }, (_, i) => i)));
  }
});
