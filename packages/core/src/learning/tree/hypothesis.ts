/** The hypothesis of a sifting, with λ = 1 and ρ(u) = L(u), or scaled as the observations are (docs/theory.md, 6.3). */

import { Wdfsa } from "../../automata/wdfsa.ts";
import type { Word } from "../../words/word.ts";
import type { Run } from "../asking.ts";
import { DEAD } from "./discrimination-tree.ts";
import type { Sifting } from "./sifting.ts";

/** The hypothesis as an automaton of the first states, without the arcs that are not known yet. */
export function hypothesisOf<W>(sifting: Sifting<W>, states = sifting.states): Wdfsa<W> {
  const { algebra, alphabet } = sifting;
  if (states === 0) return Wdfsa.zero(algebra, alphabet);
  const { target, factor: arcWeight } = sifting.arcs(states);
  const finalWeight = algebra.array(states);
  for (let state = 0; state < states; state++) finalWeight[state] = sifting.finalWeight(state);
  const initialWeight = sifting.scale(0);
  return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight }, false);
}

/** The run of the hypothesis on a word, until it ends or dies, and the weight it gives to the word. */
export function runOf<W>(sifting: Sifting<W>, word: Word): Run<W> & { readonly weight: W } {
  const { algebra, observations } = sifting;
  const states: number[] = [];
  const accumulated: W[] = [];
  const { states: known } = sifting;
  let weight = known === 0 ? algebra.one : sifting.scale(0);
  let state = known === 0 ? DEAD : 0;
  for (let i = 0; state >= 0; i++) {
    states.push(state);
    accumulated.push(weight);
    if (i === word.length) break;
    const arc = sifting.arc(state, word[i]);
    state = sifting.target(arc);
    if (state >= 0) weight = algebra.times(weight, sifting.factor(arc));
  }
  return {
    states,
    weight: state < 0 ? algebra.zero : algebra.times(weight, sifting.finalWeight(state)),
    access: (of) => sifting.accessNode(of),
    // The hypothesis is scaled as the observations are.
    alpha: (i, node) =>
      algebra.times(accumulated[i], observations.after(sifting.accessNode(states[i]), node)),
  };
}

/**
 * How many states the minimal automaton certainly has (docs/theory.md, 6.8). When 1 is the only non-zero weight, the dead
 * state has a leaf like any other: the state of the all-zero path does not count until an arc is known to leave it.
 */
export function liveStates<W>(sifting: Sifting<W>): number {
  const { tree, states, alphabet } = sifting;
  const leaf = tree.zeroLeaf();
  const state = leaf < 0 ? DEAD : tree.state(leaf);
  if (state === DEAD) return states;
  for (let letter = 0; letter < alphabet.size; letter++) {
    const target = sifting.target(sifting.arc(state, letter));
    if (target >= 0 && target !== state) return states;
  }
  return states - 1;
}
