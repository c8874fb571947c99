import type { GroupWithZero } from "../../algebra/semifield.ts";
import { type WeightMap, weightMap } from "../../algebra/weight-map.ts";
import { lengthened } from "../../words/collections.ts";
import type { Word } from "../../words/word.ts";

/** The state of a leaf at the end of the all-zero path: no state. */
export const DEAD = -1;

/** No node. */
const NONE = -1;
/** So many branches are looked through before a ratio is looked up. */
const FEW = 4;

/**
 * The weighted discrimination tree (docs/theory.md, 6.2). An inner node carries a suffix e; a word x goes down by its
 * answers L(xe). Until the first live answer the only question is *zero or not*; the first live suffix on the way is the
 * pivot e₀, and from then on the branch is the ratio L(xe₀)⁻¹ ⊗ L(xe). A leaf is a state, or, at the end of the
 * all-zero path, the dead state. Words at different leaves are not homothetic: the answers on their ways show it.
 *
 * Where 1 is the only non-zero weight, there is no factor to divide by. Every node then counts as having the pivot ε, the
 * ratio is the answer, and words with only zeros on their way share a state like any others.
 *
 * Nodes are numbers; node 0 is the root. The tree asks no questions: callers give it the answers.
 */
export class DiscriminationTree<W> {
  readonly algebra: GroupWithZero<W>;
  /** The suffix of an inner node; undefined for a leaf. */
  readonly #suffix: (Word | undefined)[] = [];
  /** The first live suffix above a node; undefined on the all-zero path. */
  readonly #pivot: (Word | undefined)[] = [];
  /** The state of a leaf, or `DEAD`. */
  #state = new Int32Array(64);
  #parent = new Int32Array(64);
  /** The ratio on the branch from the parent; zero for the root. */
  readonly #label: W[] = [];
  /** The branch for the answer zero, or -1. */
  #zero = new Int32Array(64);
  /** The branches for other ratios as a list, the oldest first: the first and the last one of a node, and the one after a branch; or -1. */
  #first = new Int32Array(64);
  #last = new Int32Array(64);
  #next = new Int32Array(64);
  /** The same by their ratios, for those that are not found at the beginning of the list. */
  readonly #live: (WeightMap<W, number> | undefined)[] = [];
  /** The end of the all-zero path, if it is a leaf; -1 if it is an inner node. */
  #zeroLeaf = 0;

  constructor(algebra: GroupWithZero<W>) {
    this.algebra = algebra;
    this.#addLeaf(DEAD, algebra.trivial === true ? [] : undefined, NONE, algebra.zero);
  }

  get size(): number {
    return this.#suffix.length;
  }

  suffix(node: number): Word | undefined {
    return this.#suffix[node];
  }

  pivot(node: number): Word | undefined {
    return this.#pivot[node];
  }

  isLeaf(node: number): boolean {
    return this.#suffix[node] === undefined;
  }

  /** The state of a leaf, or `DEAD`. */
  state(leaf: number): number {
    return this.#state[leaf];
  }

  /** The node above; -1 for the root, and for a node that no longer hangs in the tree. */
  parent(node: number): number {
    return this.#parent[node];
  }

  /** The ratio on the branch from the parent; zero for the root. */
  label(node: number): W {
    return this.#label[node];
  }

  /** The children of an inner node. */
  branches(node: number): number[] {
    const branches = this.#zero[node] >= 0 ? [this.#zero[node]] : [];
    for (let at = this.#first[node]; at >= 0; at = this.#next[at]) branches.push(at);
    return branches;
  }

  /** The leaf at the end of the all-zero path, or -1 if there is none. */
  zeroLeaf(): number {
    return this.#zeroLeaf;
  }

  /** L(xe₀)⁻¹ ⊗ L(xe). A live answer before the pivot becomes the pivot, and its ratio is 1. */
  ratio(pivotInverse: W | undefined, answer: W): W {
    if (this.algebra.isZero(answer)) return this.algebra.zero;
    return pivotInverse === undefined ? this.algebra.one : this.algebra.times(pivotInverse, answer);
  }

  /** The branch for a ratio, or -1 when there is none yet. */
  branch(node: number, ratio: W): number {
    if (this.algebra.isZero(ratio)) return this.#zero[node];
    // Most nodes have few branches, and weights that are the very same are compared faster than a key is looked up.
    let at = this.#first[node];
    for (let tried = 0; at >= 0 && tried < FEW; tried++, at = this.#next[at]) {
      if (this.#label[at] === ratio) return at;
    }
    return this.#first[node] < 0 ? NONE : (this.#byRatio(node).get(ratio) ?? NONE);
  }

  #byRatio(node: number): WeightMap<W, number> {
    let live = this.#live[node];
    if (live === undefined) {
      live = weightMap<W, number>(this.algebra);
      this.#live[node] = live;
      for (let at = this.#first[node]; at >= 0; at = this.#next[at]) live.set(this.#label[at], at);
    }
    return live;
  }

  /** Adds a leaf below a node for a ratio that has no branch yet. */
  grow(node: number, ratio: W, state: number): number {
    const zero = this.algebra.isZero(ratio);
    const pivot = this.#pivot[node] ?? (zero ? undefined : this.#suffix[node]);
    const leaf = this.#addLeaf(state, pivot, node, ratio);
    if (!zero) this.#append(node, leaf);
    else {
      this.#zero[node] = leaf;
      if (this.#endsZeros(node)) this.#zeroLeaf = leaf;
    }
    return leaf;
  }

  #append(node: number, leaf: number): void {
    if (this.#first[node] < 0) this.#first[node] = leaf;
    else this.#next[this.#last[node]] = leaf;
    this.#last[node] = leaf;
    this.#live[node]?.set(this.#label[leaf], leaf);
  }

  /** Turns a node into an inner node without branches, except that the all-zero path ends in a new dead leaf. */
  split(node: number, suffix: Word): void {
    for (const branch of this.branches(node)) this.#parent[branch] = NONE;
    this.#suffix[node] = suffix;
    this.#state[node] = DEAD;
    this.#zero[node] = NONE;
    this.#first[node] = NONE;
    this.#live[node] = undefined;
    if (this.#endsZeros(node)) this.#zeroLeaf = NONE;
    if (this.#pivot[node] === undefined) this.grow(node, this.algebra.zero, DEAD);
  }

  /** Are the answers on the way to a node all zero? */
  #endsZeros(node: number): boolean {
    let at = node;
    while (at > 0 && this.#parent[at] >= 0 && this.#zero[this.#parent[at]] === at) at = this.#parent[at];
    return at === 0;
  }

  #addLeaf(state: number, pivot: Word | undefined, parent: number, label: W): number {
    const leaf = this.#suffix.push(undefined) - 1;
    if (leaf === this.#state.length) this.#makeRoom(2 * leaf);
    this.#pivot.push(pivot);
    this.#parent[leaf] = parent;
    this.#label.push(label);
    this.#zero[leaf] = NONE;
    this.#first[leaf] = NONE;
    this.#next[leaf] = NONE;
    this.#live.push(undefined);
    this.#state[leaf] = state;
    return leaf;
  }

  #makeRoom(nodes: number): void {
    this.#state = lengthened(this.#state, nodes);
    this.#parent = lengthened(this.#parent, nodes);
    this.#zero = lengthened(this.#zero, nodes);
    this.#first = lengthened(this.#first, nodes);
    this.#last = lengthened(this.#last, nodes);
    this.#next = lengthened(this.#next, nodes);
  }
}

/** The leaves below a node, or the node itself if it is one. */
export function leavesBelow<W>(tree: DiscriminationTree<W>, node: number): number[] {
  if (tree.isLeaf(node)) return [node];
  return tree.branches(node).flatMap((branch) => leavesBelow(tree, branch));
}

/** Is a node equal to the other one or below it? */
export function isBelow<W>(tree: DiscriminationTree<W>, node: number, other: number): boolean {
  let at = node;
  while (at >= 0 && at !== other) at = tree.parent(at);
  return at === other;
}

/** The lowest common ancestor of two leaves. */
export function lowestCommonAncestor<W>(tree: DiscriminationTree<W>, left: number, right: number): number {
  const above = new Set<number>();
  for (let at = left; at >= 0; at = tree.parent(at)) above.add(at);
  let at = right;
  while (!above.has(at)) at = tree.parent(at);
  return at;
}
