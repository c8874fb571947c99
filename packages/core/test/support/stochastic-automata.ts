/** Random automata whose weights are the probabilities of words. */

import {
  Alphabet,
  fraction,
  type InexactSemifield,
  type Rational,
  rational,
  rationalToNumber,
  Wdfsa,
} from "@hankel/core";
import { dice } from "./disguise.ts";

/** A random stochastic automaton: from every state the chances of stopping and of each letter sum to 1. */
export function stochastic(seed: number, maxStates = 8, letters = 2): Wdfsa<Rational> {
  const roll = dice(seed);
  const size = 1 + roll(maxStates);
  const target = new Int32Array(size * letters).fill(-1);
  const arcWeight: Rational[] = rational.array(size * letters) as Rational[];
  const finalWeight: Rational[] = rational.array(size) as Rational[];
  for (let state = 0; state < size; state++) {
    const parts = Array.from({ length: letters + 1 }, (_, i) => (i === 0 ? 1 + roll(5) : roll(4)));
    const sum = parts.reduce((a, b) => a + b);
    finalWeight[state] = fraction(parts[0], sum);
    for (let letter = 0; letter < letters; letter++) {
      if (parts[letter + 1] === 0) continue;
      target[state * letters + letter] = roll(size);
      arcWeight[state * letters + letter] = fraction(parts[letter + 1], sum);
    }
  }
  const alphabet = Alphabet.letters(letters);
  return new Wdfsa({ algebra: rational, alphabet, target, arcWeight, initialWeight: 1, finalWeight });
}

/** The same over another algebra with numbers. */
export function over(
  algebra: InexactSemifield<number>,
  automaton: Wdfsa<Rational>,
  turn: (p: number) => number,
): Wdfsa<number> {
  const turned = (weight: Rational) => (weight === 0 ? algebra.zero : turn(rationalToNumber(weight)));
  return new Wdfsa({
    algebra,
    alphabet: automaton.alphabet,
    target: Int32Array.from(automaton.target),
    arcWeight: Array.from(automaton.arcWeight, turned),
    initialWeight: turned(automaton.initialWeight),
    finalWeight: Array.from(automaton.finalWeight, turned),
  });
}

/** Short-lived: stops with a chance of at least 9 in 10, so that words of 11 letters are 10⁻¹¹ of all. */
export function shortLived(seed: number): Wdfsa<Rational> {
  const automaton = stochastic(seed, 4);
  const tenth = (weight: Rational) => rational.times(fraction(1, 10), weight);
  return new Wdfsa({
    algebra: rational,
    alphabet: automaton.alphabet,
    target: Int32Array.from(automaton.target),
    arcWeight: Array.from(automaton.arcWeight, tenth),
    initialWeight: 1,
    finalWeight: Array.from(automaton.finalWeight, (weight) => rational.plus(fraction(9, 10), tenth(weight))),
  });
}
