import type { DiscriminationTree } from "./discrimination-tree.ts";

/** A read-only view of the tree. */
export type TreeView<W> = Pick<
  DiscriminationTree<W>,
  "suffix" | "pivot" | "isLeaf" | "state" | "parent" | "branch" | "branches"
>;

/** The leaves below a node, or the node itself if it is one. */
export function leavesBelow<W>(tree: TreeView<W>, node: number): number[] {
  if (tree.isLeaf(node)) return [node];
  return tree.branches(node).flatMap((branch) => leavesBelow(tree, branch));
}

/** Is a node equal to the other one or below it? */
export function isBelow<W>(tree: TreeView<W>, node: number, other: number): boolean {
  let at = node;
  while (at >= 0 && at !== other) at = tree.parent(at);
  return at === other;
}

/** The lowest common ancestor of two leaves. */
export function lowestCommonAncestor<W>(tree: TreeView<W>, left: number, right: number): number {
  const above = new Set<number>();
  for (let at = left; at >= 0; at = tree.parent(at)) above.add(at);
  let at = right;
  while (!above.has(at)) at = tree.parent(at);
  return at;
}
