/** The small parts of the tree learner: pivots, and views of the tree. */

import { beforeEach, describe, expect, it } from "vitest";
import { boolean, DEAD, DiscriminationTree, quaternion, rational } from "../../../src/index.ts";
import {
  isBelow,
  leavesBelow,
  lowestCommonAncestor,
} from "../../../src/learning/tree/discrimination-tree.ts";
import { Pivots } from "../../../src/learning/tree/pivots.ts";
import { treeText } from "../../support/sifted.ts";

describe("pivots", () => {
  it("are the first live answers", () => {
    const pivots = new Pivots(rational);
    pivots.forget(0);
    expect(pivots.inverse(0)).toBeUndefined();
    pivots.note(0, 0);
    expect(pivots.inverse(0)).toBeUndefined();
    pivots.note(0, 4);
    pivots.note(0, 5);
    expect(rational.format(pivots.inverse(0) ?? 0)).toBe("1/4");
    pivots.forget(0);
    expect(pivots.inverse(0)).toBeUndefined();
  });

  it("make the factor of two words: x's pivot times the inverse of u's", () => {
    const pivots = new Pivots(quaternion);
    const weight = (text: string) => quaternion.parse(text);
    pivots.note(1, weight("k"));
    pivots.note(2, weight("j"));
    expect(quaternion.format(pivots.factor(1, 2))).toBe("i");
    expect(quaternion.format(pivots.factor(2, 1))).toBe("-i");
    expect(quaternion.format(pivots.factor(2, 2))).toBe("1");
    // A word is itself, whatever it has met.
    expect(quaternion.format(pivots.factor(7, 7))).toBe("1");
  });

  it("are known in advance where 1 is the only non-zero weight", () => {
    const pivots = new Pivots(boolean);
    pivots.forget(3);
    expect(pivots.inverse(3)).toBe(true);
    pivots.note(3, false);
    expect([pivots.inverse(3), pivots.factor(3, 3)]).toEqual([true, true]);
  });
});

describe("a view of a tree", () => {
  // ε(0:a(0:dead 1:q2) 1:b(5:q0 0:q1))
  let tree: DiscriminationTree<ReturnType<typeof rational.parse>>;
  const node = { root: 0, dead: 0, zero: 0, two: 0, live: 0, zeroth: 0, first: 0 };
  beforeEach(() => {
    tree = new DiscriminationTree(rational);
    tree.split(0, []);
    node.zero = tree.zeroLeaf();
    tree.split(node.zero, [0]);
    node.dead = tree.zeroLeaf();
    node.two = tree.grow(node.zero, 1, 2);
    node.live = tree.grow(0, 1, 0);
    tree.split(node.live, [1]);
    node.zeroth = tree.grow(node.live, 5, 0);
    node.first = tree.grow(node.live, 0, 1);
  });

  it("lists leaves from left to right, the branch of zero first", () => {
    expect(treeText(tree)).toBe("ε(0:a(0:dead 1:q2) 1:b(0:q1 5:q0))");
    expect(leavesBelow(tree, 0)).toEqual([node.dead, node.two, node.first, node.zeroth]);
    expect(leavesBelow(tree, node.live)).toEqual([node.first, node.zeroth]);
    expect(leavesBelow(tree, node.two)).toEqual([node.two]);
  });

  it("knows what is below what", () => {
    expect(isBelow(tree, node.two, 0)).toBe(true);
    expect(isBelow(tree, node.two, node.zero)).toBe(true);
    expect(isBelow(tree, node.two, node.two)).toBe(true);
    expect(isBelow(tree, node.two, node.live)).toBe(false);
    expect(isBelow(tree, node.zero, node.two)).toBe(false);
    expect(isBelow(tree, -1, 0)).toBe(false);
  });

  it("finds where two leaves part", () => {
    expect(lowestCommonAncestor(tree, node.zeroth, node.first)).toBe(node.live);
    expect(lowestCommonAncestor(tree, node.two, node.first)).toBe(0);
    expect(lowestCommonAncestor(tree, node.two, node.dead)).toBe(node.zero);
    expect(lowestCommonAncestor(tree, node.two, node.two)).toBe(node.two);
    expect(lowestCommonAncestor(tree, node.live, node.first)).toBe(node.live);
  });

  it("no longer hangs below the root once it is cut off", () => {
    tree.split(node.live, [1, 1]);
    expect([tree.parent(node.first), tree.parent(node.zeroth)]).toEqual([-1, -1]);
    expect(isBelow(tree, node.first, 0)).toBe(false);
    expect([tree.branches(node.live), tree.state(node.live)]).toEqual([[], DEAD]);
  });
});
