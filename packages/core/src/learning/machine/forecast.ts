import { getOrAdd } from "../../words/collections.ts";
import type { Letter } from "../../words/word.ts";
import type { Fold } from "./fold.ts";

/** How often each state was met. */
class Tally {
  total = 0;
  readonly #counts = new Map<number, number>();

  add(state: number): void {
    this.total++;
    this.#counts.set(state, this.of(state) + 1);
  }

  of(state: number): number {
    return this.#counts.get(state) ?? 0;
  }
}

/** Rounds of expectation maximization; the shares hardly move after a few. */
const ROUNDS = 4;
/** What each guess starts with, in arcs: a guess that was wrong so far keeps a chance. */
const START = 0.3;

/**
 * How likely it is that an arc leads to a state, judged by the arcs with targets. Several guesses are mixed: any state, the
 * arc's own state (a loop), a state that many arcs lead to (a sink), one that arcs with this letter lead to, one that
 * arcs with this output lead to, and one that arcs with both lead to. Each guess has the share with which it would have
 * foreseen the other arcs. A forecast decides only what to ask first; no result depends on it.
 */
export class Forecast {
  readonly #fold: Fold;
  readonly #states: number;
  readonly #all = new Tally();
  readonly #byLetter = new Map<number, Tally>();
  readonly #byOutput = new Map<number, Tally>();
  readonly #byBoth = new Map<number, Tally>();
  readonly #shares: Float64Array;
  readonly #sharesUnexplored: Float64Array;
  /** How many arcs with targets it is based on. */
  readonly arcs: number;
  readonly #guesses = new Float64Array(6);

  constructor(fold: Fold) {
    this.#fold = fold;
    this.#states = fold.states;
    const { letters, target, output } = fold;
    const tally = () => new Tally();
    const known: number[] = [];
    for (let arc = 0; arc < target.length; arc++) {
      const state = target[arc];
      if (state < 0) continue;
      known.push(arc);
      const letter = arc % letters;
      this.#all.add(state);
      getOrAdd(this.#byLetter, letter, tally).add(state);
      getOrAdd(this.#byOutput, output[arc], tally).add(state);
      getOrAdd(this.#byBoth, output[arc] * letters + letter, tally).add(state);
    }
    this.arcs = known.length;
    this.#shares = this.#fit(known, 6);
    this.#sharesUnexplored = this.#fit(known, 4);
  }

  /** The likelihood that an arc with this output (0: not known) leads from one state to another. */
  likelihood(from: number, letter: Letter, output: number, to: number): number {
    const shares = output === 0 ? this.#sharesUnexplored : this.#shares;
    this.#guess(from, letter, output, to, 0);
    // Never zero, so that no candidate is forgotten.
    let sum = 1e-6;
    for (let i = 0; i < shares.length; i++) sum += shares[i] * this.#guesses[i];
    return sum;
  }

  /** What each guess gives; `known` is 1 if the arc itself is among those counted, and must not foresee itself. */
  #guess(from: number, letter: Letter, output: number, to: number, known: 0 | 1): void {
    const guesses = this.#guesses;
    const states = this.#states;
    const any = (this.#all.of(to) - known + 0.5 / states) / (this.#all.total - known + 0.5);
    guesses[0] = 1 / states;
    guesses[1] = from === to ? 1 : 0;
    guesses[2] = any;
    guesses[3] = share(this.#byLetter.get(letter), to, known, any);
    if (output === 0) return;
    guesses[4] = share(this.#byOutput.get(output), to, known, any);
    guesses[5] = share(this.#byBoth.get(output * this.#fold.letters + letter), to, known, guesses[4]);
  }

  #fit(arcs: readonly number[], count: 4 | 6): Float64Array {
    const { letters, target, output } = this.#fold;
    let shares = new Float64Array(count).fill(1 / count);
    for (let round = 0; round < ROUNDS; round++) {
      const sums = new Float64Array(count).fill(START);
      for (const arc of arcs) {
        const from = Math.floor(arc / letters);
        this.#guess(from, arc % letters, count === 4 ? 0 : output[arc], target[arc], 1);
        let total = 0;
        for (let i = 0; i < count; i++) total += shares[i] * this.#guesses[i];
        for (let i = 0; i < count; i++) sums[i] += (shares[i] * this.#guesses[i]) / total;
      }
      const all = arcs.length + count * START;
      shares = sums.map((sum) => sum / all);
    }
    return shares;
  }
}

/** The share of a state in a tally, smoothed towards a more general guess. */
function share(counts: Tally | undefined, state: number, known: 0 | 1, general: number): number {
  return counts === undefined ? general : (counts.of(state) - known + general) / (counts.total - known + 1);
}
