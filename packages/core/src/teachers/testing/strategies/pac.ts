import { HankelError } from "../../../errors.ts";
import { LANGUAGE_TERMS } from "../../../kinds/kind.ts";
import { Random } from "../../../random.ts";
import type { Word } from "../../../words/word.ts";
import type { EquivalenceTest } from "../equivalence-test.ts";
import {
  checkLengths,
  DEFAULT_LENGTHS,
  describeLengths,
  drawWord,
  formatLengths,
  type Lengths,
} from "./random-words.ts";

/**
 * How many words to draw at the i-th equivalence question, i = 0, 1, …, for *probably approximately correct*
 * (Angluin 1987): ⌈(1/ε) (ln(1/δ) + (i + 1) ln 2)⌉.
 *
 * A hypothesis that is wrong with probability above ε passes n independent draws with probability below
 * (1 - ε)ⁿ ≤ e^(-εn) ≤ δ/2^(i+1); the sum over all i is at most δ. So in at most a fraction δ of all runs the accepted
 * hypothesis is wrong with probability above ε. The draws of a question come from the seed and its number alone, so
 * they are independent of the hypothesis, although earlier draws shaped it.
 *
 * @example
 * console.log(pacSampleSize(0.01, 0.001, 0)); // 761
 */
export function pacSampleSize(epsilon: number, delta: number, equivalence: number): number {
  return Math.ceil((Math.log(1 / delta) + (equivalence + 1) * Math.LN2) / epsilon);
}

/**
 * Tests as many random words as it takes to be wrong on at most a share ε of them with confidence 1 - δ. The words have
 * random lengths and letters, or, with `"samples"`, the target draws them.
 *
 * @example
 * const teacher = functionTeacher({
 *   algebra: boolean,
 *   alphabet: "ab",
 *   weigh: (word) => word.at(-1) === "a",
 *   equivalence: pac(0.01, 0.001),
 * });
 * console.log(learn(teacher).automaton.size); // 2
 */
export function pac(
  epsilon: number,
  delta: number,
  lengths: Lengths | "samples" = DEFAULT_LENGTHS,
  seed = 1,
): EquivalenceTest {
  for (const share of [epsilon, delta]) {
    if (share > 0 && share < 1) continue;
    throw new HankelError("usage", `pac expects numbers between 0 and 1 for ε and δ, not ${share}`);
  }
  if (lengths !== "samples") checkLengths(lengths);
  const last = lengths === "samples" ? lengths : formatLengths(lengths);
  const count = (equivalence: number) => pacSampleSize(epsilon, delta, equivalence);
  return {
    text: `pac:${epsilon},${delta},${last}`,
    count: (_hypothesis, equivalence) => count(equivalence),
    ...(lengths === "samples" && { samples: count }),
    *words(hypothesis, equivalence, samples): Generator<Word> {
      if (lengths === "samples") {
        yield* samples;
        return;
      }
      const random = new Random(seed, equivalence);
      const letters = hypothesis.alphabet.size;
      for (let i = count(equivalence); i > 0; i--) yield drawWord(random, letters, lengths);
    },
    claim: (_, terms = LANGUAGE_TERMS) => ({
      kind: "pac",
      epsilon,
      delta,
      distribution:
        lengths === "samples"
          ? "the target's own samples"
          : `random ${terms.word}s, ${describeLengths(lengths, terms)}`,
    }),
  };
}
