import { conditionals } from "../automata/stochastic/conditionals.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Word } from "../words/word.ts";
import type { Distribution } from "./distribution.ts";
import type { SyncNextTeacher } from "./next-teacher.ts";

/**
 * A deterministic probabilistic automaton as a language model: what its `conditionals` say. After a word that the automaton
 * cannot read, the end is certain.
 */
export function nextTeacherOf<W>(automaton: Wdfsa<W>): SyncNextTeacher {
  const { alphabet, target, rows } = conditionals(automaton, {}, "next");
  const ended = new Float64Array(alphabet.size + 1);
  ended[alphabet.size] = 1;
  const after = (word: Word): Distribution => {
    let state = 0;
    for (let i = 0; i < word.length && state >= 0; i++) state = target[state * alphabet.size + word[i]];
    return state < 0 ? ended : rows[state];
  };
  return { alphabet, prefixes: false, next: (words) => words.map(after) };
}
