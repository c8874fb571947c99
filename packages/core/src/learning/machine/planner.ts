import type { Word } from "../../words/word.ts";
import type { Prices } from "../prices.ts";
import { type Fold, NONE } from "./fold.ts";
import { Forecast } from "./forecast.ts";
import { type Candidates, Separator } from "./separate.ts";

/** The most words in a batch. */
const BATCH = Number((globalThis as any).process?.env.BATCH ?? 32);
/** A suffix is chosen for at most this many candidates, the likeliest ones. */
const SAMPLE = 48;
/** The forecast is made anew when the arcs with targets have grown by this factor. */
const GROWTH = 1.05;
/** The longest detour to another arc. */
const DETOUR = Number((globalThis as any).process?.env.DETOUR ?? 5);

/** An arc that needs to be asked. */
interface Task {
  readonly arc: number;
  readonly states: readonly number[];
}

/** Decides which arcs lead where, and which words to ask next. */
export class Planner {
  readonly #fold: Fold;
  readonly #prices: Prices;
  readonly #separator: Separator;
  #forecast: Forecast | undefined;
  /** The states that each arc is proved not to lead to. */
  readonly #refuted = new Map<number, Set<number>>();
  readonly #accessNodes = new Set([0]);

  constructor(fold: Fold, prices: Prices) {
    this.#fold = fold;
    this.#prices = prices;
    this.#separator = new Separator(fold, prices);
  }

  /** Arcs with one candidate left, with that state; and an arc that no state fits, or `NONE`. */
  decide(): { decided: [arc: number, state: number][]; impossible: number } {
    const fold = this.#fold;
    const decided: [number, number][] = [];
    const touched = new Set(fold.touched.splice(0));
    for (const arc of touched) {
      if (!fold.isExplored(arc)) continue;
      if (fold.target[arc] >= 0) continue;
      const states = this.#filter(arc);
      if (states.length === 1) decided.push([arc, states[0]]);
      else if (states.length === 0) {
        fold.touched.push(...touched);
        return { decided: [], impossible: arc };
      }
    }
    return { decided, impossible: NONE };
  }

  /** The states that an explored arc may lead to. */
  #filter(arc: number): readonly number[] {
    const { candidates } = this.#fold;
    const known = candidates[arc];
    let states = known === undefined ? this.#possible(arc) : known.filter((state) => this.#fits(arc, state));
    // What was believed when a state was ruled out may have been wrong.
    if (states.length === 0 && known !== undefined) states = this.#possible(arc);
    candidates[arc] = states;
    return states;
  }

  #possible(arc: number): number[] {
    const states: number[] = [];
    for (let state = 0; state < this.#fold.states; state++) if (this.#fits(arc, state)) states.push(state);
    return states;
  }

  #fits(arc: number, state: number): boolean {
    return this.#refuted.get(arc)?.has(state) !== true && this.#fold.fits(arc, state);
  }

  /** The target of an arc, and the states that it may lead to instead; just the target if there are none. */
  #doubts(arc: number): readonly number[] {
    const { candidates, target } = this.#fold;
    const states = (candidates[arc] as number[]).filter(
      (state) => state === target[arc] || this.#fits(arc, state),
    );
    candidates[arc] = states.length > 1 ? states : undefined;
    return states;
  }

  /**
   * Compares every arc with every state again: what was believed when a state was ruled out may have been wrong. True if
   * there are new doubts.
   */
  recheck(): boolean {
    const { target, candidates } = this.#fold;
    let found = false;
    for (let arc = 0; arc < target.length; arc++) {
      if (this.#isProved(arc)) continue;
      const states = this.#possible(arc);
      if (states.length < 2 && states[0] === target[arc]) continue;
      if (!states.includes(target[arc])) states.push(target[arc]);
      candidates[arc] = states;
      found = true;
    }
    return found;
  }

  /** Takes the target of an arc back if it may lead elsewhere; false if there is no doubt. */
  doubt(arc: number): boolean {
    const fold = this.#fold;
    if (fold.target[arc] < 0 || fold.candidates[arc] === undefined) return false;
    fold.release(arc);
    fold.touched.push(arc);
    return true;
  }

  /** An arc is proved not to lead to a state. */
  refute(arc: number, state: number): void {
    let refuted = this.#refuted.get(arc);
    if (refuted === undefined) this.#refuted.set(arc, (refuted = new Set()));
    refuted.add(state);
    this.#fold.release(arc);
    this.#fold.candidates[arc] = undefined;
    this.#fold.touched.push(arc);
  }

  /** Makes the word of an arc the access word of a new state. Arcs that may lead there too are open again. */
  addState(arc: number): void {
    const fold = this.#fold;
    const { letters, access, target, candidates } = fold;
    const node = fold.child(access[Math.floor(arc / letters)], arc % letters);
    const state = fold.states;
    for (let other = 0; other < target.length; other++) {
      if (other === arc || !fold.isExplored(other) || this.#isProved(other)) continue;
      if (!fold.fits(other, ~node)) continue;
      const to = target[other];
      if (to >= 0) (candidates[other] ??= [to]).push(state);
      else {
        candidates[other]?.push(state);
        fold.touched.push(other);
      }
    }
    fold.addState(node);
    this.#accessNodes.add(node);
    fold.identify(arc, state);
  }

  /** Does the arc lead to its target by the choice of the access word? */
  #isProved(arc: number): boolean {
    const { letters, access } = this.#fold;
    return this.#accessNodes.has(this.#fold.child(access[Math.floor(arc / letters)], arc % letters));
  }

  /** The next words to ask: first those that explore an arc, then those that separate the candidates of one. */
  words(): Word[] {
    const tasks = this.#tasks();
    const open = new Map(tasks.map((task) => [task.arc, task]));
    const words: Word[] = [];
    for (const task of tasks) {
      if (words.length >= BATCH) break;
      if (!open.has(task.arc)) continue;
      const word = this.#word(task, open);
      if (word !== undefined) words.push(word);
    }
    return words;
  }

  /** Rules out the candidates whose access words are apart from the word of an arc, where nothing believed does it. */
  #refuteApart({ arc, states }: Task): void {
    const fold = this.#fold;
    const node = fold.child(fold.access[Math.floor(arc / fold.letters)], arc % fold.letters);
    const apart = states.filter((state) => fold.apart(node, fold.access[state]) !== undefined);
    for (const state of apart) this.refute(arc, state);
  }

  #tasks(): Task[] {
    const fold = this.#fold;
    const { target, letters, access, tree, candidates } = fold;
    const [unexplored, ambiguous, doubtful]: [Task[], Task[], Task[]] = [[], [], []];
    const all = access.map((_, state) => state);
    for (let arc = 0; arc < target.length; arc++) {
      if (target[arc] >= 0) {
        const states = candidates[arc] === undefined ? [] : this.#doubts(arc);
        if (states.length > 1) doubtful.push({ arc, states });
      } else if (!fold.isExplored(arc)) unexplored.push({ arc, states: all });
      else {
        const states = this.#filter(arc);
        if (states.length > 1) ambiguous.push({ arc, states });
        else fold.touched.push(arc);
      }
    }
    const depth = ({ arc }: Task) => tree.depth(access[Math.floor(arc / letters)]);
    const nearestFirst = (a: Task, b: Task) => depth(a) - depth(b) || a.arc - b.arc;
    return [
      ...unexplored.sort(nearestFirst),
      ...ambiguous.sort(nearestFirst),
      ...doubtful.sort(nearestFirst),
    ];
  }

  /**
   * The word of a task: the access word, the letter, and a suffix that separates the candidates. It goes on with the next
   * task near the state where it is likely to end, as long as that saves more than it risks. Takes its tasks off the list.
   * `undefined` if the answer is known.
   */
  #word(first: Task, open: Map<number, Task>): Word | undefined {
    const fold = this.#fold;
    const { letters, access, tree } = fold;
    let word = tree.word(access[Math.floor(first.arc / letters)]);
    let [task, path, confidence]: [Task, Word, number] = [first, [], 1];
    for (;;) {
      open.delete(task.arc);
      const { suffix, likeliest, share } = this.#suffix(task);
      word = [...word, ...path, task.arc % letters, ...suffix];
      if (task === first && fold.find(0, word) >= 0) {
        this.#refuteApart(task);
        return undefined;
      }
      confidence *= share;
      const end = this.#endOf(likeliest, suffix);
      const next = end === NONE ? undefined : this.#nextTask(end, open, confidence);
      if (next === undefined) return word;
      [task, path] = next;
    }
  }

  /** The suffix that separates the candidates of a task, the likeliest of them, and its likelihood. */
  #suffix({ arc, states }: Task): { suffix: Word; likeliest: number; share: number } {
    const fold = this.#fold;
    const from = Math.floor(arc / fold.letters);
    const { candidates, likeliest, share } = this.#likely(arc, states);
    const depth = fold.tree.depth(fold.access[from]) + 1;
    let suffix = states.length < 2 ? [] : this.#separator.choose(candidates, depth);
    if (suffix === undefined && fold.isExplored(arc)) {
      suffix = fold.apart(fold.access[states[0]], fold.access[states[1]]);
    }
    return { suffix: suffix ?? [], likeliest, share };
  }

  #likely(arc: number, states: readonly number[]) {
    const fold = this.#fold;
    const [from, letter, output] = [Math.floor(arc / fold.letters), arc % fold.letters, fold.output[arc]];
    const forecast = this.#current();
    let likelihoods = states.map((state) => forecast.likelihood(from, letter, output, state));
    const total = likelihoods.reduce((sum, value) => sum + value, 0);
    let best = 0;
    for (let i = 1; i < states.length; i++) if (likelihoods[i] > likelihoods[best]) best = i;
    const novelty = (globalThis as any).process?.env.NOV
      ? Math.min(1, (Number((globalThis as any).process?.env.NOV) * (fold.states - 1)) / (forecast.arcs + 1))
      : 0;
    const result = { likeliest: states[best], share: ((1 - novelty) * likelihoods[best]) / total };
    let kept: readonly number[] = states;
    if (states.length > SAMPLE) {
      const order = states
        .map((_, i) => i)
        .sort((a, b) => likelihoods[b] - likelihoods[a])
        .slice(0, SAMPLE);
      kept = order.map((i) => states[i]);
      likelihoods = order.map((i) => likelihoods[i]);
    }
    const candidates: Candidates = { states: kept, likelihoods };
    return { ...result, candidates };
  }

  #current(): Forecast {
    const forecast = this.#forecast;
    let known = 0;
    for (const target of this.#fold.target) if (target >= 0) known++;
    if (forecast !== undefined && known <= forecast.arcs * GROWTH && known >= forecast.arcs / GROWTH)
      return forecast;
    return (this.#forecast = new Forecast(this.#fold));
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
  #nextTask(from: number, open: ReadonlyMap<number, Task>, confidence: number): [Task, Word] | undefined {
    const fold = this.#fold;
    const { letters, access, tree, target } = fold;
    const { word: perWord, letter: perLetter } = this.#prices;
    const queue: { state: number; path: Word }[] = [{ state: from, path: [] }];
    const seen = new Set([from]);
    for (const { state, path } of queue) {
      const saved =
        Number((globalThis as any).process?.env.RISK ?? 1) *
        confidence ** Number((globalThis as any).process?.env.POW ?? 1) *
        (perWord + perLetter * tree.depth(access[state]));
      const spent = perLetter * (path.length + (1 - confidence) * 2);
      for (let letter = 0; letter < letters; letter++) {
        const arc = state * letters + letter;
        const task = open.get(arc);
        if (task !== undefined && saved > spent) return [task, path];
        if (target[arc] < 0 || seen.has(target[arc]) || path.length >= DETOUR) continue;
        seen.add(target[arc]);
        queue.push({ state: target[arc], path: [...path, letter] });
      }
    }
    return undefined;
  }
}
