import {
  type Distribution,
  distributions,
  HankelError,
  type NextTeacher,
  readDistributions,
  real,
} from "@hankel/core";
import type { BlackBox } from "../box.ts";
import { cannot } from "../cannot.ts";

/** A language model in memory as a black box. What it says is checked. */
export function nextBox(next: NextTeacher, name = "the language model"): BlackBox<number, Distribution> {
  const { alphabet, prefixes = false, longest } = next;
  return {
    name,
    algebra: real,
    answers: distributions(undefined, alphabet.size),
    next: { prefixes, longest },
    longest,
    alphabet,
    finds: "none",
    draws: false,
    async weigh(words, { signal, arrived } = {}) {
      if (signal?.aborted) throw new HankelError("cancelled", "cancelled");
      const answers = readDistributions(alphabet, words, await next.next(words), { prefixes });
      arrived?.(0, answers);
      return answers;
    },
    findCounterexample: () => cannot(name, "find counterexamples"),
    draw: () => cannot(name, "draw samples"),
    close: async () => {},
  };
}

/** A black box that gives distributions as a language model, for whoever wants no learner: evaluation, sampling. */
export function nextOfBox(box: BlackBox<number, Distribution>): NextTeacher {
  const { alphabet, next } = box;
  if (next === undefined) {
    throw new HankelError(
      "usage",
      `${box.name} gives words weights; distributions are needed ("next": true)`,
    );
  }
  return { alphabet, ...next, next: (words) => box.weigh(words) };
}
