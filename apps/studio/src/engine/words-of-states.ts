/** A word for each state of an automaton, to name it by. */

import { type Automaton, type Letter, Wdfsa, type Wfsa, type Word } from "hankel";
import { accessWords } from "hankel/automata";

/** A word for each state: one that leads to it, or over a field the one whose row it is. */
export function wordsOfStates<W>(automaton: Automaton<W>): (Word | undefined)[] {
  return automaton instanceof Wdfsa ? accessWords(automaton) : basisWords(automaton);
}

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

/** For each state of a probabilistic automaton the likeliest word that leads there; undefined where none does. */
export function likelyWords({ size, alphabet, target, arcWeight }: Wdfsa<number>): (Word | undefined)[] {
  const words = new Array<Word | undefined>(size).fill(undefined);
  const probability = new Float64Array(size);
  const isDone = new Array<boolean>(size).fill(false);
  if (size > 0) [words[0], probability[0]] = [[], 1];
  for (;;) {
    let likeliest = -1;
    for (let state = 0; state < size; state++) {
      if (isDone[state] || words[state] === undefined) continue;
      if (likeliest < 0 || probability[state] > probability[likeliest]) likeliest = state;
    }
    if (likeliest < 0) return words;
    isDone[likeliest] = true;
    for (let letter = 0; letter < alphabet.size; letter++) {
      const arc = likeliest * alphabet.size + letter;
      const [to, p] = [target[arc], probability[likeliest] * arcWeight[arc]];
      if (to < 0 || isDone[to] || p <= probability[to]) continue;
      [words[to], probability[to]] = [[...(words[likeliest] as Word), letter], p];
    }
  }
}
