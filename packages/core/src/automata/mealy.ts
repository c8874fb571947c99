import { type FreeWord, freeGroup, freeLetters, freeWord } from "../algebra/free-group.ts";
import { HankelError, quote } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { isSpelled, type Spelling, type Word } from "../words/word.ts";
import { type ReadonlyInts, Wdfsa } from "./wdfsa.ts";

/** A Mealy machine: reading a letter, it writes one output. State 0 is initial; arcs are numbered as in `Wdfsa`. */
export interface MealyMachine {
  readonly alphabet: Alphabet;
  /** The state an arc leads to, or -1 if the machine refuses the letter. */
  readonly target: ReadonlyInts;
  /** The output of an arc; `null` if there is no arc. */
  readonly output: readonly (string | null)[];
}

/** What a machine writes as it reads a word, given by letters or symbols, or `null` if it refuses the word. */
export function transduce(machine: MealyMachine, word: Word | Spelling): string[] | null {
  const { alphabet, target, output } = machine;
  if (isSpelled(word)) return transduce(machine, alphabet.word(word));
  const written: string[] = [];
  let state = 0;
  for (const letter of word) {
    const arc = state * alphabet.size + letter;
    if (!(target[arc] >= 0)) return null;
    written.push(output[arc] as string);
    state = target[arc];
  }
  return written;
}

/**
 * A Mealy machine as an automaton over the free group: the weight of a word is the output for it, and every state is final
 * with weight 1. Linear. Right languages are homothetic if and only if the states are equivalent: at ε, L_u = k ⊗ L_v
 * determines k, and after dividing by k the outputs are equal (docs/theory.md §10). So the minimal automaton has as many
 * states as the minimal machine.
 */
export function mealyToWdfsa(machine: MealyMachine): Wdfsa<FreeWord> {
  const { alphabet, output } = machine;
  const target = Int32Array.from(machine.target);
  const arcWeight = freeGroup.array(target.length);
  for (let arc = 0; arc < target.length; arc++) {
    if (target[arc] >= 0) arcWeight[arc] = freeWord(output[arc] as string);
  }
  const finalWeight = freeGroup.array(alphabet.size === 0 ? 1 : target.length / alphabet.size);
  for (let state = 0; state < finalWeight.length; state++) finalWeight[state] = freeGroup.one;
  return new Wdfsa({
    algebra: freeGroup,
    alphabet,
    target,
    arcWeight,
    initialWeight: freeGroup.one,
    finalWeight,
  });
}

/**
 * The Mealy machine of an automaton over the free group: the gauge in which every final weight is 1. With ρ(q)⁻¹ as the
 * potential of q, an arc p → q weighs ρ(p)⁻¹ ⊗ w ⊗ ρ(q), which must be a single output, and λ ⊗ ρ(0) must be 1. Linear. An
 * automaton that is no Mealy machine is refused with a message that names the place.
 */
export function wdfsaToMealy(automaton: Wdfsa<FreeWord>): MealyMachine {
  const { alphabet, size, target, arcWeight, finalWeight } = automaton;
  const { times, inverse, isZero, one } = freeGroup;
  const fail = (message: string): never => {
    throw new HankelError("automaton", `no Mealy machine: ${message}`);
  };
  if (size === 0) fail("the zero language, which refuses even the empty word");
  for (let state = 0; state < size; state++) {
    if (isZero(finalWeight[state])) fail(`state ${state} is not final`);
  }
  const empty = times(automaton.initialWeight, finalWeight[0]);
  if (empty !== one) fail(`it writes ${quote(empty)} for the empty word`);
  const output = Array.from(target, (to, arc) => {
    if (to < 0) return null;
    const from = Math.floor(arc / alphabet.size);
    const weight = times(times(inverse(finalWeight[from]), arcWeight[arc]), finalWeight[to]);
    const letters = freeLetters(weight);
    if (letters.length === 1 && !letters[0].inverse) return letters[0].name;
    const symbol = quote(alphabet.symbols[arc % alphabet.size]);
    return fail(`state ${from} writes ${quote(weight)} for ${symbol}, not a single output`);
  });
  return { alphabet, target, output };
}
