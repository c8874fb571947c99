import { type Letter, linkedWord, type Word } from "../words/word.ts";
import type { ReadonlyInts } from "./wdfsa.ts";

/** The states that words lead to, as a breadth-first search from state 0 meets them. */
export interface BreadthFirst {
  /** The states, nearest first. */
  readonly order: Int32Array;
  /** The place of each state in this order, or -1. */
  readonly number: Int32Array;
  /** The place from which each place was met, -1 for the first. */
  readonly from: Int32Array;
  /** The letter on the way there. */
  readonly by: Int32Array;
}

/** Searches states from state 0 in the order of the letters; an arc to -1 leads nowhere. Linear. */
export function breadthFirst(size: number, letters: number, target: ReadonlyInts): BreadthFirst {
  const number = new Int32Array(size).fill(-1);
  const order = new Int32Array(size);
  const from = new Int32Array(size).fill(-1);
  const by = new Int32Array(size);
  let count = Math.min(1, size);
  number[0] = 0;
  for (let head = 0; head < count; head++) {
    for (let letter = 0; letter < letters; letter++) {
      const to = target[order[head] * letters + letter];
      if (to < 0 || number[to] >= 0) continue;
      from[count] = head;
      by[count] = letter;
      number[to] = count;
      order[count++] = to;
    }
  }
  return { order: order.subarray(0, count), number, from, by };
}

/** The shortlex-least word that leads to a state; `undefined` if none does. */
export function accessWord({ number, from, by }: BreadthFirst, state: number): Letter[] | undefined {
  return number[state] < 0 ? undefined : linkedWord(from, by, number[state]);
}

/** That word for each state. */
export function accessWordsOf(found: BreadthFirst): (Word | undefined)[] {
  return Array.from(found.number, (_, state) => accessWord(found, state));
}
