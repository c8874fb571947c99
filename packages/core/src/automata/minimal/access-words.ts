import type { Letter, Word } from "../../words/word.ts";
import type { Wdfsa } from "../wdfsa.ts";

/**
 * For every state the shortlex-least word that leads to it; `undefined` if no word reaches it.
 *
 * A breadth-first search in the order of the alphabet. Linear, apart from the words themselves.
 */
export function accessWords<W>(automaton: Wdfsa<W>): (Word | undefined)[] {
  const { size, target } = automaton;
  const width = automaton.alphabet.size;
  const words: (Letter[] | undefined)[] = new Array<undefined>(size).fill(undefined);
  if (size === 0) return words;
  words[0] = [];
  const queue = [0];
  for (const state of queue) {
    const word = words[state] as Letter[];
    for (let letter = 0; letter < width; letter++) {
      const to = target[state * width + letter];
      if (to < 0 || words[to] !== undefined) continue;
      words[to] = [...word, letter];
      queue.push(to);
    }
  }
  return words;
}
