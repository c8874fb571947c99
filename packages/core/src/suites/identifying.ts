import { allWords, type Word } from "../words/word.ts";
import type { Subject } from "./subject.ts";
import { stateAfter } from "./walk.ts";

/** How the states behind a cover are told apart. */
export type Identifying = "w" | "wp" | "hsi";

/**
 * The words of the W-, Wp- and HSI-method, complete up to m extra states. V holds a word for each state of the minimal model.
 *
 * - W (Chow 1978, Vasilevskii 1973): V·Σ^{≤m+1}·W.
 * - Wp (Fujiwara et al. 1991): V·Σ^{≤m}·W, and u·W_q for u ∈ V·Σ^{m+1}, where q is the state after u.
 * - HSI (Luo, Petrenko and Bochmann 1994): u·H_q for u ∈ V·Σ^{≤m+1}, where any two of the sets H_q share a word that tells
 *   their states apart.
 *
 * W and Wp of languages are docs/theory/testing.md, 11.1. Why HSI suffices: the states of the system after V are
 * different, because H_p and H_q have a word that shows it, so at most m states are left. Take a word v·x on which system and
 * model differ, v ∈ V and x as short as possible, and the prefixes of x up to the length m + 1. Two of them that lead the
 * system to one state, or one that leads it where a word of V does, lead the model to one state, too, or a word of the sets
 * would have shown a difference; so x could be shorter. Hence x has at most m letters more than its answer needs, and was
 * tried.
 */
export function* identifyingTests(subject: Subject, method: Identifying, extra: number): Generator<Word> {
  const { minimal, identification, linear } = subject;
  if (linear !== undefined) {
    yield* linear.complete(extra);
    return;
  }
  const { letters } = minimal;
  if (minimal.states === 0) {
    // The zero language: one that is not zero, with m states, has an accepted word of fewer than m letters.
    yield* allWords(letters, extra);
    return;
  }
  for (let length = 0; length <= extra + 1; length++) {
    const outermost = length === extra + 1;
    for (const state of minimal.order) {
      for (const middle of allWords(letters, length, length)) {
        const word = [...(minimal.access[state] as Word), ...middle];
        for (const suffix of suffixes(stateAfter(minimal, word), outermost)) yield [...word, ...suffix];
      }
    }
  }

  function suffixes(state: number, outermost: boolean): readonly Word[] {
    if (method === "hsi") return identification.harmonised(state);
    return method === "wp" && outermost ? identification.identifying(state) : identification.all;
  }
}
