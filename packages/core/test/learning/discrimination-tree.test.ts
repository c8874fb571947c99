import { boolean, DEAD, DiscriminationTree, rational } from "@hankel/core";
import { expect, test } from "vitest";

test("an observer can walk up a tree, with the ratio of each branch", () => {
  const tree = new DiscriminationTree(rational);
  tree.split(0, []);
  const one = tree.grow(0, rational.one, 0);
  tree.split(one, [0]);
  const half = tree.grow(one, rational.parse("1/2"), 1);
  const zero = tree.branch(0, rational.zero);
  expect([0, one, half, zero].map((node) => tree.parent(node))).toEqual([-1, 0, one, 0]);
  expect([one, half, zero].map((node) => rational.format(tree.label(node)))).toEqual(["1", "1/2", "0"]);
  expect(tree.state(zero)).toBe(DEAD);
});

test("if 1 is the only non-zero weight, the all-zero path ends in a state like any other", () => {
  const tree = new DiscriminationTree(boolean);
  tree.split(0, []);
  expect(tree.branch(0, false)).toBe(-1);
  const zero = tree.grow(0, false, 0);
  expect([tree.branch(0, false), tree.state(zero)]).toEqual([zero, 0]);
  tree.split(zero, [0]);
  expect(tree.branches(zero)).toEqual([]);
});
