import type { ExactGroup, Key } from "../../../algebra/semifield.ts";
import type { Word } from "../../../words/word.ts";
import type { Sifter } from "../sifting.ts";

/** So many letters are followed: who has not met by then is not foretold. */
const DEPTH = 256;
/** A meeting further away is not trusted: some arc on the way may lead elsewhere than it seems. */
const TRUSTED = 8;

/**
 * What the states answer to a word y, foretold from what some of them have answered. States that read the same letters
 * meet: of N states, m that are spread at random are met by any other after some N/m letters. From there on both read the
 * rest of y from the same state, and weigh the same there.
 *
 * The states that y passes through form a forest: a node is a state that is reached after so many letters, its parent
 * the next one. Since ever fewer are left, it has some 2N·ln|y| nodes. All of this is a guess of the hypothesis: what is
 * wrong costs a counterexample, never the result.
 */
export class Foresight<W> {
  readonly #sifter: Sifter<W>;
  readonly #algebra: ExactGroup<W>;
  /** The node after the next letter, or -1; the first nodes are the states themselves. */
  readonly #next: Int32Array;
  /** The weight of the arc there. */
  readonly #factor: readonly W[];
  /** L(u·z) for the rest z of y and the access word u of the node's state, where an answer showed it. */
  readonly #rest: (W | undefined)[];
  /** The state by the ratio of its answers to y and to the pivot; -1 where two would give the same. */
  #states = new Map<Key, number>();
  #chance = 0;
  /** How many states there were. */
  readonly size: number;
  /** How many answers are not made the most of yet. */
  #news = 0;

  constructor(sifter: Sifter<W>, algebra: ExactGroup<W>, word: Word) {
    this.#sifter = sifter;
    this.#algebra = algebra;
    this.size = sifter.states;
    const next: number[] = [];
    const factor: W[] = [];
    const nodeOf = new Int32Array(this.size);
    const seenAt = new Int32Array(this.size).fill(-1);
    let level = Array.from({ length: this.size }, (_, state) => state);
    let nodes = this.size;
    for (let i = 0; i < Math.min(DEPTH, word.length); i++) {
      const reached: number[] = [];
      for (const state of level) {
        const arc = sifter.arc(state, word[i]);
        const target = sifter.target(arc);
        factor.push(sifter.factor(arc));
        if (target >= 0 && seenAt[target] !== i) {
          seenAt[target] = i;
          nodeOf[target] = nodes++;
          reached.push(target);
        }
        next.push(target < 0 ? -1 : nodeOf[target]);
      }
      level = reached;
    }
    for (const _ of level) next.push(-1);
    this.#next = Int32Array.from(next);
    this.#factor = factor;
    this.#rest = new Array(nodes).fill(undefined);
  }

  /** A word of this state has given this ratio of its answers to y and to the pivot. */
  note(state: number, ratio: W): void {
    const algebra = this.#algebra;
    this.#states.set(algebra.key(ratio), state);
    if (state >= this.size || !this.#isLive(state)) return;
    this.#news++;
    let rest = algebra.times(this.#sifter.pivotWeight(state), ratio);
    for (let node = state; ; ) {
      const known = this.#rest[node];
      if (known !== undefined && algebra.equals(known, rest)) return;
      this.#rest[node] = rest;
      const next = this.#next[node];
      if (next < 0) return;
      rest = algebra.times(algebra.inverse(this.#factor[node]), rest);
      node = next;
    }
  }

  /** How likely a ratio that is none of theirs agrees with some state's by chance. */
  get chance(): number {
    return this.#chance;
  }

  /** The state whose words give this ratio, as far as can be told; -1 for none. */
  stateOf(ratio: W): number {
    if (this.#news > this.size >> 6) this.#foretell();
    return this.#states.get(this.#algebra.key(ratio)) ?? -1;
  }

  /** A state that is not live at the root has another pivot than the words that ask. */
  #isLive(state: number): boolean {
    const { tree } = this.#sifter;
    return tree.pivot(this.#sifter.leaf(state)) === tree.suffix(0);
  }

  #foretell(): void {
    const algebra = this.#algebra;
    this.#news = 0;
    const foretold = this.#rest.slice();
    const distance = new Uint8Array(foretold.length);
    // A node comes before the one after it, so backwards all that is needed is there.
    for (let node = foretold.length - 1; node >= 0; node--) {
      const next = this.#next[node];
      if (foretold[node] !== undefined || next < 0 || distance[next] === TRUSTED) continue;
      const rest = foretold[next];
      if (rest === undefined) continue;
      foretold[node] = algebra.times(this.#factor[node], rest);
      distance[node] = distance[next] + 1;
    }
    this.#states = new Map();
    let agreeing = 0;
    for (let state = 0; state < this.size; state++) {
      const rest = foretold[state];
      if (rest === undefined || !this.#isLive(state)) continue;
      const key = algebra.key(algebra.times(algebra.inverse(this.#sifter.pivotWeight(state)), rest));
      if (this.#states.has(key)) agreeing++;
      this.#states.set(key, this.#states.has(key) ? -1 : state);
    }
    // Of D ratios D²p/2 pairs agree if any two do with probability p.
    this.#chance = (2 * agreeing) / Math.max(1, this.#states.size);
  }
}
