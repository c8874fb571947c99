import type { ReadonlyInts } from "../automata/wdfsa.ts";
import { linkedWord, type Word } from "../words/word.ts";

/** What tests walk on: states and arcs, -1 where there is none; state 0 is initial. */
export interface Walk {
  readonly states: number;
  readonly letters: number;
  readonly target: ReadonlyInts;
  /** The states that a word reaches, nearest first. */
  readonly order: readonly number[];
  /** A shortest word to each of them; `undefined` for the others. */
  readonly access: readonly (Word | undefined)[];
}

/** States and arcs with a shortest word to each state. */
export function walkOn(states: number, letters: number, target: ReadonlyInts): Walk {
  const place = new Int32Array(states).fill(-1);
  const order: number[] = states > 0 ? [0] : [];
  const from = [-1];
  const by = [-1];
  place[0] = 0;
  for (let head = 0; head < order.length; head++) {
    for (let letter = 0; letter < letters; letter++) {
      const to = target[order[head] * letters + letter];
      if (to < 0 || place[to] >= 0) continue;
      place[to] = order.length;
      order.push(to);
      from.push(head);
      by.push(letter);
    }
  }
  const access = Array.from(place, (at) => (at < 0 ? undefined : linkedWord(from, by, at)));
  return { states, letters, target, order, access };
}

/** The state after a word, or -1. */
export function stateAfter({ letters, target }: Walk, word: Word, from = 0): number {
  let state = from;
  for (let i = 0; i < word.length && state >= 0; i++) state = target[state * letters + word[i]];
  return state;
}
