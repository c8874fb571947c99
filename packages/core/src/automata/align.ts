import { HankelError, quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { Wdfsa } from "./wdfsa.ts";

/**
 * Two automata over one alphabet: the first one's symbols in their order, then what only the second has. A
 * symbol that an automaton does not know leads nowhere in it.
 */
export function align<W>(a: Wdfsa<W>, b: Wdfsa<W>): [Wdfsa<W>, Wdfsa<W>] {
  if (a.algebra.name !== b.algebra.name) {
    const names = `${quote(a.algebra.name)} and ${quote(b.algebra.name)}`;
    throw new HankelError("usage", `the automata have different semifields, ${names}`);
  }
  if (a.alphabet.equals(b.alphabet)) return [a, b];
  const both = new Alphabet(new Set([...a.alphabet.symbols, ...b.alphabet.symbols]));
  return [withAlphabet(a, both), withAlphabet(b, both)];
}

/** The same language over an alphabet that has all of its symbols, in whatever order. Linear. */
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
  const finalWeight = algebra.array(size);
  for (let state = 0; state < size; state++) finalWeight[state] = automaton.finalWeight[state];
  const { initialWeight, names } = automaton;
  return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight, names }, false);
}
