import type { Observations } from "../../answers/observations.ts";
import type { SuffixChoice } from "./suffix-choice.ts";

/** The target of a word whose state is open. */
export const UNKNOWN = -2;

/**
 * Which words are identified with which states: the words ε and u_q·a, in the order in which they came up, each with its
 * target, and the states with their access words. `Apartness` decides it, and the hypothesis reads it. Probes check it: they ask
 * one more suffix of words that have a state, and compare the answer with that of the state.
 */
export class Assignment<W> {
  /** The words' nodes in the observations' tree. */
  readonly node: number[] = [];
  /** The words' states; negative if a word is dead or its state is open. */
  readonly target: number[] = [];
  /** κ: L_x = κ ⊗ L_u for the access word u of the target; zero if there is no target. */
  readonly factor: W[] = [];
  /** The number of each state's access word. */
  readonly access: number[] = [];
  readonly #observations: Observations<W>;
  readonly #suffixes: SuffixChoice<W>;
  #probed: { readonly word: number; readonly suffix: number; readonly end: number }[] = [];
  #cursor = 0;

  constructor(observations: Observations<W>, suffixes: SuffixChoice<W>) {
    this.#observations = observations;
    this.#suffixes = suffixes;
  }

  /** The node of a state's access word. */
  accessNode(state: number): number {
    return this.node[this.access[state]];
  }

  /** Adds a word without a state; returns its number. */
  addWord(node: number): number {
    this.target.push(UNKNOWN);
    this.factor.push(this.#observations.algebra.zero);
    return this.node.push(node) - 1;
  }

  /** Makes a word the access word of a new state, whose number is returned. */
  addState(word: number): number {
    const state = this.access.push(word) - 1;
    this.target[word] = state;
    this.factor[word] = this.#observations.algebra.one;
    this.#suffixes.addState(this.node[word]);
    return state;
  }

  /** Lists a question for each of the next `count` words, in turn. */
  wantProbes(count: number): void {
    const { node, target, access } = this;
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

  /** The probed words whose answer is not that of their state; skips words that are in doubt already. */
  *failed(): Generator<{ readonly word: number; readonly suffix: number }> {
    const { algebra } = this.#observations;
    const { node, target, factor } = this;
    for (const { word, suffix, end } of this.#probed) {
      const answer = target[word] < 0 ? undefined : this.#suffixes.answer(target[word], suffix);
      if (answer === undefined) continue;
      const expected = algebra.times(factor[word], answer);
      if (!algebra.equals(expected, this.#observations.after(node[word], end))) yield { word, suffix };
    }
  }
}
