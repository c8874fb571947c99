import type { Position } from "./graph.ts";

/** A node of a tree that is drawn from left to right. */
export interface Branch {
  readonly id: number;
  /** That of the node on its left, or -1. Nodes come after their parents. */
  readonly parent: number;
  /** What stands on the line to it. */
  readonly label: string;
  /** What stands in it. */
  readonly text: string;
  /** A box for a question, a circle for a state, a dashed one for what is open or dead. */
  readonly shape: "box" | "state" | "open";
  /** The state that it belongs to, for its colour. */
  readonly state: number | null;
  /** What the tooltip and the outline say. */
  readonly about: string;
}

export interface Placed<B extends Branch> extends Position {
  readonly node: B;
  readonly depth: number;
  /** How wide the node is; `x` is its left end. */
  readonly width: number;
  /** The right end of its parent. */
  readonly from: Position | undefined;
}

export interface TreeLayout<B extends Branch> {
  /** In preorder: a node stands before its children. */
  readonly nodes: readonly Placed<B>[];
  readonly leaves: number;
  readonly width: number;
  readonly height: number;
}

const LINE = 34;
const EDGE = 6;
/** The room for a bend, and around a text. */
const BEND = 26;
const PADDING = 11;
const LEAST = 30;

/** About how wide a text is, in pixels: letters of some scripts are as wide as high. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) > 0x1100 ? 14 : 7.8;
  return width;
}

/**
 * Puts the leaves below each other and each node beside the middle of its children; a column is as wide as its widest node.
 * No recursion: trees may be deep.
 */
export function treeLayout<B extends Branch>(given: readonly B[]): TreeLayout<B> {
  const children = new Map<number, B[]>();
  for (const node of given) {
    const siblings = children.get(node.parent);
    if (siblings === undefined) children.set(node.parent, [node]);
    else siblings.push(node);
  }
  const nodes: B[] = [];
  const stack = [...(children.get(-1) ?? [])].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    nodes.push(node);
    stack.push(...(children.get(node.id) ?? []).toReversed());
  }
  const depths = new Map<number, number>();
  const y = new Map<number, number>();
  /** Of each column: the room for the labels of lines, and for nodes. */
  const columns: { before: number; width: number }[] = [];
  const widths = new Map<number, number>();
  let leaves = 0;
  for (const { id, parent, label, text } of nodes) {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    const column = (columns[depth] ??= { before: 0, width: 0 });
    const width = Math.max(LEAST, widthOf(text) + 2 * PADDING);
    widths.set(id, width);
    column.width = Math.max(column.width, width);
    column.before = Math.max(column.before, depth === 0 ? 0 : BEND + widthOf(label) + 2 * PADDING);
    if (!children.has(id)) y.set(id, EDGE + LINE / 2 + LINE * leaves++);
  }
  for (const { id } of nodes.toReversed()) {
    const below = children.get(id);
    if (below === undefined) continue;
    y.set(id, ((y.get(below[0].id) ?? 0) + (y.get(below[below.length - 1].id) ?? 0)) / 2);
  }
  const starts: number[] = [];
  let right = EDGE;
  for (const { before, width } of columns) {
    starts.push(right + before);
    right += before + width;
  }
  const place = (id: number): Position => ({ x: starts[depths.get(id) ?? 0], y: y.get(id) ?? 0 });
  return {
    nodes: nodes.map((node) => ({
      node,
      depth: depths.get(node.id) ?? 0,
      width: widths.get(node.id) ?? LEAST,
      ...place(node.id),
      from:
        node.parent < 0
          ? undefined
          : { x: place(node.parent).x + (widths.get(node.parent) ?? 0), y: place(node.parent).y },
    })),
    leaves,
    width: right + EDGE,
    height: Math.max(1, leaves) * LINE + 2 * EDGE,
  };
}
