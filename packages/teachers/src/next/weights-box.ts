import {
  type Distribution,
  real,
  realWithin,
  type StateVector,
  type Word,
  weightsOfNext,
} from "@hankel/core";
import type { BlackBox, WeighOptions } from "../box.ts";
import { cannot } from "../cannot.ts";
import { nextOfBox } from "./next-box.ts";
import { PrefixQuestions } from "./prefix-questions.ts";

/** States by their words, as keys. */
type States = Map<string, StateVector>;

/**
 * A black box that gives distributions, as one that gives the probabilities of whole words: for exact learners. The
 * tolerance is that of the weights.
 */
export function weightsBox(box: BlackBox<number, Distribution>, tolerance?: number): BlackBox<number> {
  const { name, alphabet, draws, longest, usage, states } = box;
  const { prefixes } = nextOfBox(box);
  let [signal, found]: [AbortSignal | undefined, States | undefined] = [undefined, undefined];
  const ask = (words: readonly Word[]) =>
    box.weigh(words, { signal, ...(found && keepStates(words, found)) });
  const weigh = weightsOfNext({ alphabet, prefixes, next: ask });
  const taken = prefixes === true ? undefined : new PrefixQuestions(alphabet.size);
  return {
    ...(taken && { questions: (words, withStates) => taken.count(words, withStates) }),
    name,
    algebra: tolerance === undefined ? real : realWithin(tolerance),
    alphabet,
    finds: "none",
    draws,
    longest,
    ...(states !== undefined && { states }),
    ...(usage && { usage }),
    async weigh(words, options = {}) {
      signal = options.signal;
      found = options.states && new Map();
      const weights = await weigh(words);
      taken?.note(words);
      if (found !== undefined) {
        // What follows a word may be known from a longer one, but its state is not.
        const missing = words.filter((word) => found?.has(word.join()) === false);
        if (missing.length > 0) await ask(missing);
        options.states?.(
          0,
          words.map((word) => found?.get(word.join()) as StateVector),
        );
      }
      options.arrived?.(0, weights);
      return weights;
    },
    findCounterexample: () => cannot(name, "find counterexamples"),
    draw: (count, seed) => box.draw(count, seed),
    close: () => box.close(),
  };
}

/** Keeps the states that come with the answers to words. */
function keepStates(words: readonly Word[], found: States): Pick<WeighOptions<Distribution>, "states"> {
  return {
    states(from, vectors) {
      for (const [i, vector] of vectors.entries()) found.set(words[from + i].join(), vector);
    },
  };
}
