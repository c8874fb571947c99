import type { GroupWithZero } from "../../algebra/semifield.ts";
import { weightMap } from "../../algebra/weight-map.ts";
import { shortlex, type Word } from "../../words/word.ts";
import { residual, type Wdfsa } from "../wdfsa.ts";
import { type LeastSuffixes, leastSuffix, leastSuffixes } from "./least-suffixes.ts";

/** An inner node has a suffix; a leaf has states, none if it is the dead leaf. */
export type SplittingNode<W> =
  | {
      readonly suffix: Word;
      /** The node for words that weigh zero with this suffix, or -1. */
      readonly zero: number;
      /** The nodes for other words, by the ratio of their weight to that with the pivot. */
      readonly branches: readonly { readonly ratio: W; readonly node: number }[];
    }
  | { readonly states: readonly number[] };

/**
 * How to tell the states of a minimal automaton apart by the weights of suffixes; node 0 is the root.
 *
 * A word x descends by its weights. On the all-zero path it only matters whether a weight is zero. The first suffix with a
 * non-zero weight is the pivot e₀; below it, the branch is the ratio L(xe₀)⁻¹ ⊗ L(xe). So two states differ in a pair of
 * suffixes (a ratio), or in one suffix that is zero for only one of them.
 */
export interface SplittingTree<W> {
  readonly nodes: readonly SplittingNode<W>[];
  /** The inner nodes above the leaf of a state, from the root down; for -1 those above the dead leaf. */
  path(state: number): number[];
}

/**
 * The splitting tree of an automaton that `minimize` returned. In its canonical gauge a state weighs its least
 * accepted suffix 1, so:
 *
 * - states with different least suffixes differ in a zero: the lesser suffix is not accepted by the other state. The
 *   top of the tree has the least suffixes in shortlex order, and ends in the dead leaf;
 * - for states with the same least suffix e₀, ratios to e₀ are the weights themselves, and unequal states have unequal
 *   weights for some suffix: for ε; or for a·e₀' if the arcs on a differ in their weights or in the least suffix e₀' of
 *   their targets; or for a·d if the arcs are alike and d tells their targets apart.
 *
 * Moore's algorithm: O(states² · letters) at worst, usually a few rounds over all arcs. No ⊕. Over an inexact algebra,
 * states whose weights are near for every suffix tried may stay together in a leaf.
 */
export function splittingTree<W>(minimal: Wdfsa<W>): SplittingTree<W> {
  return new Splitter(minimal).run();
}

interface MutableSplit<W> {
  suffix: Word;
  zero: number;
  branches: { ratio: W; node: number }[];
}

class Splitter<W> {
  readonly #automaton: Wdfsa<W>;
  readonly #algebra: GroupWithZero<W>;
  readonly #width: number;
  readonly #least: LeastSuffixes;
  /** The number of a state's least suffix. */
  readonly #leastId: Int32Array;
  readonly #leastWord: Word[] = [];
  readonly #nodes: (MutableSplit<W> | { states: number[] })[] = [];
  readonly #parent: number[] = [];
  readonly #depth: number[] = [];
  /** The leaf of a state. */
  readonly #leaf: Int32Array;
  #dead = 0;

  constructor(automaton: Wdfsa<W>) {
    this.#automaton = automaton;
    this.#algebra = automaton.algebra;
    this.#width = automaton.alphabet.size;
    this.#least = leastSuffixes(automaton);
    this.#leastId = new Int32Array(automaton.size);
    this.#leaf = new Int32Array(automaton.size);
  }

  run(): SplittingTree<W> {
    const groups = this.#byLeastSuffix();
    let open = -1;
    for (const { suffix, states } of groups) {
      const node = this.#add({ suffix, zero: -1, branches: [] }, open);
      if (open >= 0) (this.#nodes[open] as MutableSplit<W>).zero = node;
      const leaf = this.#leafFor(states, node);
      (this.#nodes[node] as MutableSplit<W>).branches.push({ ratio: this.#algebra.one, node: leaf });
      open = node;
    }
    this.#dead = this.#add({ states: [] }, open);
    if (open >= 0) (this.#nodes[open] as MutableSplit<W>).zero = this.#dead;
    while (this.#round());
    return { nodes: this.#nodes, path: (state) => this.#path(state < 0 ? this.#dead : this.#leaf[state]) };
  }

  #byLeastSuffix(): { suffix: Word; states: number[] }[] {
    const groups = new Map<string, { suffix: Word; states: number[] }>();
    for (let state = 0; state < this.#automaton.size; state++) {
      const suffix = leastSuffix(this.#automaton, this.#least, state);
      const name = suffix.join();
      const group = groups.get(name);
      if (group === undefined) groups.set(name, { suffix, states: [state] });
      else group.states.push(state);
    }
    const sorted = [...groups.values()].toSorted((a, b) => shortlex(a.suffix, b.suffix));
    sorted.forEach(({ suffix, states }, id) => {
      this.#leastWord.push(suffix);
      for (const state of states) this.#leastId[state] = id;
    });
    return sorted;
  }

  /** Splits every leaf that can be split, once; false if there is none. */
  #round(): boolean {
    let changed = false;
    const end = this.#nodes.length;
    for (let node = 0; node < end; node++) {
      const leaf = this.#nodes[node];
      if (!("states" in leaf) || leaf.states.length < 2) continue;
      const suffix = this.#separatingSuffix(leaf.states);
      if (suffix !== undefined && this.#split(node, leaf.states, suffix)) changed = true;
    }
    return changed;
  }

  /** A suffix that two of these states weigh differently, or `undefined` if none is known yet. */
  #separatingSuffix(states: readonly number[]): Word | undefined {
    const { finalWeight } = this.#automaton;
    const [first] = states;
    if (states.some((state) => !this.#algebra.equals(finalWeight[first], finalWeight[state]))) return [];
    for (let letter = 0; letter < this.#width; letter++) {
      for (const state of states) {
        const suffix = this.#separatingBehind(first, state, letter);
        if (suffix !== undefined) return [letter, ...suffix];
      }
    }
    return undefined;
  }

  #separatingBehind(p: number, q: number, letter: number): Word | undefined {
    const { target, arcWeight } = this.#automaton;
    const left = p * this.#width + letter;
    const right = q * this.#width + letter;
    const p2 = target[left];
    const q2 = target[right];
    if (p2 === q2 && p2 < 0) return undefined;
    const ids = [p2, q2].map((state) => (state < 0 ? this.#leastWord.length : this.#leastId[state]));
    const least = Math.min(...ids);
    if (ids[0] !== ids[1] || !this.#algebra.equals(arcWeight[left], arcWeight[right])) {
      return this.#leastWord[least];
    }
    return this.#leaf[p2] === this.#leaf[q2]
      ? undefined
      : this.#suffixAtMeeting(this.#leaf[p2], this.#leaf[q2]);
  }

  /** The suffix of the lowest common ancestor of two leaves. */
  #suffixAtMeeting(left: number, right: number): Word {
    let a = left;
    let b = right;
    while (a !== b) {
      if (this.#depth[a] >= this.#depth[b]) a = this.#parent[a];
      else b = this.#parent[b];
    }
    return (this.#nodes[a] as MutableSplit<W>).suffix;
  }

  #split(node: number, states: readonly number[], suffix: Word): boolean {
    const groups = this.#byWeight(states, suffix);
    if (groups.length < 2) return false;
    const split: MutableSplit<W> = { suffix, zero: -1, branches: [] };
    this.#nodes[node] = split;
    for (const { ratio, states: group } of groups) {
      const leaf = this.#leafFor(group, node);
      if (this.#algebra.isZero(ratio)) split.zero = leaf;
      else split.branches.push({ ratio, node: leaf });
    }
    return true;
  }

  #byWeight(states: readonly number[], suffix: Word): { ratio: W; states: number[] }[] {
    const groups = weightMap<W, { ratio: W; states: number[] }>(this.#algebra);
    for (const state of states) {
      const ratio = residual(this.#automaton, state, suffix);
      groups.getOrAdd(ratio, () => ({ ratio, states: [] })).states.push(state);
    }
    return groups.values();
  }

  #leafFor(states: number[], parent: number): number {
    const leaf = this.#add({ states }, parent);
    for (const state of states) this.#leaf[state] = leaf;
    return leaf;
  }

  #add(node: MutableSplit<W> | { states: number[] }, parent: number): number {
    this.#parent.push(parent);
    this.#depth.push(parent < 0 ? 0 : this.#depth[parent] + 1);
    return this.#nodes.push(node) - 1;
  }

  #path(leaf: number): number[] {
    const path: number[] = [];
    for (let node = this.#parent[leaf]; node >= 0; node = this.#parent[node]) path.push(node);
    return path.reverse();
  }
}

/** A characterising set: every suffix of the tree, and ε. */
export function characterisingSet<W>(tree: SplittingTree<W>): Word[] {
  const words = new Map<string, Word>([["", []]]);
  for (const node of tree.nodes) if ("suffix" in node) words.set(node.suffix.join(), node.suffix);
  return [...words.values()];
}

/** The identification set of a state, or of the dead state for -1: the suffixes that tell it from all others. */
export function identificationSet<W>(tree: SplittingTree<W>, state: number): Word[] {
  return tree.path(state).flatMap((node) => {
    const split = tree.nodes[node];
    return "suffix" in split ? [split.suffix] : [];
  });
}
