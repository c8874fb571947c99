/** Which words are run together, against all ways to do it. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupsOf } from "../src/groups.ts";

const RUN = 24;
const grouping = { most: () => 64, equal: false, atLeast: 1 };

/** What groups cost: each as much as 24 tokens and those of its words, padded to the longest. */
const costOf = (groups: readonly (readonly number[])[], tokens: readonly number[]) =>
  groups.reduce((sum, group) => sum + RUN + group.length * Math.max(...group.map((i) => tokens[i])), 0);

/** All ways to put things into groups. */
function* partitions(items: readonly number[]): Generator<number[][]> {
  if (items.length === 0) {
    yield [];
    return;
  }
  const [first, ...rest] = items;
  for (const others of partitions(rest)) {
    yield [[first], ...others];
    for (const [i, group] of others.entries()) yield others.with(i, [first, ...group]);
  }
}

const lengths = fc.array(fc.nat(60), { minLength: 1, maxLength: 7 });

describe("groups", () => {
  test("cost as little as the best of all partitions", () => {
    fc.assert(
      fc.property(lengths, (tokens) => {
        const all = [...tokens.keys()];
        const least = Math.min(...Array.from(partitions(all), (groups) => costOf(groups, tokens)));
        expect(costOf(groupsOf(tokens, all, grouping), tokens)).toBe(least);
      }),
      { numRuns: 60 },
    );
  });

  test("hold each of the chosen words once, heed the most words of a run, and are of one length where they must", () => {
    const some = fc.array(fc.nat(30), { maxLength: 80 });
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 9 }), fc.boolean(), (tokens, most, equal) => {
        const chosen = [...tokens.keys()].filter((i) => tokens[i] % 5 !== 0);
        const groups = groupsOf(tokens, chosen, { most: () => most, equal, atLeast: 1 });
        expect(groups.flat().sort((a, b) => a - b)).toEqual(chosen);
        expect(groups.every((group) => group.length > 0 && group.length <= most)).toBe(true);
        if (equal)
          expect(groups.every((group) => new Set(group.map((i) => tokens[i])).size === 1)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test("are halved until there is one for each session, but not into small ones", () => {
    const tokens = new Array<number>(64).fill(10);
    const sizes = (count: number, atLeast: number) =>
      groupsOf(tokens, [...tokens.keys()].slice(0, count), { ...grouping, atLeast }).map(
        ({ length }) => length,
      );
    expect(sizes(64, 1)).toEqual([64]);
    expect(sizes(64, 3)).toEqual([16, 16, 32]);
    expect(sizes(10, 4)).toEqual([10]);
    expect(sizes(0, 4)).toEqual([]);
  });
});
