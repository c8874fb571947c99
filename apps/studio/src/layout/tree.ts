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

/** Puts the leaves side by side and each node above the middle of its children. The nodes come in preorder; no recursion: trees may be deep. */
export function treeLayout(nodes: readonly TreeNodeView[]): TreeLayout {
  const children = new Map<number, TreeNodeView[]>();
  for (const node of nodes) {
    const siblings = children.get(node.parent);
    if (siblings === undefined) children.set(node.parent, [node]);
    else siblings.push(node);
  }
  const [x, depths] = [new Map<number, number>(), new Map<number, number>()];
  let leaves = 0;
  let deepest = 0;
  for (const { id, parent } of nodes) {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    deepest = Math.max(deepest, depth);
    if (!children.has(id)) x.set(id, EDGE + ACROSS * leaves++);
  }
  for (const { id } of nodes.toReversed()) {
    const places = children.get(id)?.map((child) => x.get(child.id) ?? 0);
    if (places !== undefined) x.set(id, (Math.min(...places) + Math.max(...places)) / 2);
  }
  const at = (id: number) => ({ x: x.get(id) ?? 0, y: 30 + (depths.get(id) ?? 0) * DOWN });
  return {
    nodes: nodes.map((node) => ({
      node,
      depth: depths.get(node.id) ?? 0,
      ...at(node.id),
      parent: node.parent < 0 ? undefined : at(node.parent),
    })),
    leaves,
    width: Math.max(1, leaves - 1) * ACROSS + 2 * EDGE,
    height: deepest * DOWN + 60,
  };
}
