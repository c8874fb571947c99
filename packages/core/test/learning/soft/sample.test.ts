import { describe, expect, test } from "vitest";
import { sampleOf } from "../../../src/learning/soft/sample.ts";
import { PrefixTree } from "../../../src/words/prefix-tree.ts";

/** A sample of words over two letters, in a tree that got its words in this order. */
function sampled(order: readonly (readonly number[])[]) {
  const words = [[], [0], [1], [0, 1], [1, 0]];
  const tree = new PrefixTree(2);
  for (const word of order) tree.insert(word);
  const values = new Float64Array(3 * tree.size);
  const measure = new Map<number, number>();
  words.forEach((word, i) => {
    const node = tree.insert(word);
    values.set([0.1 * (i + 1), 0.2, 0.8 - 0.1 * (i + 1)], 3 * node);
    measure.set(node, 1 / (i + 1));
  });
  const sample = sampleOf({ tree, shared: { values, letters: 2, at: (node) => 3 * node } }, measure, 0.5);
  const rows = Array.from(sample.row, (at) => Array.from(values.slice(at, at + 3)));
  return { ...sample, values: [], row: rows };
}

describe("a sample", () => {
  test("does not depend on the order in which the tree got its words", () => {
    const one = sampled([[0], [0, 1], [1], [1, 0]]);
    const other = sampled([
      [1, 0],
      [1, 1, 1],
      [0, 1],
      [0, 0],
    ]);
    expect(other).toEqual(one);
    // Alphabetical: ε, a, ab, b, ba.
    expect(Array.from(one.parent)).toEqual([-1, 0, 1, 0, 3]);
    expect(Array.from(one.letter)).toEqual([-1, 0, 1, 1, 0]);
    // Those that begin with a stand from it to b.
    expect(Array.from(one.end)).toEqual([5, 3, 3, 5, 5]);
  });
});
