import { Random } from "../../random.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { Automaton } from "../convert.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import { OperationBudget, requireCount, requireNumbers } from "../requirements.ts";
import { stochastic } from "./expectations.ts";

/** How `sample` draws words. */
export interface SampleOptions extends WorkLimit {
  /** How many words; 1 by default. */
  readonly count?: number;
  readonly seed?: number;
  /** A budget for the letters of all words together; 10⁷ by default. */
  readonly maxLetters?: number;
}

/**
 * Draws words at random, with probabilities proportional to their weights; the same seed gives the same words. The
 * weights are pushed first, so that every choice on a path has its true probability. Words may have several paths.
 *
 * Needs weights that stand for numbers, none negative, and a total weight. Costs what `push` does, then O(log arcs) per
 * letter.
 *
 * @example
 * const coin = fromExpression("(<2/3>t)*<1/3>", rational);
 * console.log(sample(coin, { count: 5, seed: 1 }).map((word) => word.length).join(" ")); // 1 1 0 4 5
 */
export function sample<W>(automaton: Automaton<W>, options: SampleOptions = {}): Word[] {
  const { count = 1, seed = 1, maxLetters } = options;
  requireCount(count, "words");
  return drawWordRange(wordTable(automaton, options), { seed, count, maxLetters }, 0, count);
}

/** The probabilities by which words are drawn: plain data, so that other threads can draw, too. */
export interface WordTable {
  /** The states where a word begins, and the probability of each up to this one. */
  readonly initials: Int32Array;
  readonly begin: Float64Array;
  /** The probability of stopping in a state. */
  readonly stop: Float64Array;
  /** The arcs of state q are those from start[q] on; the probability of stopping or of taking one up to this one. */
  readonly start: Int32Array;
  readonly letter: Int32Array;
  readonly target: Int32Array;
  readonly upTo: Float64Array;
}

export function wordTable<W>(automaton: Automaton<W>, options: WorkLimit = {}): WordTable {
  const algebra = requireNumbers(automaton.algebra, "sample");
  const { size, arcs, initials, ...wfsa } = stochastic(automaton, "sample", options);
  const start = Int32Array.from(wfsa.start);
  const stop = Float64Array.from(wfsa.finalWeight, (weight) => algebra.toNumber(weight));
  const upTo = new Float64Array(arcs);
  for (let state = 0; state < size; state++) {
    let sum = stop[state];
    for (let arc = start[state]; arc < start[state + 1]; arc++) {
      sum += algebra.toNumber(wfsa.arcWeight[arc]);
      upTo[arc] = sum;
    }
  }
  const begin = new Float64Array(initials.length);
  for (let i = 0, sum = 0; i < begin.length; i++) {
    sum += algebra.toNumber(wfsa.initialWeight[initials[i]]);
    begin[i] = sum;
  }
  const [letter, target] = [Int32Array.from(wfsa.letter), Int32Array.from(wfsa.target)];
  return { initials: Int32Array.from(initials), begin, stop, start, letter, target, upTo };
}

/** The letters of all words that are drawn together, unless it is said otherwise. */
export const MOST_LETTERS_DRAWN = 1e7;

/** All that is drawn, of which a range is a part. */
export interface WordDrawing {
  readonly seed: number;
  readonly count: number;
  readonly maxLetters?: number | undefined;
}

/**
 * Draws the words from number `first` on, up to number `end`. Each has random numbers of its own, so that ranges make the same words as the whole.
 * The words before them have spent so many letters of the budget.
 */
export function drawWordRange(
  table: WordTable,
  { seed, count, maxLetters = MOST_LETTERS_DRAWN }: WordDrawing,
  first: number,
  end: number,
  spent = 0,
): Word[] {
  const budget = new OperationBudget("sample", "letters", maxLetters);
  budget.spend(spent);
  const reached = (drawn: number) => () => `${drawn} of ${count} words were drawn`;
  return Array.from({ length: end - first }, (_, i) =>
    draw(table, new Random(seed, first + i), budget, reached(first + i)),
  );
}

/** Draws a word by the cumulative probabilities of stopping in a state and of each of its arcs, in this order. */
function draw(
  { initials, begin, stop, start, letter, target, upTo }: WordTable,
  random: Random,
  budget: OperationBudget,
  reached: () => string,
): Word {
  const word: Letter[] = [];
  const { length } = begin;
  let state = initials[firstAbove(begin, 0, length, random.real() * begin[length - 1])];
  for (;;) {
    const [first, end] = [start[state], start[state + 1]];
    // Rounding may have moved the sum of all probabilities off 1.
    const all = first === end ? stop[state] : upTo[end - 1];
    const drawn = random.real() * all;
    if (drawn < stop[state] || first === end) return word;
    const arc = firstAbove(upTo, first, end, drawn);
    budget.spend(1, reached);
    word.push(letter[arc]);
    state = target[arc];
  }
}

/** The first place with a sum above a value; the last place if there is none. */
function firstAbove(sums: Float64Array, first: number, end: number, value: number): number {
  let [low, high] = [first, end - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
