import type { TreeNodeView } from "../engine/views.ts";
import type { Position } from "./graph.ts";

export interface TreeLayout {
  /** In preorder: a node stands before its children. */
  readonly nodes: readonly (Position & {
    readonly node: TreeNodeView;
    readonly depth: number;
    readonly parent: Position | undefined;
  })[];
  readonly leaves: number;
  readonly width: number;
  readonly height: number;
}

const ACROSS = 78;
const DOWN = 78;
const EDGE = 44;

/** Puts the leaves side by side and each node above the middle of its children. No recursion: trees may be deep. */
export function treeLayout(nodes: readonly TreeNodeView[]): TreeLayout {
  const children = new Map<number, TreeNodeView[]>();
  for (const node of nodes) {
    const siblings = children.get(node.parent);
    if (siblings === undefined) children.set(node.parent, [node]);
    else siblings.push(node);
  }
  const order: { node: TreeNodeView; depth: number }[] = [];
  const stack = (children.get(-1) ?? []).slice(0, 1).map((node) => ({ node, depth: 0 }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    order.push(next);
    for (const node of (children.get(next.node.id) ?? []).toReversed())
      stack.push({ node, depth: next.depth + 1 });
  }
  const x = new Map<number, number>();
  let leaves = 0;
  for (const { node } of order) if (!children.has(node.id)) x.set(node.id, EDGE + ACROSS * leaves++);
  for (const { node } of order.toReversed()) {
    const below = children.get(node.id);
    if (below === undefined) continue;
    const places = below.map(({ id }) => x.get(id) ?? 0);
    x.set(node.id, (Math.min(...places) + Math.max(...places)) / 2);
  }
  const y = new Map(order.map(({ node, depth }) => [node.id, 30 + depth * DOWN]));
  const at = (id: number) => ({ x: x.get(id) ?? 0, y: y.get(id) ?? 0 });
  const depths = order.map(({ depth }) => depth);
  return {
    nodes: order.map(({ node, depth }) => ({
      node,
      depth,
      ...at(node.id),
      parent: node.parent < 0 ? undefined : at(node.parent),
    })),
    leaves,
    width: Math.max(1, leaves - 1) * ACROSS + 2 * EDGE,
    height: depths.reduce((a, b) => Math.max(a, b), 0) * DOWN + 60,
  };
}
