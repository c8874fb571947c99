import { type Classes, classed, type Distribution, type FreeWord, freeGroup, runWeight } from "@hankel/core";
import type { BlackBox } from "../box.ts";
import { cannot } from "../cannot.ts";
import { nextOfBox } from "./next-box.ts";
import { PrefixQuestions } from "./prefix-questions.ts";

/** How many words are run before their answers are handed over. */
const BATCH = 1000;

/**
 * A black box that gives distributions as a Moore machine, which writes the class of what comes next: see `classed`. A
 * class is remembered, so the last bits of a network, which change from batch to batch, cannot contradict it.
 */
export function classBox(box: BlackBox<number, Distribution>, classes: Classes): BlackBox<FreeWord> {
  const { prefixes } = nextOfBox(box);
  // The states of the language model are no states of the machine of classes that its runs could come with.
  const { answers: _answers, next: _next, states: _states, alphabet, ...rest } = box;
  let signal: AbortSignal | undefined;
  const { run } = classed({ alphabet, prefixes, next: (words) => box.weigh(words, { signal }) }, classes);
  const taken = prefixes === true ? undefined : new PrefixQuestions(alphabet.size);
  return {
    ...rest,
    ...(taken && { questions: (words) => taken.count(words) }),
    algebra: freeGroup,
    machine: "moore",
    alphabet,
    finds: "none",
    async weigh(words, options = {}) {
      signal = options.signal;
      taken?.note(words);
      const weights: FreeWord[] = [];
      for (let from = 0; from < words.length; from += BATCH) {
        const batch = words.slice(from, from + BATCH);
        const runs = await run(batch);
        const found = runs.map((names, i) => runWeight("moore", batch[i].length, names));
        options.arrived?.(from, found);
        weights.push(...found);
      }
      return weights;
    },
    findCounterexample: () => cannot(box.name, "find counterexamples for its classes"),
    draw: (count, seed) => box.draw(count, seed),
    close: () => box.close(),
  };
}
