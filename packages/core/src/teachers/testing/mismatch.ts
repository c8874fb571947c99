import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import type { Word } from "../../words/word.ts";

/**
 * The first word of a batch that the hypothesis weighs differently, or null. An answer that is no weight counts as a
 * difference: the learner then asks for that word and reports the answer.
 */
export function firstMismatch<W>(
  algebra: GroupWithZero<W>,
  hypothesis: Wdfsa<W>,
  words: readonly Word[],
  weights: ArrayLike<W>,
): Word | null {
  const agrees = (word: Word, weight: W) =>
    algebra.isWeight(weight) && algebra.equals(hypothesis.weigh(word), weight);
  return words.find((word, i) => !agrees(word, weights[i])) ?? null;
}
