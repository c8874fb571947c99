import type { TreeLearner } from "hankel/learning";
import type { TreeNodeView } from "./views.ts";

/**
 * The nodes of the discrimination tree, each before its branches. Only those that hang in the tree: when a part of it is
 * rebuilt, the nodes that it had before stay behind.
 */
export function treeView<W>({ sifting, algebra, alphabet }: TreeLearner<W>): TreeNodeView[] {
  const { tree } = sifting;
  const nodes: TreeNodeView[] = [];
  const stack = [0];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const suffix = tree.suffix(id);
    const state = suffix === undefined ? tree.state(id) : -1;
    nodes.push({
      id,
      parent: tree.parent(id),
      ratio: algebra.format(tree.label(id)),
      suffix: suffix === undefined ? null : alphabet.show(suffix),
      state: state < 0 ? null : state,
    });
    stack.push(...tree.branches(id).reverse());
  }
  return nodes;
}
