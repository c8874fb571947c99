import type { Observations } from "../../answers/observations.ts";
import type { Assignment } from "./assignment.ts";
import type { SuffixChoice } from "./suffix-choice.ts";

/** Checks words that have a state: asks one more suffix of each and compares the answer with that of the state. */
export class Probes<W> {
  readonly #observations: Observations<W>;
  readonly #suffixes: SuffixChoice<W>;
  readonly #assignment: Assignment<W>;
  #probed: { readonly word: number; readonly suffix: number; readonly end: number }[] = [];
  #cursor = 0;

  constructor(observations: Observations<W>, suffixes: SuffixChoice<W>, assignment: Assignment<W>) {
    this.#observations = observations;
    this.#suffixes = suffixes;
    this.#assignment = assignment;
  }

  /** Lists questions for the next `count` words, in turn. */
  want(count: number): void {
    const { node, target, access } = this.#assignment;
    this.#probed = [];
    for (let tried = 0; tried < node.length && this.#probed.length < count; tried++) {
      this.#cursor = (this.#cursor + 1) % node.length;
      const word = this.#cursor;
      const state = target[word];
      if (state < 0 || access[state] === word) continue;
      const suffix = this.#suffixes.unasked(state, node[word]);
      if (suffix < 0) continue;
      const end = this.#observations.node(node[word], this.#suffixes.word(suffix));
      this.#observations.want(end);
      this.#probed.push({ word, suffix, end });
    }
  }

  /** The words whose answer is not that of their state; skips words that are in doubt already. */
  *failed(): Generator<{ readonly word: number; readonly suffix: number }> {
    const { algebra } = this.#observations;
    const { node, target, factor } = this.#assignment;
    for (const { word, suffix, end } of this.#probed) {
      const answer = target[word] < 0 ? undefined : this.#suffixes.answer(target[word], suffix);
      if (answer === undefined) continue;
      const expected = algebra.times(factor[word], answer);
      if (!algebra.equals(expected, this.#observations.after(node[word], end))) yield { word, suffix };
    }
  }
}
