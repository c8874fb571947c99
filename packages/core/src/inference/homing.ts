import { Classes } from "./classes.ts";
import { type Pasts, pastsOf, type SamePast, worthOfOutputs } from "./pasts.ts";
import type { SampleTree } from "./sample-tree.ts";

/** So many histories are tried to begin with. */
const HISTORIES = 24;

/** Histories that are worth so many bits more than it takes to tell the states apart; of each, those that occur most often. */
const SPARE = [0, 1, 2, 3, 5, -1];

/** An attempt ends when it has so many times as many states as are expected. */
const GROWTH = 2;
const MORE = 8;

/** Below this probability of what is next, pasts are looked at. */
const SURE = 0.999;

/** So many bits speak for a merge by pasts: first those for which most speaks. */
const BITS = [12, 10, 8, 7, 6];

/** Pasts of less weight, and those of more nodes, say too little for the time that they take. */
const LEAST_WEIGHT = 3;
const MOST_NODES = 400;

/**
 * The state of each node of a prefix tree of runs, as a number; undefined if none was found. In the middle of a long run nothing is known of how it began, but a long enough history of inputs
 * and outputs leads to one state, whatever came before it: it is a homing sequence. So an attempt begins with all places that have one such history, and goes on from there as long as there are
 * states that follow (docs/theory/samples.md). Several histories are tried, and the fewest states are taken.
 */
export function homing(tree: SampleTree, expected: number): Int32Array | undefined {
  const worth = worthOfOutputs(tree);
  const pasts = pastsOf(tree, worth);
  const same = Math.log2(expected);
  let best: { size: number; found: number; state: Int32Array } | undefined;
  for (const history of historiesIn(pasts, same)) {
    const classes = new Classes(tree, worth, same);
    const root = beginningWith(classes, pasts, history);
    if (root === undefined) continue;
    const most = Math.min(best?.size ?? Number.POSITIVE_INFINITY, Math.ceil(GROWTH * expected) + MORE);
    const size = new Attempt(classes, pasts, expected).settle(root, most);
    if (size === undefined) continue;
    if (best !== undefined && size === best.size) {
      best.found++;
      // Two histories agree.
      break;
    }
    best = { size, found: 1, state: Int32Array.from({ length: tree.nodes }, (_, node) => classes.of(node)) };
  }
  return best?.state;
}

/** The beginnings of words, if there are several, and the histories that occur most often, by turns of different weights. */
export function historiesIn({ groups }: Pasts, same: number): SamePast[] {
  const lists = SPARE.map((spare) => {
    const heavy = groups.filter(({ weight }) => weight >= same + spare);
    heavy.sort((one, other) => other.to - other.from - (one.to - one.from) || one.from - other.from);
    return heavy.slice(0, Math.ceil(HISTORIES / SPARE.length));
  });
  const chosen = new Set<SamePast>();
  for (let place = 0; place < HISTORIES; place++) {
    for (const list of lists) if (place < list.length) chosen.add(list[place]);
  }
  return [...chosen];
}

/** Merges all nodes with one history; undefined if they differ. */
export function beginningWith(classes: Classes, { order }: Pasts, { from, to }: SamePast): number | undefined {
  for (let place = from + 1; place < to; place++) {
    if (!classes.merge(order[from], order[place])) return undefined;
  }
  return order[from];
}

/** What is next: a class becomes a state of its own (-1), or is merged with a settled one; and how probable it is that this is right. */
interface Next {
  readonly of: number;
  readonly red: number;
  readonly probability: number;
}

export class Attempt {
  readonly #classes: Classes;
  readonly #pasts: Pasts;
  readonly #expected: number;
  readonly #same: number;
  /** A node of each settled state. */
  readonly #reds: number[] = [];
  /** What speaks for merging a class with each settled one, as far as it is known. */
  readonly #scores = new Map<number, number[]>();

  constructor(classes: Classes, pasts: Pasts, expected: number) {
    this.#classes = classes;
    this.#pasts = pasts;
    this.#expected = expected;
    this.#same = Math.log2(expected);
  }

  /** Settles all classes from one on; returns how many states there are, undefined if more than `most`. */
  settle(root: number, most: number): number | undefined {
    this.#settle(root);
    for (let changed = true; this.#reds.length <= most; ) {
      const next = this.#next();
      if (next === undefined) return this.#reds.length;
      if (changed && next.probability < SURE && this.#mergePasts(next.probability)) continue;
      changed = true;
      if (next.red < 0) this.#settle(next.of);
      else {
        this.#classes.merge(this.#reds[next.red], next.of);
        this.#forget();
      }
    }
    return undefined;
  }

  #settle(node: number): void {
    this.#reds.push(node);
    this.#classes.settle(this.#classes.of(node));
  }

  #forget(): void {
    for (const [node, scores] of this.#scores) {
      if (this.#classes.of(node) !== node || this.#classes.isSettled(node)) this.#scores.delete(node);
      for (let red = 0; red < scores.length; red++) {
        if (scores[red] !== Number.NEGATIVE_INFINITY) scores[red] = Number.NaN;
      }
    }
  }

  /** The classes behind settled ones; the beginning of the words, if nothing else is left. */
  #blues(): number[] {
    const classes = this.#classes;
    const blues = new Set<number>();
    for (const red of this.#reds) {
      for (const after of classes.after(classes.of(red))) if (!classes.isSettled(after)) blues.add(after);
    }
    const beginning = classes.of(0);
    if (blues.size === 0 && !classes.isSettled(beginning)) blues.add(beginning);
    return [...blues];
  }

  /** What is most probably right. A class is a new state as probably as there are states that were not found yet. */
  #next(): Next | undefined {
    let best: Next | undefined;
    for (const of of this.#blues()) {
      const scores = this.#scoresOf(of);
      const unseen = Math.max(0.02, this.#expected - this.#reds.length);
      let [total, most, red] = [unseen, unseen, -1];
      scores.forEach((score, other) => {
        const odds = 2 ** Math.min(60, score);
        total += odds;
        if (odds > most) [most, red] = [odds, other];
      });
      const probability = most / total;
      const { visits } = { visits: (node: number) => this.#classes.visits(node) };
      if (
        best === undefined ||
        probability > best.probability ||
        (probability === best.probability && visits(of) > visits(best.of))
      ) {
        best = { of, red, probability };
      }
    }
    return best;
  }

  #scoresOf(of: number): number[] {
    let scores = this.#scores.get(of);
    if (scores === undefined) this.#scores.set(of, (scores = []));
    for (let red = 0; red < this.#reds.length; red++) {
      if (red === scores.length) scores.push(Number.NaN);
      if (Number.isNaN(scores[red])) scores[red] = this.#classes.try(this.#reds[red], of);
    }
    return scores;
  }

  /** Merges nodes with settled states that have the same past, where more speaks for it than for what is next otherwise. */
  #mergePasts(probability: number): boolean {
    const odds = Math.log2(probability / (1 - probability));
    for (const bits of BITS) {
      if (bits < odds) return false;
      let merged = false;
      for (const group of this.#pasts.groups) {
        if (group.weight < LEAST_WEIGHT) break;
        if (group.to - group.from <= MOST_NODES && this.#mergeGroup(group, bits)) merged = true;
      }
      if (merged) {
        this.#forget();
        return true;
      }
    }
    return false;
  }

  #mergeGroup({ weight, from, to }: SamePast, bits: number): boolean {
    const classes = this.#classes;
    const { order } = this.#pasts;
    const reds = new Set<number>();
    const others: number[] = [];
    for (let place = from; place < to; place++) {
      const of = classes.of(order[place]);
      if (classes.isSettled(of)) reds.add(of);
      else others.push(of);
    }
    if (reds.size === 0) return false;
    let merged = false;
    for (const node of others) {
      const of = classes.of(node);
      if (classes.isSettled(of)) continue;
      let [best, red] = [Number.NEGATIVE_INFINITY, -1];
      for (const other of reds) {
        const score = classes.try(other, of);
        if (score > best) [best, red] = [score, other];
      }
      if (weight - this.#same + best < bits) continue;
      classes.merge(red, of);
      merged = true;
    }
    return merged;
  }
}
