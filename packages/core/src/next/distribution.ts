/** One probability for each letter, in the alphabet's order, and last that of the end. */
export type Distribution = Float64Array;

/** The distribution of the word itself: the last row of an answer that may hold those of all prefixes. */
export function distributionOf(answer: Distribution, letters: number): Distribution {
  return answer.subarray(answer.length - letters - 1);
}
