import { conditionals } from "../automata/stochastic/conditionals.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";
import type { Distribution } from "./distribution.ts";

/** Something that gives distributions, perhaps after a while. */
export interface NextTeacher {
  readonly alphabet: Alphabet;
  /** Does an answer hold the distributions of all prefixes too, ε first? */
  readonly prefixes?: boolean;
  next(words: readonly Word[]): readonly Distribution[] | Promise<readonly Distribution[]>;
}

/** A probabilistic automaton as a next teacher. */
export function nextTeacherOf(automaton: Wdfsa<number>): NextTeacher {
  const { alphabet, target, rows } = conditionals(automaton);
  const ended = new Float64Array(alphabet.size + 1);
  ended[alphabet.size] = 1;
  const after = (word: Word) => {
    let state = 0;
    for (const letter of word) state = state < 0 ? -1 : target[state * alphabet.size + letter];
    return state < 0 ? ended : rows[state];
  };
  return { alphabet, prefixes: false, next: (words) => words.map(after) };
}
