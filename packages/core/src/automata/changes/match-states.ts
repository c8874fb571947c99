import { lookUp } from "../../interruption.ts";
import { grouped } from "../arcs.ts";
import { Heap } from "../distances/heap.ts";
import type { Version } from "./version.ts";

/** Which state of the new version is the same as one of the old version; -1 for none. */
export interface Matching {
  /** By the old states, the new ones. */
  readonly after: Int32Array;
  /** By the new states, the old ones. */
  readonly before: Int32Array;
}

/**
 * Which states of two versions are the same. Nothing says what "the same" is but how little then has to change, and the least number of changes is
 * hard to find; so this looks for few. States that behave alike are the same. Then come those of which only one on each side behaves as the other for as long as possible.
 * From them it follows the arcs, forwards and backwards, and takes the pair next to which most agrees. Then pairs are
 * exchanged as long as that leaves fewer changes. It starts several times, from other pairs, and the matching with the fewest changes is taken.
 *
 * Linear in the arcs for every round, apart from logarithms; rounds and exchanges have limits.
 */
export function matchStates(before: Version, after: Version): Matching {
  if (before.size === 0 || after.size === 0) return new Matcher(before, after).result;
  const { equal, landmarks } = landmarksOf(before, after);
  const starts: (readonly Pair[])[] = [
    [[0, 0], ...landmarks],
    [[0, 0]],
    landmarks,
    // The beginning of one may be a later state of the other.
    [likest(before, after)],
    [likest(after, before)].map(([q, p]): Pair => [p, q]),
  ];
  const tries = starts.map((pairs) => {
    const matcher = new Matcher(before, after);
    for (const [p, q] of equal) matcher.join(p, q, true);
    for (const [p, q] of pairs) matcher.join(p, q);
    matcher.spread();
    matcher.exchange();
    matcher.part();
    return { result: matcher.result, cost: matcher.cost() };
  });
  return tries.reduce((best, next) => (next.cost < best.cost ? next : best)).result;
}

type Pair = readonly [before: number, after: number];

/** The state of a version whose labels are most like those of the first state of another, and that one. */
function likest(of: Version, first: Version): Pair {
  const matcher = new Matcher(of, first);
  let best = { state: 0, alike: -1 };
  for (let state = 0; state < of.size; state++) {
    const alike = matcher.alike(state, 0);
    if (alike > best.alike) best = { state, alike };
  }
  return [best.state, 0];
}

/** The letters that both versions know. */
function sharedLetters(before: Version, after: Version): number[] {
  const known = [before, after].map(({ target, alphabet: { size } }) => {
    const letters = new Uint8Array(size);
    for (let arc = 0; arc < target.length; arc++) if (target[arc] >= 0) letters[arc % size] = 1;
    return letters;
  });
  return [...before.alphabet.symbols.keys()].filter((letter) =>
    known.every((letters) => letters[letter] === 1),
  );
}

/** Of how many numbers the rounds of one comparison are kept, and how many rounds there are at most. */
const MOST_KEPT = 2e7;
const MOST_ROUNDS = 64;

/**
 * Pairs of states, one of each version: those that are equal, and those that are alike for longer than any other is like one of them. After round k states have equal numbers
 * if they agree on all words of up to k letters; equal numbers are hashes, so a pair may be wrong, which only makes the matching worse.
 */
function landmarksOf(before: Version, after: Version): { equal: Pair[]; landmarks: Pair[] } {
  const [n, m] = [before.size, after.size];
  const width = before.alphabet.size;
  const letters = sharedLetters(before, after);
  const rounds: Float64Array[] = [];
  let current = new Float64Array(n + m);
  for (let state = 0; state < n; state++) current[state] = before.mark[state];
  for (let state = 0; state < m; state++) current[n + state] = after.mark[state];
  let classes = new Set(current).size;
  const most = Math.max(2, Math.min(MOST_ROUNDS, Math.floor(MOST_KEPT / (n + m))));
  for (let round = 0; round < most; round++) {
    const next = new Float64Array(n + m);
    const hashes = ({ target, label, size }: Version, from: number) => {
      for (let state = 0; state < size; state++) {
        lookUp(width / 4);
        let [low, high] = mixed(current[from + state] | 0, current[from + state] / 2 ** 32, 17, 29);
        for (const letter of letters) {
          const arc = state * width + letter;
          const to = target[arc] < 0 ? -1 : current[from + target[arc]];
          [low, high] = mixed(low ^ to, high ^ (to / 2 ** 32), label[arc] + 2, label[arc] + 7);
        }
        next[from + state] = (low >>> 0) + (high & 0xfffff) * 2 ** 32;
      }
    };
    hashes(before, 0);
    hashes(after, n);
    rounds.push(next);
    current = next;
    const found = new Set(next).size;
    if (found === classes) {
      // Nothing is told apart any more.
      const taken = new Uint8Array(n + m);
      return { equal: uniquePairs([next], n, taken), landmarks: uniquePairs(rounds, n, taken) };
    }
    classes = found;
  }
  return { equal: [], landmarks: uniquePairs(rounds, n, new Uint8Array(n + m)) };
}

function mixed(low: number, high: number, a: number, b: number): [number, number] {
  let x = Math.imul(low ^ a, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0xc2b2ae35);
  let y = Math.imul(high ^ b ^ (x >>> 7), 0x27d4eb2f);
  y = Math.imul(y ^ (y >>> 13), 0x165667b1);
  return [x ^ (x >>> 16), y ^ (y >>> 16)];
}

/** From the last round to the first, the pairs that are alone in their class among those that are not taken yet. */
function uniquePairs(rounds: readonly Float64Array[], n: number, taken: Uint8Array): Pair[] {
  const pairs: Pair[] = [];
  for (const numbers of rounds.toReversed()) {
    const alone = new Map<number, { left: number; right: number }>();
    for (let state = 0; state < taken.length; state++) {
      if (taken[state] === 1) continue;
      let found = alone.get(numbers[state]);
      if (found === undefined) alone.set(numbers[state], (found = { left: -1, right: -1 }));
      if (state < n) found.left = found.left === -1 ? state : -2;
      else found.right = found.right === -1 ? state - n : -2;
    }
    for (const { left, right } of alone.values()) {
      if (left < 0 || right < 0) continue;
      pairs.push([left, right]);
      taken[left] = taken[n + right] = 1;
    }
  }
  return pairs;
}

/** What an arc that agrees counts, and one that only leads to the two states. */
const AGREES = 3;
const LEADS = 1;
/** Of more arcs into two states by one letter, it is not known which belong together. */
const MANY = 6;
const PASSES = 6;

function saidBy({ kind, target, label, mark }: Version): Int32Array {
  return kind === "moore" ? target.map((to) => (to < 0 ? -1 : mark[to])) : label;
}

class Matcher {
  readonly #a: Version;
  readonly #b: Version;
  readonly #width: number;
  /** What each arc says: its label, or the output of the state of a Moore machine to which it leads. */
  readonly #saysA: Int32Array;
  readonly #saysB: Int32Array;
  /** The arcs into the states of each. */
  readonly #intoA: { readonly start: Int32Array; readonly places: Int32Array };
  readonly #intoB: { readonly start: Int32Array; readonly places: Int32Array };
  readonly #after: Int32Array;
  readonly #before: Int32Array;
  /** The old states that keep their partners. */
  readonly #fixed: Uint8Array;
  /** The votes for pairs that may be joined, by p·|B| + q; and these pairs by their votes. */
  readonly #votes = new Map<number, number>();
  readonly #waiting = new Heap<{ readonly key: number; readonly votes: number; readonly order: number }>(
    (one, other) => one.votes > other.votes || (one.votes === other.votes && one.order < other.order),
  );
  #order = 0;

  constructor(a: Version, b: Version) {
    this.#a = a;
    this.#b = b;
    this.#width = a.alphabet.size;
    [this.#saysA, this.#saysB] = [saidBy(a), saidBy(b)];
    this.#intoA = grouped(a.target, a.size);
    this.#intoB = grouped(b.target, b.size);
    this.#fixed = new Uint8Array(a.size);
    this.#after = new Int32Array(a.size).fill(-1);
    this.#before = new Int32Array(b.size).fill(-1);
  }

  get result(): Matching {
    return { after: this.#after, before: this.#before };
  }

  /** Joins two states that are free; their neighbours get votes. */
  join(p: number, q: number, isFixed = false): void {
    if (this.#after[p] >= 0 || this.#before[q] >= 0) return;
    if (isFixed) this.#fixed[p] = 1;
    this.#after[p] = q;
    this.#before[q] = p;
    const [a, b] = [this.#a, this.#b];
    const width = this.#width;
    lookUp(width);
    for (let letter = 0; letter < width; letter++) {
      const [arcA, arcB] = [p * width + letter, q * width + letter];
      const [to, other] = [a.target[arcA], b.target[arcB]];
      if (to >= 0 && other >= 0)
        this.#vote(to, other, this.#saysA[arcA] === this.#saysB[arcB] ? AGREES : LEADS);
    }
    for (const [before, after] of this.#agreeingInto(p, q)) this.#vote(before, after, AGREES);
  }

  /** The pairs of states from which one letter with one label leads to both; none by a letter by which too many lead there. */
  *#agreeingInto(p: number, q: number): Generator<readonly [number, number]> {
    const [intoA, intoB] = [this.#intoA, this.#intoB];
    const width = this.#width;
    const room = MANY * width;
    if (intoA.start[p + 1] - intoA.start[p] > room || intoB.start[q + 1] - intoB.start[q] > room) return;
    const byLetter = new Map<number, number[]>();
    for (let i = intoB.start[q]; i < intoB.start[q + 1]; i++) {
      const arc = intoB.places[i];
      const letter = arc % width;
      const known = byLetter.get(letter);
      if (known === undefined) byLetter.set(letter, [arc]);
      else known.push(arc);
    }
    for (let i = intoA.start[p]; i < intoA.start[p + 1]; i++) {
      const arc = intoA.places[i];
      const others = byLetter.get(arc % width) ?? [];
      if (others.length > MANY) continue;
      for (const other of others) {
        if (this.#saysA[arc] === this.#saysB[other])
          yield [Math.floor(arc / width), Math.floor(other / width)];
      }
    }
  }

  #vote(p: number, q: number, votes: number): void {
    if (this.#after[p] >= 0 || this.#before[q] >= 0) return;
    const key = p * this.#b.size + q;
    const before = this.#votes.get(key) ?? this.alike(p, q);
    const now = before + votes;
    this.#votes.set(key, now);
    this.#waiting.push({ key, votes: now, order: this.#order++ });
  }

  /** How many labels of two states agree. */
  alike(p: number, q: number): number {
    const width = this.#width;
    let count = this.#a.mark[p] === this.#b.mark[q] ? 1 : 0;
    for (let letter = 0; letter < width; letter++) {
      const label = this.#saysA[p * width + letter];
      if (label >= 0 && label === this.#saysB[q * width + letter]) count++;
    }
    return count;
  }

  /** Joins the pairs with votes, those with most votes first, and of equal ones that which is nearer to the beginning. */
  spread(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const { key, votes } = next;
      if (this.#votes.get(key) === votes) this.join(Math.floor(key / this.#b.size), key % this.#b.size);
    }
  }

  /** Gives states other partners, as long as more arcs stay the same so. */
  exchange(): void {
    for (let pass = 0; pass < PASSES; pass++) {
      let changed = false;
      for (let p = 0; p < this.#a.size; p++) {
        lookUp(this.#width);
        if (this.#fixed[p] === 1) continue;
        for (const q of this.#candidates(p)) if (this.#exchanged(p, q)) changed = true;
      }
      if (!changed) return;
    }
  }

  /** The states that neighbours of a state would have for its partner. */
  #candidates(p: number): Set<number> {
    const [a, b] = [this.#a, this.#b];
    const width = this.#width;
    const found = new Set<number>();
    const { start, places } = this.#intoA;
    for (let i = start[p]; i < Math.min(start[p + 1], start[p] + MANY * width) && found.size < MANY; i++) {
      const arc = places[i];
      const y = this.#after[Math.floor(arc / width)];
      if (y < 0) continue;
      const other = y * width + (arc % width);
      if (b.label[other] === a.label[arc] && b.target[other] >= 0) found.add(b.target[other]);
    }
    for (let letter = 0; letter < width && found.size < 2 * MANY; letter++) {
      const arc = p * width + letter;
      const u = a.target[arc] < 0 ? -1 : this.#after[a.target[arc]];
      if (u < 0) continue;
      const into = this.#intoB;
      for (let i = into.start[u]; i < Math.min(into.start[u + 1], into.start[u] + MANY * width); i++) {
        const other = into.places[i];
        if (other % width === letter && b.label[other] === a.label[arc]) found.add(Math.floor(other / width));
        if (found.size >= 2 * MANY) break;
      }
    }
    found.delete(this.#after[p]);
    return found;
  }

  /** Makes q the partner of p, and the one of the other two those of each other, if that is better. */
  #exchanged(p: number, q: number): boolean {
    const [oldQ, oldP] = [this.#after[p], this.#before[q]];
    if (oldP >= 0 && this.#fixed[oldP] === 1) return false;
    const states = oldP < 0 ? [p] : [p, oldP];
    const before = this.#sameAround(states);
    const set = (left: number, right: number) => {
      if (left >= 0) this.#after[left] = right;
      if (right >= 0) this.#before[right] = left;
    };
    set(p, q);
    set(oldP, oldQ);
    if (oldP < 0 && oldQ >= 0) this.#before[oldQ] = -1;
    if (oldQ < 0 && oldP >= 0) this.#after[oldP] = -1;
    if (this.#sameAround(states) > before) return true;
    set(oldP, q);
    set(p, oldQ);
    if (oldP < 0) this.#before[q] = -1;
    if (oldQ < 0) this.#after[p] = -1;
    return false;
  }

  /** How many of the arcs and states around these are the same; a state that has a partner counts a little, too. */
  #sameAround(states: readonly number[]): number {
    const width = this.#width;
    const { start, places } = this.#intoA;
    let count = 0;
    for (const p of states) {
      count += this.#sameAt(p);
      for (let i = start[p]; i < Math.min(start[p + 1], start[p] + MANY * MANY * width); i++) {
        if (!states.includes(Math.floor(places[i] / width)) && this.#isSame(places[i])) count++;
      }
    }
    return count;
  }

  #sameAt(p: number): number {
    const q = this.#after[p];
    if (q < 0) return 0;
    let count = 0.5 + (this.#a.mark[p] === this.#b.mark[q] ? 1 : 0);
    for (let arc = p * this.#width; arc < (p + 1) * this.#width; arc++) if (this.#isSame(arc)) count++;
    return count;
  }

  /** Is this arc of the old version also one of the new? */
  #isSame(arc: number): boolean {
    const width = this.#width;
    const q = this.#after[Math.floor(arc / width)];
    const to = this.#a.target[arc];
    if (q < 0 || to < 0) return false;
    const other = q * width + (arc % width);
    return (
      this.#b.target[other] >= 0 &&
      this.#after[to] === this.#b.target[other] &&
      this.#a.label[arc] === this.#b.label[other]
    );
  }

  /** Parts the states that have nothing in common: no arc to or from them is the same, and no label. */
  part(): void {
    const { start, places } = this.#intoA;
    for (let p = 0; p < this.#a.size; p++) {
      const q = this.#after[p];
      if (q < 0 || (p === 0 && q === 0) || this.#fixed[p] === 1) continue;
      const marks = this.#a.mark[p] === this.#b.mark[q] ? 1 : 0;
      if (this.alike(p, q) > marks || this.#sameAt(p) >= marks + 1) continue;
      if (places.subarray(start[p], start[p + 1]).some((arc) => this.#isSame(arc))) continue;
      this.#after[p] = -1;
      this.#before[q] = -1;
    }
  }

  /** How many changes the matching leaves. */
  cost(): number {
    const [a, b] = [this.#a, this.#b];
    const width = this.#width;
    let cost = this.#after[0] === 0 ? 0 : 1;
    for (let p = 0; p < a.size; p++) {
      const q = this.#after[p];
      if (q < 0) cost++;
      else if (a.mark[p] !== b.mark[q]) cost++;
      for (let letter = 0; letter < width; letter++) {
        const arc = p * width + letter;
        const isThere = a.target[arc] >= 0 || (q >= 0 && b.target[q * width + letter] >= 0);
        if (isThere && !this.#isSame(arc)) cost++;
      }
    }
    for (let q = 0; q < b.size; q++) {
      if (this.#before[q] >= 0) continue;
      cost++;
      for (let arc = q * width; arc < (q + 1) * width; arc++) if (b.target[arc] >= 0) cost++;
    }
    return cost;
  }
}
