/** Languages over `real` as plain functions: random automata whose weights are probabilities or signed factors. */

import { Random } from "@hankel/core";

export interface FloatLanguage {
  readonly states: number;
  readonly letters?: number;
  readonly seed: number;
  /** Probabilities, or factors of either sign around 1. */
  readonly signed?: boolean;
  /** Every answer is wrong by up to this share; the same word always gets the same answer. */
  readonly noise?: number;
}

export const alphabetOf = (letters: number) => [..."abcdefgh"].slice(0, letters);

/** The weight of a word, given as its symbols. */
export function floatLanguage(options: FloatLanguage): (word: readonly string[]) => number {
  const { states, letters = 2, seed, signed = false, noise = 0 } = options;
  const random = new Random(seed);
  const symbols = alphabetOf(letters);
  const target = Array.from({ length: states * letters }, () => random.below(states));
  const factor = () => (random.below(2) === 0 ? -1 : 1) * (0.3 + 1.7 * random.real());
  const rows = Array.from({ length: states }, () => {
    const row = Array.from({ length: letters + 1 }, () => (signed ? factor() : 0.05 + random.real()));
    const sum = signed ? 1 : row.reduce((total, weight) => total + weight, 0);
    return row.map((weight) => weight / sum);
  });
  return (word) => {
    let [state, weight] = [0, 1];
    const hash = word.map((symbol) => symbols.indexOf(symbol));
    for (const letter of hash) {
      weight *= rows[state][letter];
      state = target[state * letters + letter];
    }
    const error = noise === 0 ? 0 : noise * (2 * new Random(seed, ...hash).real() - 1);
    return weight * rows[state][letters] * (1 + error);
  };
}
