import { HankelError, quote } from "../../errors.ts";
import { Alphabet } from "../../words/alphabet.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { machineKindOf } from "../machine.ts";
import { relabelLetters } from "../rational/images.ts";
import { Wdfsa } from "../wdfsa.ts";
import type { Wfsa } from "../wfsa.ts";

/**
 * Two automata over one alphabet: the symbols of the first in their order, then those that only the second has. A
 * symbol that an automaton does not know leads nowhere in it.
 *
 * @example
 * const [left, right] = align(minimize(fromExpression("a", boolean)), minimize(fromExpression("b", boolean)));
 * console.log(left.alphabet.symbols.join(" "), right.alphabet.equals(left.alphabet)); // a b true
 */
export function align<W>(a: Wdfsa<W>, b: Wdfsa<W>): [Wdfsa<W>, Wdfsa<W>] {
  const both = alphabetOf(a, b);
  return [withAlphabet(a, both), withAlphabet(b, both)];
}

/** The same for automata of either kind, as `Wfsa`s. */
export function alignWfsas<W>(a: Automaton<W>, b: Automaton<W>): [Wfsa<W>, Wfsa<W>] {
  const both = alphabetOf(a, b);
  return [overAlphabet(a, both), overAlphabet(b, both)];
}

/** The same language, as a `Wfsa`, over an alphabet with all of its symbols, in any order. Linear. */
function overAlphabet<W>(automaton: Automaton<W>, alphabet: Alphabet): Wfsa<W> {
  if (automaton.alphabet.equals(alphabet)) return toWfsa(automaton);
  return relabelLetters(automaton, alphabet, alphabet.word(automaton.alphabet.symbols));
}

/** The alphabet of both; an error if they have different semifields. */
function alphabetOf<W>(a: Automaton<W>, b: Automaton<W>): Alphabet {
  if (a.algebra.name !== b.algebra.name) {
    const machine = [a, b].find((one) => machineKindOf(one) !== undefined);
    const names = `${quote(a.algebra.name)} and ${quote(b.algebra.name)}`;
    const problem =
      machine === undefined
        ? `the automata have different semifields, ${names}`
        : `a machine has outputs, and the other automaton has weights in ${quote((machine === a ? b : a).algebra.name)}`;
    throw new HankelError("usage", problem);
  }
  if (a.alphabet.equals(b.alphabet)) return a.alphabet;
  return new Alphabet(new Set([...a.alphabet.symbols, ...b.alphabet.symbols]));
}

/**
 * The same language over an alphabet with all of its symbols, in any order. Linear.
 *
 * @example
 * const automaton = withAlphabet(minimize(fromExpression("ab", boolean)), new Alphabet("cba"));
 * console.log(automaton.alphabet.symbols.join(" "), automaton.weigh(["a", "b"])); // c b a true
 */
export function withAlphabet<W>(automaton: Wdfsa<W>, alphabet: Alphabet): Wdfsa<W> {
  if (automaton.alphabet.equals(alphabet)) return automaton;
  const { algebra, size } = automaton;
  const width = automaton.alphabet.size;
  const letters = alphabet.word(automaton.alphabet.symbols);
  const target = new Int32Array(size * alphabet.size).fill(-1);
  const arcWeight = algebra.array(size * alphabet.size);
  for (let state = 0; state < size; state++) {
    for (let letter = 0; letter < width; letter++) {
      target[state * alphabet.size + letters[letter]] = automaton.target[state * width + letter];
      arcWeight[state * alphabet.size + letters[letter]] = automaton.arcWeight[state * width + letter];
    }
  }
  return new Wdfsa({ ...automaton, alphabet, target, arcWeight }, false);
}
