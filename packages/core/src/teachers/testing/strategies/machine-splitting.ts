import type { ReadonlyInts } from "../../../automata/wdfsa.ts";
import type { Letter, Word } from "../../../words/word.ts";

/** The arcs of a minimal machine and what they write; outputs are equal if they are so by `===`. */
export interface MachineArcs {
  readonly states: number;
  readonly letters: number;
  readonly target: ReadonlyInts;
  readonly output: ArrayLike<unknown>;
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
    while (this.#round());
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
    node.suffix = suffix;
    for (const states of groups) {
      const leaf = this.#nodes.push({ states, parent: index, depth: node.depth + 1 }) - 1;
      for (const state of states) this.#leaf[state] = leaf;
    }
  }
}
