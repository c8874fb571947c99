import { accessWordsOf, breadthFirst } from "../automata/breadth-first.ts";
import type { ReadonlyInts } from "../automata/wdfsa.ts";
import type { Word } from "../words/word.ts";

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
  const found = breadthFirst(states, letters, target);
  return { states, letters, target, order: [...found.order], access: accessWordsOf(found) };
}

/** The state after a word, or -1. */
export function stateAfter({ letters, target }: Walk, word: Word, from = 0): number {
  let state = from;
  for (let i = 0; i < word.length && state >= 0; i++) state = target[state * letters + word[i]];
  return state;
}
