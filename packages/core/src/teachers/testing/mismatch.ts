import { agree } from "../../algebra/margins.ts";
import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Automaton } from "../../automata/convert.ts";
import type { Word } from "../../words/word.ts";

/**
 * The first word of a batch that the hypothesis weighs differently, or null. Floats may differ by the tolerance for each
 * letter: the weights of the hypothesis come from answers that are not exact either. An answer that is no weight counts as a
 * difference: the learner then asks for that word and reports the answer.
 */
export function firstMismatch<W>(
  algebra: GroupWithZero<W>,
  hypothesis: Automaton<W>,
  words: readonly Word[],
  weights: ArrayLike<W>,
): Word | null {
  const agrees = (word: Word, weight: W) =>
    algebra.isWeight(weight) && agree(algebra, hypothesis.weigh(word), weight, word.length + 1);
  return words.find((word, i) => !agrees(word, weights[i])) ?? null;
}
