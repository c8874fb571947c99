import { floatingField } from "../../algebra/semifield.ts";
import { type Automaton, withWeights } from "../../automata/convert.ts";
import { Wfsa } from "../../automata/wfsa.ts";
import { countOf } from "../../errors.ts";
import type { Word } from "../../words/word.ts";

/** So many arcs are looked at for a sentence about cancellation, at most. */
const WORK = 1e8;
/** Words whose lengths differ by so many letters have about the same length. */
const NEAR = 8;

/** Is the difference of two weights small beside the terms of the sum that one of them is? */
export function cancelled<W>(hypothesis: Automaton<W>, word: Word, a: W, b: W): boolean {
  const floating = floatingField(hypothesis.algebra);
  if (floating === undefined || !(hypothesis instanceof Wfsa)) return false;
  const { field, kernel } = floating;
  const magnitudes = withWeights(hypothesis, field, (weight) => kernel.weight(Math.abs(kernel.of(weight))));
  const terms = kernel.of(magnitudes.weigh(word));
  return Math.abs(kernel.of(a) - kernel.of(b)) <= (word.length + 1) * field.tolerance * terms;
}

/** The largest answer for words of about each length. */
function largestByLength(answers: readonly (readonly [Word, number])[]): number[] {
  const most: number[] = [];
  for (const [{ length }, weight] of answers) most[length] = Math.max(most[length] ?? 0, Math.abs(weight));
  return most.map((_, length) =>
    most.slice(Math.max(0, length - NEAR), length + NEAR + 1).reduce((a, b) => Math.max(a, b), 0),
  );
}

/**
 * Says how far an automaton is from answers that it agrees with only beside the terms of its sums; empty if there are none.
 * Terms that are much larger than their sum make its digits worthless, and an automaton that has learned noise is full of
 * them: it may be accepted and yet be wrong by any factor. What is small beside the largest answer for words of about
 * that length does not count. The last answers come first, since tests are asked last.
 */
export function cancellationSentence<W>(
  automaton: Automaton<W>,
  answers: Iterable<readonly [Word, W]>,
): string {
  const floating = floatingField(automaton.algebra);
  if (floating === undefined || !(automaton instanceof Wfsa)) return "";
  const { field, kernel } = floating;
  const known = Array.from(answers, ([word, weight]) => [word, kernel.of(weight)] as const).reverse();
  const largest = largestByLength(known);
  let [work, found, most] = [0, 0, 0];
  for (const [word, weight] of known) {
    work += (word.length + 1) * (automaton.arcs + 1);
    if (work > WORK) break;
    const error = Math.abs(kernel.of(automaton.weigh(word)) - weight);
    if (error <= (word.length + 1) * field.tolerance * largest[word.length]) continue;
    found++;
    most = Math.max(most, error / largest[word.length]);
  }
  if (found === 0) return "";
  return (
    `For ${countOf(found, "word")} the terms of the sum cancel, and the weights were compared beside these terms: the automaton ` +
    `is wrong there by up to ${Number(most.toPrecision(2))} times the largest answer for words of about their length.`
  );
}
