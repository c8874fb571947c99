/**
 * Rebuilds a part of the discrimination tree with another suffix at its top, from known answers only. States that the new
 * suffix does not tell apart are told apart by the suffixes that did so before (docs/theory.md, 6.7).
 */

import { weightMap } from "../../algebra/weight-map.ts";
import type { Word } from "../../words/word.ts";
import { DEAD, type DiscriminationTree, leavesBelow, lowestCommonAncestor } from "./discrimination-tree.ts";

/** A planned node: its suffix, and the states of each ratio. */
export interface Subtree<W> {
  readonly suffix: Word;
  readonly parts: readonly Part<W>[];
}

interface Part<W> {
  readonly ratio: W;
  /** The current leaves of the states that share the ratio. */
  readonly leaves: number[];
  /** How they are told apart; undefined for a single one. */
  below: Subtree<W> | undefined;
}

/**
 * A plan for the leaves below a node, or undefined if the suffix tells none of them apart. `answer` gives L(u·e) for the
 * access word u of a state.
 */
export function planSubtree<W>(
  tree: DiscriminationTree<W>,
  node: number,
  suffix: Word,
  answer: (state: number, suffix: Word) => W,
): Subtree<W> | undefined {
  const { algebra } = tree;
  const ratio = (state: number, pivot: Word | undefined, e: Word): W => {
    if (state === DEAD) return algebra.zero;
    if (algebra.trivial === true) return answer(state, e);
    return tree.ratio(pivot && algebra.inverse(answer(state, pivot)), answer(state, e));
  };
  const plan = (leaves: readonly number[], pivot: Word | undefined, e: Word): Subtree<W> | undefined => {
    const parts = weightMap<W, Part<W>>(algebra);
    for (const leaf of leaves) {
      const label = ratio(tree.state(leaf), pivot, e);
      parts.getOrAdd(label, () => ({ ratio: label, leaves: [], below: undefined })).leaves.push(leaf);
    }
    if (parts.size < 2) return undefined;
    for (const part of parts.values()) {
      if (part.leaves.length === 1) continue;
      const first = pivot ?? (algebra.isZero(part.ratio) ? undefined : e);
      // All of them have answers for the suffix and the pivot of the node where their paths part: one of the two tells them apart.
      const ancestor = part.leaves.reduce((x, y) => lowestCommonAncestor(tree, x, y));
      for (const old of [tree.suffix(ancestor), tree.pivot(ancestor)]) {
        part.below ??= old && plan(part.leaves, first, old);
      }
      // Impossible over an exact algebra.
      if (part.below === undefined) return undefined;
    }
    return { suffix: e, parts: parts.values() };
  };
  return plan(leavesBelow(tree, node), tree.pivot(node), suffix);
}

/** Builds a planned part of the tree at a node; calls `moved` with the new leaf of each state. */
export function growSubtree<W>(
  tree: DiscriminationTree<W>,
  node: number,
  { suffix, parts }: Subtree<W>,
  moved: (state: number, leaf: number) => void,
): void {
  // Read before `split` clears them: the states of the present leaves.
  const states = parts.map(({ leaves }) => tree.state(leaves[0]));
  tree.split(node, suffix);
  for (const [i, { ratio, below }] of parts.entries()) {
    const present = tree.branch(node, ratio);
    const branch = present >= 0 ? present : tree.grow(node, ratio, states[i]);
    if (below !== undefined) growSubtree(tree, branch, below, moved);
    else if (states[i] !== DEAD) moved(states[i], branch);
  }
}
