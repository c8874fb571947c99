import { lookUp } from "../../interruption.ts";
import { type Letter, linkedWord, type Word } from "../../words/word.ts";
import type { Version } from "./version.ts";

/** A transition of one of the two versions: by which of them it is in, its state and its letter. */
export interface Passed {
  readonly side: 0 | 1;
  readonly state: number;
  readonly letter: Letter;
}

/** How many pairs are looked at, if that is more than a few for each state. */
const MOST_PAIRS = 100_000;

/** There is no state any more: the version does not know an input of the word. */
const LOST = -1;

/**
 * All pairs of states to which words lead two versions, one of which may be lost on the way, in breadth-first order, with words on which the two have
 * agreed until then apart from the others. So it finds words through a transition of one version also where no word leads the other one
 * to the state that it was matched with. Time and memory O(pairs · letters).
 */
export class Passing {
  readonly #versions: readonly [Version, Version];
  readonly #width: number;
  readonly #states: readonly [number[], number[]] = [[], []];
  /** Have the answers differed on the way? */
  readonly #differs: boolean[] = [];
  readonly #from: number[] = [];
  readonly #by: Letter[] = [];
  /** The pair behind each pair and letter, or -1. */
  readonly #next: number[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #byState: readonly [Map<number, number[]>, Map<number, number[]>] = [new Map(), new Map()];

  constructor(before: Version, after: Version) {
    this.#versions = [before, after];
    this.#width = before.alphabet.size;
    const first = (version: Version) => (version.size > 0 ? 0 : LOST);
    this.#add(first(before), first(after), before.start !== after.start, -1, -1);
    const most = Math.max(MOST_PAIRS, 16 * (before.size + after.size));
    for (let pair = 0; pair < this.#from.length; pair++) {
      lookUp(this.#width);
      for (let letter = 0; letter < this.#width; letter++) {
        const [p, q] = this.#targets(pair, letter);
        const goesOn = (p !== LOST || q !== LOST) && this.#from.length < most;
        this.#next.push(goesOn ? this.#add(p, q, this.#showsAt(pair, letter), pair, letter) : -1);
      }
    }
  }

  /** Words through a transition on which the answers differ there or before, the shortest first; then one on which they do so behind it. */
  *through({ side, state, letter }: Passed): Generator<Word> {
    const pairs = this.#byState[side].get(state) ?? [];
    for (const pair of pairs)
      if (this.#showsAt(pair, letter)) yield [...linkedWord(this.#from, this.#by, pair), letter];
    for (const pair of pairs.slice(0, 1)) {
      const later = this.#later(pair, letter);
      if (later !== undefined) yield later;
    }
  }

  #add(p: number, q: number, differs: boolean, from: number, by: Letter): number {
    const [before, after] = this.#versions;
    const shows = differs || (p === LOST ? LOST : before.mark[p]) !== (q === LOST ? LOST : after.mark[q]);
    const key = ((p + 1) * (after.size + 1) + q + 1) * 2 + (shows ? 1 : 0);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const pair = this.#from.length;
    this.#numbers.set(key, pair);
    this.#differs.push(shows);
    this.#from.push(from);
    this.#by.push(by);
    [p, q].forEach((state, side) => {
      this.#states[side].push(state);
      if (state === LOST) return;
      const there = this.#byState[side].get(state);
      if (there === undefined) this.#byState[side].set(state, [pair]);
      else there.push(pair);
    });
    return pair;
  }

  #arc(pair: number, side: number, letter: Letter): number {
    const state = this.#states[side][pair];
    return state === LOST ? LOST : state * this.#width + letter;
  }

  #targets(pair: number, letter: Letter): [number, number] {
    const target = (side: 0 | 1) => {
      const arc = this.#arc(pair, side, letter);
      return arc === LOST ? LOST : this.#versions[side].target[arc];
    };
    return [target(0), target(1)];
  }

  /** Do the answers differ at this letter, or before it? */
  #showsAt(pair: number, letter: Letter): boolean {
    if (this.#differs[pair]) return true;
    const [left, right] = [0, 1].map((side) => {
      const arc = this.#arc(pair, side, letter);
      return arc === LOST ? LOST : this.#versions[side].label[arc];
    });
    return left !== right;
  }

  /** The shortest word that goes on from a letter of a pair until answers differ. */
  #later(start: number, letter: Letter): Word | undefined {
    const first = this.#next[start * this.#width + letter] ?? -1;
    if (first < 0) return undefined;
    const from = new Map<number, readonly [pair: number, by: Letter]>([[first, [start, letter]]]);
    for (const pair of from.keys()) {
      lookUp(this.#width);
      if (this.#differs[pair])
        return [...linkedWord(this.#from, this.#by, start), ...wordTo(pair, start, from)];
      for (let by = 0; by < this.#width; by++) {
        const next = this.#next[pair * this.#width + by] ?? -1;
        if (next >= 0 && !from.has(next)) from.set(next, [pair, by]);
      }
    }
    return undefined;
  }
}

/** The letters from one pair to another. */
function wordTo(
  pair: number,
  start: number,
  from: ReadonlyMap<number, readonly [pair: number, by: Letter]>,
): Letter[] {
  const word: Letter[] = [];
  for (let at = pair, isFirst = true; at !== start || isFirst; isFirst = false) {
    const step = from.get(at);
    if (step === undefined) break;
    word.unshift(step[1]);
    at = step[0];
  }
  return word;
}
