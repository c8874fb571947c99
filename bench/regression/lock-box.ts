/** A combination lock as a black box that gives its states. */

import { Alphabet, boolean, Random, Wdfsa, type Word, weightsIn } from "@hankel/core";
import type { BlackBox } from "@hankel/teachers";

const NUMBERS = 32;
const NOISE = 0.3;

/** A lock, and words that are held out: half of them open it. */
export function lockBox(
  states: number,
  letters: number,
): { readonly box: BlackBox<unknown>; readonly heldOut: readonly Word[] } {
  const random = new Random(states, letters);
  const right = Array.from({ length: states }, () => random.below(letters));
  const target = new Int32Array(states * letters);
  for (let state = 0; state < states; state++) {
    target[state * letters + right[state]] = Math.min(state + 1, states - 1);
  }
  const lock = new Wdfsa({
    algebra: boolean,
    alphabet: Alphabet.letters(letters),
    target,
    arcWeight: Array.from(target, () => true),
    initialWeight: true,
    finalWeight: Array.from({ length: states }, (_, state) => state === states - 1),
  });
  const codes = Array.from({ length: states }, () =>
    Float64Array.from({ length: NUMBERS }, () => 4 * random.real() - 2),
  );
  const stateAfter = (word: Word) => {
    const noise = new Random(word.length, ...word);
    return codes[lock.stateAfter(word)].map((x) => Math.tanh(x + NOISE * (2 * noise.real() - 1)));
  };
  const anyWord = () => Array.from({ length: random.below(20) }, () => random.below(letters));
  const opening = () => [...anyWord(), ...right.slice(0, states - 1)];
  const heldOut = Array.from({ length: 4000 }, (_, i) => (i % 2 === 0 ? opening() : anyWord()));
  const box: BlackBox<boolean> = {
    name: "the lock",
    kind: weightsIn(lock.algebra),
    alphabet: lock.alphabet,
    states: NUMBERS,
    async weigh(words, options = {}) {
      const weights = words.map((word) => lock.weigh(word));
      options.states?.(0, words.map(stateAfter));
      options.arrived?.(0, weights);
      return weights;
    },
  };
  return { box, heldOut };
}
