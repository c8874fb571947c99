import { agree } from "../../algebra/margins.ts";
import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Automaton } from "../../automata/convert.ts";
import type { Word } from "../../words/word.ts";
import { cancelled } from "./cancellation.ts";

/**
 * The first word of a batch that the hypothesis weighs differently, or null. Floats may differ by the tolerance for each
 * letter: the weights of the hypothesis come from answers that are not exact either. Over the reals, the terms of a
 * nondeterministic automaton may cancel, and then the tolerance is relative to their magnitudes. An answer that is no weight
 * counts as a difference: the learner then asks for that word and reports the answer.
 */
export function firstMismatch<W>(
  algebra: GroupWithZero<W>,
  hypothesis: Automaton<W>,
  words: readonly Word[],
  weights: ArrayLike<W>,
): Word | null {
  const agrees = (word: Word, weight: W) => {
    if (!algebra.isWeight(weight)) return false;
    const own = hypothesis.weigh(word);
    return agree(algebra, own, weight, word.length + 1) || cancelled(hypothesis, word, own, weight);
  };
  return words.find((word, i) => !agrees(word, weights[i])) ?? null;
}
