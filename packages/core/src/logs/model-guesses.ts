/** What the automaton of a log makes of words that the log does not have. */

import type { Guesses } from "../answers/hearsay.ts";
import type { AnswerStore } from "../answers/store.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Inferred } from "../inference/sample.ts";
import type { Word } from "../words/word.ts";

/** A model that errs more often on held-out outputs or labels is no help: to refute it costs more than it saves. */
const RELIABLE = 0.99;
/** Arcs that a log has used less often are not believed. */
const LEAST_USES = 5;
/** A model is given up when so many of its arcs were refuted. */
const MOST_REFUTED = 1;

/**
 * Lets the automaton of a log answer the questions of a learner in the target's place, if it does well on held-out words. The learner's first conjecture is then that
 * automaton, as far as the log supports it, and tests of conjectures ask the target. An arc that the target refutes is not believed any more: words over it are put to
 * the target.
 *
 * @example
 * const outputs = (length: number) => Array.from({ length }, (_, i) => (i % 2 === 0 ? "on" : "off"));
 * const trace = (length: number) => JSON.stringify({ input: new Array(length).fill("a"), output: outputs(length) });
 * const logs = new LogReader();
 * logs.read("log.jsonl", Array.from({ length: 40 }, (_, i) => `${trace(i + 1)}\n`).join(""));
 * const { sample } = logs.end();
 * const store = new AnswerStore(runsOf("mealy"), sample.alphabet);
 * guessBy(store, infer(sample));
 * const guess = store.heard(store.tree.insert(new Array(50).fill(0)));
 * console.log(guess?.heard); // true
 */
export function guessBy<A>(store: AnswerStore<A>, inferred: Inferred): void {
  const { accuracy } = inferred.figures;
  if (inferred.automaton.algebra.name !== store.kind.algebra.name) return;
  if (accuracy === undefined || inferred.kind === "weighted") return;
  if (accuracy.mean < 1 && accuracy.mean - accuracy.margin < RELIABLE) return;
  store.hearsay().guess(new ModelGuesses(store, inferred.automaton, inferred.support.arcs));
}

class ModelGuesses<A> implements Guesses<A> {
  readonly #store: AnswerStore<A>;
  readonly #model: Wdfsa<unknown>;
  /** The model's letter for each of the target's, or -1. */
  readonly #letterOf: Int32Array;
  /** The arcs that are believed. */
  readonly #believed: Uint8Array;
  #refuted = 0;

  constructor(store: AnswerStore<A>, model: Wdfsa<unknown>, uses: Float64Array) {
    this.#store = store;
    this.#model = model;
    this.#letterOf = Int32Array.from(store.alphabet.symbols, (symbol) => model.alphabet.letter(symbol));
    this.#believed = Uint8Array.from(uses, (use) => (use >= LEAST_USES ? 1 : 0));
  }

  of(word: Word): A | undefined {
    if (this.#refuted >= MOST_REFUTED) return undefined;
    const path = this.#arcs(word);
    if (path === undefined || path.some((arc) => this.#believed[arc] === 0)) return undefined;
    const weight = this.#model.weigh(word.map((letter) => this.#letterOf[letter]));
    return this.#store.kind.parse(this.#model.algebra.format(weight));
  }

  refute(word: Word): void {
    const last = this.#arcs(word)?.at(-1);
    this.#refuted = last === undefined ? MOST_REFUTED : this.#refuted + 1;
    if (last !== undefined) this.#believed[last] = 0;
  }

  /** The arcs along a word; undefined if one is missing. */
  #arcs(word: Word): number[] | undefined {
    const { target, alphabet } = this.#model;
    const arcs: number[] = [];
    for (let i = 0, state = 0; i < word.length; i++) {
      const letter = this.#letterOf[word[i]];
      if (letter < 0) return undefined;
      arcs.push(state * alphabet.size + letter);
      state = target[arcs[i]];
      if (state < 0) return undefined;
    }
    return arcs;
  }
}
