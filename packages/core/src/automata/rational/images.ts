/** Languages whose automata have the same states and arcs, with other letters, weights or directions. */

import { boolean } from "../../algebra/boolean.ts";
import { isField } from "../../algebra/semifield.ts";
import { HankelError, shown } from "../../errors.ts";
import { Alphabet } from "../../words/alphabet.ts";
import { type Automaton, isDeterministic, reversed, toWfsa, withWeights } from "../convert.ts";
import { requireCommutative, unsupported } from "../requirements.ts";
import type { ReadonlyInts } from "../wdfsa.ts";
import { EPSILON, Wfsa } from "../wfsa.ts";

/**
 * The image of a language under a map of symbols: the weight of a word is the ⊕ of the weights of all words that are
 * mapped to it. `null` deletes a symbol: its arcs become ε arcs. The new alphabet has the images in the order of the
 * old one. Linear, any group with zero; arcs with the same new symbol stay parallel.
 *
 * @example
 * const automaton = relabel(fromExpression("ab|cb", rational), (symbol) => (symbol === "c" ? "a" : symbol));
 * console.log(automaton.weigh(["a", "b"])); // 2
 */
export function relabel<W>(automaton: Automaton<W>, image: (symbol: string) => string | null): Wfsa<W> {
  const images = automaton.alphabet.symbols.map((symbol) => {
    const to = image(symbol);
    if (to === null || typeof to === "string") return to;
    throw new HankelError("usage", `a symbol is relabelled by a string or null, not by ${shown(to)}`);
  });
  const alphabet = new Alphabet(new Set(images.filter((to) => to !== null)));
  return relabelLetters(
    automaton,
    alphabet,
    Int32Array.from(images, (to) => (to === null ? EPSILON : alphabet.letter(to))),
  );
}

/**
 * The same with letters for symbols: `letters[a]` is the letter of `alphabet` that replaces a, or -1 for ε.
 *
 * @example
 * const automaton = relabelLetters(fromExpression("ab", boolean), new Alphabet("xy"), [1, 0]);
 * console.log(automaton.weigh(["y", "x"])); // true
 */
export function relabelLetters<W>(
  automaton: Automaton<W>,
  alphabet: Alphabet,
  letters: ReadonlyInts,
): Wfsa<W> {
  const wfsa = toWfsa(automaton);
  const letter = Int32Array.from(wfsa.letter, (old) => (old === EPSILON ? EPSILON : letters[old]));
  return new Wfsa({ ...wfsa, alphabet, letter });
}

/**
 * The words whose weight is not zero, as an unweighted automaton with the same states and arcs. Linear, any group
 * with zero. Over a field paths may cancel, so a nondeterministic automaton is refused: `determinize` it first.
 *
 * @example
 * const automaton = support(minimize(fromExpression("<2>ab", rational)));
 * console.log(automaton.weigh(["a", "b"]), automaton.weigh(["a"])); // true false
 */
export function support<W>(automaton: Automaton<W>): Wfsa<boolean> {
  const { algebra } = automaton;
  if (isField(algebra) && !isDeterministic(automaton)) {
    const why = `paths of ${algebra.name} weights may cancel; determinize the automaton first`;
    unsupported(`support: ${why}`);
  }
  return withWeights(toWfsa(automaton), boolean, (weight) => !algebra.isZero(weight));
}

/**
 * The reversed language: every word has the weight of its mirror image. Arcs are reversed, initial and final weights
 * change places. Linear. Needs a commutative ⊗, because the weights of a path are multiplied in the opposite order.
 *
 * @example
 * console.log(reverse(fromExpression("ab", boolean)).weigh(["b", "a"])); // true
 */
export function reverse<W>(automaton: Automaton<W>): Wfsa<W> {
  requireCommutative(automaton.algebra, "reverse");
  return reversed(toWfsa(automaton), automaton.algebra);
}
