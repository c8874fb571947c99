/** Words whose runs were observed, in a tree that holds others, too. */

import { describe, expect, it } from "vitest";
import { NONE, ObservedRuns } from "../../../src/learning/machine/observed-runs.ts";
import { PrefixTree } from "../../../src/words/prefix-tree.ts";

/** Observes words, each with the number of its last output. */
function observed(...runs: [word: number[], output: number][]) {
  const tree = new PrefixTree(2);
  const observations = new ObservedRuns(tree);
  for (const [word, output] of runs) observations.observe(tree.insert(word), output);
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
    expect([a, b, ab, 99_999].map((node) => observations.outputOf(node))).toEqual([1, 0, 2, 0]);
    expect([observations.observe(ab, 7), observations.outputOf(ab)]).toEqual([false, 2]);
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
    const observations = new ObservedRuns(tree);
    const nodes = Array.from({ length: 300 }, (_, i) => tree.insert(new Array<number>(i + 1).fill(0)));
    nodes.forEach((node, i) => observations.observe(node, i + 1));
    expect(nodes.map((node) => observations.outputOf(node))).toEqual(nodes.map((_, i) => i + 1));
  });
});
