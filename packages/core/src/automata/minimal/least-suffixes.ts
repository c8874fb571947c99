import type { Letter, Word } from "../../words/word.ts";
import { grouped } from "../arcs.ts";
import type { Wdfsa } from "../wdfsa.ts";

/** The shortlex-least accepted suffix of every state. */
export interface LeastSuffixes {
  /** Its length, or -1 for a state that accepts nothing. */
  readonly length: Int32Array;
  /** Its first letter; meaningless for lengths 0 and -1. */
  readonly first: Int32Array;
  /** The states that have one, by increasing length. */
  readonly order: Int32Array;
}

/**
 * For every state, the shortlex-least word that it accepts with a non-zero weight. A breadth-first search backwards
 * from the final states gives the lengths. The least word starts with the least letter whose arc leads to a length
 * smaller by one (docs/theory.md, 9.2).
 *
 * Linear in the size of the arrays. Of the algebra it needs only `isZero`, because there are no zero divisors.
 *
 * @example
 * const automaton = minimize(fromExpression("abb", boolean));
 * console.log(Array.from(leastSuffixes(automaton).length).join(" ")); // 3 2 1 0
 */
export function leastSuffixes<W>(automaton: Wdfsa<W>): LeastSuffixes {
  const { algebra, size, target, finalWeight } = automaton;
  const width = automaton.alphabet.size;
  const length = new Int32Array(size).fill(-1);
  const first = new Int32Array(size);
  const order = new Int32Array(size);
  const { start, places } = grouped(target, size);

  let tail = 0;
  for (let state = 0; state < size; state++) {
    if (!algebra.isZero(finalWeight[state])) {
      length[state] = 0;
      order[tail++] = state;
    }
  }
  for (let head = 0; head < tail; head++) {
    const state = order[head];
    for (let i = start[state]; i < start[state + 1]; i++) {
      const from = Math.floor(places[i] / width);
      if (length[from] < 0) {
        length[from] = length[state] + 1;
        order[tail++] = from;
      }
    }
  }
  for (let i = 0; i < tail; i++) {
    const state = order[i];
    if (length[state] === 0) continue;
    const base = state * width;
    for (let letter = 0; letter < width; letter++) {
      const to = target[base + letter];
      if (to >= 0 && length[to] === length[state] - 1) {
        first[state] = letter;
        break;
      }
    }
  }
  return { length, first, order: order.subarray(0, tail) };
}

/**
 * The least accepted suffix of a state that has one.
 *
 * @example
 * const automaton = minimize(fromExpression("ab|b", boolean));
 * console.log(automaton.alphabet.show(leastSuffix(automaton, leastSuffixes(automaton), 0))); // b
 */
export function leastSuffix<W>(automaton: Wdfsa<W>, suffixes: LeastSuffixes, state: number): Word {
  const word: Letter[] = [];
  for (let at = state; suffixes.length[at] > 0; ) {
    const letter = suffixes.first[at];
    word.push(letter);
    at = automaton.target[at * automaton.alphabet.size + letter];
  }
  return word;
}
