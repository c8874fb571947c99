import { accessWords } from "../../../automata/minimal/canonical.ts";
import { minimize } from "../../../automata/minimal/minimize.ts";
import type { ReadonlyInts, Wdfsa } from "../../../automata/wdfsa.ts";
import { defaultPrices, type Prices } from "../../../learning/prices.ts";
import { getOrAdd } from "../../../words/collections.ts";
import { PrefixTree } from "../../../words/prefix-tree.ts";
import type { Letter, Word } from "../../../words/word.ts";
import { remembered, statesApart } from "./states-apart.ts";

/** A test that may cost so much for each arc may cost as much as for this many arcs: a small hypothesis says little. */
const LEAST_ARCS = 10;
/** A test word has about so many letters: where words and letters have other prices, a test may cost so much more or less. */
const USUAL_LETTERS = 40;

/** Words are at most so many times as long where they are dear. */
const MOST_DEAR = 20;

/**
 * The likelihood that a path goes on with a letter: mostly that of a successor drawn evenly, since most letters of a protocol
 * lead to one sink, and every state has few ways elsewhere. A little is added for a letter drawn evenly and for the letter before
 * once more.
 */
const EVEN = 0.1;
const ONCE_MORE = 0.1;
const ALL = 1 + EVEN + ONCE_MORE;
/** What the letter before is likelier for that. */
export const AGAIN = ONCE_MORE / ALL;

/** A deterministic hypothesis, as paths through it see it. */
export interface Walked {
  readonly letters: number;
  /** The states, and among them one that stands for the dead state if there are arcs missing. */
  readonly states: number;
  /** Those that a word leads to without a missing arc; not empty. */
  readonly roots: readonly number[];
  readonly target: Int32Array;
  /** Does an answer show the outputs along the whole word? */
  readonly machine: boolean;
  /** A shortest word to a root. */
  access(state: number): Word;
  /** Words that together tell a state from all others. */
  identifying(state: number): readonly Word[];
  /** Do all letters lead back, in one of several states? */
  isSink(state: number): boolean;
  /** The letters that lead from a state to each of its successors. */
  leading(state: number): ReadonlyMap<number, readonly Letter[]>;
  /** How likely a path goes on with each letter, and with the letter before. */
  likelihood(state: number, before: Letter | undefined): Float64Array;
}

/** Several tests walk on one hypothesis. */
const known = new WeakMap<object, Walked>();

/** The states of a hypothesis and the paths between them. */
export function walkedOn<W>(hypothesis: Wdfsa<W>): Walked {
  const found = known.get(hypothesis) ?? walked(hypothesis);
  known.set(hypothesis, found);
  return found;
}

function walked<W>(hypothesis: Wdfsa<W>): Walked {
  const minimal = minimize(hypothesis);
  const letters = minimal.alphabet.size;
  const { size } = minimal;
  const arcs = Int32Array.from(minimal.target);
  const isTotal = size > 0 && arcs.every((to) => to >= 0);
  const states = isTotal ? size : size + 1;
  const target = new Int32Array(states * letters).fill(size);
  arcs.forEach((to, arc) => {
    if (to >= 0) target[arc] = to;
  });
  const words = size === 0 ? [[]] : (accessWords(minimal) as Word[]);
  const apart = size === 0 ? undefined : statesApart(minimal);
  const isSink = remembered(
    (state) =>
      states > 1 && target.subarray(state * letters, (state + 1) * letters).every((to) => to === state),
  );
  const leading = remembered((state) => lettersByTarget(target, letters, state));
  const shares = remembered((state) => {
    const ways = leading(state);
    const likely = new Float64Array(letters);
    for (const same of ways.values()) {
      for (const letter of same) likely[letter] = 1 / (ways.size * same.length) + EVEN / letters;
    }
    return likely;
  });
  return {
    letters,
    states,
    roots: words.map((_, state) => state),
    target,
    machine: apart?.machine ?? false,
    access: (state) => words[state],
    identifying: remembered(
      (state) => apart?.identifying(state < size ? state : -1).map(({ word }) => word) ?? [[]],
    ),
    isSink,
    leading,
    likelihood(state, before) {
      const likely = shares(state).slice();
      if (before !== undefined) likely[before] += ONCE_MORE;
      return likely.map((share) => share / ALL);
    },
  };
}

/** The letters that lead from a state to each of its successors, in order; the successors as they come first. */
export function lettersByTarget(target: ReadonlyInts, letters: number, state: number): Map<number, Letter[]> {
  const leading = new Map<number, Letter[]>();
  for (let letter = 0; letter < letters; letter++) {
    getOrAdd(leading, target[state * letters + letter], () => []).push(letter);
  }
  return leading;
}

/** How many times as much as a letter a word costs; at least once. */
function dearness({ word, letter }: Prices): number {
  return letter * MOST_DEAR < word ? MOST_DEAR : Math.max(1, word / letter);
}

/** The length that words come to where so many letters are usual: where words are dear, they are longer. */
export function lengthened(letters: number, prices: Prices): number {
  return Math.ceil(letters * dearness(prices));
}

/** Does a way cost no more than a new word that begins with so many letters? */
export function isCheaper(way: Word, letters: number, { word, letter }: Prices): boolean {
  return letter * (way.length - letters) <= word;
}

/** What tests cost that may cost so much for each arc. */
export function budgetOf(
  perArc: number,
  { roots, letters }: Walked,
  { word, letter }: Prices = defaultPrices,
): number {
  const usual = (word + USUAL_LETTERS * letter) / (1 + USUAL_LETTERS);
  return perArc * Math.max(LEAST_ARCS, roots.length * letters) * usual;
}

/** Words that were asked, and their cost: on a machine a word that begins another tells nothing, and costs nothing. */
export class Spent {
  readonly #asked: PrefixTree;
  readonly #ends = new Set<number>();
  readonly #machine: boolean;
  readonly #prices: Prices;
  cost = 0;

  constructor({ letters, machine }: Walked, prices = defaultPrices) {
    this.#asked = new PrefixTree(letters);
    this.#machine = machine;
    this.#prices = prices;
  }

  /** Is the answer to a word known? */
  knows(word: Word): boolean {
    const node = this.#asked.find(word);
    return node >= 0 && (this.#machine || this.#ends.has(node));
  }

  /** Counts a word; false if its answer is known. */
  on(word: Word): boolean {
    const { size } = this.#asked;
    const node = this.#asked.insert(word);
    if (this.#machine ? this.#asked.size === size : this.#ends.has(node)) return false;
    this.#ends.add(node);
    this.cost += this.#prices.word + this.#prices.letter * word.length;
    return true;
  }
}
