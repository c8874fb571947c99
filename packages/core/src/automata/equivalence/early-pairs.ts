import type { Letter, Word } from "../../words/word.ts";
import { isLess } from "./suffixes-of-both.ts";

/** A state of each of two automata, -1 for none of the right one, and what the two weigh on the way there. */
export interface Pair<W> {
  readonly left: number;
  readonly onLeft: W;
  readonly right: number;
  readonly onRight: W;
}

/** Pairs that are met by words that begin with one wrong arc. */
export class EarlyPairs<W> {
  readonly pair: Pair<W>[] = [];
  /** The length of the word. */
  readonly depth: number[] = [];
  readonly #from: number[] = [];
  readonly #by: number[] = [];

  get count(): number {
    return this.pair.length;
  }

  /** `from` and `by`: another pair and a letter, or -1 and the wrong arc. */
  add(pair: Pair<W>, depth: number, from: number, by: number): void {
    this.pair.push(pair);
    this.depth.push(depth);
    this.#from.push(from);
    this.#by.push(by);
  }

  word(pair: number, way: (arc: number) => Letter[]): Letter[] {
    const from = this.#from[pair];
    return from < 0 ? way(this.#by[pair]) : [...this.word(from, way), this.#by[pair]];
  }
}

/** The least of several words, which are spelled only where lengths do not decide. */
export class LeastWord {
  /** `Infinity` if there is none. */
  length = Number.POSITIVE_INFINITY;
  /** Or is there perhaps another word, no longer than the one here or shorter? */
  isSure = true;
  #spell: () => Word = () => [];
  #spelled: Word | undefined;
  #rank = -1;

  get word(): Word {
    return (this.#spelled ??= this.#spell());
  }

  /** Of words that are offered with the same rank, if they have one, those that come first are less. */
  offer(length: number, spell: () => Word, rank = -1): void {
    if (length > this.length || length === Number.POSITIVE_INFINITY) return;
    let spelled: Word | undefined;
    if (length === this.length) {
      if (rank >= 0 && rank === this.#rank) return;
      spelled = spell();
      if (!isLess(spelled, this.word)) return;
    }
    this.length = length;
    this.#spell = spell;
    this.#spelled = spelled;
    this.#rank = rank;
  }

  /** There may be other words, no shorter than this. */
  atLeast(length: number): void {
    this.isSure = false;
    this.length = Math.min(this.length, length);
  }
}
