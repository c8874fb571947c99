import { Alphabet, type GroupWithZero, type Word, weightsIn } from "@hankel/core";
import type { BlackBox } from "@hankel/teachers";

/** A black box over the letters a and b that calls a function. */
export function functionBox<W>(algebra: GroupWithZero<W>, weigh: (word: Word) => W): BlackBox<unknown> {
  return {
    name: "a function",
    kind: weightsIn(algebra),
    alphabet: new Alphabet("ab"),
    async weigh(words, options) {
      const weights = words.map(weigh);
      options?.arrived?.(0, weights);
      return weights;
    },
  };
}
