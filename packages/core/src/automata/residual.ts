import type { Word } from "../words/word.ts";
import type { Wdfsa } from "./wdfsa.ts";

/** L_state(suffix): the weight of a word that is read from a state on. */
export function residual<W>(automaton: Wdfsa<W>, state: number, suffix: Word): W {
  const { algebra, target, arcWeight } = automaton;
  const width = automaton.alphabet.size;
  let at = state;
  let weight = algebra.one;
  for (let i = 0; i < suffix.length; i++) {
    const arc = at * width + suffix[i];
    at = target[arc];
    if (at < 0) return algebra.zero;
    weight = algebra.times(weight, arcWeight[arc]);
  }
  return algebra.times(weight, automaton.finalWeight[at]);
}
