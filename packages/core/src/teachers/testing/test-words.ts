import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Automaton } from "../../automata/convert.ts";
import { Wdfsa } from "../../automata/wdfsa.ts";
import { HankelError } from "../../errors.ts";
import type { Word } from "../../words/word.ts";
import type { EquivalenceTest } from "./equivalence-test.ts";

/**
 * The words of a test, cut where floats cannot weigh them, unless the test is about these very words. A drawn word may not
 * end a run that has learned everything right. `onCut` is told of each word that was cut.
 *
 * @example
 * const words = [...testWords(breadthFirst(2), minimize(fromExpression("(a|b)*", boolean)), 0)];
 * console.log(words.length); // 7
 */
export function* testWords<W>(
  test: EquivalenceTest,
  hypothesis: Automaton<W>,
  conjecture: number,
  samples: readonly Word[] = [],
  onCut: () => void = () => {},
): Generator<Word> {
  for (const word of test.words(hypothesis, conjecture, samples)) {
    const kept = test.whole === true ? word : cutToRange(hypothesis, word);
    if (kept.length < word.length) onCut();
    yield kept;
  }
}

function cutToRange<W>(hypothesis: Automaton<W>, word: Word): Word {
  if (hypothesis instanceof Wdfsa) return representable(hypothesis, word);
  const { algebra } = hypothesis;
  if (algebra.exact || word.length === 0 || inRange(algebra, () => hypothesis.weigh(word))) return word;
  // A nondeterministic automaton has no path along which to look for the place: halves will do.
  return cutToRange(hypothesis, word.slice(0, word.length >>> 1));
}

/** Can floats surely weigh this word? */
export function isRepresentable<W>(hypothesis: Automaton<W>, word: Word): boolean {
  return cutToRange(hypothesis, word).length === word.length;
}

/**
 * A word, or as much of it as an algebra of floats can surely weigh: a long product of probabilities becomes smaller than
 * any float64. The hypothesis says where that happens. Up to there, its weights have squares within the range, which
 * leaves room for a language that weighs less and for a learner that multiplies and divides. A word that the hypothesis
 * weighs zero, because it has no arc for a letter, is left as it is.
 */
function representable<W>(hypothesis: Wdfsa<W>, word: Word): Word {
  const { algebra, target, arcWeight, finalWeight, alphabet } = hypothesis;
  if (algebra.exact || hypothesis.size === 0) return word;
  let [state, length] = [0, 0];
  let weight = hypothesis.initialWeight;
  const fits = (a: W, b: W) => inRange(algebra, () => algebra.times(a, b));
  for (let i = 0; fits(weight, algebra.one); i++) {
    if (fits(finalWeight[state], weight)) length = i;
    if (i === word.length) return length === i ? word : word.slice(0, length);
    const arc = state * alphabet.size + word[i];
    state = target[arc];
    if (state < 0) return word;
    if (!fits(weight, arcWeight[arc])) break;
    weight = algebra.times(weight, arcWeight[arc]);
  }
  return word.slice(0, length);
}

/** Are the result of a computation and its square weights? */
function inRange<W>(algebra: GroupWithZero<W>, compute: () => W): boolean {
  try {
    const weight = compute();
    algebra.times(weight, weight);
    return true;
  } catch (error) {
    if (error instanceof HankelError) return false;
    throw error;
  }
}
