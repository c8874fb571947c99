import { agree } from "../../algebra/margins.ts";
import { type GroupWithZero, isField } from "../../algebra/semifield.ts";
import type { Automaton } from "../../automata/convert.ts";
import { Wfsa } from "../../automata/wfsa.ts";
import type { Word } from "../../words/word.ts";

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

/** Is the difference of two weights small beside the terms of the sum that one of them is? */
function cancelled<W>(hypothesis: Automaton<W>, word: Word, a: W, b: W): boolean {
  const { algebra } = hypothesis;
  if (algebra.exact || !(hypothesis instanceof Wfsa) || !isField(algebra)) return false;
  if (typeof a !== "number" || typeof b !== "number") return false;
  const terms = magnitudes(hypothesis as unknown as Wfsa<number>).weigh(word);
  return Math.abs(a - b) <= (word.length + 1) * algebra.tolerance * terms;
}

/** The automaton with the magnitudes of the weights. */
function magnitudes(automaton: Wfsa<number>): Wfsa<number> {
  const { algebra, alphabet, source, letter, target } = automaton;
  const size = (weights: ArrayLike<number>) => Float64Array.from(weights, Math.abs);
  return new Wfsa(
    {
      algebra,
      alphabet,
      initialWeight: size(automaton.initialWeight),
      finalWeight: size(automaton.finalWeight),
      source: Int32Array.from(source),
      letter: Int32Array.from(letter),
      target: Int32Array.from(target),
      arcWeight: size(automaton.arcWeight),
    },
    false,
  );
}
