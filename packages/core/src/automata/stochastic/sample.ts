import { HankelError } from "../../errors.ts";
import { Random } from "../../random.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { Automaton } from "../convert.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import { OperationBudget } from "../operation-budget.ts";
import { type Numeric, requireNumbers } from "../requirements.ts";
import type { Wfsa } from "../wfsa.ts";
import { stochastic } from "./entropy.ts";

export interface SampleOptions extends WorkLimit {
  /** How many words; 1 unless said otherwise. */
  readonly count?: number;
  readonly seed?: number;
  /** A budget for the letters of all words together; 10⁷ unless said otherwise. */
  readonly maxLetters?: number;
}

/**
 * Words drawn at random, each with a probability in proportion to its weight: the same for the same seed. The weights
 * are pushed first, so that every choice on the way has its true probability, with or without several paths per word.
 *
 * Needs weights that stand for numbers, none of them negative, and a total weight; costs what `push` does, then
 * O(log arcs) per letter.
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

/** For every state the chances to stop and to take each arc, summed up in this order. */
class Choices<W> {
  readonly #wfsa: Wfsa<W>;
  /** Up to and with an arc: the chance to stop or to take it or one before it. */
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
    let state = initials[chosen(this.#begin, 0, this.#begin.length, random)];
    for (;;) {
      const [first, end] = [start[state], start[state + 1]];
      // What is drawn lies below the sum of all, which rounding may have moved off 1.
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

function chosen(sums: Float64Array, first: number, end: number, random: Random): number {
  return firstAbove(sums, first, end, random.real() * sums[end - 1]);
}

/** The first place with a sum above a value; the last when there is none. */
function firstAbove(sums: Float64Array, first: number, end: number, value: number): number {
  let [low, high] = [first, end - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
