import type { Automaton } from "../automata/convert.ts";
import { Forward } from "../automata/stochastic/forward.ts";
import { Matrix } from "../linear/matrix.ts";
import { solve } from "../linear/solve.ts";
import { spectralRadius } from "../linear/spectral-radius.ts";

/** The sum of the weights of all words, as far as there is one. */
export interface SumOfWords {
  /** λ (I - M)⁻¹ ρ, where M = Σ M(a); undefined if I - M is singular. */
  readonly total: number | undefined;
  /** The spectral radius of M: only below 1 do the weights of long words vanish, and `total` is their sum. */
  readonly radius: number;
}

/** Adds up the weights of all words, negative ones too; 1 for a distribution. O(states³). */
export function sumOfWords(automaton: Automaton<unknown>): SumOfWords {
  const forward = new Forward(automaton, "the sum of all words");
  const { ahead, radius } = weightAhead(forward);
  const total = ahead?.reduce((sum, weight, state) => sum + weight * forward.initial[state], 0);
  return { total, radius };
}

/** (I - M)⁻¹ ρ: for each state, the weights of all words from there, added up; and the spectral radius of M. */
export function weightAhead(forward: Forward): { ahead: Float64Array | undefined; radius: number } {
  const { size, final } = forward;
  const sum = new Matrix(size, size, forward.sumOfLetters());
  const difference = Matrix.identity(size);
  sum.data.forEach((entry, i) => {
    difference.data[i] -= entry;
  });
  return { ahead: solve(difference, final), radius: spectralRadius(sum) };
}
