import { lookUp } from "../../interruption.ts";
import { getOrAdd } from "../../words/collections.ts";
import { type Letter, linkedWord, type Word } from "../../words/word.ts";
import { accessWord, type BreadthFirst, breadthFirst } from "../breadth-first.ts";
import { type Passed, Passing } from "./passing.ts";
import type { Version, Versions } from "./version.ts";

/** A word that shows a change, and what both versions say of it. */
export interface ChangeTrace {
  readonly word: Word;
  /**
   * What each version answers: the outputs of a machine, one for each input and for a Moore machine one before them, undefined from where it does not know an
   * input; of other automata one text, the weight.
   */
  readonly before: readonly (string | undefined)[];
  readonly after: readonly (string | undefined)[];
  /** Do the answers differ? If not, no word was found on which the change shows, and this one only leads through it. */
  readonly differs: boolean;
}

/** A part of the versions that has changed: an arc, or a state if there is no letter; -1 on the side where it is not. */
export interface Place {
  readonly before: number;
  readonly after: number;
  readonly letter: Letter | undefined;
}

/** How many pairs of states are looked at, if that is more than a few for each state. */
const MOST_PAIRS = 100_000;

/**
 * Finds shortest words that show changes. Words are looked for on which nothing differs before they come to the change; if there is none,
 * any that lead both versions to it; then any through a transition of the version that has it, wherever they lead the other one; and at last a
 * word that only leads there.
 */
export class Traces {
  readonly #versions: Versions;
  readonly #agreeing: Walk;
  #any: Walk | undefined;
  #passing: Passing | undefined;
  readonly #access: { readonly before: BreadthFirst; readonly after: BreadthFirst };

  constructor(versions: Versions) {
    const { before, after } = versions;
    this.#versions = versions;
    this.#agreeing = new Walk(before, after, true);
    this.#access = { before: searched(before), after: searched(after) };
  }

  /** A shortest word that shows a change. */
  through(place: Place): ChangeTrace {
    const agreeing = this.#agreeing.through(place);
    if (agreeing !== undefined && this.#versions.differ(agreeing)) return this.#trace(agreeing);
    this.#any ??= new Walk(this.#versions.before, this.#versions.after, false);
    const any = this.#any.through(place);
    if (any !== undefined && this.#versions.differ(any)) return this.#trace(any);
    const { before, after, letter } = place;
    if (letter === undefined)
      return this.#trace(this.#accessTo(before >= 0 ? 0 : 1, before >= 0 ? before : after));
    const passed = this.#passed(before, after, letter);
    const shown = passed
      .map((one) => this.#shown(one))
      .filter((word) => word !== undefined)
      .sort((a, b) => a.length - b.length);
    const [first] = passed;
    return this.#trace(shown[0] ?? [...this.#accessTo(first.side, first.state), letter]);
  }

  /** The transitions that a change is about: an old one, a new one, or both. */
  #passed(before: number, after: number, letter: Letter): Passed[] {
    const sides = [
      { side: 0, state: before, letter },
      { side: 1, state: after, letter },
    ] as const;
    const versions = [this.#versions.before, this.#versions.after];
    return sides.filter(
      ({ side, state }) =>
        state >= 0 && versions[side].target[state * versions[side].alphabet.size + letter] >= 0,
    );
  }

  /** A word through a transition on which the answers differ. */
  #shown(passed: Passed): Word | undefined {
    const { before, after, differ } = this.#versions;
    const version = [before, after][passed.side];
    this.#passing ??= new Passing(before, after);
    for (const word of this.#passing.through(passed)) {
      const state = word.reduce((at, letter) => version.target[at * version.alphabet.size + letter], 0);
      const accepted = [...word, ...suffixOf(version, state)];
      if (differ(accepted)) return accepted;
    }
    return undefined;
  }

  /** Some word reaches each state of a version. */
  #accessTo(side: 0 | 1, state: number): Word {
    return accessWord([this.#access.before, this.#access.after][side], state) ?? [];
  }

  /** A shortest word that shows what has changed at the beginning: whatever one of the two accepts first, or where they differ next. */
  fromStart(): ChangeTrace {
    const { before, after } = this.#versions;
    const [first] = [before, after]
      .filter(({ size }) => size > 0)
      .map((version) => suffixOf(version, 0))
      .sort((a, b) => a.length - b.length);
    const rest = this.#agreeing.fromStart();
    return this.#trace([first, rest].find((word) => word !== undefined && this.#versions.differ(word)) ?? []);
  }

  #trace(word: Word): ChangeTrace {
    const { before, after, differ } = this.#versions;
    return { word, before: before.answer(word), after: after.answer(word), differs: differ(word) };
  }
}

function searched({ size, target, alphabet }: Version): BreadthFirst {
  return breadthFirst(size, alphabet.size, target);
}

/** How a word goes on from a pair of states until it shows a difference: its length, and its first letter or the last ones. */
interface Rest {
  readonly length: number;
  readonly letter: Letter;
  /** The pair behind that letter, or -1 if the letter shows the difference, followed by a word that only one of the two states accepts. */
  readonly next: number;
}

/**
 * The pairs of states to which words lead both versions, in breadth-first order; if `agreeing`, words on which the two agree at every letter.
 * Of each pair it is known how a shortest word goes on that shows a difference.
 */
class Walk {
  readonly #a: Version;
  readonly #b: Version;
  readonly #width: number;
  readonly #left: number[] = [];
  readonly #right: number[] = [];
  readonly #from: number[] = [];
  readonly #by: Letter[] = [];
  readonly #depth: number[] = [];
  readonly #numbers = new Map<number, number>();
  /** The pair behind each pair and letter, or -1. */
  readonly #next: number[] = [];
  readonly #rest: (Rest | undefined)[];
  readonly #byLeft = new Map<number, number[]>();
  readonly #byRight = new Map<number, number[]>();

  constructor(a: Version, b: Version, agreeing: boolean) {
    this.#a = a;
    this.#b = b;
    this.#width = a.alphabet.size;
    if (a.size > 0 && b.size > 0) this.#explore(agreeing);
    this.#rest = this.#rests();
    for (let pair = 0; pair < this.#left.length; pair++) {
      getOrAdd(this.#byLeft, this.#left[pair], () => []).push(pair);
      getOrAdd(this.#byRight, this.#right[pair], () => []).push(pair);
    }
  }

  #explore(agreeing: boolean): void {
    const [a, b] = [this.#a, this.#b];
    const width = this.#width;
    const most = Math.max(MOST_PAIRS, 8 * (a.size + b.size));
    this.#add(0, 0, -1, -1);
    for (let pair = 0; pair < this.#left.length; pair++) {
      lookUp(width);
      const [p, q] = [this.#left[pair], this.#right[pair]];
      const ends = agreeing && a.kind === "moore" && a.mark[p] !== b.mark[q];
      for (let letter = 0; letter < width; letter++) {
        const [arcA, arcB] = [p * width + letter, q * width + letter];
        const [to, other] = [a.target[arcA], b.target[arcB]];
        const goesOn = to >= 0 && other >= 0 && !ends && (!agreeing || a.label[arcA] === b.label[arcB]);
        this.#next.push(goesOn ? this.#add(to, other, pair, letter, most) : -1);
      }
    }
  }

  #add(left: number, right: number, from: number, by: Letter, most = Number.POSITIVE_INFINITY): number {
    const key = left * this.#b.size + right;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const count = this.#left.length;
    if (count >= most) return -1;
    this.#numbers.set(key, count);
    this.#left.push(left);
    this.#right.push(right);
    this.#from.push(from);
    this.#by.push(by);
    this.#depth.push(from < 0 ? 0 : this.#depth[from] + 1);
    return count;
  }

  /** The length of the least word that only one of two states accepts, or on which a different label shows; -1 stands for no state. */
  #shows(to: number, other: number): number {
    const lengths = [
      to < 0 ? Infinity : this.#a.suffixLength[to],
      other < 0 ? Infinity : this.#b.suffixLength[other],
    ];
    return Math.min(...lengths);
  }

  /** How much follows behind a letter of a pair before a difference shows; undefined if nothing is known to show one. */
  #behind(pair: number, letter: Letter, rests: readonly (Rest | undefined)[]): Rest | undefined {
    const width = this.#width;
    const [arcA, arcB] = [this.#left[pair] * width + letter, this.#right[pair] * width + letter];
    if (this.#a.label[arcA] !== this.#b.label[arcB]) {
      const length = 1 + this.#shows(this.#a.target[arcA], this.#b.target[arcB]);
      return { length, letter, next: -1 };
    }
    const next = this.#next[pair * width + letter];
    const rest = next < 0 ? undefined : this.#marked(next) ? { length: 0 } : rests[next];
    return rest && { length: 1 + rest.length, letter, next };
  }

  /** Do the labels of the two states differ, so that the word that leads to them shows it? */
  #marked(pair: number): boolean {
    return this.#a.mark[this.#left[pair]] !== this.#b.mark[this.#right[pair]];
  }

  /** For every pair the shortest rest: backwards from where labels differ, the shortest first. */
  #rests(): (Rest | undefined)[] {
    const width = this.#width;
    const count = this.#left.length;
    const rests: (Rest | undefined)[] = new Array<Rest | undefined>(count);
    const into: number[][] = Array.from({ length: count }, () => []);
    const byLength: number[][] = [];
    const meet = (pair: number, rest: Rest) => {
      const known = rests[pair];
      if (known !== undefined && known.length <= rest.length) return;
      rests[pair] = rest;
      (byLength[rest.length] ??= []).push(pair);
    };
    for (let pair = 0; pair < count; pair++) {
      lookUp(width);
      for (let letter = 0; letter < width; letter++) {
        const place = pair * width + letter;
        const next = this.#next[place];
        if (next >= 0) into[next].push(place);
        const rest = this.#behind(pair, letter, []);
        if (rest !== undefined) meet(pair, rest);
      }
    }
    for (let length = 1; length < byLength.length; length++) {
      for (const pair of byLength[length] ?? []) {
        if (rests[pair]?.length !== length) continue;
        for (const place of into[pair]) {
          const [before, letter] = [Math.floor(place / width), place % width];
          if (this.#labelsAgree(before, letter)) meet(before, { length: length + 1, letter, next: pair });
        }
      }
    }
    return rests;
  }

  #labelsAgree(pair: number, letter: Letter): boolean {
    const width = this.#width;
    return (
      this.#a.label[this.#left[pair] * width + letter] === this.#b.label[this.#right[pair] * width + letter]
    );
  }

  /** The shortest word that shows a difference. */
  fromStart(): Word | undefined {
    const rest = this.#rest[0];
    if (this.#left.length === 0 || rest === undefined) return undefined;
    return this.#marked(0) ? [] : this.#spelled(0, rest);
  }

  /** The shortest word of those that go through a place and show a difference behind it. */
  through({ before, after, letter }: Place): Word | undefined {
    let best: { pair: number; rest: Rest | undefined; length: number } | undefined;
    for (const pair of this.#at(before, after)) {
      if (best !== undefined && this.#depth[pair] >= best.length) break;
      if (letter === undefined) {
        const length = this.#depth[pair];
        if (this.#marked(pair)) best = { pair, rest: undefined, length };
        continue;
      }
      const rest = this.#behind(pair, letter, this.#rest);
      if (rest === undefined) continue;
      const length = this.#depth[pair] + rest.length;
      if (best === undefined || length < best.length) best = { pair, rest, length };
    }
    if (best === undefined) return undefined;
    const word = linkedWord(this.#from, this.#by, best.pair);
    return best.rest === undefined ? word : [...word, ...this.#spelled(best.pair, best.rest)];
  }

  /** The pairs of this place, the nearest first. */
  #at(before: number, after: number): readonly number[] {
    if (before >= 0 && after >= 0) {
      const pair = this.#numbers.get(before * this.#b.size + after);
      return pair === undefined ? [] : [pair];
    }
    return (before >= 0 ? this.#byLeft.get(before) : this.#byRight.get(after)) ?? [];
  }

  #spelled(from: number, first: Rest): Letter[] {
    const word: Letter[] = [];
    let pair = from;
    for (let rest: Rest | undefined = first; rest !== undefined; rest = this.#rest[pair]) {
      word.push(rest.letter);
      if (rest.next < 0) return [...word, ...this.#suffix(pair, rest.letter)];
      pair = rest.next;
      if (this.#marked(pair)) return word;
    }
    return word;
  }

  /** The least word that only one of two states accepts, or that shows the labels of the arcs to them. */
  #suffix(pair: number, letter: Letter): Letter[] {
    const width = this.#width;
    const to = this.#a.target[this.#left[pair] * width + letter];
    const other = this.#b.target[this.#right[pair] * width + letter];
    const length = this.#shows(to, other);
    const isLeft = to >= 0 && this.#a.suffixLength[to] === length;
    return isLeft ? suffixOf(this.#a, to) : suffixOf(this.#b, other);
  }
}

/** The least word that a state accepts. */
function suffixOf({ suffixFirst, suffixLength, target, alphabet }: Version, state: number): Letter[] {
  const word: Letter[] = [];
  for (let at = state; suffixLength[at] > 0; ) {
    word.push(suffixFirst[at]);
    at = target[at * alphabet.size + suffixFirst[at]];
  }
  return word;
}
