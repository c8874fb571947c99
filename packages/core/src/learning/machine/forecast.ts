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
/** Without an output there are fewer guesses. */
const GUESSES = 6;
const GUESSES_UNEXPLORED = 4;

/** Where an arc may lead: some states, with their likelihoods. */
export interface Likely {
  readonly states: readonly number[];
  readonly likelihoods: readonly number[];
  /** The likeliest state, and the likelihoods of all states that there are, added up. */
  readonly likeliest: number;
  readonly likelihood: number;
  readonly total: number;
}

/** What is likely of an unexplored arc with a letter, whatever state it leaves. */
interface Unexplored {
  /** The likelihood of each state of the forecast. */
  readonly likelihoods: Float64Array;
  /** That of a state that has been found since. */
  readonly newer: number;
  /** The likeliest states, one more than are asked for. */
  readonly first: readonly number[];
}

/**
 * How likely it is that an arc leads to a state, judged by the arcs with targets. Several guesses are mixed: any state, the
 * arc's own state (a loop), a state that many arcs lead to (a sink), one that arcs with this letter lead to, one that
 * arcs with this output lead to, and one that arcs with both lead to. Each guess has the share with which it would have
 * foreseen the other arcs. A forecast decides only what to ask first; no result depends on it.
 */
export class Forecast {
  readonly #fold: Fold;
  readonly #most: number;
  readonly #states: number;
  readonly #all = new Tally();
  readonly #byLetter = new Map<number, Tally>();
  readonly #byOutput = new Map<number, Tally>();
  readonly #byBoth = new Map<number, Tally>();
  readonly #shares: Float64Array;
  readonly #sharesUnexplored: Float64Array;
  /** How many arcs with targets it is based on. */
  readonly arcs: number;
  readonly #guesses = new Float64Array(GUESSES);
  readonly #unexplored = new Map<Letter, Unexplored>();

  /** `most`: how many states are asked for of those that an unexplored arc may lead to. */
  constructor(fold: Fold, most: number) {
    this.#fold = fold;
    this.#most = most;
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
    const guesses = this.#guessesOf(known);
    this.#shares = fit(guesses, GUESSES);
    this.#sharesUnexplored = fit(guesses, GUESSES_UNEXPLORED);
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

  /** The likeliest of all states that an unexplored arc may lead to; of two that are as likely, the older one first. */
  likeliest(from: number, letter: Letter): Likely {
    const most = this.#most;
    const { states } = this.#fold;
    const { likelihoods, newer, first } = getOrAdd(this.#unexplored, letter, () =>
      this.#whereverFrom(letter, most + 1),
    );
    const loop = this.likelihood(from, letter, 0, from);
    const of = (state: number) =>
      state === from ? loop : state < likelihoods.length ? likelihoods[state] : newer;
    const chosen = first.filter((state) => state !== from);
    for (let state = this.#states; state < states && chosen.length < most; state++) {
      if (state !== from) chosen.push(state);
    }
    let at = chosen.length;
    while (at > 0 && (of(chosen[at - 1]) < loop || (of(chosen[at - 1]) === loop && chosen[at - 1] > from)))
      at--;
    chosen.splice(at, 0, from);
    chosen.length = Math.min(chosen.length, most);
    let total = 0;
    for (let state = 0; state < states; state++) total += of(state);
    const [likeliest] = chosen;
    return { states: chosen, likelihoods: chosen.map(of), likeliest, likelihood: of(likeliest), total };
  }

  /** The states of the forecast, for an unexplored arc that leaves another one. */
  #whereverFrom(letter: Letter, most: number): Unexplored {
    const likelihoods = Float64Array.from({ length: this.#states }, (_, state) =>
      this.likelihood(-1, letter, 0, state),
    );
    const first = likeliestOf(likelihoods, most);
    return { likelihoods, newer: this.likelihood(-1, letter, 0, this.#states), first };
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

  /** What each guess gives for arcs with targets, one after the other. */
  #guessesOf(arcs: readonly number[]): Float64Array {
    const { letters, target, output } = this.#fold;
    const guesses = new Float64Array(GUESSES * arcs.length);
    arcs.forEach((arc, i) => {
      this.#guess(Math.floor(arc / letters), arc % letters, output[arc], target[arc], 1);
      guesses.set(this.#guesses, GUESSES * i);
    });
    return guesses;
  }
}

/** The places of the largest numbers, the largest first; of equal ones, the first. */
export function likeliestOf(likelihoods: ArrayLike<number>, most: number): number[] {
  const first: number[] = [];
  for (let i = 0; i < likelihoods.length; i++) {
    const likelihood = likelihoods[i];
    if (first.length === most && likelihood <= likelihoods[first[most - 1]]) continue;
    let at = Math.min(first.length, most - 1);
    for (; at > 0 && likelihoods[first[at - 1]] < likelihood; at--) first[at] = first[at - 1];
    first[at] = i;
  }
  return first;
}

/** The shares with which the first of the guesses foresee arcs best. */
function fit(guesses: Float64Array, count: number): Float64Array {
  let shares = new Float64Array(count).fill(1 / count);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new Float64Array(count).fill(START);
    for (let arc = 0; arc < guesses.length; arc += GUESSES) {
      let total = 0;
      for (let i = 0; i < count; i++) total += shares[i] * guesses[arc + i];
      for (let i = 0; i < count; i++) sums[i] += (shares[i] * guesses[arc + i]) / total;
    }
    const all = guesses.length / GUESSES + count * START;
    shares = sums.map((sum) => sum / all);
  }
  return shares;
}

/** The share of a state in a tally, smoothed towards a more general guess. */
function share(counts: Tally | undefined, state: number, known: 0 | 1, general: number): number {
  return counts === undefined ? general : (counts.of(state) - known + general) / (counts.total - known + 1);
}
