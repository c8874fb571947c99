import type { GroupWithZero } from "../../algebra/semifield.ts";
import { lookUp } from "../../interruption.ts";
import { lengthened } from "../../words/collections.ts";
import type { Letter, Word } from "../../words/word.ts";
import { Separations } from "../minimal/separations.ts";
import type { Revision, Wdfsa } from "../wdfsa.ts";
import { EarlyPairs, LeastWord, type Pair } from "./early-pairs.ts";
import { Offers } from "./offers.ts";
import { Ways } from "./ways.ts";

/** No word on which they differ; or there is no telling without looking at the whole automaton. */
export type Found = Word | null | undefined;

/** In place of the length of the word that an arc offers: it is right; or it offers nothing, as behind it all is right. */
const RIGHT = 0;
const NOTHING = -1;

/** Where an arc leads that is not known yet; a missing one leads to -1. */
const UNKNOWN = -2;

/** Steps of ways are 32-bit numbers; old ways are forgotten in time. */
const MOST_STEPS = 2 ** 31;

/** An arc is followed through so many pairs; and where what it offers may be the least word, through ever more. */
const PAIRS = 64;
const MORE = 4;
/** Following one is given up beyond so many pairs for each arc of the revision. */
const MOST = 2;

/**
 * Compares one automaton with the revisions of another one: what a learner conjectures. A conjecture differs from the one before in a few
 * arcs, and only these are looked at.
 *
 * Each state q of a revision has an arc by which it is entered from an earlier state. Along these arcs it has a counterpart q̂ in the
 * left automaton, and a factor f: L_q should be f ⊗ L_q̂. An arc q → r on a is *right* if it leads where it should, q̂ → r̂ on a, and weighs
 * what it should, and *wrong* otherwise. If none is wrong, the automata are equal. Let u(q) be the least word, in shortlex order, that
 * leads to q by right arcs. A wrong arc with u(r) before u(q)·a offers the word u(q)·a·s, where s is the least word that tells what the left automaton
 * does behind it from what it does behind r̂. A wrong arc that comes to r early, before u(r), is followed, from pair to pair, until none of
 * them comes early. The least of all words that are offered is the least word on which the two automata differ (docs/theory.md, 8.7).
 *
 * So a revision takes time for the arcs that changed, for the states whose u(q) they change, and for the arcs that come early, of which
 * there are few where the words of a learner are about the shortest.
 */
export class RevisionComparison<W> {
  readonly #algebra: GroupWithZero<W>;
  readonly #width: number;
  /** The left automaton, its targets, and its state that accepts nothing. */
  readonly #separations: Separations<W>;
  readonly #target: Int32Array;
  readonly #sink: number;

  /** Whose revisions these are, the number of the last one, and how many states it had; and whose could not be compared. */
  #author: object | undefined;
  #refused: object | undefined;
  #number = -1;
  #size = 0;
  /** The revision itself. */
  #now: Wdfsa<W> | undefined;
  /** For each state of the revision: its counterpart, its factor, and u(q) as one of the ways. */
  #counterpart = new Int32Array(64);
  #factor: W[] = [];
  #way = new Int32Array(64);
  readonly #ways: Ways;
  /** Where each arc leads; and the length of the word that a wrong arc offers, `NOTHING` or `RIGHT`. */
  #leadsTo = new Int32Array(64);
  #offer = new Int32Array(64);
  readonly #offers: Offers;
  /** Of wrong arcs that would have to be followed further, what they offer is at least as long. Through how many pairs each was followed. */
  readonly #unsure = new Map<number, number>();
  /** The wrong arcs that come early to a state, or came, when they were followed. */
  readonly #early = new Map<number, Set<number>>();
  /** Wrong arcs that wait to be judged, and states whose arcs or words have changed. */
  #unjudged: number[] = [];
  #changed: number[] = [];
  /** Right arcs that are a lesser way to their states, by the number of letters before them. */
  #lesser: number[][] = [];

  private constructor(separations: Separations<W>) {
    const { algebra, width, target, live } = separations.automaton;
    this.#algebra = algebra;
    this.#width = width;
    this.#separations = separations;
    this.#target = target;
    this.#sink = live.length - 1;
    this.#ways = new Ways(width);
    this.#offers = new Offers({
      stands: (step, length) => this.#stands(step, length),
      precedes: (one, other) => this.#ways.precedes(one, other),
    });
  }

  /** `undefined` if weights are rounded, or the automaton has states that are hard to tell apart, or the same. */
  static with<W>(left: Wdfsa<W>): RevisionComparison<W> | undefined {
    if (left.size === 0 || left.alphabet.size === 0 || !left.algebra.exact) return undefined;
    const separations = Separations.of(left);
    return separations && new RevisionComparison(separations);
  }

  /** The least word on which a revision differs from the left automaton. */
  difference(revision: Revision<W>): Found {
    const { author, number } = revision;
    if (this.#refused === author) return undefined;
    const follows = this.#author === author && this.#number === number - 1;
    this.#author = author;
    this.#number = number;
    this.#now = revision.now;
    if (!follows || !this.#takeIn(revision)) {
      this.#size = 0;
      this.#ways.clear();
      this.#offers.clear();
      this.#unsure.clear();
      this.#early.clear();
      this.#unjudged = [];
      this.#changed = [];
      this.#lesser = [];
      if (!this.#takeIn(revision)) {
        this.#refused = author;
        return undefined;
      }
    }
    this.#shorten();
    this.#judgeAll();
    return this.#least();
  }

  /** Reads what has changed. False if the revision is no refinement of the one before, or weighs a state otherwise than its counterpart. */
  #takeIn(revision: Revision<W>): boolean {
    const width = this.#width;
    const before = this.#size;
    if ((this.#ways.count + 2 * revision.size) * width > MOST_STEPS) return false;
    this.#size = revision.size;
    this.#reserve();
    const { target, initialWeight } = this.#now as Wdfsa<W>;
    const { algebra, initial } = this.#separations.automaton;
    const first = algebra.times(algebra.inverse(initialWeight), initial);
    if (before > 0 && !algebra.equals(first, this.#factor[0])) return false;
    for (let state = before; state < revision.size; state++) {
      const entry = state === 0 ? -1 : revision.entry(state);
      if (entry >= state * width || (entry >= 0 && target[entry] !== state)) return false;
      if (!this.#addState(state, entry, first)) return false;
    }
    for (const arc of revision.changed) if (arc < before * width && !this.#setArc(arc)) return false;
    for (let arc = before * width; arc < revision.size * width; arc++) {
      lookUp();
      if (!this.#setArc(arc)) return false;
    }
    return true;
  }

  /** Adds a state that an arc enters, or the first one, with its factor. False if it weighs ε otherwise than it should. */
  #addState(state: number, entry: number, first: W): boolean {
    const algebra = this.#algebra;
    const { finals } = this.#separations.automaton;
    const pair = entry < 0 ? undefined : this.#behind(entry);
    const counterpart = pair?.left ?? 0;
    const factor = pair === undefined ? first : algebra.times(algebra.inverse(pair.onRight), pair.onLeft);
    this.#counterpart[state] = counterpart;
    this.#factor[state] = factor;
    this.#way[state] = this.#ways.add(state, entry < 0 ? -1 : this.#step(entry));
    const [from, to] = [state * this.#width, (state + 1) * this.#width];
    this.#leadsTo.fill(UNKNOWN, from, to);
    this.#offer.fill(RIGHT, from, to);
    const { finalWeight } = this.#now as Wdfsa<W>;
    return algebra.equals(finalWeight[state], algebra.times(factor, finals[counterpart]));
  }

  #setArc(arc: number): boolean {
    const { target } = this.#now as Wdfsa<W>;
    const [before, to] = [this.#leadsTo[arc], target[arc]];
    const wasRight = before !== UNKNOWN && this.#offer[arc] === RIGHT;
    this.#leadsTo[arc] = to;
    const isRight = this.#lengthBehind(this.#behind(arc)) === Number.POSITIVE_INFINITY;
    // A right arc may be a part of least words.
    if (wasRight) return isRight && before === to;
    if (before !== UNKNOWN) this.#changed.push((arc / this.#width) | 0);
    this.#offer[arc] = isRight ? RIGHT : NOTHING;
    if (!isRight) this.#unjudged.push(arc);
    else {
      this.#unsure.delete(arc);
      if (this.#comesEarly(arc)) (this.#lesser[this.#depthOf(arc)] ??= []).push(arc);
    }
    return true;
  }

  /** What an arc meets: where the left automaton is by then and where the revision is, and what they weigh since a state and its counterpart. */
  #behind(arc: number): Pair<W> {
    const from = (arc / this.#width) | 0;
    const letter = arc - from * this.#width;
    const { one } = this.#algebra;
    return this.#next(
      { left: this.#counterpart[from], onLeft: this.#factor[from], right: from, onRight: one },
      letter,
    );
  }

  #next({ left, onLeft, right, onRight }: Pair<W>, letter: Letter): Pair<W> {
    const algebra = this.#algebra;
    const { arcs } = this.#separations.automaton;
    const { target, arcWeight } = this.#now as Wdfsa<W>;
    const [atLeft, atRight] = [left * this.#width + letter, right * this.#width + letter];
    const to = target[atRight];
    return {
      left: this.#target[atLeft],
      onLeft: algebra.times(onLeft, arcs[atLeft]),
      right: to,
      onRight: to < 0 ? onRight : algebra.times(onRight, arcWeight[atRight]),
    };
  }

  /**
   * How many letters the first word has on which the left automaton does otherwise than the revision would if it weighed all words
   * behind its state as they should be; `Infinity` if there is none.
   */
  #lengthBehind({ left, onLeft, right, onRight }: Pair<W>): number {
    if (right < 0) return this.#separations.length(left, onLeft, this.#sink, onLeft);
    const factor = this.#algebra.times(onRight, this.#factor[right]);
    return this.#separations.length(left, onLeft, this.#counterpart[right], factor);
  }

  /** That word. */
  #wordBehind({ left, onLeft, right, onRight }: Pair<W>): Word {
    if (right < 0) return this.#separations.word(left, onLeft, this.#sink, onLeft);
    const factor = this.#algebra.times(onRight, this.#factor[right]);
    return this.#separations.word(left, onLeft, this.#counterpart[right], factor);
  }

  /** Does a word that meets a pair weigh differently? */
  #differs({ left, onLeft, right, onRight }: Pair<W>): boolean {
    const { times, equals } = this.#algebra;
    const { finals } = this.#separations.automaton;
    const { finalWeight } = this.#now as Wdfsa<W>;
    return !equals(times(onLeft, finals[left]), times(onRight, finalWeight[right]));
  }

  /** u(q) and the letter of an arc from q. */
  #step(arc: number): number {
    const from = (arc / this.#width) | 0;
    return arc + (this.#way[from] - from) * this.#width;
  }

  /** How many letters there are before an arc. */
  #depthOf(arc: number): number {
    return this.#ways.length[this.#way[(arc / this.#width) | 0]];
  }

  /** Does the arc of a step still offer a word of this length, behind that step? */
  #stands(step: number, length: number): boolean {
    const arc = this.#ways.arc(step);
    return this.#offer[arc] === length && this.#step(arc) === step;
  }

  /** Judges the arcs that have changed, and those that come early to a state whose arcs have: something else may be offered behind it. */
  #judgeAll(): void {
    for (const arc of this.#unjudged) this.#judge(arc, PAIRS);
    for (const state of this.#changed) {
      const arcs = this.#early.get(state);
      this.#early.delete(state);
      for (const arc of arcs ?? []) if (this.#offer[arc] !== RIGHT) this.#judge(arc, PAIRS);
    }
    this.#unjudged = [];
    this.#changed = [];
  }

  /** What does a wrong arc offer? It is followed through so many pairs. */
  #judge(arc: number, pairs: number): void {
    const { length, isSure } = this.#follow(arc, pairs);
    if (isSure) this.#unsure.delete(arc);
    else this.#unsure.set(arc, pairs);
    this.#offer[arc] = length === Number.POSITIVE_INFINITY ? NOTHING : length;
    if (this.#offer[arc] !== NOTHING) this.#offers.add(this.#step(arc), length);
  }

  /** Follows a wrong arc while it leads on early, to find the least word that it offers. */
  #follow(arc: number, most: number): LeastWord {
    const best = new LeastWord();
    const pairs = new EarlyPairs<W>();
    const way = (root: number) => this.#ways.word(this.#step(root));
    const word = (at: number) => pairs.word(at, way);
    const meet = (pair: Pair<W>, depth: number, from: number, by: number) => {
      if (this.#isEarly(arc, depth, pair.right)) {
        pairs.add(pair, depth, from, by);
        this.#watch(pair.right, arc);
        return;
      }
      const before = () => (from < 0 ? way(by) : [...word(from), by]);
      // Pairs are met in shortlex order, so of two words that begin with as many letters, the one that is met first is less.
      best.offer(depth + this.#lengthBehind(pair), () => [...before(), ...this.#wordBehind(pair)], depth);
    };
    meet(this.#behind(arc), this.#depthOf(arc) + 1, -1, arc);
    for (let at = 0; at < pairs.count; at++) {
      lookUp(this.#width);
      const [pair, depth] = [pairs.pair[at], pairs.depth[at]];
      if (depth > best.length) break;
      if (at === most) {
        best.atLeast(depth);
        break;
      }
      if (this.#differs(pair)) best.offer(depth, () => word(at));
      else if (depth < best.length) {
        for (let letter = 0; letter < this.#width; letter++) {
          meet(this.#next(pair, letter), depth + 1, at, letter);
        }
      }
    }
    return best;
  }

  /** An arc that comes early to a state is judged again when something changes there. */
  #watch(state: number, arc: number): void {
    const arcs = this.#early.get(state);
    if (arcs === undefined) this.#early.set(state, new Set([arc]));
    else arcs.add(arc);
  }

  /** Is u(q)·a, for an arc on a from q to r, before u(r)? */
  #comesEarly(arc: number): boolean {
    return this.#isEarly(arc, this.#depthOf(arc) + 1, this.#leadsTo[arc]);
  }

  /** Is a word of this length before u(r) that begins with u(q)·a, for an arc on a from q? If it is longer, the arc is wrong; u(r) takes only right ones. */
  #isEarly(arc: number, length: number, state: number): boolean {
    if (state < 0) return false;
    const way = this.#way[state];
    if (length !== this.#ways.length[way]) return length < this.#ways.length[way];
    return length > 0 && this.#ways.isBeforeStart(this.#step(arc), this.#ways.last[way]);
  }

  /**
   * Takes the lesser ways: by increasing length, as Dijkstra does, so that a word is final before it is gone on with. Before all
   * words are final, those of one length cannot be compared.
   */
  #shorten(): void {
    if (this.#lesser.length === 0) return;
    const width = this.#width;
    const changed: number[] = [];
    for (let letters = 0, done = 0; letters < this.#lesser.length; letters++) {
      for (const arc of this.#lesser[letters] ?? []) {
        const to = this.#leadsTo[arc];
        const isWay = this.#ways.arc(this.#ways.last[this.#way[to]]) === arc;
        // Since it was noted, a lesser way to its own state may have been taken.
        if (this.#depthOf(arc) !== letters || (!isWay && !this.#comesEarly(arc))) continue;
        this.#way[to] = this.#ways.add(to, this.#step(arc));
        changed.push(to);
      }
      for (; done < changed.length; done++) {
        lookUp(width);
        for (let arc = changed[done] * width; arc < (changed[done] + 1) * width; arc++) {
          if (this.#offer[arc] === RIGHT) (this.#lesser[letters + 1] ??= []).push(arc);
        }
      }
    }
    this.#lesser = [];
    for (const state of changed) {
      this.#changed.push(state);
      for (let arc = state * width; arc < (state + 1) * width; arc++) {
        if (this.#offer[arc] !== RIGHT) this.#unjudged.push(arc);
      }
    }
  }

  /** The least word that is offered, `null` if there is none. */
  #least(): Found {
    const arcs = this.#size * this.#width;
    if (this.#offers.count > 2 * arcs) this.#offers.clean();
    for (;;) {
      const step = this.#offers.first();
      if (step < 0) return null;
      const arc = this.#ways.arc(step);
      const pairs = this.#unsure.get(arc);
      if (pairs === undefined) return this.#follow(arc, Number.POSITIVE_INFINITY).word;
      if (pairs > MOST * arcs) return undefined;
      this.#judge(arc, MORE * pairs);
    }
  }

  #reserve(): void {
    const [states, arcs] = [this.#size, this.#size * this.#width];
    if (states > this.#way.length) {
      const room = Math.max(states, 2 * this.#way.length);
      this.#counterpart = lengthened(this.#counterpart, room);
      this.#way = lengthened(this.#way, room);
    }
    if (arcs > this.#offer.length) {
      const room = Math.max(arcs, 2 * this.#offer.length);
      this.#leadsTo = lengthened(this.#leadsTo, room);
      this.#offer = lengthened(this.#offer, room);
    }
  }
}
