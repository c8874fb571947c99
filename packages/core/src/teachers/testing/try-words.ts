import { agree } from "../../algebra/margins.ts";
import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Automaton } from "../../automata/convert.ts";
import { countOf, HankelError } from "../../errors.ts";
import { answerWeights, type Kind } from "../../kinds/kind.ts";
import { answerOf, type Examination } from "../../learning/protocol.ts";
import { Batch } from "../../words/batch.ts";
import type { Word } from "../../words/word.ts";
import { cancelled } from "./cancellation.ts";
import { growingBatches } from "./equivalence-test.ts";

/** Test words go out in batches that grow: a counterexample among the first ones should not cost many others. */
const FIRST_BATCH = 16;
const LARGEST_BATCH = 2048;

/** How words are tried. */
export interface TryOptions {
  /** How many words the first batch has. */
  readonly first?: number;
  /** Ask the longest words of a batch first: the answers of a machine tell those to all prefixes. */
  readonly longestFirst?: boolean;
}

/**
 * The examination of a conjecture by weights, put to a teacher of any kind whose answers are weights.
 *
 * @example
 * const hypothesis = minimize(fromExpression("a*", boolean));
 * const examination = examinedBy(weightsIn(boolean), tryWords(hypothesis, [[0], [0, 0]]));
 * console.log(examination.next().done); // false
 */
export function* examinedBy<W, A>(kind: Kind<W, A>, examination: Examination<W>): Examination<W, A> {
  let step = examination.next();
  while (step.done !== true) {
    const answer = yield step.value;
    const { kind: what } = answer;
    step = examination.next(
      what === "weights" ? { ...answer, weights: answerWeights(kind, Array.from(answer.weights)) } : answer,
    );
  }
  return step.value;
}

/**
 * Tries a conjecture on words; ends with the first one found that it weighs otherwise than the language, or `null`. A budget
 * may allow only some words of a batch. The verdict waits for all of them, so that it does not depend on the budget: a run
 * that is resumed with more of it goes on as if it had had it from the beginning.
 *
 * @example
 * const examination = tryWords(minimize(fromExpression("a*", boolean)), [[0], [0, 0]]);
 * const { value } = examination.next();
 * console.log(value !== undefined); // true
 */
export function* tryWords<W>(
  hypothesis: Automaton<W>,
  words: Iterable<Word>,
  { first = FIRST_BATCH, longestFirst = false }: TryOptions = {},
): Examination<W> {
  for (const batch of growingBatches(words, first, LARGEST_BATCH)) {
    const order = [...batch.keys()];
    if (longestFirst) order.sort((a, b) => batch[b].length - batch[a].length);
    const weights = new Array<W>(batch.length);
    for (let tried = 0; tried < order.length; ) {
      const left = order.slice(tried);
      const answer = answerOf("weights", yield { kind: "test", batch: Batch.of(left.map((i) => batch[i])) });
      const answered = left.slice(0, answer.weights.length);
      if (answered.length === 0)
        throw new HankelError("teacher", `asked for ${countOf(left.length, "weight")}, got none`);
      answered.forEach((place, i) => {
        weights[place] = answer.weights[i];
      });
      tried += answered.length;
    }
    const found = firstMismatch(hypothesis.algebra, hypothesis, batch, weights);
    if (found !== null) return found;
  }
  return null;
}

/**
 * The first word of a batch that the hypothesis weighs differently, or null. Floats may differ by the tolerance for each
 * letter: the weights of the hypothesis come from answers that are not exact either. Over the reals, the terms of a
 * nondeterministic automaton may cancel, and then the tolerance is relative to their magnitudes. An answer that is no weight
 * counts as a difference: the learner then asks for that word and reports the answer.
 *
 * @example
 * const hypothesis = minimize(fromExpression("a*", boolean));
 * console.log(firstMismatch(boolean, hypothesis, [[], [0]], [true, false])?.join(" ")); // 0
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
