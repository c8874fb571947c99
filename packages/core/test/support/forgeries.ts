/** Certificates that somebody might forge: changed ones, and others made from scratch. Weights are opaque here. */

import { type Automaton, type RankCertificate, type StateCertificate, Wdfsa, type Word } from "@hankel/core";
import type { Case } from "./cases.ts";
import { mutated, renumbered, shuffled } from "./disguise.ts";
import { wordsUpTo } from "./reference.ts";

export type Roll = (bound: number) => number;
type Node = StateCertificate<unknown>["tree"][number];
type Split = Extract<Node, { readonly suffix: Word }>;

export function anyWord(letters: number, longest: number, roll: Roll): number[] {
  return letters === 0 ? [] : Array.from({ length: roll(longest + 1) }, () => roll(letters));
}

function replaced<T>(items: readonly T[], at: number, item: T): T[] {
  return items.map((other, i) => (i === at ? item : other));
}

/** Changes an automaton in one place: a weight, an arc, the initial weight, the initial state, or all arcs of a letter. */
export function changedAutomaton(setting: Case, automaton: Wdfsa<unknown>, roll: Roll): Wdfsa<unknown> {
  const { algebra, alphabet, size } = automaton;
  if (size === 0) return automaton;
  const weight = setting.pool[roll(setting.pool.length)];
  switch (roll(8)) {
    case 0: {
      const initialWeight = algebra.times(automaton.initialWeight, weight);
      return new Wdfsa({ ...parts(automaton), initialWeight });
    }
    case 1: {
      const first = roll(size);
      const places = Array.from({ length: size }, (_, state) =>
        state === 0 ? first : state === first ? 0 : state,
      );
      return renumbered(automaton, places);
    }
    case 2: {
      const letter = roll(Math.max(1, alphabet.size));
      const lost = (arc: number) => arc % alphabet.size === letter;
      const arcWeight = algebra.array(automaton.target.length);
      for (let arc = 0; arc < arcWeight.length; arc++)
        if (!lost(arc)) arcWeight[arc] = automaton.arcWeight[arc];
      const target = Int32Array.from(automaton.target, (to, arc) => (lost(arc) ? -1 : to));
      return new Wdfsa({ ...parts(automaton), target, arcWeight });
    }
    // One arc more.
    case 3:
    case 4: {
      const missing = Array.from({ length: automaton.target.length }, (_, arc) => arc).filter(
        (arc) => automaton.target[arc] < 0,
      );
      if (missing.length === 0) return mutated(setting, automaton, roll(2 ** 31));
      const added = missing[roll(missing.length)];
      const arcWeight = algebra.array(automaton.target.length);
      for (let arc = 0; arc < arcWeight.length; arc++)
        arcWeight[arc] = arc === added ? weight : automaton.arcWeight[arc];
      const to = roll(size);
      const target = Int32Array.from(automaton.target, (old, arc) => (arc === added ? to : old));
      return new Wdfsa({ ...parts(automaton), target, arcWeight });
    }
    default:
      return mutated(setting, automaton, roll(2 ** 31));
  }
}

function parts<W>({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight }: Wdfsa<W>) {
  return { algebra, alphabet, target, arcWeight, initialWeight, finalWeight };
}

/**
 * A certificate by somebody who knows the language, too: words to the states of an automaton, seldom the shortest ones, and a
 * tree of suffixes that sorts its right languages. As a rule they are suffixes with which the language weighs as the
 * automaton does: all words to states, and all or some that are a letter longer.
 */
export function forgedStates(
  setting: Case,
  automaton: Wdfsa<unknown>,
  language: Wdfsa<unknown>,
  roll: Roll,
): StateCertificate<unknown> {
  const { algebra } = setting;
  const access = forgedAccess(automaton, language, roll);
  const suffixes = agreeing(access, automaton, language, roll);
  const tree: Node[] = [];
  const rows = access.map((word) => suffixes.map((suffix) => automaton.weigh([...word, ...suffix])));
  const place = () => tree.push({ states: [] }) - 1;
  const grow = (
    node: number,
    at: number,
    states: readonly number[],
    pivots: readonly unknown[] | undefined,
  ) => {
    if (at === suffixes.length || (pivots !== undefined && states.length < 2 && roll(3) > 0)) {
      tree[node] = { states: pivots === undefined && roll(4) > 0 ? [] : states };
      return;
    }
    const groups = new Map<string, { ratio: unknown; states: number[] }>();
    for (const state of states) {
      const weight = rows[state][at];
      if (algebra.isZero(weight)) continue;
      const ratio = pivots === undefined ? algebra.one : algebra.times(pivots[state], weight);
      const name = algebra.format(ratio);
      groups.set(name, { ratio, states: [...(groups.get(name)?.states ?? []), state] });
    }
    // A leaf without need: of no state, and behind a pivot or in the place of one.
    const ratio = pivots === undefined ? algebra.one : setting.pool[roll(setting.pool.length)];
    if ((pivots !== undefined || groups.size === 0) && roll(2) === 0 && !groups.has(algebra.format(ratio)))
      groups.set("", { ratio, states: [] });
    const branches = [...groups.values()].map((group) => ({ ...group, node: place() }));
    const none = states.filter((state) => algebra.isZero(rows[state][at]));
    const zero = pivots === undefined || none.length > 0 ? place() : -1;
    tree[node] = { suffix: suffixes[at], zero, branches: branches.map((branch) => pick(branch)) };
    for (const branch of branches) {
      const own =
        pivots ?? rows.map((row) => (algebra.isZero(row[at]) ? algebra.zero : algebra.inverse(row[at])));
      grow(branch.node, branch.states.length === 0 ? suffixes.length : at + 1, branch.states, own);
    }
    if (zero >= 0) grow(zero, at + 1, none, pivots);
  };
  const pick = ({ ratio, node }: { readonly ratio: unknown; readonly node: number }) => ({ ratio, node });
  const all = access.map((_, state) => state);
  grow(place(), 0, all, undefined);
  return { access, tree: roll(2) === 0 ? tree : shuffledTree(tree, roll) };
}

/** A word to each state: as a rule one after which the language goes on as the automaton does. */
function forgedAccess(automaton: Wdfsa<unknown>, language: Wdfsa<unknown>, roll: Roll): Word[] {
  const all = [...wordsUpTo(automaton.alphabet.size, 3)];
  const alike = (word: Word) => goesOnAlike(automaton, language, word);
  return Array.from({ length: automaton.size }, (_, state) => {
    if (state === 0 && roll(2) === 0) return [];
    const leading = all.filter((word) => automaton.stateAfter(word) === state);
    const good = roll(4) === 0 ? [] : leading.filter(alike);
    const words = good.length === 0 ? leading : good;
    return words[roll(Math.max(1, words.length))] ?? [];
  });
}

function goesOnAlike<W>(automaton: Automaton<W>, language: Automaton<W>, word: Word): boolean {
  const suffixes = [...wordsUpTo(automaton.alphabet.size, 2)];
  return suffixes.every((suffix) => weighAlike(automaton, language, [...word, ...suffix]));
}

function weighAlike<W>(automaton: Automaton<W>, language: Automaton<W>, word: Word): boolean {
  return automaton.algebra.equals(automaton.weigh(word), language.weigh(word));
}

/** Suffixes in any order: any, or those with which words to states, and some or all of their successors, are weighed alike. */
function agreeing(
  access: readonly Word[],
  automaton: Wdfsa<unknown>,
  language: Wdfsa<unknown>,
  roll: Roll,
): Word[] {
  const { alphabet } = automaton;
  const any = Array.from({ length: 1 + roll(5) }, () => anyWord(alphabet.size, 2, roll));
  const kind = roll(4);
  if (kind === 0) return any;
  const arcs = successors(access, alphabet.size);
  const after = kind === 1 ? arcs : arcs.filter((word) => automaton.stateAfter(word) >= 0);
  const alike = suffixesAlike([...access, ...(kind === 2 ? [] : after)], automaton, language);
  const order = roll(2) === 0 ? alike : shuffled(alike.length, roll).map((i) => alike[i]);
  return alike.length === 0 ? any : order.slice(0, 1 + roll(5));
}

function successors(words: readonly Word[], letters: number): Word[] {
  return words.flatMap((word) => Array.from({ length: letters }, (_, letter) => [...word, letter]));
}

/** The suffixes of at most three letters with which an automaton and a language weigh all these words alike. */
function suffixesAlike<W>(words: readonly Word[], automaton: Automaton<W>, language: Automaton<W>): Word[] {
  return [...wordsUpTo(automaton.alphabet.size, 3)].filter((suffix) =>
    words.every((word) => weighAlike(automaton, language, [...word, ...suffix])),
  );
}

/** Changes a certificate of states in one place. */
export function changedStates(
  setting: Case,
  letters: number,
  { access, tree }: StateCertificate<unknown>,
  roll: Roll,
): StateCertificate<unknown> {
  const word = () => anyWord(letters, 2, roll);
  const at = roll(tree.length);
  const chosen = tree[at];
  const changed = (node: Node) => ({ access, tree: pruned(replaced(tree, at, node), roll) });
  switch (roll(4)) {
    case 0:
      return { access: changedWords(access, word, roll), tree };
    case 1:
      return { access, tree: shuffledTree(tree, roll) };
    default:
      if (chosen === undefined) return { access, tree };
      return changed(
        "suffix" in chosen ? changedSplit(setting, chosen, tree, word, roll) : changedLeaf(chosen),
      );
  }

  function changedLeaf({ states }: Extract<Node, { readonly states: unknown }>): Node {
    const state = roll(access.length + 1);
    switch (roll(4)) {
      case 0:
        return { states: states.slice(1) };
      case 1:
        return { states: [...states, state] };
      case 2:
        return { states: [state] };
      default:
        return { suffix: word(), zero: roll(tree.length), branches: [] };
    }
  }
}

/** Another list of words. */
export function changedWords(words: readonly Word[], word: () => Word, roll: Roll): Word[] {
  const at = roll(Math.max(1, words.length));
  const other = roll(Math.max(1, words.length));
  switch (roll(6)) {
    case 0:
      return words.filter((_, i) => i !== at);
    case 1:
      return [...words, word()];
    case 2:
      return words.map((own, i) => (i === at ? words[other] : i === other ? words[at] : own));
    case 3:
      return replaced(words, at, [...word(), ...(words[at] ?? [])]);
    case 4:
      return replaced(words, at, words[other] ?? []);
    default:
      return replaced(words, at, word());
  }
}

function changedSplit(
  { pool }: Case,
  split: Split,
  tree: readonly Node[],
  word: () => Word,
  roll: Roll,
): Node {
  const { branches } = split;
  const node = roll(tree.length);
  const at = roll(Math.max(1, branches.length));
  const ratio = pool[roll(pool.length)];
  const changed = branches.map((branch, i) => (i === at ? { ...branch, ratio } : branch));
  switch (roll(9)) {
    case 0:
      return { ...split, suffix: word() };
    case 1: {
      const other = tree[node];
      return "suffix" in other ? { ...split, suffix: other.suffix } : split;
    }
    case 2:
      return { ...split, zero: roll(2) === 0 ? -1 : node };
    case 3:
      return { ...split, branches: changed };
    case 4:
      return { ...split, branches: branches.map((branch, i) => (i === at ? { ...branch, node } : branch)) };
    case 5:
      return { ...split, branches: branches.filter((_, i) => i !== at) };
    case 6:
      return { ...split, branches: [...branches, { ratio, node }] };
    // The node gives way to one of those below it.
    case 7:
      return tree[split.zero] ?? split;
    default:
      return tree[branches[at]?.node ?? -1] ?? split;
  }
}

/** The same tree, its nodes in another order behind the root. */
function shuffledTree(tree: readonly Node[], roll: Roll): Node[] {
  const others = shuffled(Math.max(0, tree.length - 1), roll).map((node) => node + 1);
  return renumberedTree(tree, [0, ...others]);
}

function renumberedTree(tree: readonly Node[], order: readonly number[]): Node[] {
  const moved = new Array<Node>(tree.length);
  tree.forEach((node, i) => {
    moved[order[i]] =
      "suffix" in node
        ? {
            suffix: node.suffix,
            zero: order[node.zero] ?? -1,
            branches: node.branches.map(({ ratio, node: to }) => ({ ratio, node: order[to] })),
          }
        : node;
  });
  return moved;
}

/** The nodes that are still below the root, as a rule: otherwise almost every change would only leave nodes behind. */
function pruned(tree: readonly Node[], roll: Roll): Node[] {
  if (roll(8) === 0) return [...tree];
  const kept = new Set([0]);
  for (const at of kept) {
    const node = tree[at];
    if (!("suffix" in node)) continue;
    for (const to of [node.zero, ...node.branches.map((branch) => branch.node)]) if (to >= 0) kept.add(to);
  }
  const places = new Map([...kept].map((node, place) => [node, place]));
  const order = tree.map((_, node) => places.get(node) ?? -1);
  return renumberedTree(tree, order).slice(0, kept.size);
}

/**
 * As many prefixes as there are states, as a rule such after which the language goes on as the automaton does, and suffixes
 * with which it weighs them alike.
 */
export function forgedRank<W>(automaton: Automaton<W>, language: Automaton<W>, roll: Roll): RankCertificate {
  const letters = automaton.alphabet.size;
  const { size } = automaton;
  const all = [...wordsUpTo(letters, 3)];
  const mixed = (words: readonly Word[]) => shuffled(words.length, roll).map((i) => words[i]);
  const withEmpty = (words: readonly Word[]) => (roll(2) === 0 ? words : [[], ...words]).slice(0, size);
  const good = roll(3) === 0 ? [] : all.filter((word) => goesOnAlike(automaton, language, word));
  const prefixes = withEmpty(mixed(good.length === 0 ? all : good));
  const asked = [...prefixes, ...(roll(3) === 0 ? [] : successors(prefixes, letters))];
  return { prefixes, suffixes: withEmpty(mixed(suffixesAlike(asked, automaton, language))) };
}

/** Changes a certificate of the rank in one place, or makes one of any words. */
export function changedRank(
  letters: number,
  { prefixes, suffixes }: RankCertificate,
  roll: Roll,
): RankCertificate {
  const word = () => anyWord(letters, 3, roll);
  switch (roll(5)) {
    case 0:
      return { prefixes: prefixes.map(word), suffixes: suffixes.map(word) };
    case 1:
    case 2:
      return { prefixes: changedWords(prefixes, word, roll), suffixes };
    default:
      return { prefixes, suffixes: changedWords(suffixes, word, roll) };
  }
}
