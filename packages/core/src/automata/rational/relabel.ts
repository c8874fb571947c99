import { HankelError, shown } from "../../errors.ts";
import { Alphabet } from "../../words/alphabet.ts";
import { type Automaton, copyWeights, toWfsa } from "../convert.ts";
import type { ReadonlyInts } from "../wdfsa.ts";
import { EPSILON, Wfsa } from "../wfsa.ts";

/**
 * The image of a language under a map of symbols: the weight of a word is the ⊕ of the weights of all words that are
 * mapped to it. `null` deletes a symbol: its arcs become ε arcs. The new alphabet has the images in the order of the
 * old one. Linear, any group with zero; arcs with the same new symbol stay parallel.
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

/** The same with letters for symbols: `letters[a]` is the letter of `alphabet` that replaces a, or -1 for ε. */
export function relabelLetters<W>(
  automaton: Automaton<W>,
  alphabet: Alphabet,
  letters: ReadonlyInts,
): Wfsa<W> {
  const from = toWfsa(automaton);
  const { algebra, names } = from;
  return new Wfsa({
    algebra,
    alphabet,
    initialWeight: copyWeights(algebra, from.initialWeight),
    finalWeight: copyWeights(algebra, from.finalWeight),
    source: Int32Array.from(from.source),
    letter: Int32Array.from(from.letter, (letter) => (letter === EPSILON ? EPSILON : letters[letter])),
    target: Int32Array.from(from.target),
    arcWeight: copyWeights(algebra, from.arcWeight),
    names,
  });
}
