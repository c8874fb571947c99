import { Random } from "../../random.ts";
import type { Word } from "../../words/word.ts";
import { describeLengths, drawWord, formatLengths, type Lengths } from "./random-words.ts";
import type { EquivalenceTest } from "./test.ts";

/**
 * How many words to draw at the i-th equivalence question, i = 0, 1, …, for *probably approximately correct*
 * (Angluin 1987): ⌈(1/ε) (ln(1/δ) + (i + 1) ln 2)⌉.
 *
 * A hypothesis that is wrong with probability above ε passes n independent draws with probability below
 * (1 - ε)ⁿ ≤ e^(-εn) ≤ δ/2^(i+1); the sum over all i is at most δ. So whichever hypothesis is accepted, it is wrong with
 * probability above ε in at most a fraction δ of all runs. The draws of a question come from the seed and its number
 * alone, hence are independent of the hypothesis, which earlier draws have shaped.
 */
export function pacTests(epsilon: number, delta: number, equivalence: number): number {
  return Math.ceil((Math.log(1 / delta) + (equivalence + 1) * Math.LN2) / epsilon);
}

/** Words drawn from a fixed distribution. */
export function pacTest(
  epsilon: number,
  delta: number,
  lengths: Lengths | "samples",
  seed: number,
): EquivalenceTest {
  const distribution =
    lengths === "samples" ? "the target's own samples" : `random words, ${describeLengths(lengths)}`;
  const last = lengths === "samples" ? lengths : formatLengths(lengths);
  const count = (equivalence: number) => pacTests(epsilon, delta, equivalence);
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
    claim: () => ({ kind: "pac", epsilon, delta, distribution }),
  };
}
