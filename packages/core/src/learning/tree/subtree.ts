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

/** L(u·e) for the access word u of a state. */
type AnswerOf<W> = (state: number, suffix: Word) => W;

/** A plan for the leaves below a node, or undefined if the suffix tells none of them apart. */
export function planSubtree<W>(
  tree: DiscriminationTree<W>,
  node: number,
  suffix: Word,
  answer: AnswerOf<W>,
): Subtree<W> | undefined {
  return plan(tree, leavesBelow(tree, node), tree.pivot(node), suffix, answer);
}

function plan<W>(
  tree: DiscriminationTree<W>,
  leaves: readonly number[],
  pivot: Word | undefined,
  suffix: Word,
  answer: AnswerOf<W>,
): Subtree<W> | undefined {
  const { algebra } = tree;
  const parts = weightMap<W, Part<W>>(algebra);
  for (const leaf of leaves) {
    const ratio = ratioOf(tree, tree.state(leaf), pivot, suffix, answer);
    parts.getOrAdd(ratio, () => ({ ratio, leaves: [], below: undefined })).leaves.push(leaf);
  }
  if (parts.size < 2) return undefined;
  for (const part of parts.values()) {
    if (part.leaves.length === 1) continue;
    const first = pivot ?? (algebra.isZero(part.ratio) ? undefined : suffix);
    // All of them have answers for the suffix and the pivot of the node where their paths part: one of the two tells them apart.
    const ancestor = part.leaves.reduce((a, b) => lowestCommonAncestor(tree, a, b));
    for (const old of [tree.suffix(ancestor), tree.pivot(ancestor)]) {
      part.below ??= old && plan(tree, part.leaves, first, old, answer);
    }
    // Impossible over an exact algebra.
    if (part.below === undefined) return undefined;
  }
  return { suffix, parts: parts.values() };
}

function ratioOf<W>(
  tree: DiscriminationTree<W>,
  state: number,
  pivot: Word | undefined,
  suffix: Word,
  answer: AnswerOf<W>,
): W {
  const { algebra } = tree;
  if (state === DEAD) return algebra.zero;
  const known = pivot === undefined || algebra.trivial === true;
  const inverse = known ? undefined : algebra.inverse(answer(state, pivot));
  return algebra.trivial === true ? answer(state, suffix) : tree.ratio(inverse, answer(state, suffix));
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
