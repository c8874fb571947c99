import { weightMap } from "../../algebra/weight-map.ts";
import { shortlex, type Word } from "../../words/word.ts";
import { residual, type Wdfsa } from "../wdfsa.ts";
import { canonicalScale } from "./canonical.ts";
import { leastSuffix, leastSuffixes } from "./least-suffixes.ts";

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

interface MutableSplit<W> {
  suffix: Word;
  zero: number;
  branches: { ratio: W; node: number }[];
}

/**
 * The splitting tree of a minimal automaton, whatever its numbering and its gauge: that of `minimize`, of `integral` or of
 * `push`. Ratios are the same in every gauge, so they are read off the canonical one, in which a state weighs its least
 * accepted suffix 1:
 *
 * - states with different least suffixes differ in a zero: the lesser suffix is not accepted by the other state. The
 *   top of the tree has the least suffixes in shortlex order, and ends in the dead leaf;
 * - for states with the same least suffix e₀, ratios to e₀ are the weights themselves, and unequal states have unequal
 *   weights for some suffix: for ε; or for a·e₀' if the arcs on a differ in their weights or in the least suffix e₀' of
 *   their targets; or for a·d if the arcs are alike and d tells their targets apart.
 *
 * Moore's algorithm: usually a few rounds over all arcs. At worst, along a chain whose states are all final, there are as many
 * rounds as states, and O(states² · letters) looks at arcs; and each round weighs a suffix as long as the chain behind the states that are left,
 * O(states³) products in all. No ⊕. Over an inexact algebra,
 * states whose weights are near for every suffix tried may stay together in a leaf.
 *
 * @example
 * const automaton = minimize(fromExpression("(a|b)*abb", boolean));
 * console.log(characterisingSet(splittingTree(automaton)).length <= automaton.size); // true
 */
export function splittingTree<W>(minimal: Wdfsa<W>): SplittingTree<W> {
  const canonical = canonicalScale(minimal);
  const { algebra } = canonical;
  const width = canonical.alphabet.size;
  const least = leastSuffixes(canonical);
  /** The number of a state's least suffix. */
  const leastId = new Int32Array(canonical.size);
  const leastWord: Word[] = [];
  const nodes: (MutableSplit<W> | { states: number[] })[] = [];
  const parents: number[] = [];
  const depths: number[] = [];
  /** The leaf of a state. */
  const leafOf = new Int32Array(canonical.size);
  let open = -1;
  for (const { suffix, states } of byLeastSuffix()) {
    const node = add({ suffix, zero: -1, branches: [] }, open);
    if (open >= 0) (nodes[open] as MutableSplit<W>).zero = node;
    const leaf = leafFor(states, node);
    (nodes[node] as MutableSplit<W>).branches.push({ ratio: algebra.one, node: leaf });
    open = node;
  }
  const dead = add({ states: [] }, open);
  if (open >= 0) (nodes[open] as MutableSplit<W>).zero = dead;
  while (round());
  return { nodes, path: (state) => path(state < 0 ? dead : leafOf[state]) };

  function byLeastSuffix(): { suffix: Word; states: number[] }[] {
    const groups = new Map<string, { suffix: Word; states: number[] }>();
    for (let state = 0; state < canonical.size; state++) {
      const suffix = leastSuffix(canonical, least, state);
      const name = suffix.join();
      const group = groups.get(name);
      if (group === undefined) groups.set(name, { suffix, states: [state] });
      else group.states.push(state);
    }
    const sorted = [...groups.values()].toSorted((a, b) => shortlex(a.suffix, b.suffix));
    sorted.forEach(({ suffix, states }, id) => {
      leastWord.push(suffix);
      for (const state of states) leastId[state] = id;
    });
    return sorted;
  }

  /** Splits every leaf that can be split, once; false if there is none. */
  function round(): boolean {
    let changed = false;
    const end = nodes.length;
    for (let node = 0; node < end; node++) {
      const leaf = nodes[node];
      if (!("states" in leaf) || leaf.states.length < 2) continue;
      const suffix = separatingSuffix(leaf.states);
      if (suffix !== undefined && split(node, leaf.states, suffix)) changed = true;
    }
    return changed;
  }

  /** A suffix that two of these states weigh differently, or `undefined` if none is known yet. */
  function separatingSuffix(states: readonly number[]): Word | undefined {
    const { finalWeight } = canonical;
    const [first] = states;
    if (states.some((state) => !algebra.equals(finalWeight[first], finalWeight[state]))) return [];
    for (let letter = 0; letter < width; letter++) {
      for (const state of states) {
        const suffix = separatingBehind(first, state, letter);
        if (suffix !== undefined) return [letter, ...suffix];
      }
    }
    return undefined;
  }

  function separatingBehind(p: number, q: number, letter: number): Word | undefined {
    const { target, arcWeight } = canonical;
    const left = p * width + letter;
    const right = q * width + letter;
    const p2 = target[left];
    const q2 = target[right];
    if (p2 === q2 && p2 < 0) return undefined;
    const ids = [p2, q2].map((state) => (state < 0 ? leastWord.length : leastId[state]));
    const least = Math.min(...ids);
    if (ids[0] !== ids[1] || !algebra.equals(arcWeight[left], arcWeight[right])) {
      return leastWord[least];
    }
    return leafOf[p2] === leafOf[q2] ? undefined : suffixAtMeeting(leafOf[p2], leafOf[q2]);
  }

  /** The suffix of the lowest common ancestor of two leaves. */
  function suffixAtMeeting(left: number, right: number): Word {
    let a = left;
    let b = right;
    while (a !== b) {
      if (depths[a] >= depths[b]) a = parents[a];
      else b = parents[b];
    }
    return (nodes[a] as MutableSplit<W>).suffix;
  }

  function split(node: number, states: readonly number[], suffix: Word): boolean {
    const groups = byWeight(states, suffix);
    if (groups.length < 2) return false;
    const split: MutableSplit<W> = { suffix, zero: -1, branches: [] };
    nodes[node] = split;
    for (const { ratio, states: group } of groups) {
      const leaf = leafFor(group, node);
      if (algebra.isZero(ratio)) split.zero = leaf;
      else split.branches.push({ ratio, node: leaf });
    }
    return true;
  }

  function byWeight(states: readonly number[], suffix: Word): { ratio: W; states: number[] }[] {
    const groups = weightMap<W, { ratio: W; states: number[] }>(algebra);
    for (const state of states) {
      const ratio = residual(canonical, state, suffix);
      groups.getOrAdd(ratio, () => ({ ratio, states: [] })).states.push(state);
    }
    return groups.values();
  }

  function leafFor(states: number[], parent: number): number {
    const leaf = add({ states }, parent);
    for (const state of states) leafOf[state] = leaf;
    return leaf;
  }

  function add(node: MutableSplit<W> | { states: number[] }, parent: number): number {
    parents.push(parent);
    depths.push(parent < 0 ? 0 : depths[parent] + 1);
    return nodes.push(node) - 1;
  }

  function path(leaf: number): number[] {
    const path: number[] = [];
    for (let node = parents[leaf]; node >= 0; node = parents[node]) path.push(node);
    return path.reverse();
  }
}

/**
 * A characterising set: every suffix of the tree, and ε.
 *
 * @example
 * const automaton = minimize(fromExpression("(aa)*b", boolean));
 * console.log(characterisingSet(splittingTree(automaton)).map((word) => automaton.alphabet.show(word)).join(" ")); // ε b ab
 */
export function characterisingSet<W>(tree: SplittingTree<W>): Word[] {
  const words = new Map<string, Word>([["", []]]);
  for (const node of tree.nodes) if ("suffix" in node) words.set(node.suffix.join(), node.suffix);
  return [...words.values()];
}

/**
 * The identification set of a state, or of the dead state for -1: the suffixes that tell it from all others.
 *
 * @example
 * const automaton = minimize(fromExpression("(aa)*b", boolean));
 * console.log(identificationSet(splittingTree(automaton), 0).length > 0); // true
 */
export function identificationSet<W>(tree: SplittingTree<W>, state: number): Word[] {
  return tree.path(state).flatMap((node) => {
    const split = tree.nodes[node];
    return "suffix" in split ? [split.suffix] : [];
  });
}
