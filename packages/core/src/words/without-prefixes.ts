import type { PrefixTree } from "./prefix-tree.ts";

/** These words, each once and the longest first, without those that are prefixes of others. */
export function withoutPrefixes(tree: PrefixTree, nodes: Iterable<number>): number[] {
  const prefixes = new Set<number>();
  return [...new Set(nodes)]
    .sort((a, b) => tree.depth(b) - tree.depth(a))
    .filter((node) => {
      const needed = !prefixes.has(node);
      for (let at = node; at >= 0 && !prefixes.has(at); at = tree.parent(at)) prefixes.add(at);
      return needed;
    });
}
