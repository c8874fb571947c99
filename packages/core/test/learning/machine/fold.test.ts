/** Words whose runs were observed, in a tree that holds others, too. */

import { describe, expect, it } from "vitest";
import { Fold, NONE } from "../../../src/learning/machine/fold.ts";
import { PrefixTree } from "../../../src/words/prefix-tree.ts";

/** Observes words, each with the number of its last output. */
function observed(...runs: [word: number[], output: number][]) {
  const tree = new PrefixTree(2);
  const outputs = new Map(runs.map(([word, output]) => [tree.insert(word), output]));
  const observations = new Fold({ tree, outputNumber: (node) => outputs.get(node) ?? 0 }, 2);
  for (const node of outputs.keys()) observations.observe(node);
  return { tree, observations };
}

describe("observed runs", () => {
  it("are found by their letters, and no word beside them", () => {
    const { tree, observations } = observed([[0], 1], [[0, 1], 2]);
    const [a, b, ab] = [tree.insert([0]), tree.insert([1]), tree.insert([0, 1])];
    expect([observations.child(0, 0), observations.child(0, 1), observations.child(ab, 0)]).toEqual([
      a,
      NONE,
      NONE,
    ]);
    expect([observations.find(0, [0, 1]), observations.find(a, [1]), observations.find(0, [])]).toEqual([
      ab,
      ab,
      0,
    ]);
    expect([
      observations.find(0, [1, 0]),
      observations.find(b, [0]),
      observations.find(0, [0, 1, 1]),
    ]).toEqual([NONE, NONE, NONE]);
    expect([a, b, ab, 99_999].map((node) => observations.observed(node))).toEqual([true, false, true, false]);
    expect([observations.observe(ab), observations.observe(b)]).toEqual([false, true]);
  });

  it("tell words apart by a shortest suffix", () => {
    const { tree, observations } = observed(
      [[0], 1],
      [[1], 1],
      [[0, 0], 1],
      [[1, 0], 1],
      [[0, 0, 1], 1],
      [[1, 0, 1], 2],
      [[0, 0, 1, 0], 1],
      [[1, 0, 1, 0], 2],
    );
    const [a, b] = [tree.insert([0]), tree.insert([1])];
    expect([
      observations.apart(a, b),
      observations.apart(a, a),
      observations.apart(tree.insert([0, 0]), b),
    ]).toEqual([[0, 1], undefined, undefined]);
    expect(observations.apart(tree.insert([0, 0]), tree.insert([1, 0]))).toEqual([1]);
  });

  it("grow with the tree", () => {
    const tree = new PrefixTree(1);
    const observations = new Fold({ tree, outputNumber: (node) => node }, 1);
    const nodes = Array.from({ length: 300 }, (_, i) => tree.insert(new Array<number>(i + 1).fill(0)));
    for (const node of nodes) observations.observe(node);
    expect(nodes.every((node) => observations.observed(node))).toBe(true);
    expect(observations.find(0, new Array<number>(300).fill(0))).toBe(nodes.at(-1));
    expect(observations.observed(tree.insert(new Array<number>(301).fill(0)))).toBe(false);
  });
});
