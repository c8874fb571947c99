/** Which nodes of a prefix tree are drawn, and what each of them is at a step. */

import type { Alphabet } from "hankel";
import type { MergedTree } from "hankel/learning";
import { BLUE, GONE, type TreeNode, type TreeState, WHITE } from "./merging-views.ts";

/** So many nodes and leaves are drawn: more cannot be read. */
const MOST_NODES = 150;
const MOST_LEAVES = 34;

/**
 * The part of a prefix tree that is drawn: from the root on, always the node next through which most words pass, until there are enough. Whole
 * subtrees are left out, and the node in front of them says how many nodes these have.
 */
export class DrawnTree {
  readonly nodes: readonly TreeNode[];
  readonly size: number;
  readonly #alphabet: Alphabet;
  readonly #tree: MergedTree;
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  /** How many nodes each subtree has, its root included. */
  readonly #sizes: Int32Array;
  /** The places of the nodes that are drawn, by their numbers. */
  readonly #places = new Map<number, number>();

  /** `tree` is that of the first step, where nothing is merged. */
  constructor(tree: MergedTree, alphabet: Alphabet) {
    this.#tree = tree;
    this.#alphabet = alphabet;
    this.size = tree.nodes;
    this.#first = new Int32Array(tree.nodes).fill(-1);
    this.#next = new Int32Array(tree.nodes).fill(-1);
    this.#sizes = new Int32Array(tree.nodes).fill(1);
    for (let node = tree.nodes - 1; node > 0; node--) {
      const parent = tree.parent(node);
      this.#next[node] = this.#first[parent];
      this.#first[parent] = node;
      this.#sizes[parent] += this.#sizes[node];
    }
    const chosen = this.#choose();
    chosen.forEach((node, place) => this.#places.set(node, place));
    this.nodes = chosen.map((node) => this.#shown(node, chosen));
  }

  /** The node of a word of the tree. */
  nodeOf(word: readonly number[]): number {
    let node = 0;
    for (const letter of word) node = this.#child(node, letter);
    return node;
  }

  /** What the nodes are now; `blue` is drawn in any case. */
  stateAt(tree: MergedTree, blue?: number): TreeState {
    const states = new Int32Array(this.nodes.length);
    const now = new Map<number, number>();
    const enter = (node: number) => {
      const parent = tree.parent(node);
      const before = parent < 0 ? -1 : (now.get(parent) ?? -1);
      const state = parent < 0 ? tree.reds[0] : before < 0 ? -1 : tree.after(before, tree.letter(node));
      now.set(node, state);
      if (state < 0) return GONE;
      if (tree.number(state) >= 0) return tree.number(state);
      return tree.number(before) >= 0 ? BLUE : WHITE;
    };
    this.nodes.forEach(({ id }, i) => {
      states[i] = enter(id);
    });
    const path = blue === undefined ? [] : this.#pathTo(blue);
    return {
      states,
      path: path.map((node, i) => this.#shown(node, i + 1 < path.length ? [path[i + 1]] : [])),
      pathStates: path.map(enter),
    };
  }

  #child(node: number, letter: number): number {
    let child = this.#first[node];
    while (child >= 0 && this.#tree.letter(child) !== letter) child = this.#next[child];
    return child;
  }

  #children(node: number): number[] {
    const children: number[] = [];
    for (let child = this.#first[node]; child >= 0; child = this.#next[child]) children.push(child);
    return children;
  }

  /** The nodes on the way to one that are not drawn, the first one first. */
  #pathTo(node: number): number[] {
    const path: number[] = [];
    for (let at = node; at >= 0 && !this.#places.has(at); at = this.#tree.parent(at)) path.push(at);
    return path.reverse();
  }

  #choose(): number[] {
    // Rejected words do not count as visits: then the larger subtree comes first.
    const weight = (node: number) => this.#tree.passed(node) + this.#sizes[node] / this.size;
    const chosen = [0];
    const frontier = this.#children(0);
    const withChildren = new Set<number>();
    let leaves = 1;
    while (frontier.length > 0 && chosen.length < MOST_NODES) {
      let best = 0;
      for (let i = 1; i < frontier.length; i++) if (weight(frontier[i]) > weight(frontier[best])) best = i;
      const [node] = frontier.splice(best, 1);
      const parent = this.#tree.parent(node);
      const isFirst = !withChildren.has(parent);
      if (!isFirst && leaves >= MOST_LEAVES) continue;
      if (!isFirst) leaves++;
      withChildren.add(parent);
      chosen.push(node);
      frontier.push(...this.#children(node));
    }
    // Children in the order of their letters.
    const order = new Map(chosen.map((node) => [node, this.#tree.letter(node)]));
    return chosen.sort(
      (a, b) => this.#depth(a) - this.#depth(b) || (order.get(a) ?? 0) - (order.get(b) ?? 0),
    );
  }

  #depth(node: number): number {
    let depth = 0;
    for (let at = node; at > 0; at = this.#tree.parent(at)) depth++;
    return depth;
  }

  #shown(node: number, drawn: readonly number[]): TreeNode {
    const parent = this.#tree.parent(node);
    const behind = drawn.filter((other) => this.#tree.parent(other) === node);
    const hidden = behind.reduce((rest, other) => rest - this.#sizes[other], this.#sizes[node] - 1);
    return {
      id: node,
      parent,
      symbol: parent < 0 ? "" : this.#alphabet.symbols[this.#tree.letter(node)],
      word: this.#alphabet.show(this.#tree.word(node)),
      hidden,
    };
  }
}
