/** A shorter suffix above a node with a longer one (Lemma 6.7): when it is refused, and what the tree is afterwards. */

import { beforeEach, describe, expect, it } from "vitest";
import { boolean, DEAD, DiscriminationTree, primeField, rational, type Word } from "../../../src/index.ts";
import { growSubtree, planSubtree } from "../../../src/learning/tree/subtree.ts";
import { Sifted, treeText, wdfsaOf } from "../../support/sifted.ts";

/** L(aⁿb) parts three states: 3 after ε, 0 after a, 7 after aa. */
const language = wdfsaOf(rational, "ab", "0 1; 1 4; 2 1; 0 a 2 1; 0 b 3 0; 1 a 1 2; 2 a 5 2; 2 b 7 0");

/** No final weight before aa. */
const late = wdfsaOf(rational, "ab", "2 1; 0 a 2 1; 0 b 3 0; 1 a 1 2; 1 b 7 0; 2 b 5 2");

describe("inserting a suffix", () => {
  let sifted: Sifted<ReturnType<typeof rational.parse>>;
  let node: number;
  /** The states ε, a and aa, told apart by the suffix bb. */
  beforeEach(() => {
    sifted = new Sifted(language);
    sifted.settle();
    sifted.ask("abb", "bb");
    node = sifted.sifting.split(1, [1, 1]);
    sifted.settle();
  });

  it("rebuilds what is below the node, and sends the words there down again", () => {
    const { sifting } = sifted;
    expect(sifted.tree).toBe("ε(0:dead 1:bb(0:q1 9:q0 21:q2))");
    expect(sifted.arcs()).toBe("0a→1(1) 0b→? 1a→2(1) 1b→- 2a→2(5) 2b→0(14)");
    expect(sifting.insert(node, [1])).toBe(true);
    expect(sifted.tree).toBe("ε(0:dead 1:b(0:q1 3:q0 7:q2))");
    // The words of states stay at their leaves; b, which was held, aaa and aab go down again.
    expect(sifted.arcs()).toBe("0a→1(1) 0b→? 1a→2(1) 1b→- 2a→? 2b→?");
    expect(sifted.settle()).toEqual(["aaab"]);
    expect(sifted.arcs()).toBe("0a→1(1) 0b→0(3) 1a→2(1) 1b→- 2a→2(5) 2b→0(14)");
    sifting.release();
    expect(sifting.busy).toBe(false);
  });

  it("keeps the states, their access words and their number", () => {
    const { sifting } = sifted;
    sifting.insert(node, [1]);
    expect([0, 1, 2].map((state) => sifting.access(state))).toEqual([[], [0], [0, 0]]);
    expect([0, 1, 2].map((state) => sifting.tree.state(sifting.leaf(state)))).toEqual([0, 1, 2]);
    expect([0, 1, 3].map((word) => sifting.target(word))).toEqual([0, 1, 2]);
  });

  it("is refused at the root, at a leaf, and at a node that is not in the tree", () => {
    const { sifting } = sifted;
    const leaf = sifting.leaf(1);
    expect(sifting.insert(0, [])).toBe(false);
    expect(sifting.insert(leaf, [])).toBe(false);
    expect([-1, sifting.tree.size, 99].map((other) => sifting.insert(other, []))).toEqual([
      false,
      false,
      false,
    ]);
    sifting.tree.split(0, []);
    expect(sifting.insert(node, [1])).toBe(false);
  });

  it("is refused unless the suffix is shorter, and all states below have answered it", () => {
    const { sifting } = sifted;
    sifted.ask("aba", "ba", "aaba", "aabaa", "baa", "abaa");
    expect(sifting.insert(node, [1, 1])).toBe(false);
    expect(sifting.insert(node, [1, 0])).toBe(false);
    expect(sifting.insert(node, [1, 0, 0])).toBe(false);
    expect(sifting.insert(node, [0])).toBe(true);
    expect(sifted.tree).toBe("ε(0:dead 1:a(1/4:q1 8:q0 5:q2))");
  });

  it("is refused if the suffix tells no states apart", () => {
    const { sifting } = sifted;
    // Relative to the pivot ε, every state answers ε with 1.
    expect(sifting.insert(node, [])).toBe(false);
    expect(sifted.tree).toBe("ε(0:dead 1:bb(0:q1 9:q0 21:q2))");
    expect(sifted.arcs()).toBe("0a→1(1) 0b→? 1a→2(1) 1b→- 2a→2(5) 2b→0(14)");
  });

  it("is refused while one state below has not answered", () => {
    const other = new Sifted(language);
    other.settle();
    other.ask("abb", "bb", "ab");
    const above = other.sifting.split(1, [1, 1]);
    other.step();
    other.step();
    // The state aa has answered bb only.
    expect(other.sifting.states).toBe(3);
    expect(other.sifting.insert(above, [1])).toBe(false);
    other.ask("aab");
    expect(other.sifting.insert(above, [1])).toBe(true);
  });
});

describe("inserting a suffix before the first live one", () => {
  it("gives words another pivot, and their factors stay", () => {
    const sifted = new Sifted(late);
    const { sifting } = sifted;
    sifted.settle();
    sifted.ask("aab", "aa");
    const node = sifting.split(0, [0, 0, 1]);
    sifting.release();
    sifted.settle();
    expect([sifted.tree, sifted.arcs()]).toEqual(["ε(0:aab(0:dead 1:q0))", "0a→- 0b→0(3)"]);
    expect(sifting.insert(node, [0, 0])).toBe(true);
    expect(sifted.tree).toBe("ε(0:aa(0:dead 1:q0))");
    expect(sifting.tree.pivot(sifting.leaf(0))).toEqual([0, 0]);
    expect(sifted.settle()).toEqual(["aaa baa"]);
    expect(sifted.arcs()).toBe("0a→- 0b→0(3)");
    expect(sifting.ratio(0, [0, 0, 1])).toBe(5);
  });
});

describe("a plan for a part of the tree", () => {
  /** A tree with three states below node 1 on the way of the pivot ε: by aa, q0 parts from q1 and q2, and these by bb. */
  function threeStates() {
    const tree = new DiscriminationTree(rational);
    tree.split(0, []);
    const top = tree.grow(0, 1, 0);
    tree.split(top, [0, 0]);
    tree.grow(top, 2, 0);
    const two = tree.grow(top, 3, 1);
    tree.split(two, [1, 1]);
    tree.grow(two, 4, 1);
    tree.grow(two, 5, 2);
    return { tree, top };
  }

  /** L(u_q·e) by state and suffix. */
  const answers: Record<string, readonly number[]> = {
    "": [1, 1, 1],
    "0,0": [2, 3, 3],
    "1,1": [4, 4, 5],
    "0": [7, 7, 7],
    "1": [6, 6, 8],
  };
  const answer = (state: number, suffix: Word) => answers[suffix.join()][state];

  it("is none if the suffix tells no states apart", () => {
    const { tree, top } = threeStates();
    expect(planSubtree(tree, top, [0], answer)).toBeUndefined();
    expect(planSubtree(tree, top, [], answer)).toBeUndefined();
  });

  it("tells the states that share a ratio apart by the suffix that did so before", () => {
    const { tree, top } = threeStates();
    const plan = planSubtree(tree, top, [1], answer);
    if (plan === undefined) throw new Error("the suffix b tells the states apart");
    expect(plan.suffix).toEqual([1]);
    expect(plan.parts.map(({ ratio, leaves }) => [ratio, leaves.map((leaf) => tree.state(leaf))])).toEqual([
      [6, [0, 1]],
      [8, [2]],
    ]);
    // q0 and q1 parted at the node of aa.
    expect(plan.parts[0].below?.suffix).toEqual([0, 0]);
    expect(plan.parts[1].below).toBeUndefined();
    const moved: [number, number][] = [];
    growSubtree(tree, top, plan, (state, leaf) => moved.push([state, leaf]));
    expect(treeText(tree)).toBe("ε(0:dead 1:b(6:aa(2:q0 3:q1) 8:q2))");
    expect(moved.map(([state]) => state)).toEqual([0, 1, 2]);
    expect(moved.every(([state, leaf]) => tree.state(leaf) === state && tree.isLeaf(leaf))).toBe(true);
  });

  it("tells them apart by the pivot of that node if its suffix does not", () => {
    // On the all-zero path a parts q0 and q1 from the dead state, then b parts them: 1⁻¹ ⊗ 6 and 2⁻¹ ⊗ 6.
    const tree = new DiscriminationTree(rational);
    tree.split(0, []);
    const zero = tree.zeroLeaf();
    tree.split(zero, [0]);
    const live = tree.grow(zero, 1, 0);
    tree.split(live, [1]);
    tree.grow(live, 6, 0);
    tree.grow(live, 3, 1);
    const rows: Record<string, readonly number[]> = { "": [0, 0], "0": [1, 2], "1": [6, 6], "1,1": [5, 5] };
    // The new pivot bb has the same answer from both, as b has: only a tells them apart.
    const plan = planSubtree(tree, zero, [1, 1], (state, suffix) => rows[suffix.join()][state]);
    if (plan === undefined) throw new Error("bb tells the states from the dead one");
    growSubtree(tree, zero, plan, () => undefined);
    expect(treeText(tree)).toBe("ε(0:bb(0:dead 1:a(1/5:q0 2/5:q1)))");
    expect(tree.state(tree.zeroLeaf())).toBe(DEAD);
  });

  it.each([boolean, primeField(2)])("compares answers, not ratios, over $name", (algebra) => {
    const tree = new DiscriminationTree<unknown>(algebra);
    const [zero, one] = [algebra.zero, algebra.one] as unknown[];
    tree.split(0, []);
    const live = tree.grow(0, one, 0);
    tree.split(live, [0, 0]);
    tree.grow(live, zero, 0);
    tree.grow(live, one, 1);
    const rows: Record<string, readonly unknown[]> = { "": [one, one], "0": [one, zero], "0,0": [zero, one] };
    const plan = planSubtree(tree, live, [0], (state, suffix) => rows[suffix.join()][state]);
    if (plan === undefined) throw new Error("a tells the states apart");
    growSubtree(tree, live, plan, () => undefined);
    expect(tree.branches(live).map((branch) => [tree.label(branch), tree.state(branch)])).toEqual([
      [zero, 1],
      [one, 0],
    ]);
  });
});
