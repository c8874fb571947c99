import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { Random } from "../random.ts";
import type { Letter, Word } from "../words/word.ts";

/**
 * How to look for a counterexample when nobody can answer exactly: a generator of words to try, given the
 * hypothesis and the number of the equivalence question. Whatever draws, draws from its seed and that number.
 */
export type WordSource = <W>(hypothesis: Wdfsa<W>, equivalence: number) => Iterable<Word>;

/** Every word up to a length, shortest first. */
export function breadthFirst(maxLength: number): WordSource {
  return function* words(hypothesis) {
    const letters = hypothesis.alphabet.size;
    const word: Letter[] = [];
    for (;;) {
      yield [...word];
      // The next word in shortlex order: count up in base |Σ|, and grow when all digits turned over.
      let i = word.length - 1;
      while (i >= 0 && word[i] === letters - 1) word[i--] = 0;
      if (i >= 0) word[i]++;
      else if (word.length >= maxLength || letters === 0) return;
      else word.push(0);
    }
  };
}

/** Random words: a length drawn evenly from 0 … `maxLength`, then letters drawn evenly. */
export function randomWords(count: number, maxLength: number, seed = 1): WordSource {
  return function* words(hypothesis, equivalence) {
    const random = new Random(seed, equivalence);
    const letters = hypothesis.alphabet.size;
    for (let i = 0; i < count; i++) {
      const length = letters === 0 ? 0 : random.below(maxLength + 1);
      yield Array.from({ length }, () => random.below(letters));
    }
  };
}

/** Words in batches, so that a teacher that likes them gets them. */
export function* batches(words: Iterable<Word>, size: number): Generator<Word[]> {
  let batch: Word[] = [];
  for (const word of words) {
    batch.push(word);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * The first word of a batch that the hypothesis weighs otherwise, or null. An answer that is no weight is one too: the
 * learner will ask for that word and say what came.
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
