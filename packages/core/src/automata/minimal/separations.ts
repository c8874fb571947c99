import type { GroupWithZero, ReadonlyWeights, Weights } from "../../algebra/semifield.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { Wdfsa } from "../wdfsa.ts";
import { canonicalScale } from "./canonical.ts";
import { leastSuffixes } from "./least-suffixes.ts";
import { MooreRounds, type Slots } from "./moore.ts";
import { weightIds } from "./weight-ids.ts";

/** Where two states are told apart only by longer words than this, nobody keeps how. */
const LONGEST = 64;

/**
 * A minimal automaton in the canonical gauge, with one more state, the last, which accepts nothing: there all arcs lead that the automaton
 * does not have, with weight 1.
 */
export interface Completed<W> {
  readonly algebra: GroupWithZero<W>;
  readonly width: number;
  readonly initial: W;
  readonly target: Int32Array;
  readonly arcs: ReadonlyWeights<W>;
  readonly finals: ReadonlyWeights<W>;
  /** How many letters the first word has that a state accepts; `Infinity` if there is none. */
  readonly live: Float64Array;
}

function completed<W>(automaton: Wdfsa<W>): Completed<W> {
  const scaled = canonicalScale(automaton);
  const { algebra, alphabet, size, initialWeight: initial } = scaled;
  const width = alphabet.size;
  const target = new Int32Array((size + 1) * width).fill(size);
  const arcs: Weights<W> = algebra.array(target.length);
  for (let arc = 0; arc < target.length; arc++) {
    const isThere = arc < scaled.target.length && scaled.target[arc] >= 0;
    if (isThere) target[arc] = scaled.target[arc];
    arcs[arc] = isThere ? scaled.arcWeight[arc] : algebra.one;
  }
  const finals: Weights<W> = algebra.array(size + 1);
  for (let state = 0; state < size; state++) finals[state] = scaled.finalWeight[state];
  const live = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
  live.set(leastSuffixes(scaled).length);
  return { algebra, width, initial, target, arcs, finals, live };
}

/**
 * The first words that tell the right languages of two states apart, or one from a multiple of the other, for all pairs of states of a
 * minimal automaton: O(states) numbers, from which a length takes O(rounds of Moore's algorithm). Those rounds split classes into ever
 * smaller ones, which hang below them in a tree. Two states are told apart first by a word of k letters if round k splits the
 * smallest class that has both.
 *
 * In the canonical gauge a state weighs the first word that it accepts with 1. So multiples differ there already, and nothing else
 * needs rounds (docs/theory.md, 8.7).
 */
export class Separations<W> {
  readonly automaton: Completed<W>;
  /** The smallest class of each state, as a node of the tree. */
  readonly #leaf: Int32Array;
  /** The class that was split, whose number is less; -1 for that of all states. */
  readonly #parent: number[] = [-1];
  /** The round that splits a class. */
  readonly #round: number[] = [0];

  private constructor(automaton: Completed<W>) {
    this.automaton = automaton;
    this.#leaf = new Int32Array(automaton.live.length);
  }

  /**
   * `undefined` if the automaton is not minimal, or some states are told apart only by very long words. O(arcs) for each round, so for
   * each letter of the longest word.
   */
  static of<W>(automaton: Wdfsa<W>): Separations<W> | undefined {
    const separations = new Separations(completed(automaton));
    const { algebra, width, target, arcs, finals, live } = separations.automaton;
    const states = live.length;
    const { ids } = weightIds(algebra, arcs);
    // Words of k letters see the weight of an arc only if behind it some word of fewer letters is accepted.
    const label = new Int32Array(ids.length).fill(-1);
    const slots: Slots = { width, target, label };
    const start = weightIds(algebra, finals);
    const rounds = new MooreRounds(slots, start.ids, start.count);
    separations.#split(rounds, 0);
    for (let round = 1; rounds.count < states; round++) {
      if (round > LONGEST) return undefined;
      let seen = 0;
      for (let arc = 0; arc < ids.length; arc++) {
        if (live[target[arc]] !== round - 1) continue;
        label[arc] = ids[arc];
        seen++;
      }
      if (rounds.split()) separations.#split(rounds, round);
      else if (seen === 0) return undefined;
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

  /** How many letters the first word has that f ⊗ L_p and g ⊗ L_q weigh differently; `Infinity` if there is none. */
  length(p: number, f: W, q: number, g: W): number {
    const { algebra, live } = this.automaton;
    if (!algebra.equals(f, g)) return Math.min(live[p], live[q]);
    if (p === q) return Number.POSITIVE_INFINITY;
    const parent = this.#parent;
    let [a, b] = [this.#leaf[p], this.#leaf[q]];
    // A class has a greater number than the one that it is a part of.
    while (a !== b) {
      if (a > b) a = parent[a];
      else b = parent[b];
    }
    return this.#round[a];
  }

  /** The first of these words, in the order of a dictionary. There is one. */
  word(p: number, f: W, q: number, g: W): Word {
    const { algebra, width, target, arcs } = this.automaton;
    const word: Letter[] = [];
    let [left, onLeft, right, onRight] = [p, f, q, g];
    for (let rest = this.length(p, f, q, g); rest > 0; rest--) {
      for (let letter = 0; letter < width; letter++) {
        const [a, b] = [left * width + letter, right * width + letter];
        const [x, y] = [algebra.times(onLeft, arcs[a]), algebra.times(onRight, arcs[b])];
        if (this.length(target[a], x, target[b], y) !== rest - 1) continue;
        [left, onLeft, right, onRight] = [target[a], x, target[b], y];
        word.push(letter);
        break;
      }
    }
    return word;
  }
}
