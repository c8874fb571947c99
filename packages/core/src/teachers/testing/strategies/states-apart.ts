import { outputsOf } from "../../../automata/machine.ts";
import {
  characterisingSet,
  identificationSet,
  splittingTree,
} from "../../../automata/minimal/splitting-tree.ts";
import type { ReadonlyInts, Wdfsa } from "../../../automata/wdfsa.ts";
import { getOrAdd } from "../../../words/collections.ts";
import type { Letter, Word } from "../../../words/word.ts";

/** How the states of a minimal automaton are told apart. */
export interface StatesApart {
  /** Is it a machine, whose answers show the outputs along the whole word? */
  readonly machine: boolean;
  /** Every suffix that tells some states apart. */
  readonly suffixes: readonly Word[];
  /** Words that tell a state, or the dead state -1, from all others. */
  identifying(state: number): readonly IdentifyingWord[];
}

/** How the states of a minimal automaton are told apart: by outputs if it is a machine, and by weights otherwise. */
export function statesApart<W>(minimal: Wdfsa<W>): StatesApart {
  const outputs = outputsOf(minimal);
  if (typeof outputs === "string") {
    const tree = splittingTree(minimal);
    return {
      machine: false,
      suffixes: characterisingSet(tree),
      identifying: remembered((state) => identificationSet(tree, state).map((word) => ({ word, told: 1 }))),
    };
  }
  const { size: states, target } = minimal;
  const splitting = new MachineSplitting({
    states,
    letters: minimal.alphabet.size,
    target,
    output: outputs.arcs,
  });
  return {
    machine: true,
    suffixes: splitting.suffixes(),
    identifying: remembered((state) => identifyingWords(splitting, states, state)),
  };
}

/** A function of a state whose values are remembered. */
export function remembered<T>(compute: (state: number) => T): (state: number) => T {
  const known = new Map<number, T>();
  return (state) => getOrAdd(known, state, () => compute(state));
}

/** The arcs of a minimal machine and what they write; outputs are equal if they are so by `===`. */
export interface MachineArcs {
  readonly states: number;
  readonly letters: number;
  readonly target: ReadonlyInts;
  readonly output: ArrayLike<unknown>;
  /** What each state shows by itself, as those of a Moore machine do: states that differ in it are told apart by ε. */
  readonly own?: ArrayLike<unknown> | undefined;
}

interface Node {
  readonly states: readonly number[];
  readonly parent: number;
  readonly depth: number;
  /** What tells the states below this node apart; a leaf has none. */
  suffix?: Word;
}

/**
 * A splitting tree of a machine by the outputs along suffixes, not by their products. A leaf is split by a letter on which
 * outputs differ, or else by the shortest word that is a letter and a suffix known to tell two successors apart.
 */
export class MachineSplitting {
  readonly #arcs: MachineArcs;
  readonly #nodes: Node[];
  /** The leaf of a state. */
  readonly #leaf: Int32Array;

  constructor(arcs: MachineArcs) {
    this.#arcs = arcs;
    this.#leaf = new Int32Array(arcs.states);
    const states = Array.from({ length: arcs.states }, (_, state) => state);
    this.#nodes = [{ states, parent: -1, depth: 0 }];
    const { own } = arcs;
    if (own !== undefined && states.some((state) => own[state] !== own[0])) {
      const classes = [...new Set(states.map((state) => own[state]))];
      this.#branch(
        0,
        [],
        classes.map((shown) => states.filter((state) => own[state] === shown)),
      );
    }
    while (this.#round());
  }

  /** The suffixes above the leaf of a state: with those of any other state it shares one that tells the two apart. */
  path(state: number): Word[] {
    const path: Word[] = [];
    for (let node = this.#nodes[this.#leaf[state]].parent; node >= 0; node = this.#nodes[node].parent) {
      const { suffix } = this.#nodes[node];
      if (suffix !== undefined) path.push(suffix);
    }
    return path.reverse();
  }

  /** The suffixes that tell states apart, each once. */
  suffixes(): Word[] {
    const found = new Map<string, Word>();
    for (const { suffix } of this.#nodes) if (suffix !== undefined) found.set(suffix.join(), suffix);
    return [...found.values()];
  }

  /** The suffix that tells two states apart; `undefined` if they are the same. */
  between(p: number, q: number): Word | undefined {
    let a = this.#leaf[p];
    let b = this.#leaf[q];
    while (a !== b) {
      if (this.#nodes[a].depth >= this.#nodes[b].depth) a = this.#nodes[a].parent;
      else b = this.#nodes[b].parent;
    }
    return this.#nodes[a].suffix;
  }

  /** The state that `other` reaches by a word, or -1 if it writes something else than `state` on the way. */
  follow(state: number, other: number, word: Word): number {
    const { letters, target, output } = this.#arcs;
    let p = state;
    let q = other;
    for (const letter of word) {
      if (output[p * letters + letter] !== output[q * letters + letter]) return -1;
      p = target[p * letters + letter];
      q = target[q * letters + letter];
    }
    return q;
  }

  /** Splits every leaf that can be split, once; false if there is none. */
  #round(): boolean {
    const end = this.#nodes.length;
    for (let index = 0; index < end; index++) {
      const node = this.#nodes[index];
      if (node.suffix !== undefined || node.states.length < 2) continue;
      const suffix = this.#separatingSuffix(node.states);
      if (suffix !== undefined) this.#split(index, suffix);
    }
    return this.#nodes.length > end;
  }

  #separatingSuffix([first, ...others]: readonly number[]): Word | undefined {
    const { letters, target } = this.#arcs;
    for (let letter = 0; letter < letters; letter++) {
      if (others.some((other) => this.follow(first, other, [letter]) < 0)) return [letter];
    }
    let best: Word | undefined;
    for (let letter: Letter = 0; letter < letters; letter++) {
      for (const other of others) {
        const behind = this.between(target[first * letters + letter], target[other * letters + letter]);
        if (behind === undefined || (best !== undefined && best.length <= behind.length + 1)) continue;
        best = [letter, ...behind];
      }
    }
    return best;
  }

  #split(index: number, suffix: Word): void {
    const node = this.#nodes[index];
    const groups: number[][] = [];
    for (const state of node.states) {
      const group = groups.find(([first]) => this.follow(first, state, suffix) >= 0);
      if (group === undefined) groups.push([state]);
      else group.push(state);
    }
    this.#branch(index, suffix, groups);
  }

  #branch(index: number, suffix: Word, groups: readonly (readonly number[])[]): void {
    const node = this.#nodes[index];
    node.suffix = suffix;
    for (const states of groups) {
      const leaf = this.#nodes.push({ states, parent: index, depth: node.depth + 1 }) - 1;
      for (const state of states) this.#leaf[state] = leaf;
    }
  }
}

/** A word that tells a state from some of the others. */
export interface IdentifyingWord {
  readonly word: Word;
  /** From how many states. */
  readonly told: number;
}

/** A second suffix is not added beyond this length, although the word may not tell all states apart: each letter costs. */
const LONGEST = 40;

/**
 * Words that together tell a state of a machine from all others; usually one word is enough.
 *
 * A machine shows its outputs along the way, so suffixes can follow one another in a single word: the next one is the
 * suffix that tells the most of the remaining candidates apart for each of its letters. A candidate that reaches the same
 * state with the same outputs is lost for this word, and is left to another one.
 */
export function identifyingWords(
  splitting: MachineSplitting,
  states: number,
  state: number,
): IdentifyingWord[] {
  const found: IdentifyingWord[] = [];
  let left = Array.from({ length: states }, (_, other) => other).filter((other) => other !== state);
  while (left.length > 0) {
    const { word, lost } = oneWord(splitting, state, left);
    if (lost.length === left.length) break;
    found.push({ word, told: left.length - lost.length });
    left = lost;
  }
  // A single state has no others to be told from; its arcs are tried all the same.
  return found.length > 0 ? found : [{ word: [], told: 1 }];
}

/** A state that has shown the same outputs so far: where it started, and where it is. */
interface Candidate {
  readonly start: number;
  readonly at: number;
}

function oneWord(splitting: MachineSplitting, state: number, others: readonly number[]) {
  const word: Letter[] = [];
  const lost: number[] = [];
  let candidates: Candidate[] = others.map((start) => ({ start, at: start }));
  for (let at = state; candidates.length > 0; ) {
    const suffix = bestSuffix(splitting, at, candidates);
    if (suffix === undefined || (word.length > 0 && word.length + suffix.length > LONGEST)) break;
    const reached = splitting.follow(at, at, suffix);
    const same: Candidate[] = [];
    for (const candidate of candidates) {
      const to = splitting.follow(at, candidate.at, suffix);
      if (to === reached) lost.push(candidate.start);
      else if (to >= 0) same.push({ start: candidate.start, at: to });
    }
    word.push(...suffix);
    at = reached;
    candidates = same;
  }
  for (const { start } of candidates) lost.push(start);
  return { word, lost };
}

/** The suffix that is known to tell a state from the most candidates, for each of its letters. */
function bestSuffix(
  splitting: MachineSplitting,
  state: number,
  candidates: readonly Candidate[],
): Word | undefined {
  const told = new Map<Word, number>();
  for (const { at } of candidates) {
    const suffix = splitting.between(state, at);
    if (suffix !== undefined) told.set(suffix, (told.get(suffix) ?? 0) + 1);
  }
  let best: Word | undefined;
  let most = 0;
  for (const [suffix, count] of told) {
    if (count / suffix.length <= most) continue;
    most = count / suffix.length;
    best = suffix;
  }
  return best;
}
