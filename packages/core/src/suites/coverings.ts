import { HankelError } from "../errors.ts";
import type { Random } from "../random.ts";
import { DEFAULT_LENGTHS, drawLength, drawWord } from "../teachers/testing/strategies/random-words.ts";
import { allWords, type Letter, type Word } from "../words/word.ts";
import type { Subject } from "./subject.ts";
import { stateAfter, type Walk } from "./walk.ts";

/** A word to each state. */
export function* stateCover({ walk }: Subject): Generator<Word> {
  for (const state of walk.order) yield walk.access[state] as Word;
}

/** A word to each state, and behind it each letter: also those without a transition, which a language refuses. */
export function* transitionCover({ walk }: Subject): Generator<Word> {
  for (const state of walk.order) {
    const access = walk.access[state] as Word;
    yield access;
    for (let letter = 0; letter < walk.letters; letter++) yield [...access, letter];
  }
}

/** A path is not led on beyond this length: people read it, and a failure should be near its cause. */
const LONGEST_PATH = 30;

/** With more tuples than this, nobody would run the paths. */
const MOST_TUPLES = 2_000_000;

/**
 * Paths that take all k consecutive transitions that there are. Each begins at the initial state with a shortest word to a
 * tuple that is missing, and goes on as long as the next transition completes another missing one.
 */
export function* tuplePaths({ walk }: Subject, k: number): Generator<Word> {
  const taken = new Set<string>();
  if (walk.order.length * walk.letters ** k > MOST_TUPLES) {
    throw new HankelError(
      "budget",
      `${walk.order.length} states and ${walk.letters} letters have too many tuples of ${k} transitions: take a smaller number`,
    );
  }
  for (const state of walk.order) {
    for (const tuple of allWords(walk.letters, k, k)) {
      if (stateAfter(walk, tuple, state) < 0 || taken.has(`${state}:${tuple.join()}`)) continue;
      yield ledOn(walk, [...(walk.access[state] as Word), ...tuple], k, taken);
    }
  }
}

function ledOn(walk: Walk, path: Letter[], k: number, taken: Set<string>): Word {
  const { letters, target } = walk;
  /** The states on the path. */
  const states = [0];
  for (const letter of path) states.push(target[states[states.length - 1] * letters + letter]);
  const tupleAt = (from: number) => `${states[from]}:${path.slice(from, from + k).join()}`;
  for (let from = 0; from + k <= path.length; from++) taken.add(tupleAt(from));
  while (path.length < LONGEST_PATH) {
    const state = states[states.length - 1];
    const from = path.length - k + 1;
    let next = -1;
    for (let letter = 0; letter < letters && next < 0; letter++) {
      if (target[state * letters + letter] < 0) continue;
      path.push(letter);
      if (!taken.has(tupleAt(from))) next = letter;
      else path.pop();
    }
    if (next < 0) break;
    taken.add(tupleAt(from));
    states.push(target[state * letters + next]);
  }
  return path;
}

/** Random words without end; on a machine random walks that stay where it answers, of which an empty one would test nothing. */
export function* randomWords({ walk, linear, speaks, alphabet }: Subject, random: Random): Generator<Word> {
  const { letters, target } = walk;
  const staysInside = linear === undefined && (speaks === "mealy" || speaks === "moore");
  for (;;) {
    if (!staysInside) {
      yield drawWord(random, alphabet.size, DEFAULT_LENGTHS);
      continue;
    }
    const word: Letter[] = [];
    const length = 1 + drawLength(random, DEFAULT_LENGTHS);
    for (let state = 0; word.length < length; ) {
      const open = Array.from({ length: letters }, (_, letter) => letter).filter(
        (letter) => target[state * letters + letter] >= 0,
      );
      if (open.length === 0) break;
      const letter = open[random.below(open.length)];
      word.push(letter);
      state = target[state * letters + letter];
    }
    yield word;
  }
}
