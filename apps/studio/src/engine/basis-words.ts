import type { Letter, Wfsa, Word } from "hankel";

/**
 * The words whose rows of the Hankel matrix are the states of an automaton over a field: ε is the initial state, and a single
 * arc of weight 1 leads from the state of p to that of p·a. Undefined for a state that no such path reaches: not every
 * automaton is made of rows.
 */
export function basisWords<W>(automaton: Wfsa<W>): (Word | undefined)[] {
  const { algebra, alphabet, size, initials, initialWeight, target, arcWeight, start, letter } = automaton;
  const words = new Array<Letter[] | undefined>(size).fill(undefined);
  if (initials.length !== 1 || !algebra.equals(initialWeight[initials[0]], algebra.one)) return words;
  words[initials[0]] = [];
  const queue = [initials[0]];
  for (const state of queue) {
    for (let read = 0; read < alphabet.size; read++) {
      const arc = automaton.find(state, read);
      const end = start[state + 1];
      const isSingle = arc < end && letter[arc] === read && (arc + 1 >= end || letter[arc + 1] !== read);
      if (!isSingle || !algebra.equals(arcWeight[arc], algebra.one)) continue;
      if (words[target[arc]] !== undefined) continue;
      words[target[arc]] = [...(words[state] as Letter[]), read];
      queue.push(target[arc]);
    }
  }
  return words;
}
