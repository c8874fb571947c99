import { expect, test } from "vitest";
import {
  boolean,
  DEAD,
  DiscriminationTree,
  quaternion,
  Random,
  rational,
  real,
  type Semifield,
  tropical,
} from "../../src/index.ts";
import { treeText } from "../support/sifted.ts";

test("an observer can walk up a tree, with the ratio of each branch", () => {
  const tree = new DiscriminationTree(rational);
  tree.split(0, []);
  const one = tree.grow(0, rational.one, 0);
  tree.split(one, [0]);
  const half = tree.grow(one, rational.parse("1/2"), 1);
  const zero = tree.branch(0, rational.zero);
  expect([0, one, half, zero].map((node) => tree.parent(node))).toEqual([-1, 0, one, 0]);
  expect([one, half, zero].map((node) => rational.format(tree.label(node)))).toEqual(["1", "1/2", "0"]);
  expect(rational.format(tree.label(0))).toBe("0");
  expect(tree.state(zero)).toBe(DEAD);
  expect(tree.size).toBe(4);
});

test("a new tree is a dead leaf", () => {
  const tree = new DiscriminationTree(rational);
  expect([tree.size, tree.isLeaf(0), tree.state(0), tree.zeroLeaf(), tree.parent(0)]).toEqual([
    1,
    true,
    DEAD,
    0,
    -1,
  ]);
  expect([tree.suffix(0), tree.pivot(0), tree.branches(0)]).toEqual([undefined, undefined, []]);
});

test("the all-zero path ends in a dead leaf, wherever it is split", () => {
  const tree = new DiscriminationTree(rational);
  tree.split(0, []);
  const before = tree.zeroLeaf();
  expect(tree.branches(0)).toEqual([before]);
  tree.split(before, [1]);
  expect(tree.zeroLeaf()).not.toBe(before);
  expect(tree.state(tree.zeroLeaf())).toBe(DEAD);
  const live = tree.grow(before, 1, 0);
  tree.split(live, [0]);
  // Off that path a split leaves no branch.
  expect(tree.branches(live)).toEqual([]);
  expect(treeText(tree)).toBe("ε(0:b(0:dead 1:a()))");
});

test("the pivot is the first live suffix above a node", () => {
  const tree = new DiscriminationTree(rational);
  tree.split(0, []);
  const zero = tree.zeroLeaf();
  const live = tree.grow(0, 1, 0);
  tree.split(zero, [1]);
  const after = tree.grow(zero, 1, 1);
  tree.split(live, [0, 0]);
  const below = tree.grow(live, 3, 0);
  const none = tree.grow(live, 0, 2);
  expect([zero, tree.zeroLeaf(), live, after, below, none].map((node) => tree.pivot(node))).toEqual([
    undefined,
    undefined,
    [],
    [1],
    [],
    [],
  ]);
});

// Lemma 6.2.
test("a branch is found by its ratio, zero or not", () => {
  const tree = new DiscriminationTree(rational);
  tree.split(0, []);
  const live = tree.grow(0, 1, 0);
  tree.split(live, [0]);
  expect([tree.branch(live, 0), tree.branch(live, 2)]).toEqual([-1, -1]);
  const two = tree.grow(live, 2, 0);
  const zero = tree.grow(live, 0, 1);
  const half = tree.grow(live, rational.parse("1/2"), 2);
  expect([0, 2, rational.parse("2/4"), 3].map((ratio) => tree.branch(live, ratio))).toEqual([
    zero,
    two,
    half,
    -1,
  ]);
  expect(tree.branches(live)).toEqual([zero, two, half]);
});

test("a ratio is the inverse of the pivot times the answer, in this order", () => {
  const tree = new DiscriminationTree(quaternion);
  const [i, k] = [quaternion.parse("i"), quaternion.parse("k")];
  const text = (pivotInverse: typeof i | undefined, answer: typeof i) =>
    quaternion.format(tree.ratio(pivotInverse, answer));
  expect(text(i, k)).toBe("-j");
  expect(text(undefined, k)).toBe("1");
  expect(text(undefined, quaternion.zero)).toBe("0");
  expect(text(i, quaternion.zero)).toBe("0");
});

test("if 1 is the only non-zero weight, the all-zero path ends in a state like any other", () => {
  const tree = new DiscriminationTree(boolean);
  tree.split(0, []);
  expect([tree.branch(0, false), tree.zeroLeaf(), tree.pivot(0)]).toEqual([-1, -1, []]);
  const zero = tree.grow(0, false, 0);
  expect([tree.branch(0, false), tree.state(zero), tree.zeroLeaf()]).toEqual([zero, 0, zero]);
  tree.split(zero, [0]);
  expect(tree.branches(zero)).toEqual([]);
});

test.each([boolean, rational, tropical, quaternion, real])(
  "finds branches and the end of the zeros as a search does: $name",
  (algebra: Semifield<unknown>) => {
    for (let seed = 0; seed < 20; seed++) {
      const random = new Random(seed);
      const tree = new DiscriminationTree(algebra);
      const equal = (a: unknown, b: unknown) =>
        algebra.isZero(a) ? algebra.isZero(b) : algebra.equals(a, b);
      const branchOf = (node: number, ratio: unknown) =>
        tree.branches(node).find((branch) => equal(tree.label(branch), ratio)) ?? -1;
      tree.split(0, []);
      for (let step = 0; step < 60; step++) {
        const node = random.below(tree.size);
        if (node > 0 && tree.parent(node) < 0) continue;
        // Now and then a node with branches becomes one without.
        if (tree.isLeaf(node) || random.below(20) === 0) tree.split(node, [step]);
        for (let grown = 0; grown < 3; grown++) {
          const ratio = random.below(4) === 0 ? algebra.zero : randomRatio(algebra, random);
          const known = tree.branch(node, ratio);
          expect(known).toBe(branchOf(node, ratio));
          const leaf = known < 0 ? tree.grow(node, ratio, step) : known;
          expect(tree.branches(node)).toContain(leaf);
          expect(tree.branch(node, ratio)).toBe(branchOf(node, ratio));
        }
        let end = 0;
        while (end >= 0 && !tree.isLeaf(end)) end = branchOf(end, algebra.zero);
        expect(tree.zeroLeaf()).toBe(end);
      }
    }
  },
);

/** One of a few weights, a fresh object where weights are objects. */
function randomRatio<W>(algebra: Semifield<W>, random: Random): W {
  if (algebra.trivial === true || random.below(3) === 0) return algebra.one;
  return algebra.parse(String(1 + random.below(8)));
}
