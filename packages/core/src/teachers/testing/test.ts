import type { Wdfsa } from "../../automata/wdfsa.ts";
import type { Word } from "../../words/word.ts";

/**
 * How to look for a counterexample when nobody can answer exactly: a generator of words to try, given the
 * hypothesis and the number of the equivalence question (0, 1, …). Whatever draws, draws from its seed and that number.
 */
export type WordSource = <W>(hypothesis: Wdfsa<W>, equivalence: number) => Iterable<Word>;

/** What it means that a hypothesis agreed with the language on all words of a test. */
export type Claim =
  /** The automaton is right if the language has at most so many states more. */
  | { readonly kind: "complete"; readonly extraStates: number }
  /** With probability at least 1 − δ it is wrong on words of probability at most ε. */
  | {
      readonly kind: "pac";
      readonly epsilon: number;
      readonly delta: number;
      readonly distribution: string;
    }
  /** The black box itself was asked and knew no counterexample. */
  | { readonly kind: "box"; readonly exact: boolean }
  /** No more than that it agreed on them. */
  | { readonly kind: "words"; readonly about: string };

/** A way to test a hypothesis, and what passing it establishes. */
export interface EquivalenceTest {
  /** As it is written: `wp:2`. */
  readonly text: string;
  /** The black box is to look for a counterexample itself; there are no words then. */
  readonly asksBox?: true;
  /** How many words drawn from the target itself it wants to be given; none unless it says so. */
  samples?(equivalence: number): number;
  /** How many words there will be, where that is known beforehand. */
  count?<W>(hypothesis: Wdfsa<W>, equivalence: number): number;
  words<W>(hypothesis: Wdfsa<W>, equivalence: number, samples: readonly Word[]): Iterable<Word>;
  claim<W>(hypothesis: Wdfsa<W>): Claim;
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
