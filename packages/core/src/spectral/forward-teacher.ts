import type { Automaton } from "../automata/convert.ts";
import { Forward } from "../automata/stochastic/forward.ts";
import { HankelError } from "../errors.ts";
import type { Distribution } from "../next/distribution.ts";
import type { SyncNextTeacher } from "../next/next-teacher.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import { weightAhead } from "./sum-of-words.ts";

/**
 * An automaton as a language model, nondeterministic or with negative weights: the probability of a letter after w is the weight of
 * all words that begin with w and the letter, divided by that of all that begin with w. What is negative counts as 0, and the
 * rest is divided by its sum. Where nothing is positive, the row is zero: the model says nothing there.
 *
 * The weights of long words must vanish. O(states² · letters) for each prefix of the words.
 */
export function forwardTeacher(automaton: Automaton<unknown>): SyncNextTeacher {
  const { alphabet } = automaton;
  const forward = new Forward(automaton, "next");
  const { ahead, radius } = weightAhead(forward);
  if (ahead === undefined || radius >= 1) {
    throw new HankelError(
      "unsupported",
      `the weights of long words do not vanish (spectral radius ${radius.toPrecision(4)}), so nothing can be said about what comes next`,
    );
  }
  const symbols = Array.from({ length: alphabet.size }, (_, letter) => forward.back(letter, ahead));
  symbols.push(forward.final);
  const { size } = forward;
  const row = (vectors: Float64Array, node: number): Distribution => {
    const clipped = Float64Array.from(symbols, (after) => {
      let weight = 0;
      for (let q = 0; q < size; q++) weight += vectors[node * size + q] * after[q];
      return Math.max(0, weight);
    });
    const sum = clipped.reduce((a, b) => a + b, 0);
    return sum > 0 ? clipped.map((weight) => weight / sum) : clipped;
  };
  return {
    alphabet,
    prefixes: false,
    next(words) {
      const tree = new PrefixTree(alphabet.size);
      const nodes = words.map((word) => tree.insert(word));
      const vectors = forward.along(tree);
      return nodes.map((node) => row(vectors, node));
    },
  };
}
