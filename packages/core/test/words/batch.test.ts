import { Batch, PrefixTree } from "@hankel/core";
import { describe, expect, it } from "vitest";

const WORDS = [[], [0, 1], [2]];

describe("a batch", () => {
  it("of nodes is spelled out, and keeps its nodes in its own tree", () => {
    const tree = new PrefixTree(3);
    const nodes = WORDS.map((word) => tree.insert(word));
    const batch = Batch.at(tree, nodes);
    expect([batch.length, batch.letters, batch.longest]).toEqual([3, 3, 2]);
    expect(batch.words).toEqual(WORDS);
    expect(batch.nodesIn(tree)).toBe(nodes);
  });

  it("of words enters a tree once", () => {
    const tree = new PrefixTree(3);
    const batch = Batch.of(WORDS);
    expect([batch.length, batch.letters, batch.longest]).toEqual([3, 3, 2]);
    const nodes = batch.nodesIn(tree);
    expect(nodes.map((node) => tree.word(node))).toEqual(WORDS);
    expect(batch.nodesIn(tree)).toBe(nodes);
    expect([batch.letters, batch.words]).toEqual([3, WORDS]);
  });

  it("of nodes moves to another tree", () => {
    const [tree, other] = [new PrefixTree(3), new PrefixTree(3)];
    other.insert([2, 2]);
    const batch = Batch.at(tree, [tree.insert([0, 1]), tree.insert([2])]);
    expect(batch.nodesIn(other).map((node) => other.word(node))).toEqual([[0, 1], [2]]);
    expect(batch.words).toEqual([[0, 1], [2]]);
  });

  it("has a beginning, in either form", () => {
    const tree = new PrefixTree(3);
    expect(Batch.of(WORDS).first(2).words).toEqual([[], [0, 1]]);
    const nodes = WORDS.map((word) => tree.insert(word));
    const first = Batch.at(tree, nodes).first(2);
    expect([first.length, first.letters, first.words]).toEqual([2, 2, [[], [0, 1]]]);
    expect(first.nodesIn(tree)).toEqual(nodes.slice(0, 2));
    expect(Batch.of([]).longest).toBe(0);
  });
});
