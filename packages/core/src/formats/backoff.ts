import type { AnyAlgebra } from "../algebra/registry.ts";
import { HankelError } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import type { PrefixTree } from "../words/prefix-tree.ts";
import { Ints } from "./bytes.ts";
import type { AutomatonDocument } from "./document.ts";

/** An n-gram model: n-grams are the nodes of a tree, each with a weight and a back-off weight. */
export interface BackoffModel {
  readonly algebra: AnyAlgebra;
  readonly order: number;
  readonly tree: PrefixTree;
  /** The weight of the last word of an n-gram after the others; undefined if the model does not list it. */
  readonly weight: readonly unknown[];
  /** The weight of backing off from an n-gram to a shorter one; undefined means 1. */
  readonly backoff: readonly unknown[];
  /** The start and the end of a sentence, as letters of the tree. */
  readonly start: number;
  readonly end: number;
  /** The letters of the tree that are words, and their names. */
  readonly words: readonly number[];
  readonly symbols: readonly string[];
}

/** The most arcs that are expanded; a model with a full vocabulary would not fit into memory. */
const MAX_ARCS = 2 ** 24;

/**
 * The deterministic automaton of a back-off model (Katz 1987). After the history h, a word w has the weight that the
 * model lists for h w, or else the back-off weight of h times the weight of w after h without its first word. The next
 * history is the longest suffix of h w that the model has. States are the reachable histories; O(states · words).
 */
export function expandBackoff(model: BackoffModel): AutomatonDocument<unknown> {
  const { algebra, words, end } = model;
  const histories = new Histories(model);
  const from = new Ints();
  const letters = new Ints();
  const to = new Ints();
  const weights: unknown[] = [];
  const finalStates: number[] = [];
  const finalWeights: unknown[] = [];
  histories.state(model.start < 0 ? 0 : Math.max(0, model.tree.child(0, model.start)));
  for (let state = 0; state < histories.size; state++) {
    const history = histories.node(state);
    const final = histories.weigh(history, end);
    if (!algebra.isZero(final)) {
      finalStates.push(state);
      finalWeights.push(final);
    }
    for (let letter = 0; letter < words.length; letter++) {
      const weight = histories.weigh(history, words[letter]);
      if (algebra.isZero(weight)) continue;
      from.push(state);
      letters.push(letter);
      to.push(histories.state(histories.next(history, words[letter])));
      weights.push(weight);
    }
    if (histories.size * words.length > MAX_ARCS) {
      const sizes = `${histories.size} histories and more, ${words.length} words each`;
      throw new HankelError(
        "budget",
        `the back-off is not expanded: ${sizes}; at most ${MAX_ARCS} arcs are made`,
      );
    }
  }
  return {
    algebra,
    alphabet: new Alphabet(model.symbols),
    states: histories.size,
    names: histories.names(),
    initial: { states: [0], weights: [algebra.one] },
    final: { states: finalStates, weights: finalWeights },
    arcs: { from: from.array, letters: letters.array, weights, to: to.array },
    place: () => ({ line: 1, column: 1 }),
  };
}

/** Histories are the nodes of the model's tree below its order; the reachable ones become states. */
class Histories {
  readonly #model: BackoffModel;
  readonly #states = new Map<number, number>();
  readonly #nodes: number[] = [];
  readonly #shorter = new Map<number, number>();

  constructor(model: BackoffModel) {
    this.#model = model;
  }

  get size(): number {
    return this.#nodes.length;
  }

  node(state: number): number {
    return this.#nodes[state];
  }

  state(node: number): number {
    let state = this.#states.get(node);
    if (state === undefined) {
      state = this.#nodes.push(node) - 1;
      this.#states.set(node, state);
    }
    return state;
  }

  weigh(history: number, word: number): unknown {
    const { tree, weight, backoff, algebra } = this.#model;
    let factor = algebra.one;
    for (let node = history; ; node = this.#without(node)) {
      const child = tree.child(node, word);
      if (child >= 0 && weight[child] !== undefined) return algebra.times(factor, weight[child]);
      if (node === 0) return algebra.zero;
      factor = algebra.times(factor, backoff[node] ?? algebra.one);
    }
  }

  next(history: number, word: number): number {
    const { tree, order } = this.#model;
    for (let node = history; ; node = this.#without(node)) {
      const child = tree.child(node, word);
      if (child >= 0 && tree.depth(child) < order) return child;
      if (node === 0) return 0;
    }
  }

  /** The longest proper suffix of a history that the model has. */
  #without(node: number): number {
    const known = this.#shorter.get(node);
    if (known !== undefined) return known;
    const { tree } = this.#model;
    const word = tree.word(node);
    let found = -1;
    for (let first = 1; found < 0; first++) found = tree.find(word.slice(first));
    this.#shorter.set(node, found);
    return found;
  }

  /** The name of a state: the words of its history. */
  names(): string[] {
    const { tree, words, symbols, start } = this.#model;
    const symbolOf = new Map(words.map((word, i) => [word, symbols[i]]));
    return this.#nodes.map((node) =>
      tree
        .word(node)
        .map((letter) => (letter === start ? "<s>" : (symbolOf.get(letter) ?? "</s>")))
        .join(" "),
    );
  }
}

/** How ARPA files write the logarithm of 0, after SRILM. */
export const ARPA_ZERO = -99;
