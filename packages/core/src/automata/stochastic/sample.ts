import { HankelError } from "../../errors.ts";
import { Random } from "../../random.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { Automaton } from "../convert.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import { type Numeric, OperationBudget, requireNumbers } from "../requirements.ts";
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
 */
export function sample<W>(automaton: Automaton<W>, options: SampleOptions = {}): Word[] {
  const { count = 1, seed = 1 } = options;
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new HankelError("usage", `a number of words is 0 or more, not ${count}`);
  }
  const choices = new Choices(
    requireNumbers(automaton.algebra, "sample"),
    stochastic(automaton, "sample", options),
  );
  const budget = new OperationBudget("sample", "letters", options.maxLetters ?? 1e7);
  const words: Word[] = [];
  for (let i = 0; i < count; i++) {
    words.push(choices.draw(new Random(seed, i), budget, () => `${i} of ${count} words were drawn`));
  }
  return words;
}

/** For every state the cumulative probabilities of stopping and of each arc, in this order. */
class Choices<W> {
  readonly #wfsa: Wfsa<W>;
  /** The probability of stopping or of taking an arc up to this one. */
  readonly #upTo: Float64Array;
  readonly #stop: Float64Array;
  readonly #begin: Float64Array;

  constructor(algebra: Numeric<W>, wfsa: Wfsa<W>) {
    this.#wfsa = wfsa;
    this.#stop = Float64Array.from(wfsa.finalWeight, (weight) => algebra.toNumber(weight));
    this.#upTo = new Float64Array(wfsa.arcs);
    for (let state = 0; state < wfsa.size; state++) {
      let sum = this.#stop[state];
      for (let arc = wfsa.start[state]; arc < wfsa.start[state + 1]; arc++) {
        sum += algebra.toNumber(wfsa.arcWeight[arc]);
        this.#upTo[arc] = sum;
      }
    }
    this.#begin = new Float64Array(wfsa.initials.length);
    for (let i = 0, sum = 0; i < this.#begin.length; i++) {
      sum += algebra.toNumber(wfsa.initialWeight[wfsa.initials[i]]);
      this.#begin[i] = sum;
    }
  }

  draw(random: Random, budget: OperationBudget, reached: () => string): Word {
    const { start, letter, target, initials } = this.#wfsa;
    const word: Letter[] = [];
    const { length } = this.#begin;
    let state = initials[firstAbove(this.#begin, 0, length, random.real() * this.#begin[length - 1])];
    for (;;) {
      const [first, end] = [start[state], start[state + 1]];
      // Rounding may have moved the sum of all probabilities off 1.
      const all = first === end ? this.#stop[state] : this.#upTo[end - 1];
      const drawn = random.real() * all;
      if (drawn < this.#stop[state] || first === end) return word;
      const arc = firstAbove(this.#upTo, first, end, drawn);
      budget.spend(1, reached);
      word.push(letter[arc]);
      state = target[arc];
    }
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
