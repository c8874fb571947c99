import type { GroupWithZero, Key } from "../../algebra/semifield.ts";
import type { Word } from "../../words/word.ts";

/** A leaf that holds no state: words that have been zero all the way down. */
export const DEAD = -1;

const SHORT = 8;
const MANY = 100;

/**
 * The weighted discrimination tree (docs/theory.md §6). An inner node carries a suffix e; a word x goes down by its
 * answers L(xe). Until the first live answer the only question is *zero or not*; the first live suffix on the way is the
 * pivot e₀, and from then on the branch is the ratio L(xe₀)⁻¹ ⊗ L(xe). A leaf is a state, or, at the end of the
 * all-zero path, the dead state. Words at different leaves are not homothetic: the answers on their ways show it.
 *
 * Where 1 is the only weight but zero there is no factor to divide by. Every node then counts as having a pivot, the
 * ratio is the answer, and words that have been zero all the way down are a state like any other.
 *
 * Nodes are numbers; node 0 is the root. The tree asks nobody: `step` is given the answer.
 */
export class DiscriminationTree<W> {
  readonly algebra: GroupWithZero<W>;
  /** The suffix of an inner node; undefined for a leaf. */
  readonly #suffix: (Word | undefined)[] = [];
  /** The first live suffix above a node; undefined on the all-zero path; ε where none is needed. */
  readonly #pivot: (Word | undefined)[] = [];
  /** The state of a leaf, or `DEAD`. */
  readonly #state: number[] = [];
  readonly #parent: number[] = [];
  /** The ratio that leads to a node from its parent; zero at the root and on the zero branches. */
  readonly #label: W[] = [];
  readonly #depth: number[] = [];
  /** The branch for the answer zero, or -1. */
  readonly #zero: number[] = [];
  /** The other branches, by the key of the ratio. */
  readonly #byKey: (Map<Key, number> | undefined)[] = [];
  /** The other branches, by nearness. */
  readonly #byNearness: ({ ratio: W; node: number }[] | undefined)[] = [];

  /** The suffixes that have stood in the tree and are no longer than `SHORT`, at most `MANY` of them. */
  readonly shortSuffixes: Word[] = [];
  readonly #known = new Set<string>();

  constructor(algebra: GroupWithZero<W>) {
    this.algebra = algebra;
    this.#leaf(DEAD, algebra.trivial === true ? [] : undefined, -1);
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

  state(leaf: number): number {
    return this.#state[leaf];
  }

  setState(leaf: number, state: number): void {
    this.#state[leaf] = state;
  }

  /** The node above, or -1 for the root. */
  parent(node: number): number {
    return this.#parent[node];
  }

  /** The ratio by which words come here from the node above; zero for the root. */
  label(node: number): W {
    return this.#label[node];
  }

  /** The suffixes on which a dead word is zero, from the root down. */
  zeroPath(): Word[] {
    const path: Word[] = [];
    for (let node = 0; node >= 0; node = this.#zero[node]) {
      const suffix = this.#suffix[node];
      if (suffix !== undefined) path.push(suffix);
    }
    return path;
  }

  /** The suffixes above a node. */
  way(node: number): Word[] {
    const way: Word[] = [];
    for (let above = this.#parent[node]; above >= 0; above = this.#parent[above]) {
      way.push(this.#suffix[above] as Word);
    }
    return way;
  }

  /** The node where the ways to two leaves part. */
  meeting(left: number, right: number): number {
    let a = left;
    let b = right;
    while (a !== b) {
      if (this.#depth[a] >= this.#depth[b]) a = this.#parent[a];
      else b = this.#parent[b];
    }
    return a;
  }

  /** A leaf of its own; whoever makes it hangs it up. */
  #leaf(state: number, pivot: Word | undefined, parent: number, ratio = this.algebra.zero): number {
    this.#parent.push(parent);
    this.#label.push(ratio);
    this.#depth.push(parent < 0 ? 0 : this.#depth[parent] + 1);
    this.#suffix.push(undefined);
    this.#pivot.push(pivot);
    this.#zero.push(-1);
    this.#byKey.push(undefined);
    this.#byNearness.push(undefined);
    return this.#state.push(state) - 1;
  }

  /**
   * Turns a leaf into an inner node without branches, save that the all-zero path goes on to a dead leaf; or makes an
   * inner node forget its branches for others by a new suffix.
   */
  split(leaf: number, suffix: Word): void {
    this.#remember(suffix);
    this.#suffix[leaf] = suffix;
    this.#state[leaf] = DEAD;
    this.#zero[leaf] = this.#pivot[leaf] === undefined ? this.#leaf(DEAD, undefined, leaf) : -1;
    this.#byKey[leaf] = undefined;
    this.#byNearness[leaf] = undefined;
  }

  /** The nodes right below an inner node. */
  branches(node: number): number[] {
    const below = [
      ...(this.#byKey[node]?.values() ?? []),
      ...(this.#byNearness[node] ?? []).map((b) => b.node),
    ];
    return this.#zero[node] < 0 ? below : [this.#zero[node], ...below];
  }

  /** Does the node hang below the root still? */
  isAttached(node: number): boolean {
    for (let at = node; at !== 0; at = this.#parent[at]) {
      if (!this.branches(this.#parent[at]).includes(at)) return false;
    }
    return true;
  }

  /** A node and all below it. */
  nodesBelow(node: number): number[] {
    const found = [node];
    for (let i = 0; i < found.length; i++) {
      if (this.isLeaf(found[i])) continue;
      for (const branch of this.branches(found[i])) found.push(branch);
    }
    return found;
  }

  /** The leaves below a node, or the node itself if it is one. */
  leaves(node: number): number[] {
    return this.nodesBelow(node).filter((below) => this.isLeaf(below));
  }

  #remember(suffix: Word): void {
    if (suffix.length > SHORT || this.shortSuffixes.length === MANY) return;
    const name = suffix.join();
    if (this.#known.has(name)) return;
    this.#known.add(name);
    this.shortSuffixes.push(suffix);
  }

  /** L(xe₀)⁻¹ ⊗ L(xe); an answer before the pivot is its own pivot, of ratio 1. */
  ratio(pivotInverse: W | undefined, answer: W): W {
    if (this.algebra.isZero(answer)) return this.algebra.zero;
    return pivotInverse === undefined ? this.algebra.one : this.algebra.times(pivotInverse, answer);
  }

  /** The branch for a ratio, or -1 when there is none yet. */
  branch(node: number, ratio: W): number {
    const { algebra } = this;
    if (algebra.isZero(ratio)) return this.#zero[node];
    if (algebra.exact) return this.#byKey[node]?.get(algebra.key(ratio)) ?? -1;
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const branch of this.#byNearness[node] ?? []) {
      const distance = algebra.distance(branch.ratio, ratio);
      if (distance <= algebra.tolerance && distance < least) {
        least = distance;
        nearest = branch.node;
      }
    }
    return nearest;
  }

  /** Opens a branch for a ratio: a leaf. Its pivot is this node's, or this node's suffix if there was none. */
  grow(node: number, ratio: W, state: number): number {
    const { algebra } = this;
    const zero = algebra.isZero(ratio);
    const added = this.#leaf(
      state,
      this.#pivot[node] ?? (zero ? undefined : this.#suffix[node]),
      node,
      ratio,
    );
    if (zero) this.#zero[node] = added;
    else if (algebra.exact) {
      let branches = this.#byKey[node];
      if (branches === undefined) {
        branches = new Map();
        this.#byKey[node] = branches;
      }
      branches.set(algebra.key(ratio), added);
    } else {
      let branches = this.#byNearness[node];
      if (branches === undefined) {
        branches = [];
        this.#byNearness[node] = branches;
      }
      branches.push({ ratio, node: added });
    }
    return added;
  }
}
