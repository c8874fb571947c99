import { PrefixTree, shortlex } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

const words = fc.array(fc.array(fc.oneof(fc.nat(3), fc.nat(100_000)), { maxLength: 8 }), { maxLength: 60 });
const runs = { seed: 101, numRuns: 200 };

describe("PrefixTree", () => {
  it("is the set of all prefixes of the inserted words, for any number of letters", () => {
    fc.assert(
      fc.property(words, fc.nat(20), (words, letters) => {
        const tree = new PrefixTree(letters);
        const known = new Map<string, number>([["", 0]]);
        for (const word of words) {
          expect(tree.find(word)).toBe(known.get(word.join()) ?? -1);
          const node = tree.insert(word);
          for (let end = 0; end <= word.length; end++) {
            const prefix = word.slice(0, end);
            const at = tree.find(prefix);
            expect(known.get(prefix.join()) ?? at).toBe(at);
            known.set(prefix.join(), at);
          }
          expect(known.get(word.join())).toBe(node);
          expect(tree.insert(word)).toBe(node);
        }
        expect(tree.size).toBe(known.size);
        expect(new Set(known.values()).size).toBe(known.size);
        for (const [name, node] of known) {
          const word = name === "" ? [] : name.split(",").map(Number);
          expect(tree.word(node)).toEqual(word);
          expect(tree.depth(node)).toBe(word.length);
          expect(tree.letter(node)).toBe(word.at(-1) ?? -1);
          expect(tree.parent(node)).toBe(word.length === 0 ? -1 : tree.find(word.slice(0, -1)));
        }
      }),
      runs,
    );
  });

  it("inserts the end of a word below any node", () => {
    fc.assert(
      fc.property(words, fc.nat(20), (words, letters) => {
        const tree = new PrefixTree(letters);
        const from = tree.insert([1, 2]);
        for (const word of words) {
          for (let start = 0; start <= word.length; start++) {
            expect(tree.insert(word, from, start)).toBe(tree.insert([1, 2, ...word.slice(start)]));
          }
        }
      }),
      runs,
    );
  });

  // 32 nodes and more are sorted in another way.
  it.each([60, 6])("finds the longest among up to %i words, in their order", (most) => {
    const many = fc.array(fc.array(fc.nat(1), { maxLength: 6 }), { maxLength: most });
    fc.assert(
      fc.property(many, (words) => {
        const tree = new PrefixTree(2);
        const nodes = words.map((word) => tree.insert(word));
        const begins = (a: readonly number[], b: readonly number[]) =>
          a.every((letter, i) => letter === b[i]);
        const longest = words
          .filter((word, i) => words.findIndex((other) => other.join() === word.join()) === i)
          .filter((word, _, all) => !all.some((other) => other.length > word.length && begins(word, other)))
          .toSorted((a, b) => b.length - a.length);
        expect(tree.longest(nodes).map((node) => tree.word(node))).toEqual(longest);
      }),
      runs,
    );
  });

  it("inserts below any node", () => {
    const tree = new PrefixTree();
    const node = tree.insert([1, 2]);
    expect(tree.insert([3, 4], node)).toBe(tree.find([1, 2, 3, 4]));
    expect(tree.find([3], node)).toBe(tree.child(node, 3));
    expect(tree.find([4], node)).toBe(-1);
    expect(tree.child(node, 0)).toBe(-1);
    expect(tree.find([0, 0, 0])).toBe(-1);
  });

  it("keeps a hundred thousand words apart", () => {
    const tree = new PrefixTree();
    for (let i = 0; i < 100_000; i++) expect(tree.insert([i % 317, i])).toBeGreaterThan(0);
    expect(tree.size).toBe(1 + 317 + 100_000);
    for (let i = 0; i < 100_000; i += 997) expect(tree.word(tree.find([i % 317, i]))).toEqual([i % 317, i]);
  });
});

describe("shortlex", () => {
  it("is an order: by length, then by letters", () => {
    const word = fc.array(fc.nat(2), { maxLength: 4 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const [left, right] = [a, b].map((word) => `${word.length}:${word.join("")}`);
        const expected = left < right ? -1 : left > right ? 1 : 0;
        expect(Math.sign(shortlex(a, b))).toBe(expected);
        expect(Math.sign(shortlex(b, a)) + expected).toBe(0);
      }),
      runs,
    );
  });
});
