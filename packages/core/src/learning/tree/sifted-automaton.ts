import { Wdfsa } from "../../automata/wdfsa.ts";
import type { Word } from "../../words/word.ts";
import { DEAD } from "./discrimination-tree.ts";
import type { Sifter } from "./sifting.ts";

/** How the hypothesis of a sifter runs through a word, as far as it gets. */
export function trace<W>(sifter: Sifter<W>, word: Word): { states: number[]; accumulated: W[] } {
  const { algebra } = sifter;
  const states: number[] = [];
  const accumulated: W[] = [];
  let weight = algebra.one;
  for (let i = 0, state = sifter.states === 0 ? -1 : 0; state >= 0; i++) {
    states.push(state);
    accumulated.push(weight);
    if (i === word.length) break;
    const arc = sifter.arc(state, word[i]);
    state = sifter.target(arc);
    if (state >= 0) weight = algebra.times(weight, sifter.factor(arc));
  }
  return { states, accumulated };
}

/** What the hypothesis says of a word. */
export function weigh<W>(sifter: Sifter<W>, word: Word): W {
  const { states, accumulated } = trace(sifter, word);
  if (states.length <= word.length) return sifter.algebra.zero;
  return sifter.algebra.times(accumulated[word.length], sifter.finalWeight(states[word.length]));
}

/** The hypothesis, in the gauge ρ(u) = L(u), λ = 1; arcs that are not known yet are left out. */
export function siftedAutomaton<W>(sifter: Sifter<W>): Wdfsa<W> {
  const { algebra, alphabet, states } = sifter;
  if (states === 0) return Wdfsa.zero(algebra, alphabet);
  const { target, factor: arcWeight } = sifter.arcs();
  if (sifter.busy || sifter.waiting) {
    for (let arc = 0; arc < target.length; arc++) if (target[arc] < DEAD) target[arc] = DEAD;
  }
  const finalWeight = algebra.array(states);
  for (let state = 0; state < states; state++) finalWeight[state] = sifter.finalWeight(state);
  const initialWeight = algebra.one;
  return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight }, false);
}
