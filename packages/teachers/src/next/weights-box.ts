import { type Distribution, HankelError, real, realWithin, weightsOfNext } from "@hankel/core";
import type { BlackBox } from "../box.ts";
import { nextOfBox } from "./next-box.ts";
import { PrefixQuestions } from "./prefix-questions.ts";

/**
 * A black box that gives distributions, as one that gives the probabilities of whole words: for exact learners. The
 * tolerance is that of the weights.
 */
export function weightsBox(box: BlackBox<number, Distribution>, tolerance?: number): BlackBox<number> {
  const { name, alphabet, draws, longest, usage } = box;
  const { prefixes } = nextOfBox(box);
  let signal: AbortSignal | undefined;
  const weigh = weightsOfNext({ alphabet, prefixes, next: (words) => box.weigh(words, { signal }) });
  const taken = prefixes === true ? undefined : new PrefixQuestions(alphabet.size);
  return {
    ...(taken && { questions: (words) => taken.count(words) }),
    name,
    algebra: tolerance === undefined ? real : realWithin(tolerance),
    alphabet,
    finds: "none",
    draws,
    longest,
    ...(usage && { usage }),
    async weigh(words, options) {
      signal = options?.signal;
      taken?.note(words);
      const weights = await weigh(words);
      options?.arrived?.(0, weights);
      return weights;
    },
    findCounterexample: () => Promise.reject(new HankelError("usage", `${name} cannot find counterexamples`)),
    draw: (count, seed) => box.draw(count, seed),
    close: () => box.close(),
  };
}
