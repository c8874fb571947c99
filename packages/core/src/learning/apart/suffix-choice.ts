import type { GroupWithZero } from "../../algebra/semifield.ts";
import { weightMap } from "../../algebra/weight-map.ts";
import type { Observations } from "../../answers/observations.ts";
import { getOrAdd } from "../../words/collections.ts";
import type { Word } from "../../words/word.ts";
import { DEAD, type Group } from "./group.ts";

/** How many candidates are used to score a suffix. */
const SAMPLE = 48;
/** A state is asked a suffix if at least this many words wait for its answer; otherwise the words are asked. */
const SHARED = 2;
/** At most this many suffixes are extended by letters. */
const EXTENDED = 40;

/** The known suffixes, the answers of the states to them, and the choice of the suffix to ask next. */
export class SuffixChoice<W> {
  readonly #algebra: GroupWithZero<W>;
  readonly #letters: number;
  readonly #observations: Observations<W>;
  readonly #lettersCost: boolean;
  readonly #words: Word[] = [];
  readonly #numbers = new Map<string, number>();
  /** How many suffixes have been extended by every letter. */
  #extended = 0;
  #turn = 0;
  /** The node of each state's access word, and the state's answers, as far as they have been looked up. */
  readonly #access: number[] = [];
  readonly #rows: (W | undefined)[][] = [];

  constructor(observations: Observations<W>, letters: number, lettersCost: boolean) {
    this.#algebra = observations.algebra;
    this.#letters = letters;
    this.#observations = observations;
    this.#lettersCost = lettersCost;
    this.number([]);
  }

  word(suffix: number): Word {
    return this.#words[suffix];
  }

  number(word: Word): number {
    return getOrAdd(this.#numbers, word.join(), () => this.#words.push(word) - 1);
  }

  /** Adds a state by the node of its access word. */
  addState(access: number): void {
    this.#access.push(access);
    this.#rows.push([]);
  }

  /** L(u·e) without the scale of u, if it is known. */
  answer(state: number, suffix: number): W | undefined {
    if (state === DEAD) return this.#algebra.zero;
    const row = this.#rows[state];
    const known = row[suffix];
    if (known !== undefined) return known;
    const access = this.#access[state];
    const node = this.#observations.tree.find(this.#words[suffix], access);
    if (node < 0 || !this.#observations.knows(node)) return undefined;
    const weight = this.#observations.after(access, node);
    row[suffix] = weight;
    return weight;
  }

  /** Do the answers show that a state is not homothetic to the words of a group? */
  apart(state: number, group: Group<W>): boolean {
    const algebra = this.#algebra;
    const { asked, ratios } = group;
    // If L_x = k ⊗ L_u, then L(xe₁)⁻¹ ⊗ L(xe) = L(ue₁)⁻¹ ⊗ L(ue): k cancels.
    let mine: W | undefined;
    let theirs: W | undefined;
    for (let i = 0; i < asked.length; i++) {
      const answer = this.answer(state, asked[i]);
      if (answer === undefined) continue;
      const zero = algebra.isZero(answer);
      if (zero !== algebra.isZero(ratios[i])) return true;
      if (zero) continue;
      if (mine === undefined || theirs === undefined) {
        mine = algebra.inverse(answer);
        theirs = algebra.inverse(ratios[i]);
      } else if (!algebra.equals(algebra.times(mine, answer), algebra.times(theirs, ratios[i]))) return true;
    }
    return false;
  }

  /**
   * The suffix that tells most pairs of a group's candidates apart, or -1 if there is none. Before the pivot only zeros
   * tell candidates apart; but a live answer turns the next one into a ratio, so if weights differ, two live candidates
   * count as told apart. Only known answers count. The answer of u to c·e is known if e was asked of the word uc, so
   * suffixes with one more letter in front are considered too. Of suffixes that tell as many apart, the shortest is taken if
   * letters cost anything.
   */
  best(group: Group<W>): number {
    const states = evenlySpaced([...group.candidates], SAMPLE);
    const wanted = Math.max(1, (states.length * (states.length - 1)) / 2);
    let best = -1;
    let most = 0;
    for (let suffix = 0; suffix < this.#words.length; suffix++) {
      const enough = most >= wanted;
      if (enough && !this.#lettersCost) break;
      if (!group.asked.includes(suffix) && !(enough && !this.#isCheaper(suffix, best))) {
        const score =
          group.asked.length === 0 && states.length === 1 ? 1 : this.#score(group, states, suffix);
        if (score > most || (score === most && score > 0 && this.#isCheaper(suffix, best)))
          [best, most] = [suffix, score];
      }
      if (suffix === this.#words.length - 1 && most < wanted) this.#extend();
    }
    return best;
  }

  #isCheaper(suffix: number, other: number): boolean {
    return this.#lettersCost && this.#words[suffix].length < this.#words[other].length;
  }

  /** A suffix that has not been asked yet and that two candidates have answered, or -1. */
  any(group: Group<W>): number {
    for (let suffix = 0; suffix < this.#words.length; suffix++) {
      if (group.asked.includes(suffix)) continue;
      let known = 0;
      for (const state of group.candidates) if (this.answer(state, suffix) !== undefined) known++;
      if (known > 1) return suffix;
    }
    return -1;
  }

  /** The suffixes that the words of a group have answered and its candidates have not. */
  lacking({ asked, candidates }: Group<W>): [state: number, suffix: number][] {
    const lacking: [number, number][] = [];
    for (const state of candidates) {
      for (const suffix of asked) if (this.answer(state, suffix) === undefined) lacking.push([state, suffix]);
    }
    return lacking;
  }

  /**
   * The answer of a state helps every word that may be this state. For each state, the suffix that most words wait for.
   */
  awaited(open: readonly Group<W>[]): [state: number, suffix: number][] {
    const waiting = new Map<number, Map<number, number>>();
    for (const group of open) {
      if (group.doubted) continue;
      const { asked, candidates, members, pivot } = group;
      // A single candidate must answer the pivot: the factor depends on it.
      const urgent = candidates.size === 1 && pivot >= 0 ? asked[pivot] : -1;
      for (const [state, suffix] of this.lacking(group)) {
        const counts = getOrAdd(waiting, state, () => new Map<number, number>());
        const more = members.length + (suffix === urgent ? SHARED : 0);
        counts.set(suffix, (counts.get(suffix) ?? 0) + more);
      }
    }
    const best: [number, number][] = [];
    for (const [state, counts] of waiting) {
      const [suffix, count] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
      if (count >= SHARED) best.push([state, suffix]);
    }
    return best;
  }

  /** A suffix that a state has answered and the word of a node has not, in turn; -1 if there is none. */
  unasked(state: number, node: number): number {
    const count = this.#words.length;
    for (let i = 0; i < count; i++) {
      this.#turn = (this.#turn + 1) % count;
      if (this.answer(state, this.#turn) === undefined) continue;
      const end = this.#observations.tree.find(this.#words[this.#turn], node);
      if (end < 0 || !this.#observations.knows(end)) return this.#turn;
    }
    return -1;
  }

  #extend(): void {
    if (this.#extended >= EXTENDED || this.#rows.length < 2 ** (this.#words[this.#extended]?.length ?? 0))
      return;
    const word = this.#words[this.#extended++];
    for (let letter = 0; letter < this.#letters; letter++) this.number([letter, ...word]);
  }

  #score(group: Group<W>, states: readonly number[], suffix: number): number {
    const algebra = this.#algebra;
    const pivot = group.pivot < 0 ? -1 : group.asked[group.pivot];
    let [zeros, live, pairs] = [0, 0, 0];
    const classes = weightMap<W, { count: number }>(algebra);
    for (const state of states) {
      const answer = this.answer(state, suffix);
      if (answer === undefined) continue;
      if (algebra.isZero(answer)) {
        zeros++;
        continue;
      }
      if (pivot < 0) {
        live++;
        continue;
      }
      const at = this.answer(state, pivot);
      if (at === undefined) continue;
      const ratio = algebra.times(algebra.inverse(at), answer);
      const alike = classes.getOrAdd(ratio, () => ({ count: 0 }));
      pairs += live - alike.count++;
      live++;
    }
    if (pivot < 0 && this.#observations.weightsDiffer) pairs = (live * (live - 1)) / 2;
    return pairs + zeros * live;
  }
}

function evenlySpaced(items: readonly number[], count: number): readonly number[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, i) => items[Math.floor(((i + 0.5) * items.length) / count)]);
}
