/** What the automaton of a log makes of words that the log does not have. */

import type { Guesses } from "../answers/hearsay.ts";
import type { AnswerStore } from "../answers/store.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Inferred } from "../inference/sample.ts";
import type { Word } from "../words/word.ts";

/**
 * A model that errs on a single held-out output or label is not believed: to refute it often costs more than its log has saved. Few held-out words prove little,
 * even if all are right: the lower end of Wilson's interval has to be so high.
 */
const SURE = 0.8;
/** The quantile of 95 % confidence, squared. */
const Z2 = 1.96 ** 2;
/** Arcs that a log has used less often are not believed. */
const LEAST_USES = 5;
/** Nothing is believed of a model of a machine before the target's own answers agree with it on this share of its arcs. */
const EARNED = 0.2;

/**
 * Lets the automaton of a log answer the questions of a learner in the target's place, if it makes no mistake on enough held-out words; of a machine, once the target's first answers
 * agree with it. The learner's first conjecture is then that automaton, as far as the log supports it, and tests of conjectures ask the target. When
 * the target says otherwise, nothing of it is believed any more.
 *
 * @example
 * const outputs = (length: number) => Array.from({ length }, (_, i) => (i % 2 === 0 ? "on" : "off"));
 * const trace = (length: number) => JSON.stringify({ input: new Array(length).fill("a"), output: outputs(length) });
 * const logs = new LogReader();
 * logs.read("log.jsonl", Array.from({ length: 200 }, (_, i) => `${trace((i % 40) + 1)}\n`).join(""));
 * const { sample } = logs.end();
 * const store = new AnswerStore(runsOf("mealy"), sample.alphabet);
 * guessBy(store, infer(sample));
 * store.record(store.tree.insert([0, 0]), { weight: freeWord("on", "off") });
 * const guess = store.heard(store.tree.insert(new Array(50).fill(0)));
 * console.log(guess?.heard); // true
 */
export function guessBy<A>(store: AnswerStore<A>, inferred: Inferred): void {
  const { automaton, figures, support } = inferred;
  const { accuracy, heldOut } = figures;
  if (automaton.algebra.name !== store.kind.algebra.name) return;
  if (accuracy === undefined || inferred.kind === "weighted") return;
  if (accuracy.mean < 1 || allRightAtLeast(heldOut) < SURE) return;
  const believed = Uint8Array.from(support.arcs, (uses) => (uses >= LEAST_USES ? 1 : 0));
  store.hearsay().guess(new ModelGuesses(store, automaton, believed));
}

/**
 * Lets a model that may be like the target, such as that of an older version, answer the questions of a learner in the target's place, once the target's first answers
 * agree with it. So a version in which nothing has changed is learned again at little cost. Tests of conjectures ask the target; when it says otherwise,
 * nothing of the model is believed any more. Only machines: of others an answer tells too little.
 *
 * @example
 * const alphabet = new Alphabet(["press"]);
 * const old = machineToWdfsa({ kind: "mealy", alphabet, target: [1, 0], output: ["on", "off"] });
 * const store = new AnswerStore(runsOf("mealy"), alphabet);
 * guessFrom(store, old);
 * const later = store.tree.insert([0, 0, 0]);
 * console.log(store.heard(later)?.heard); // undefined
 * store.record(store.tree.insert([0]), { weight: freeWord("on") });
 * console.log(store.heard(later)?.heard); // true
 */
export function guessFrom<A>(store: AnswerStore<A>, model: Wdfsa<unknown>): void {
  if (!store.kind.tellsPrefixes || model.algebra.name !== store.kind.algebra.name) return;
  const believed = new Uint8Array(model.target.length).fill(1);
  store.hearsay().guess(new ModelGuesses(store, model, believed));
}

/** If all of so many are right: the lower end of the interval of Wilson (1927) for the share that is, with 95 % confidence. */
function allRightAtLeast(count: number): number {
  return count / (count + Z2);
}

class ModelGuesses<A> implements Guesses<A> {
  readonly #store: AnswerStore<A>;
  readonly #model: Wdfsa<unknown>;
  /** The model's letter for each of the target's, or -1. */
  readonly #letterOf: Int32Array;
  /** The arcs that may be believed. */
  readonly #believed: Uint8Array;
  #stands: "unproved" | "trusted" | "refuted";
  /** How many answers there were when they were last compared with the model. */
  #compared = -1;

  constructor(store: AnswerStore<A>, model: Wdfsa<unknown>, believed: Uint8Array) {
    this.#store = store;
    this.#model = model;
    this.#letterOf = Int32Array.from(store.alphabet.symbols, (symbol) => model.alphabet.letter(symbol));
    this.#believed = believed;
    this.#stands = store.kind.tellsPrefixes ? "unproved" : "trusted";
  }

  of(word: Word): A | undefined {
    if (this.#stands === "unproved" && this.#compared < this.#store.size) this.#compare();
    if (this.#stands !== "trusted") return undefined;
    const path = this.#arcs(word);
    if (path === undefined || path.some((arc) => this.#believed[arc] === 0)) return undefined;
    return this.#answer(word);
  }

  refute(): void {
    this.#stands = "refuted";
  }

  doubt(): void {
    if (this.#stands !== "trusted" || !this.#store.kind.tellsPrefixes) return;
    // A run that is resumed has all answers from the beginning, and comes to the same conclusion.
    this.#stands = "unproved";
    this.#compared = -1;
  }

  /** Do the target's own answers agree with the model, and on enough of its arcs? */
  #compare(): void {
    const { kind } = this.#store;
    const agreed = new Set<number>();
    for (const [word, answer] of this.#store.answers()) {
      const path = this.#arcs(word);
      if (path === undefined) continue;
      if (!kind.equals(this.#answer(word), answer)) {
        this.#stands = "refuted";
        return;
      }
      for (const arc of path) if (this.#believed[arc] === 1) agreed.add(arc);
    }
    this.#compared = this.#store.size;
    const all = this.#believed.reduce((sum, believed) => sum + believed, 0);
    if (agreed.size >= EARNED * all) this.#stands = "trusted";
  }

  #answer(word: Word): A {
    const weight = this.#model.weigh(word.map((letter) => this.#letterOf[letter]));
    return this.#store.kind.parse(this.#model.algebra.format(weight));
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
