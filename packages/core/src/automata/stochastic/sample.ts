import { Random } from "../../random.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { Automaton } from "../convert.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import { type Numeric, OperationBudget, requireCount, requireNumbers } from "../requirements.ts";
import type { Wfsa } from "../wfsa.ts";
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
  const { count = 1, seed = 1 } = options;
  requireCount(count, "words");
  const algebra = requireNumbers(automaton.algebra, "sample");
  const draw = drawerOf(algebra, stochastic(automaton, "sample", options));
  const budget = new OperationBudget("sample", "letters", options.maxLetters ?? 1e7);
  const reached = (drawn: number) => () => `${drawn} of ${count} words were drawn`;
  return Array.from({ length: count }, (_, i) => draw(new Random(seed, i), budget, reached(i)));
}

/** Draws a word by the cumulative probabilities of stopping in a state and of each of its arcs, in this order. */
function drawerOf<W>(algebra: Numeric<W>, { size, arcs, start, letter, target, initials, ...wfsa }: Wfsa<W>) {
  const stop = Float64Array.from(wfsa.finalWeight, (weight) => algebra.toNumber(weight));
  /** The probability of stopping or of taking an arc up to this one. */
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
  return (random: Random, budget: OperationBudget, reached: () => string): Word => {
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
  };
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
