import type { Word } from "../../words/word.ts";
import { type LeastSuffixes, leastSuffix, leastSuffixes } from "../minimal/least-suffixes.ts";
import type { Wdfsa } from "../wdfsa.ts";

/**
 * The shortlex-least suffix that either of two states accepts, one of each of two automata. A state of -1 accepts nothing. The left
 * automaton is trim. The right one need not be, and is only looked at as far as necessary: it may be one of many.
 */
export class SuffixesOfBoth<W> {
  readonly #a: Wdfsa<W>;
  readonly #b: Wdfsa<W>;
  readonly #suffixesA: () => LeastSuffixes;
  #suffixesB: LeastSuffixes | undefined;

  constructor(a: Wdfsa<W>, suffixesA: () => LeastSuffixes, b: Wdfsa<W>) {
    this.#a = a;
    this.#suffixesA = suffixesA;
    this.#b = b;
  }

  /** `Infinity` if neither accepts anything. */
  length(p: number, q: number): number {
    const ofA = p < 0 ? Number.POSITIVE_INFINITY : this.#suffixesA().length[p];
    // Nothing is shorter than ε.
    return ofA === 0 || q < 0 ? ofA : Math.min(ofA, this.#lengthOfB(q));
  }

  /** If either accepts one. */
  least(p: number, q: number): Word {
    const length = this.length(p, q);
    const words: Word[] = [];
    if (p >= 0 && this.#suffixesA().length[p] === length) {
      words.push(leastSuffix(this.#a, this.#suffixesA(), p));
    }
    if (length > 0 && q >= 0 && this.#lengthOfB(q) === length) {
      this.#suffixesB ??= leastSuffixes(this.#b);
      words.push(leastSuffix(this.#b, this.#suffixesB, q));
    }
    return words.length === 2 && isLess(words[1], words[0]) ? words[1] : (words[0] ?? []);
  }

  #lengthOfB(state: number): number {
    if (!this.#b.algebra.isZero(this.#b.finalWeight[state])) return 0;
    if (this.#suffixesB === undefined) {
      // A final state is mostly near: a look at all arcs for each comparison would take longer than the comparison.
      const near = lengthNear(this.#b, state);
      if (near !== undefined) return near;
    }
    const length = (this.#suffixesB ??= leastSuffixes(this.#b)).length[state];
    return length < 0 ? Number.POSITIVE_INFINITY : length;
  }
}

/** Of two words of one length, is the first before the second? */
export function isLess(one: Word, other: Word): boolean {
  const at = one.findIndex((letter, i) => letter !== other[i]);
  return at >= 0 && one[at] < other[at];
}

/** So many states are searched for a final one before all of them are. */
const NEAR = 64;

/** The length of the shortest word that a state accepts, if few states are nearer than a final one. */
function lengthNear<W>(
  { algebra, alphabet, target, finalWeight }: Wdfsa<W>,
  state: number,
): number | undefined {
  const width = alphabet.size;
  const met = [state];
  for (let length = 0, from = 0, end = 1; end <= NEAR && from < end; length++) {
    for (let at = from; at < end; at++) if (!algebra.isZero(finalWeight[met[at]])) return length;
    for (; from < end && met.length <= NEAR; from++) {
      for (let arc = met[from] * width; arc < (met[from] + 1) * width; arc++) {
        if (target[arc] >= 0 && !met.includes(target[arc])) met.push(target[arc]);
      }
    }
    if (from < end) return undefined;
    end = met.length;
  }
  return undefined;
}
