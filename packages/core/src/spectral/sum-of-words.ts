import type { Automaton } from "../automata/convert.ts";
import { Forward } from "../automata/stochastic/forward.ts";
import { HankelError } from "../errors.ts";
import { spectralRadius } from "../linear/decompositions.ts";
import { Matrix } from "../linear/matrix.ts";
import { solve } from "../linear/systems.ts";
import type { Distribution } from "../next/distribution.ts";
import type { SyncNextTeacher } from "../next/next-teacher.ts";
import { PrefixTree } from "../words/prefix-tree.ts";

/** The sum of the weights of all words, as far as there is one. */
export interface SumOfWords {
  /** λ (I - M)⁻¹ ρ, where M = Σ M(a); undefined if I - M is singular. */
  readonly total: number | undefined;
  /** The spectral radius of M: only below 1 do the weights of long words vanish, and `total` is their sum. */
  readonly radius: number;
}

/**
 * Adds up the weights of all words, negative ones too; 1 for a distribution. O(states³).
 *
 * @example
 * console.log(sumOfWords(fromExpression("(<0.5>a)*<0.5>", real)).total); // 1
 */
export function sumOfWords(automaton: Automaton<unknown>): SumOfWords {
  const forward = new Forward(automaton, "the sum of all words");
  const { ahead, radius } = weightAhead(forward);
  const total = ahead?.reduce((sum, weight, state) => sum + weight * forward.initial[state], 0);
  return { total, radius };
}

/** (I - M)⁻¹ ρ: for each state, the weights of all words from there, added up; and the spectral radius of M. */
function weightAhead(forward: Forward): { ahead: Float64Array | undefined; radius: number } {
  const { size, final } = forward;
  const sum = new Matrix(size, size, forward.sumOfLetters());
  const difference = Matrix.identity(size);
  sum.data.forEach((entry, i) => {
    difference.data[i] -= entry;
  });
  return { ahead: solve(difference, final), radius: spectralRadius(sum) };
}

/**
 * An automaton as a language model, nondeterministic or with negative weights: the probability of a letter after w is the weight of
 * all words that begin with w and the letter, divided by that of all that begin with w. What is negative counts as 0, and the
 * rest is divided by its sum. Where nothing is positive, the row is zero: the model says nothing there.
 *
 * The weights of long words must vanish. O(states² · letters) for each prefix of the words.
 *
 * @example
 * const teacher = forwardTeacher(fromExpression("(<0.5>a)*<0.5>", real));
 * console.log(teacher.next([[]])[0].join(" ")); // 0.5 0.5
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
