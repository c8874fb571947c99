import type { Identification } from "../teachers/testing/strategies/identification.ts";
import { allWords, type Letter, type Word } from "../words/word.ts";
import type { Walk } from "./walk.ts";

/** A letter of a test, and the ones before it. */
interface Step {
  readonly parent: Step | undefined;
  readonly letter: Letter;
  readonly depth: number;
  /** Does no test go on from here? */
  isLast: boolean;
}

/** Prefixes of tests that lead each system that passes to one state, and how tests go on from them. */
interface Class {
  /** The state whose word of V is among the prefixes; -1 if nothing is proved of them. */
  readonly state: number;
  readonly next: Map<Letter, Class>;
  /** Its shortest prefix; `undefined` if it has none. */
  shortest: Step | undefined;
  /** Its prefixes that were whole tests when they came. */
  readonly ends: Step[];
}

/**
 * The tests of the SPY-method (Simão, Petrenko and Yevtushenko 2012) for a complete minimal machine, complete up to m extra
 * states: docs/theory/testing.md, 11.4. What HSI asks behind a word is asked behind any word that is proved to lead there, so
 * tests go on where others end.
 */
export function convergentTests(
  machine: Walk,
  identification: Pick<Identification, "harmonised">,
  extra: number,
  count: () => void,
): Word[] {
  const tests = new ConvergentTests(machine, count);
  const { states, letters, target, order } = machine;
  // Longer words first: many of the others begin them.
  const telling = Array.from({ length: states }, (_, state) =>
    identification.harmonised(state).toSorted((a, b) => b.length - a.length),
  );
  for (const state of order) for (const word of telling[state]) tests.ask(state, word);
  for (const state of order) {
    for (let letter = 0; letter < letters; letter++) {
      if (tests.isProved(state, letter)) continue;
      const to = target[state * letters + letter];
      for (let length = extra; length >= 0; length--) {
        for (const middle of allWords(letters, length, length)) {
          const reached = middle.reduce((at, next) => target[at * letters + next], to);
          for (const word of telling[reached]) {
            tests.ask(state, [letter, ...middle, ...word]);
            tests.ask(to, [...middle, ...word]);
          }
        }
      }
      tests.prove(state, letter);
    }
  }
  return tests.words();
}

class ConvergentTests {
  readonly #machine: Walk;
  readonly #count: () => void;
  /** By states. */
  readonly #classes: readonly Class[];
  /** Whether a transition is proved to lead where the word of V for its target does. */
  readonly #proved: Uint8Array;
  readonly #steps: Step[] = [];

  constructor(machine: Walk, count: () => void) {
    this.#machine = machine;
    this.#count = count;
    const { states, letters, target, order, access } = machine;
    this.#classes = Array.from({ length: states }, (_, state) => newClass(state));
    this.#proved = new Uint8Array(states * letters);
    for (const state of order) {
      for (let letter = 0; letter < letters; letter++) {
        const arc = state * letters + letter;
        const word = [...(access[state] as Word), letter];
        if (access[target[arc]]?.join() === word.join()) this.#proved[arc] = 1;
      }
    }
    enter(this.#classes[0], { parent: undefined, letter: -1, depth: 0, isLast: true });
    for (const state of order) this.ask(0, access[state] as Word);
  }

  isProved(state: number, letter: Letter): boolean {
    return this.#proved[state * this.#machine.letters + letter] === 1;
  }

  /** Lets a test show the outputs to a word behind a state, with as few more letters as possible. */
  ask(state: number, word: Word): void {
    let best: { step: Step; at: Class; from: number } | undefined;
    let least = Number.POSITIVE_INFINITY;
    let at: Class | undefined = this.#classes[state];
    for (let from = 0; at !== undefined; from++) {
      if (from === word.length && at.shortest !== undefined) return;
      const step = lastOf(at) ?? at.shortest;
      const cost = word.length - from + (step?.isLast === false ? step.depth + 1 : 0);
      if (step !== undefined && cost < least) {
        best = { step, at, from };
        least = cost;
      }
      at = from < word.length ? this.#next(at, word[from]) : undefined;
    }
    if (best !== undefined) this.#goOn(best.step, best.at, word.slice(best.from));
  }

  #goOn(from: Step, behind: Class, word: Word): void {
    this.#count();
    let [step, at] = [from, behind];
    for (const letter of word) {
      step.isLast = false;
      step = { parent: step, letter, depth: step.depth + 1, isLast: true };
      at = this.#nextOrNew(at, letter);
      enter(at, step);
      this.#steps.push(step);
    }
  }

  /** Where a letter leads from a class; `undefined` if no test takes it there. */
  #next(from: Class, letter: Letter): Class | undefined {
    if (from.state < 0 || !this.isProved(from.state, letter)) return from.next.get(letter);
    const { letters, target } = this.#machine;
    return this.#classes[target[from.state * letters + letter]];
  }

  #nextOrNew(from: Class, letter: Letter): Class {
    const known = this.#next(from, letter);
    if (known !== undefined) return known;
    const added = newClass(-1);
    from.next.set(letter, added);
    return added;
  }

  /** From now on a transition leads where the word of V for its target does. */
  prove(state: number, letter: Letter): void {
    const { letters, target } = this.#machine;
    const from = this.#classes[state];
    const behind = from.next.get(letter);
    from.next.delete(letter);
    this.#proved[state * letters + letter] = 1;
    const open: [Class | undefined, Class][] = [[behind, this.#classes[target[state * letters + letter]]]];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const [moved, into] = pair;
      if (moved === undefined) continue;
      if (moved.shortest !== undefined) enter(into, moved.shortest);
      for (const step of moved.ends) enter(into, step);
      for (const [next, each] of moved.next) open.push([each, this.#nextOrNew(into, next)]);
    }
  }

  words(): Word[] {
    return this.#steps.filter(({ isLast }) => isLast).map(wordTo);
  }
}

function newClass(state: number): Class {
  return { state, next: new Map(), shortest: undefined, ends: [] };
}

function enter(at: Class, step: Step): void {
  if (at.shortest === undefined || step.depth < at.shortest.depth) at.shortest = step;
  if (step.isLast) at.ends.push(step);
}

/** A prefix that is a whole test. */
function lastOf({ ends }: Class): Step | undefined {
  while (ends.length > 0 && !ends[ends.length - 1].isLast) ends.pop();
  return ends.at(-1);
}

function wordTo(last: Step): Word {
  const word: Letter[] = [];
  for (let step = last; step.parent !== undefined; step = step.parent) word.push(step.letter);
  return word.reverse();
}
