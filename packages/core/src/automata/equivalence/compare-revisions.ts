import type { GroupWithZero } from "../../algebra/semifield.ts";
import { lookUp } from "../../interruption.ts";
import { lengthened } from "../../words/collections.ts";
import type { Letter, Word } from "../../words/word.ts";
import { Separations } from "../minimal/separations.ts";
import { weightIds } from "../minimal/weight-ids.ts";
import type { Revision, Wdfsa } from "../wdfsa.ts";
import { ArcLists } from "./arc-lists.ts";
import { Offers } from "./offers.ts";

/** No word on which they differ; or there is no telling without looking at the whole automaton. */
export type Found = Word | null | undefined;

/** In place of a length: the arc is wrong, and has to be followed further to say what it offers; or it offers nothing, as behind it all is right. */
const FOLLOWED = -1;
const NOTHING = -2;

/** Following arcs is given up beyond so many pairs for each arc of the revision. */
const PAIRS = 2;

/**
 * Compares one complete automaton whose weights need no factors, an acceptor or one in which all states are final, such as a machine,
 * with the revisions of another one: what a learner conjectures. A conjecture differs from the one before in a few arcs, and only these are looked at.
 *
 * Each state q of a revision has an arc by which it is entered from an earlier state. Along these arcs it has a counterpart q̂ in the
 * left automaton. An arc q → r on a is *right* if it leads where it should, q̂ → r̂ on a, and *wrong* otherwise. If none is
 * wrong, the automata are equal. Let u(q) be the least word, in shortlex order, that leads to q by right arcs. A wrong arc with
 * u(r) before u(q)·a offers the word u(q)·a·s, where s is the least word that tells the state that q̂ leads to from r̂. A wrong arc
 * that comes to r early, before u(r), is followed, from pair to pair, until none of them comes early. The least of all words that are offered is the
 * least word on which the two automata differ (docs/theory.md, 8.7), and the one that `compareDeterministic` finds (8.6).
 *
 * So a revision takes time for the arcs that changed, for the states whose u(q) they change, and for the arcs that come early, of which
 * there are few where the words of a learner are about the shortest.
 */
export class RevisionComparison<W> {
  readonly #algebra: GroupWithZero<W>;
  readonly #width: number;
  /** The left automaton: targets, what arcs weigh, and states. */
  readonly #target: Int32Array;
  readonly #weights: Weights<W>;
  readonly #separations: Separations;

  /** Whose revisions these are, the number of the last one, and how many states it had; and whose could not be compared. */
  #author: object | undefined;
  #refused: object | undefined;
  #number = -1;
  #size = 0;
  /** For each state of the revision: its counterpart, the last arc of u(q), and how many letters u(q) has. */
  #counterpart = new Int32Array(64);
  #last = new Int32Array(64);
  #depth = new Int32Array(64);
  /** Where each arc leads, -1 before it is known; and the length of the word that a wrong arc offers, `FOLLOWED` or `NOTHING`, or 0 for a right one. */
  #leadsTo = new Int32Array(64);
  #offer = new Int32Array(64);
  readonly #offers: Offers;
  /** The wrong arcs that come early to each state, and those that have to be followed further, among others. */
  readonly #early = new ArcLists();
  #followed: number[] = [];
  /** Wrong arcs that wait to be judged, and states whose arcs or words have changed. */
  #unjudged: number[] = [];
  #changed: number[] = [];
  /** Right arcs that are a lesser way to their states, by the number of letters before them. */
  #lesser: number[][] = [];

  private constructor(left: Wdfsa<W>, weights: Weights<W>, separations: Separations) {
    this.#algebra = left.algebra;
    this.#width = left.alphabet.size;
    this.#target = Int32Array.from(left.target);
    this.#weights = weights;
    this.#separations = separations;
    this.#offers = new Offers({
      stands: (arc, length) => this.#offer[arc] === length,
      precedes: (one, other) => this.#precedes(one, other),
    });
  }

  /** `undefined` if the automaton is not complete, or has states that are hard to tell apart or the same. */
  static with<W>(left: Wdfsa<W>, weights: Weights<W>): RevisionComparison<W> | undefined {
    const { algebra, alphabet, target, size } = left;
    if (size === 0 || alphabet.size === 0) return undefined;
    for (let arc = 0; arc < target.length; arc++) if (target[arc] < 0) return undefined;
    const label = weightIds(algebra, weights.arcs).ids;
    const finals = weightIds(algebra, weights.finals);
    const separations = Separations.of({ width: alphabet.size, target, label }, finals.ids, finals.count);
    return separations && new RevisionComparison(left, weights, separations);
  }

  /** The least word on which a revision differs from the left automaton. */
  difference(revision: Revision<W>): Found {
    const { author, number } = revision;
    if (this.#refused === author) return undefined;
    const follows = this.#author === author && this.#number === number - 1;
    this.#author = author;
    this.#number = number;
    if (!follows || !this.#takeIn(revision)) {
      this.#size = 0;
      this.#offers.clear();
      this.#early.clear();
      this.#followed = [];
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

  /** Reads what has changed. False if the revision is no refinement of the one before, or weighs anything otherwise than its counterparts. */
  #takeIn(revision: Revision<W>): boolean {
    const width = this.#width;
    const before = this.#size;
    this.#size = revision.size;
    this.#reserve();
    const { now } = revision;
    const initial = this.#scaled(now.initialWeight, undefined, 0, now);
    if (!this.#algebra.equals(initial, this.#weights.initial)) return false;
    for (let state = before; state < revision.size; state++) {
      if (!this.#addState(revision, now, state)) return false;
    }
    for (const arc of revision.changed) if (arc < before * width && !this.#setArc(now, arc)) return false;
    for (let arc = before * width; arc < revision.size * width; arc++) {
      lookUp();
      if (!this.#setArc(now, arc)) return false;
    }
    return true;
  }

  /** A weight between two states of the revision in the gauge of the left automaton's. */
  #scaled(weight: W, from: number | undefined, to: number, { finalWeight }: Wdfsa<W>): W {
    const algebra = this.#algebra;
    if (!this.#weights.allFinal) return weight;
    const before = from === undefined ? algebra.one : finalWeight[from];
    const after = finalWeight[to];
    const divided = before === algebra.one ? weight : algebra.times(algebra.inverse(before), weight);
    return after === algebra.one ? divided : algebra.times(divided, after);
  }

  #addState(revision: Revision<W>, { target, finalWeight }: Wdfsa<W>, state: number): boolean {
    const width = this.#width;
    const entry = state === 0 ? -1 : revision.entry(state);
    if (entry >= state * width) return false;
    const isEntered = entry < 0 || target[entry] === state;
    this.#counterpart[state] = entry < 0 ? 0 : this.#target[this.#counterOf(entry)];
    this.#last[state] = entry;
    this.#depth[state] = entry < 0 ? 0 : this.#depth[(entry / width) | 0] + 1;
    this.#leadsTo.fill(-1, state * width, (state + 1) * width);
    this.#offer.fill(0, state * width, (state + 1) * width);
    if (this.#weights.allFinal) return isEntered && !this.#algebra.isZero(finalWeight[state]);
    return (
      isEntered && this.#algebra.equals(finalWeight[state], this.#weights.finals[this.#counterpart[state]])
    );
  }

  /** The arc of the left automaton that an arc stands for. */
  #counterOf(arc: number): number {
    const from = (arc / this.#width) | 0;
    return arc + (this.#counterpart[from] - from) * this.#width;
  }

  #setArc(now: Wdfsa<W>, arc: number): boolean {
    const to = now.target[arc];
    if (to < 0) return false;
    const counter = this.#counterOf(arc);
    const weight = this.#scaled(now.arcWeight[arc], (arc / this.#width) | 0, to, now);
    if (!this.#algebra.equals(weight, this.#weights.arcs[counter])) return false;
    const before = this.#leadsTo[arc];
    if (before === to) return true;
    // A right arc may be a part of least words.
    if (before >= 0 && this.#target[counter] === this.#counterpart[before]) return false;
    this.#early.remove(arc);
    this.#leadsTo[arc] = to;
    if (before >= 0) this.#changed.push((arc / this.#width) | 0);
    if (this.#target[counter] !== this.#counterpart[to]) {
      this.#offer[arc] = FOLLOWED;
      this.#unjudged.push(arc);
    } else {
      this.#offer[arc] = 0;
      if (this.#comesEarly(arc, to)) (this.#lesser[this.#depthOf(arc)] ??= []).push(arc);
    }
    return true;
  }

  /** How many letters there are before an arc. */
  #depthOf(arc: number): number {
    return this.#depth[(arc / this.#width) | 0];
  }

  /** Judges the arcs that have changed, and those that lead to a state whose arcs have: something else may be offered behind it. */
  #judgeAll(): void {
    for (const arc of this.#unjudged) this.#judge(arc);
    for (const state of this.#changed) for (const arc of this.#early.take(state)) this.#judge(arc);
    this.#unjudged = [];
    this.#changed = [];
  }

  /** What does a wrong arc offer? */
  #judge(arc: number): void {
    const to = this.#leadsTo[arc];
    this.#early.remove(arc);
    const isEarly = this.#comesEarly(arc, to);
    if (isEarly) this.#early.add(arc, to);
    const behind = isEarly
      ? this.#behindEarly(arc).length
      : this.#separations.length(this.#target[this.#counterOf(arc)], this.#counterpart[to]);
    if (behind < 0) this.#followed.push(arc);
    if (behind < 0 || behind === Number.POSITIVE_INFINITY) this.#offer[arc] = behind < 0 ? FOLLOWED : NOTHING;
    else {
      this.#offer[arc] = this.#depthOf(arc) + 1 + behind;
      this.#offers.add(arc, this.#offer[arc]);
    }
  }

  /** What an arc that comes early offers behind it: how many letters, and the first of them; -1 if a letter leads on early. */
  #behindEarly(arc: number): { readonly length: number; readonly letter: Letter } {
    const width = this.#width;
    const [from, depth] = [this.#leadsTo[arc], this.#depthOf(arc) + 2];
    const counter = this.#target[this.#counterOf(arc)];
    const best = { length: Number.POSITIVE_INFINITY, letter: -1 };
    if (this.#separations.length(counter, this.#counterpart[from]) === 0) return { length: 0, letter: -1 };
    for (let letter = 0; letter < width; letter++) {
      const [left, right] = [counter * width + letter, from * width + letter];
      const to = this.#leadsTo[right];
      if (!this.#weighsAlike(left, right)) best.length = 1;
      else {
        if (this.#leadsEarly(arc, depth, to)) return { length: -1, letter };
        if (this.#target[left] === this.#counterpart[to]) continue;
        const length = 1 + this.#separations.length(this.#target[left], this.#counterpart[to]);
        if (length >= best.length) continue;
        best.length = length;
      }
      best.letter = letter;
      if (best.length === 1) break;
    }
    return best;
  }

  /** Do an arc of the left automaton and one of the revision weigh the same? */
  #weighsAlike(left: number, right: number): boolean {
    return this.#algebra.equals(this.#weights.arcs[left], this.#weights.arcs[this.#counterOf(right)]);
  }

  /** Is u(q)·a, for an arc on a from q, before u(r)? */
  #comesEarly(arc: number, state: number): boolean {
    const last = this.#last[state];
    if (last < 0 || last === arc) return false;
    const longer = this.#depthOf(arc) + 1 - this.#depth[state];
    return longer < 0 || (longer === 0 && this.#isLess(arc, last));
  }

  /** Of two words u(q)·a of one length, is the first before the second? They are read from their ends. */
  #isLess(one: number, other: number): boolean {
    const width = this.#width;
    let [x, y] = [one, other];
    let less = false;
    while (x !== y) {
      const [p, q] = [(x / width) | 0, (y / width) | 0];
      const [a, b] = [x - p * width, y - q * width];
      if (a !== b) less = a < b;
      if (p === q) break;
      x = this.#last[p];
      y = this.#last[q];
    }
    return less;
  }

  /**
   * Is u(q)·a for one arc before that for the other in the order of a dictionary? So it is for what two wrong arcs offer, if that has one length.
   * An arc that was wrong may be on the way to another one by now; then it comes first.
   */
  #precedes(one: number, other: number): boolean {
    const [x, y] = [this.#depthOf(one), this.#depthOf(other)];
    const [at, and] = [this.#upTo(one, Math.min(x, y)), this.#upTo(other, Math.min(x, y))];
    return at === and ? x < y : this.#isLess(at, and);
  }

  /** On the way of u(q)·a, for an arc on a from q, the arc that has so many letters before it. */
  #upTo(arc: number, letters: number): number {
    let at = arc;
    for (let depth = this.#depthOf(arc); depth > letters; depth--) at = this.#last[(at / this.#width) | 0];
    return at;
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
        const isWay = this.#last[to] === arc;
        // Since it was noted, a lesser way to its own state may have been taken.
        if (this.#depthOf(arc) !== letters || (!isWay && !this.#comesEarly(arc, to))) continue;
        this.#last[to] = arc;
        this.#depth[to] = letters + 1;
        changed.push(to);
      }
      for (; done < changed.length; done++) {
        lookUp(width);
        for (let arc = changed[done] * width; arc < (changed[done] + 1) * width; arc++) {
          if (this.#offer[arc] === 0) (this.#lesser[letters + 1] ??= []).push(arc);
        }
      }
    }
    this.#lesser = [];
    if (changed.length === 0) return;
    this.#offers.shuffled();
    for (const state of changed) {
      this.#changed.push(state);
      for (let arc = state * width; arc < (state + 1) * width; arc++) {
        if (this.#offer[arc] !== 0) this.#unjudged.push(arc);
      }
    }
  }

  /** The least word that is offered, `null` if there is none. */
  #least(): Found {
    if (this.#offers.count > 2 * this.#size * this.#width) this.#offers.clean();
    const arc = this.#offers.first();
    const best = new LeastWord((one, other) => this.#precedes(one, other));
    if (arc >= 0) best.offer(this.#offer[arc], arc, () => this.#offered(arc));
    this.#followed = [...new Set(this.#followed)].filter((one) => this.#offer[one] === FOLLOWED);
    if (this.#followed.length > 0 && !this.#follow(this.#followed, best)) return undefined;
    return best.word;
  }

  #offered(arc: number): Word {
    const word = this.#way(arc);
    let [left, right] = [this.#target[this.#counterOf(arc)], this.#leadsTo[arc]];
    if (this.#comesEarly(arc, right)) {
      const { length, letter } = this.#behindEarly(arc);
      if (length === 0) return word;
      word.push(letter);
      if (length === 1) return word;
      left = this.#target[left * this.#width + letter];
      right = this.#leadsTo[right * this.#width + letter];
    }
    return [...word, ...this.#separations.word(left, this.#counterpart[right])];
  }

  /** u(q)·a for an arc on a from q; ε for -1. */
  #way(arc: number): Letter[] {
    const word: Letter[] = [];
    for (let at = arc; at >= 0; ) {
      const from = (at / this.#width) | 0;
      word.push(at - from * this.#width);
      at = this.#last[from];
    }
    return word.reverse();
  }

  /** Follows arcs that come early. False if that takes too long, or leads to a state and its counterpart before u(q) does. */
  #follow(arcs: readonly number[], best: LeastWord): boolean {
    const width = this.#width;
    const pairs = new EarlyPairs();
    for (const arc of arcs) {
      const counter = this.#target[this.#counterOf(arc)];
      pairs.add(
        { from: -1, by: arc, root: arc, left: counter, right: this.#leadsTo[arc] },
        this.#depthOf(arc) + 1,
      );
    }
    const word = (pair: number) => pairs.word(pair, (arc) => this.#way(arc));
    for (let pair = 0; pair < pairs.count; pair++) {
      lookUp(width);
      if (pair > PAIRS * this.#size * width) return false;
      const [left, right, depth, root] = [
        pairs.left[pair],
        pairs.right[pair],
        pairs.depth[pair],
        pairs.root[pair],
      ];
      if (depth > best.length) continue;
      if (this.#separations.length(left, this.#counterpart[right]) === 0) {
        best.offer(depth, root, () => word(pair));
        continue;
      }
      if (depth === best.length) continue;
      for (let letter = 0; letter < width; letter++) {
        const [atLeft, arc] = [left * width + letter, right * width + letter];
        if (!this.#weighsAlike(atLeft, arc)) {
          best.offer(depth + 1, root, () => [...word(pair), letter]);
          continue;
        }
        const [p, q] = [this.#target[atLeft], this.#leadsTo[arc]];
        const isEarly = this.#leadsEarly(root, depth + 1, q);
        if (p === this.#counterpart[q]) {
          if (isEarly) return false;
        } else if (isEarly) pairs.add({ from: pair, by: letter, root, left: p, right: q }, depth + 1);
        else {
          const behind = this.#separations.length(p, this.#counterpart[q]);
          const rest = () => this.#separations.word(p, this.#counterpart[q]);
          best.offer(depth + 1 + behind, root, () => [...word(pair), letter, ...rest()]);
        }
      }
    }
    return true;
  }

  /** Is a word before u(q) that begins with a wrong arc? No way of right arcs does, so where they part decides. */
  #leadsEarly(root: number, length: number, state: number): boolean {
    if (length !== this.#depth[state]) return length < this.#depth[state];
    return this.#isLess(root, this.#upTo(this.#last[state], this.#depthOf(root)));
  }

  #reserve(): void {
    const [states, arcs] = [this.#size, this.#size * this.#width];
    if (states > this.#depth.length) {
      const room = Math.max(states, 2 * this.#depth.length);
      this.#counterpart = lengthened(this.#counterpart, room);
      this.#last = lengthened(this.#last, room);
      this.#depth = lengthened(this.#depth, room);
    }
    this.#early.reserve(states, arcs);
    if (arcs > this.#offer.length) {
      const room = Math.max(arcs, 2 * this.#offer.length);
      this.#leadsTo = lengthened(this.#leadsTo, room);
      this.#offer = lengthened(this.#offer, room);
    }
  }
}

/** What an automaton weighs in a gauge in which equivalent states weigh the same. */
export interface Weights<W> {
  /** Is this the gauge in which every final weight is 1? Then revisions are brought into it. */
  readonly allFinal: boolean;
  readonly initial: W;
  readonly arcs: { readonly length: number; readonly [arc: number]: W };
  readonly finals: { readonly length: number; readonly [state: number]: W };
}

/** Of two words of one length, is the first before the second? */
function isLess(one: Word, other: Word): boolean {
  const at = one.findIndex((letter, i) => letter !== other[i]);
  return at >= 0 && one[at] < other[at];
}

/** The least of several words, each of which begins with a wrong arc. They are spelled only where lengths and arcs do not decide. */
class LeastWord {
  length = Number.POSITIVE_INFINITY;
  readonly #precedes: (one: number, other: number) => boolean;
  #root = -1;
  #spell: () => Word = () => [];

  constructor(precedes: (one: number, other: number) => boolean) {
    this.#precedes = precedes;
  }

  get word(): Word | null {
    return this.#root < 0 ? null : this.#spell();
  }

  offer(length: number, root: number, spell: () => Word): void {
    if (length > this.length) return;
    if (length === this.length) {
      const less = root === this.#root ? isLess(spell(), this.#spell()) : this.#precedes(root, this.#root);
      if (!less) return;
    }
    this.length = length;
    this.#root = root;
    this.#spell = spell;
  }
}

interface EarlyPair {
  /** Another pair, or -1, and the letter behind it, or else the wrong arc. */
  readonly from: number;
  readonly by: number;
  /** The wrong arc with which it began. */
  readonly root: number;
  readonly left: number;
  readonly right: number;
}

/** Pairs of a state of the left automaton and one of a revision, each met by a word. */
class EarlyPairs {
  readonly left: number[] = [];
  readonly right: number[] = [];
  readonly depth: number[] = [];
  readonly root: number[] = [];
  readonly #from: number[] = [];
  readonly #by: number[] = [];

  get count(): number {
    return this.left.length;
  }

  add({ from, by, root, left, right }: EarlyPair, depth: number): void {
    this.left.push(left);
    this.right.push(right);
    this.depth.push(depth);
    this.root.push(root);
    this.#from.push(from);
    this.#by.push(by);
  }

  word(pair: number, way: (arc: number) => Letter[]): Letter[] {
    const from = this.#from[pair];
    return from < 0 ? way(this.#by[pair]) : [...this.word(from, way), this.#by[pair]];
  }
}
