/** Random probabilistic automata, and what they say computed the slow way. */

import { Alphabet, type NextTeacher, nextTeacherOf, Random, real, Wdfsa, type Word } from "@hankel/core";

export interface PdfaOptions {
  readonly seed: number;
  readonly states?: number;
  readonly letters?: number;
  /** The share of arcs that are missing; 0 by default. */
  readonly missing?: number;
  /** The least probability of the end; 0.1 by default. */
  readonly end?: number;
}

export function randomPdfa({ seed, states = 4, letters = 2, missing = 0, end = 0.1 }: PdfaOptions) {
  const random = new Random(seed);
  const target = new Int32Array(states * letters).fill(-1);
  const arcWeight = new Float64Array(states * letters);
  const finalWeight = new Float64Array(states);
  for (let state = 0; state < states; state++) {
    const row = Array.from({ length: letters }, () => (random.real() < missing ? 0 : random.real()));
    const stop = random.real();
    const sum = row.reduce((total, weight) => total + weight, stop);
    row.forEach((weight, letter) => {
      arcWeight[state * letters + letter] = (weight / sum) * (1 - end);
      if (weight > 0) target[state * letters + letter] = random.below(states);
    });
    finalWeight[state] = (stop / sum) * (1 - end) + end;
  }
  return new Wdfsa({
    algebra: real,
    alphabet: Alphabet.letters(letters),
    target,
    arcWeight,
    initialWeight: 1,
    finalWeight,
  });
}

/** What comes next after a word: the letters' probabilities and the end's; zeros if the word cannot happen. */
export function rowAfter(automaton: Wdfsa<number>, word: Word): number[] {
  const width = automaton.alphabet.size;
  let state = 0;
  for (const letter of word) {
    state = automaton.target[state * width + letter];
    if (state < 0) return new Array<number>(width + 1).fill(0);
  }
  const arcs = Array.from({ length: width }, (_, letter) => automaton.arcWeight[state * width + letter]);
  return [...arcs, automaton.finalWeight[state]];
}

/** Every word up to a length, with the probability that a word begins with it. */
export function prefixesOf(automaton: Wdfsa<number>, longest: number): { word: Word; probability: number }[] {
  const found: { word: Word; probability: number }[] = [{ word: [], probability: 1 }];
  for (let at = 0; at < found.length; at++) {
    const { word, probability } = found[at];
    if (word.length === longest) continue;
    rowAfter(automaton, word)
      .slice(0, -1)
      .forEach((weight, letter) => {
        if (weight > 0) found.push({ word: [...word, letter], probability: probability * weight });
      });
  }
  return found;
}

/** An automaton as a teacher that tells all prefixes, and remembers what it is asked. */
export function tellingPrefixes(automaton: Wdfsa<number>): NextTeacher & { readonly asked: Word[] } {
  const asked: Word[] = [];
  const plain = nextTeacherOf(automaton);
  return {
    alphabet: automaton.alphabet,
    prefixes: true,
    asked,
    next: async (words) => {
      asked.push(...words);
      const answers: Float64Array[] = [];
      for (const word of words) {
        const rows = plain.next([...word.keys(), word.length].map((n) => word.slice(0, n)));
        answers.push(Float64Array.from(rows.flatMap((row) => [...row])));
      }
      return answers;
    },
  };
}
