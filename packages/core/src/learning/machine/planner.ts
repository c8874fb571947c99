import type { Word } from "../../words/word.ts";
import type { Prices } from "../prices.ts";
import { type Fold, NONE } from "./fold.ts";
import { Forecast } from "./forecast.ts";
import type { Identification } from "./identification.ts";
import { Separator } from "./separate.ts";

/** The words of a batch: at least so many, and one for so many states. The more states, the less depends on one answer. */
const BATCH = { least: 8, most: 24, states: 8 };
/** A suffix is chosen for at most this many candidates, the likeliest ones. */
const SAMPLE = 48;
/** The forecast is made anew when the number of arcs with targets has changed by this factor. */
const RENEWAL = 1.05;
/** An arc that is asked next is this many times likelier to lead to a new state than the arcs before it. */
const NOVELTY = 1.5;
/** A word goes on to another arc only if that promises to save this many times what it may waste. */
const CAUTION = 2;
/** States that are this much farther away are explored before the candidates of an arc are separated. */
const LAG = 4;
/** So many states are looked at for the next arc. */
const SIGHT = 64;

/** An arc that has to be asked, and the states that it may lead to. */
interface Task {
  readonly arc: number;
  readonly states: readonly number[];
}

/** Plans which words to ask next, at a low cost. What it chooses changes the cost of a run, and never its result. */
export class Planner {
  readonly #fold: Fold;
  readonly #identification: Identification;
  readonly #prices: Prices;
  readonly #separator: Separator;
  #forecast: Forecast;

  constructor(fold: Fold, identification: Identification, prices: Prices) {
    this.#fold = fold;
    this.#identification = identification;
    this.#prices = prices;
    this.#separator = new Separator(fold, prices);
    this.#forecast = new Forecast(fold);
  }

  /** The next words to ask. None: nothing is open, or the arcs that are have been touched and can be decided. */
  words(): Word[] {
    const arcs = this.#openArcs();
    if (arcs.length === 0) return [];
    this.#renewForecast();
    const size = Math.max(BATCH.least, Math.min(BATCH.most, this.#fold.states / BATCH.states));
    const open = new Set(arcs);
    const words: Word[] = [];
    for (const arc of arcs) {
      if (words.length >= size) break;
      const task = this.#take(arc, open);
      const word = task && this.#word(task, open);
      if (word !== undefined) words.push(word);
    }
    return words;
  }

  /**
   * The arcs that may have to be asked, in order: what explores a state tells what separates others from it. Arcs with a
   * doubtful target come last, because other words often pass them and end the doubt.
   */
  #openArcs(): number[] {
    const fold = this.#fold;
    const unexplored: number[] = [];
    const ambiguous: number[] = [];
    const doubtful: number[] = [];
    for (let arc = 0; arc < fold.target.length; arc++) {
      if (!fold.isExplored(arc)) unexplored.push(arc);
      else if (fold.target[arc] < 0) ambiguous.push(arc);
      else if (fold.candidates[arc] !== undefined) doubtful.push(arc);
    }
    const rank = (arc: number) => fold.depth(arc) + (fold.isExplored(arc) ? LAG : 0);
    return [
      ...[...unexplored, ...ambiguous].sort((a, b) => rank(a) - rank(b)),
      ...doubtful.sort((a, b) => fold.depth(a) - fold.depth(b)),
    ];
  }

  /** Takes an arc off the list; `undefined` if there is nothing to ask about it. */
  #take(arc: number, open: Set<number>): Task | undefined {
    if (!open.delete(arc)) return undefined;
    const states = this.#identification.open(arc);
    return states && { arc, states };
  }

  /**
   * The word of a task: a shortest word to the state, the letter, and a suffix that separates the candidates. It goes on
   * with the next task near the state where it is likely to end, as long as that saves more than it risks. `undefined`
   * if the answer is known.
   */
  #word(first: Task, open: Set<number>): Word | undefined {
    const fold = this.#fold;
    let word = fold.tree.word(fold.nearest[fold.stateBefore(first.arc)]);
    let [task, path, confidence]: [Task, Word, number] = [first, [], 1];
    for (;;) {
      const { suffix, likeliest, likelihood } = this.#suffix(task);
      word = [...word, ...path, task.arc % fold.letters, ...suffix];
      if (task === first && fold.find(0, word) >= 0) return this.#wordForKnown(task, suffix);
      confidence *= likelihood;
      const end = this.#endOf(likeliest, suffix);
      const next = end === NONE ? undefined : this.#nextTask(end, open, confidence);
      if (next === undefined) return word;
      [task, path] = next;
    }
  }

  /**
   * The answer to a task is known, and no prediction uses it. If the word is apart from all candidates, the same suffix is
   * asked after the access word: what that refutes stays refuted, so the learner cannot go round in circles.
   */
  #wordForKnown({ arc, states }: Task, suffix: Word): Word | undefined {
    const fold = this.#fold;
    if (this.#identification.ruleOutApart(arc, states)) return undefined;
    const word = [...fold.tree.word(fold.access[fold.stateBefore(arc)]), arc % fold.letters, ...suffix];
    if (fold.find(0, word) < 0) return word;
    this.#identification.refuteApart(arc, states);
    return undefined;
  }

  /** The suffix that separates the candidates of a task, the likeliest of them, and its likelihood. */
  #suffix({ arc, states }: Task): { suffix: Word; likeliest: number; likelihood: number } {
    const fold = this.#fold;
    const forecast = this.#forecast;
    const [from, letter, output] = [fold.stateBefore(arc), arc % fold.letters, fold.output[arc]];
    let likelihoods = states.map((state) => forecast.likelihood(from, letter, output, state));
    let [best, total] = [0, 0];
    for (let i = 0; i < states.length; i++) {
      total += likelihoods[i];
      if (likelihoods[i] > likelihoods[best]) best = i;
    }
    const novelty = Math.min(1, (NOVELTY * (fold.states - 1)) / (forecast.arcs + 1));
    const result = { likeliest: states[best], likelihood: ((1 - novelty) * likelihoods[best]) / total };
    if (states.length < 2) return { ...result, suffix: [] };
    let kept = states;
    if (states.length > SAMPLE) {
      const all = likelihoods;
      const likely = states
        .map((_, i) => i)
        .sort((a, b) => all[b] - all[a])
        .slice(0, SAMPLE);
      kept = likely.map((i) => states[i]);
      likelihoods = likely.map((i) => all[i]);
    }
    let suffix = this.#separator.choose({ states: kept, likelihoods }, fold.depth(arc) + 1);
    if (suffix === undefined && fold.isExplored(arc)) {
      suffix = fold.apart(fold.access[states[0]], fold.access[states[1]]);
    }
    return { ...result, suffix: suffix ?? [] };
  }

  #renewForecast(): void {
    let known = 0;
    for (const target of this.#fold.target) if (target >= 0) known++;
    const { arcs } = this.#forecast;
    if (known > arcs * RENEWAL || known < arcs / RENEWAL) this.#forecast = new Forecast(this.#fold);
  }

  /** The state in which a suffix is predicted to end, or `NONE`. */
  #endOf(state: number, suffix: Word): number {
    let place = state;
    for (const letter of suffix) {
      if (!this.#fold.predict(place, letter)) return NONE;
      place = this.#fold.next;
    }
    return place < 0 ? NONE : place;
  }

  /** The nearest open task, and the way to it, if going on there costs less than a new word. */
  #nextTask(from: number, open: Set<number>, confidence: number): [Task, Word] | undefined {
    const fold = this.#fold;
    const { letters, nearest, tree, target } = fold;
    const { word: perWord, letter: perLetter } = this.#prices;
    const queue: { state: number; path: Word }[] = [{ state: from, path: [] }];
    const seen = new Set([from]);
    for (const { state, path } of queue) {
      const saved = confidence * (perWord + perLetter * tree.depth(nearest[state]));
      const wasted = perLetter * (path.length + (1 - confidence) * 2);
      for (let letter = 0; letter < letters; letter++) {
        const arc = state * letters + letter;
        const task = saved > CAUTION * wasted && open.has(arc) ? this.#take(arc, open) : undefined;
        if (task !== undefined) return [task, path];
        if (target[arc] < 0 || seen.has(target[arc]) || seen.size >= SIGHT) continue;
        seen.add(target[arc]);
        queue.push({ state: target[arc], path: [...path, letter] });
      }
    }
    return undefined;
  }
}
