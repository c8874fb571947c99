/**
 * A small learner to compare with, written to be obvious: states are words, and a word joins the state that is nearest in the
 * expected distance of their futures, if that is within a tolerance.
 */

import { type Distribution, distributionOf, type NextTeacher, Random, type Word } from "@hankel/core";
import type { Rows } from "./peer-automaton.ts";

/** Rarer words never become states. */
const RARE = 0.001;
const CONTINUATIONS = 12;
const DEPTH = 6;

interface State {
  readonly word: Word;
  readonly probability: number;
  /** What is likely to follow, with weights that sum to 1. */
  readonly suffixes: readonly { readonly suffix: Word; readonly weight: number }[];
}

interface Arc {
  readonly from: number;
  readonly letter: number;
  readonly word: Word;
  readonly probability: number;
}

/** Asks a language model, never twice for the same word, and counts. */
export class Asker {
  readonly #next: NextTeacher;
  readonly #known = new Map<string, Distribution>();

  constructor(next: NextTeacher) {
    this.#next = next;
  }

  get letters(): number {
    return this.#next.alphabet.size;
  }

  get distributions(): number {
    return this.#known.size;
  }

  /** How many words tell all that was asked, if a word tells what follows each of its prefixes. */
  get words(): number {
    const begun = new Set<string>();
    for (const key of this.#known.keys()) {
      for (let end = key.lastIndexOf(" "); end >= 0; end = key.lastIndexOf(" ", end - 1)) {
        begun.add(key.slice(0, end));
        if (end === 0) break;
      }
    }
    return [...this.#known.keys()].filter((key) => !begun.has(key)).length;
  }

  async ask(words: readonly Word[]): Promise<void> {
    const { longest = Number.POSITIVE_INFINITY } = this.#next;
    const wanted = words.filter((word) => word.length <= longest && !this.#known.has(keyOf(word)));
    const fresh = new Map(wanted.map((word) => [keyOf(word), word]));
    if (fresh.size === 0) return;
    const answers = await this.#next.next([...fresh.values()]);
    [...fresh.keys()].forEach((key, i) => this.#known.set(key, distributionOf(answers[i], this.letters)));
  }

  /** What follows a word that was asked about; behind a word that is too long, the end. */
  row(word: Word): Distribution {
    const ended = new Float64Array(this.letters + 1);
    ended[this.letters] = 1;
    return this.#known.get(keyOf(word)) ?? ended;
  }

  async rowOf(word: Word): Promise<Distribution> {
    await this.ask([word]);
    return this.row(word);
  }
}

const keyOf = (word: Word) => ["", ...word].join(" ");

/** The automaton for a tolerance, or undefined if it has more states than wanted. */
export async function prototype(asker: Asker, tolerance: number, most: number): Promise<Rows | undefined> {
  const { letters } = asker;
  const states: State[] = [];
  const open: Arc[] = [];
  const target: number[] = [];
  const add = async (word: Word, probability: number): Promise<number> => {
    const row = await asker.rowOf(word);
    for (let letter = 0; letter < letters; letter++) {
      open.push({
        from: states.length,
        letter,
        word: [...word, letter],
        probability: probability * row[letter],
      });
    }
    return states.push({ word, probability, suffixes: await likelySuffixes(asker, word) }) - 1;
  };
  await add([], 1);
  for (;;) {
    open.sort((a, b) => a.probability - b.probability);
    const arc = open.pop();
    if (arc === undefined) break;
    const rare = arc.probability < RARE;
    const found = await nearest(asker, arc.word, states, rare ? undefined : tolerance);
    target[arc.from * letters + arc.letter] = found ?? (await add(arc.word, arc.probability));
    if (states.length > most) return undefined;
  }
  const rows = states.flatMap(({ word }) => [...asker.row(word)]);
  return { states: states.length, letters, target, rows };
}

/** The prefixes of likely continuations of a word, drawn with a seed. */
async function likelySuffixes(asker: Asker, word: Word): Promise<State["suffixes"]> {
  const random = new Random(1, ...word);
  const weights = new Map<string, { suffix: Word; weight: number }>([["", { suffix: [], weight: 1 }]]);
  for (let i = 0; i < CONTINUATIONS; i++) {
    for (let suffix: number[] = [], weight = 1; suffix.length < DEPTH; ) {
      const row = await asker.rowOf([...word, ...suffix]);
      let left = random.real();
      const letter = row.findIndex((p) => (left -= p) < 0);
      if (letter < 0 || letter === asker.letters) break;
      suffix = [...suffix, letter];
      weight *= row[letter];
      weights.set(keyOf(suffix), { suffix, weight });
    }
  }
  const all = [...weights.values()];
  const sum = all.reduce((total, { weight }) => total + weight, 0);
  return all.map(({ suffix, weight }) => ({ suffix, weight: weight / sum }));
}

/** The state with the least distance, if it is within the tolerance; without one, the state whose row is nearest. */
async function nearest(
  asker: Asker,
  word: Word,
  states: readonly State[],
  tolerance: number | undefined,
): Promise<number | undefined> {
  const row = await asker.rowOf(word);
  const here = states.map((state) => variation(row, asker.row(state.word)));
  if (tolerance === undefined) return here.indexOf(Math.min(...here));
  // The distance is at least what it is at the empty suffix, so the others are too far.
  const near = [...states.keys()].filter(
    (state) => here[state] * states[state].suffixes[0].weight <= tolerance,
  );
  await asker.ask(
    near.flatMap((state) =>
      states[state].suffixes.flatMap(({ suffix }) => [
        [...word, ...suffix],
        [...states[state].word, ...suffix],
      ]),
    ),
  );
  let [best, least] = [undefined as number | undefined, tolerance];
  for (const state of near) {
    const { word: access, suffixes } = states[state];
    const distance = suffixes.reduce(
      (sum, { suffix, weight }) =>
        sum + weight * variation(asker.row([...word, ...suffix]), asker.row([...access, ...suffix])),
      0,
    );
    if (distance <= least) [best, least] = [state, distance];
  }
  return best;
}

function variation(p: Distribution, q: Distribution): number {
  return p.reduce((sum, value, i) => sum + Math.abs(value - q[i]), 0) / 2;
}
