import type { Random } from "../../random.ts";
import { allWords, type Word } from "../../words/word.ts";
import type { Asking } from "../protocol.ts";
import { type Dfa, UNKNOWN } from "./dfa.ts";

/** States are told apart by so many suffixes: the shortest ones, and some of balanced lengths. */
const SHORT = 16;
const DRAWN = 24;
const LONGEST = 10;

/** The suffixes by which states are told apart, ε first. */
export function suffixesFor(letters: number, random: Random): Word[] {
  const suffixes: Word[] = [];
  for (const word of allWords(letters, LONGEST)) if (suffixes.push(word) >= SHORT) break;
  const seen = new Set(suffixes.map(String));
  // Where there are few words, some are drawn again and again.
  for (let i = 0; i < 4 * DRAWN && suffixes.length < SHORT + DRAWN; i++) {
    const word = Array.from({ length: 2 + (i % (LONGEST - 1)) }, () => random.below(letters));
    const before = seen.size;
    if (seen.add(String(word)).size > before) suffixes.push(word);
  }
  return suffixes;
}

/** The labels of a word with each of the suffixes behind it. */
type Row = readonly number[];

interface Arc {
  readonly word: Word;
  readonly row: Row;
  /** The nearest state, and how far it is. */
  target: number;
  distance: number;
}

/**
 * A DFA that grows state by state, as that of a language model does: each arc leads to the state that is nearest to its word, and the next
 * state is the word of the arc that is farthest from all states. The distance counts the suffixes for which labels differ, so
 * that a few wrong answers move it little.
 */
export class HammingGrowth<W> {
  readonly #letters: number;
  readonly #rows: (words: readonly Word[]) => Asking<W, Row[]>;
  readonly #states: Row[] = [];
  readonly #arcs: Arc[] = [];

  constructor(letters: number, rows: (words: readonly Word[]) => Asking<W, Row[]>) {
    this.#letters = letters;
    this.#rows = rows;
  }

  /** How far the farthest arc is from its state. */
  get radius(): number {
    return this.#arcs.reduce((most, { distance }) => Math.max(most, distance), 0);
  }

  /** Adds a state, that of ε first. */
  *grow(): Asking<W, Dfa> {
    const { radius } = this;
    const far = this.#arcs.find(({ distance }) => distance === radius);
    const word = far?.word ?? [];
    const state = this.#states.push(far?.row ?? (yield* this.#rows([word]))[0]) - 1;
    for (const arc of this.#arcs) this.#compare(arc, state);
    const words = Array.from({ length: this.#letters }, (_, letter) => [...word, letter]);
    for (const [i, row] of (yield* this.#rows(words)).entries()) {
      const arc = { word: words[i], row, target: 0, distance: Number.POSITIVE_INFINITY };
      for (let to = 0; to <= state; to++) this.#compare(arc, to);
      this.#arcs.push(arc);
    }
    return {
      letters: this.#letters,
      target: Int32Array.from(this.#arcs, ({ target }) => target),
      label: Int32Array.from(this.#states, ([label]) => label),
    };
  }

  #compare(arc: Arc, state: number): void {
    const row = this.#states[state];
    let distance = 0;
    for (let i = 0; i < row.length; i++) {
      if (row[i] !== arc.row[i] && row[i] !== UNKNOWN && arc.row[i] !== UNKNOWN) distance++;
    }
    if (distance < arc.distance) [arc.distance, arc.target] = [distance, state];
  }
}
