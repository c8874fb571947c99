import type { Letter, Word } from "../../words/word.ts";
import type { Prices } from "../prices.ts";
import { type Fold, NONE } from "./fold.ts";
import { Forecast, type Likely, likeliestOf } from "./forecast.ts";
import type { Identification } from "./identification.ts";
import { OpenArcs } from "./open-arcs.ts";
import { MOST_CANDIDATES, Separator } from "./separate.ts";

/** The words of a batch: at least so many, and one for so many states. The more states, the less depends on one answer. */
const BATCH = { least: 8, most: 24, states: 8 };
/** A suffix is chosen for at most this many candidates, the likeliest ones. */
const SAMPLE = MOST_CANDIDATES;
/** The forecast is made anew when the number of arcs with targets has changed by this factor. */
const RENEWAL = 1.05;
/** An arc that is asked next is this many times likelier to lead to a new state than the arcs before it. */
const NOVELTY = 1.5;
/** A word goes on to another arc only if that promises to save this many times what it may waste. */
const CAUTION = 2;
/** A suffix that was chosen for an unexplored arc serves so many with the same letter. */
const REUSE = 64;
/** So many states are looked at for the next arc. */
const SIGHT = 64;

/** An arc that has to be asked, and the states that it may lead to. */
interface Task {
  readonly arc: number;
  readonly states: readonly number[];
}

/** A suffix, how much it left open when it was chosen, and how many arcs it has served. */
interface Chosen {
  readonly suffix: Word;
  readonly open: number;
  uses: number;
}

/** Plans which words to ask next, at a low cost. What it chooses changes the cost of a run, and never its result. */
export class Planner {
  readonly #fold: Fold;
  readonly #identification: Identification;
  readonly #prices: Prices;
  readonly #separator: Separator;
  #forecast: Forecast;
  /** The suffix that was chosen last for unexplored arcs with a letter, of many states. */
  readonly #chosen = new Map<Letter, Chosen>();

  constructor(fold: Fold, identification: Identification, prices: Prices) {
    this.#fold = fold;
    this.#identification = identification;
    this.#prices = prices;
    this.#separator = new Separator(fold, prices);
    this.#forecast = new Forecast(fold, SAMPLE);
  }

  /** The next words to ask. None: nothing is open, or the arcs that are have been touched and can be decided. */
  words(): Word[] {
    const open = new OpenArcs(this.#fold);
    if (open.isEmpty) return [];
    this.#renewForecast();
    const size = Math.max(BATCH.least, Math.min(BATCH.most, this.#fold.states / BATCH.states));
    const words: Word[] = [];
    while (words.length < size) {
      const arc = open.next();
      if (arc === NONE) break;
      const task = this.#task(arc);
      const word = task && this.#word(task, open);
      if (word !== undefined) words.push(word);
    }
    return words;
  }

  /** What there is to ask about an arc; `undefined` if that is nothing. */
  #task(arc: number): Task | undefined {
    const states = this.#identification.open(arc);
    return states && { arc, states };
  }

  /**
   * The word of a task: a shortest word to the state, the letter, and a suffix that separates the candidates. It goes on
   * with the next task near the state where it is likely to end, as long as that saves more than it risks. `undefined`
   * if the answer is known.
   */
  #word(first: Task, open: OpenArcs): Word | undefined {
    const fold = this.#fold;
    let word = fold.tree.word(fold.nearest[fold.stateBefore(first.arc)]);
    let [task, path, confidence]: [Task, Word, number] = [first, [], 1];
    for (;;) {
      const { suffix, likeliest, likelihood } = this.#suffix(task);
      word = [...word, ...path, task.arc % fold.letters, ...suffix];
      if (task === first && fold.find(0, word) >= 0) return this.#wordForKnown(task, suffix, open);
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
  #wordForKnown({ arc, states }: Task, suffix: Word, open: OpenArcs): Word | undefined {
    const fold = this.#fold;
    if (this.#identification.ruleOutApart(arc, states)) return undefined;
    const word = [...fold.tree.word(fold.access[fold.stateBefore(arc)]), arc % fold.letters, ...suffix];
    if (fold.find(0, word) < 0) return word;
    open.freeze();
    this.#identification.refuteApart(arc, states);
    return undefined;
  }

  /** The suffix that separates the candidates of a task, the likeliest of them, and its likelihood. */
  #suffix(task: Task): { suffix: Word; likeliest: number; likelihood: number } {
    const fold = this.#fold;
    const { arc, states } = task;
    const likely = this.#likely(task);
    const { likeliest, likelihood, total } = likely;
    const novelty = Math.min(1, (NOVELTY * (fold.states - 1)) / (this.#forecast.arcs + 1));
    const result = { likeliest, likelihood: ((1 - novelty) * likelihood) / total };
    if (states.length < 2) return { ...result, suffix: [] };
    let suffix = this.#separating(task, likely);
    if (suffix === undefined && fold.isExplored(arc)) {
      suffix = fold.apart(fold.access[states[0]], fold.access[states[1]]);
    }
    return { ...result, suffix: suffix ?? [] };
  }

  /**
   * The suffix that separates candidates. Unexplored arcs with the same letter have nearly the same ones if there are many states, so that
   * a suffix that was chosen for one of them does for others as long as it separates theirs as well.
   */
  #separating({ arc, states }: Task, likely: Likely): Word | undefined {
    const fold = this.#fold;
    const separator = this.#separator;
    const before = fold.depth(arc) + 1;
    if (states.length <= SAMPLE || fold.isExplored(arc)) return separator.choose(likely, before);
    const letter = arc % fold.letters;
    const last = this.#chosen.get(letter);
    if (last && last.uses < REUSE && separator.openAfter(likely, last.suffix) <= last.open) {
      last.uses++;
      return last.suffix;
    }
    const suffix = separator.choose(likely, before);
    if (suffix === undefined) this.#chosen.delete(letter);
    else this.#chosen.set(letter, { suffix, open: separator.openAfter(likely, suffix), uses: 1 });
    return suffix;
  }

  /** The candidates for which a suffix is chosen, the likeliest ones, and what is likely of all. */
  #likely({ arc, states }: Task): Likely {
    const fold = this.#fold;
    const forecast = this.#forecast;
    const [from, letter, output] = [fold.stateBefore(arc), arc % fold.letters, fold.output[arc]];
    if (states.length > SAMPLE && output === 0) return forecast.likeliest(from, letter);
    const likelihoods = states.map((state) => forecast.likelihood(from, letter, output, state));
    let [best, total] = [0, 0];
    for (let i = 0; i < states.length; i++) {
      total += likelihoods[i];
      if (likelihoods[i] > likelihoods[best]) best = i;
    }
    const all = { states, likelihoods, likeliest: states[best], likelihood: likelihoods[best], total };
    if (states.length <= SAMPLE) return all;
    const first = likeliestOf(likelihoods, SAMPLE);
    return { ...all, states: first.map((i) => states[i]), likelihoods: first.map((i) => likelihoods[i]) };
  }

  #renewForecast(): void {
    const { targets } = this.#fold;
    const { arcs } = this.#forecast;
    if (targets > arcs * RENEWAL || targets < arcs / RENEWAL)
      this.#forecast = new Forecast(this.#fold, SAMPLE);
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
  #nextTask(from: number, open: OpenArcs, confidence: number): [Task, Word] | undefined {
    const fold = this.#fold;
    const { letters, nearest, tree, target } = fold;
    const { word: perWord, letter: perLetter } = this.#prices;
    const most = Math.min(SIGHT, fold.states);
    const queue: { state: number; path: Word }[] = [{ state: from, path: [] }];
    const seen = new Set([from]);
    for (const { state, path } of queue) {
      const saved = confidence * (perWord + perLetter * tree.depth(nearest[state]));
      const wasted = perLetter * (path.length + (1 - confidence) * 2);
      const [first, end] = [state * letters, (state + 1) * letters];
      if (saved > CAUTION * wasted && open.mayHaveAny(state)) {
        for (let arc = first; arc < end; arc++) {
          const task = open.take(arc) ? this.#task(arc) : undefined;
          if (task !== undefined) return [task, path];
        }
      }
      for (let arc = first; arc < end && seen.size < most; arc++) {
        if (target[arc] < 0 || seen.has(target[arc])) continue;
        seen.add(target[arc]);
        queue.push({ state: target[arc], path: [...path, arc - first] });
      }
    }
    return undefined;
  }
}
