import { isSemifield } from "../../../algebra/semifield.ts";
import type { Automaton } from "../../../automata/convert.ts";
import { Forward } from "../../../automata/stochastic/forward.ts";
import { Wdfsa } from "../../../automata/wdfsa.ts";
import type { Wfsa } from "../../../automata/wfsa.ts";
import { HankelError } from "../../../errors.ts";
import type { Word } from "../../../words/word.ts";
import { distance } from "./abstraction.ts";

/** What an automaton remembers of a word, as a vector of numbers with an entry for each state. */
export type Configuration = (word: Word) => Float64Array;

/**
 * The configurations of an automaton, without their length: what follows a word depends on the direction only, up to a
 * factor, and the weights of long words leave the range of floats. For a deterministic automaton it is 1 at the state
 * that a word leads to, whatever the weights are; for others it is λμ(w) divided by its norm. Where no path goes on, it is zero.
 */
export function configurationOf<W>(automaton: Automaton<W>): Configuration {
  return automaton instanceof Wdfsa ? (word) => stateOf(automaton, word) : forwardOf(automaton);
}

function stateOf<W>(automaton: Wdfsa<W>, word: Word): Float64Array {
  const vector = new Float64Array(automaton.size);
  const state = automaton.size === 0 ? -1 : automaton.stateAfter(word);
  if (state >= 0) vector[state] = 1;
  return vector;
}

function forwardOf<W>(automaton: Wfsa<W>): Configuration {
  const { algebra } = automaton;
  if (!isSemifield(algebra) || algebra.toNumber === undefined) {
    throw new HankelError(
      "unsupported",
      `the test regression maps the target's states to a nondeterministic hypothesis's vectors of real numbers, and the weights ` +
        `of ${algebra.name} are none; random, short, bfs and words test it`,
    );
  }
  const forward = new Forward(automaton, "regression");
  return (word) => {
    let vector = normalized(forward.initial.slice());
    for (const letter of word) {
      const next = new Float64Array(forward.size);
      forward.step(vector, letter, next);
      vector = normalized(next);
    }
    return vector;
  };
}

/** A vector divided by its norm; zero stays zero. */
function normalized(vector: Float64Array): Float64Array {
  const norm = distance(vector, new Float64Array(vector.length));
  if (norm > 0) for (let i = 0; i < vector.length; i++) vector[i] /= norm;
  return vector;
}
