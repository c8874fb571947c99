import type { Letter, Word } from "../../words/word.ts";
import { MooreRounds, type Slots } from "./moore.ts";

/** Where two states are told apart only by longer words than this, nobody keeps how. */
const LONGEST = 64;

/**
 * The shortest words that tell the states of a complete automaton apart, for all pairs of states: O(states) numbers, from which a
 * length takes O(rounds of Moore's algorithm). Those rounds split classes into ever smaller ones, which hang below them in a tree.
 * Two states are told apart first by a word of k letters if round k splits the smallest class that has both.
 */
export class Separations {
  readonly #slots: Slots;
  /** The smallest class of each state, as a node of the tree. */
  readonly #leaf: Int32Array;
  /** The class that was split, whose number is less; -1 for that of all states. */
  readonly #parent: number[] = [-1];
  /** The round that splits a class. */
  readonly #round: number[] = [0];

  private constructor(slots: Slots, states: number) {
    this.#slots = slots;
    this.#leaf = new Int32Array(states);
  }

  /**
   * States are told apart by ε if their numbers in `start` differ, and by a letter if the labels of its arcs do. `undefined` if some
   * states are equivalent, or are told apart only by very long words. O(arcs) for each round, so for each letter of the longest word.
   */
  static of(slots: Slots, start: Int32Array, count: number): Separations | undefined {
    const states = start.length;
    const separations = new Separations(slots, states);
    const rounds = new MooreRounds(slots, start, count);
    separations.#split(rounds, 0);
    for (let round = 1; rounds.count < states; round++) {
      if (round > LONGEST || !rounds.split()) return undefined;
      separations.#split(rounds, round);
    }
    return separations;
  }

  /** Hangs the classes of a round below those that they are parts of. */
  #split({ of, count }: MooreRounds, round: number): void {
    const leaf = this.#leaf;
    /** For each class of the round, its node, and for each node so far the first class that it has. */
    const node = new Int32Array(count).fill(-1);
    const first = new Int32Array(this.#parent.length).fill(-1);
    const whole = new Uint8Array(this.#parent.length).fill(1);
    for (let state = 0; state < of.length; state++) {
      const before = leaf[state];
      if (first[before] < 0) first[before] = of[state];
      else if (first[before] !== of[state]) whole[before] = 0;
    }
    for (let state = 0; state < of.length; state++) {
      const before = leaf[state];
      if (whole[before] === 1) continue;
      const part = of[state];
      if (node[part] < 0) {
        this.#round[before] = round;
        node[part] = this.#parent.push(before) - 1;
        this.#round.push(-1);
      }
      leaf[state] = node[part];
    }
  }

  /** How many letters the shortest words have that tell two different states apart. */
  length(p: number, q: number): number {
    const parent = this.#parent;
    let [a, b] = [this.#leaf[p], this.#leaf[q]];
    // A class has a greater number than the one that it is a part of.
    while (a !== b) {
      if (a > b) a = parent[a];
      else b = parent[b];
    }
    return this.#round[a];
  }

  /** The first of these words in the order of the letters. */
  word(p: number, q: number): Word {
    const { width, target, label } = this.#slots;
    const word: Letter[] = [];
    let [left, right] = [p, q];
    for (let rest = this.length(p, q); rest > 0; rest--) {
      let letter = 0;
      for (; letter < width - 1; letter++) {
        const [a, b] = [left * width + letter, right * width + letter];
        if (rest === 1 && label[a] !== label[b]) break;
        if (target[a] !== target[b] && this.length(target[a], target[b]) === rest - 1) break;
      }
      word.push(letter);
      left = target[left * width + letter];
      right = target[right * width + letter];
    }
    return word;
  }
}
