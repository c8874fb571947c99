import { Classes, type Work } from "./classes.ts";
import { type Pasts, pastsOf, type SamePast, worthOfOutputs } from "./pasts.ts";
import type { SampleTree } from "./sample-tree.ts";

/** So many histories of each weight are looked at, and so many attempts are made at most for each expected number of states. */
const HISTORIES = 20;
const ATTEMPTS = 40;

/** When so many attempts came to the same number of states, no more are made. */
const VAIN = 2;

/** So many nodes are looked at for each of these numbers. */
const MOST_WORK = 2e7;

/** How many states are expected: the first of these with which an attempt comes to its end. A state more takes so many steps at least. */
const EXPECTED = [8, 32, 128, 512, 2048];
const STEPS = 10;

/** Histories that are worth so many bits more than it takes to tell the states apart; of each, those that occur most often. */
const SPARE = [0, 1, 2, 3, 5, -1];

/** An attempt ends when it has so many times as many states as are expected. */
const GROWTH = 2;
const MORE = 8;

/** Below this probability of what is next, pasts are looked at. */
const SURE = 0.999;

/** Of merges by pasts for which fewer bits speak, only so many are done before it is asked anew what is next. */
const CERTAIN = 7;
const FEW = 3;

/** Pasts of less weight, and those of more nodes, say too little for the time that they take. */
const LEAST_WEIGHT = 3;
const MOST_NODES = 400;

/**
 * The state of each node of a prefix tree of runs, as a number; undefined if none was found. In the middle of a long run nothing is known of how it began, but a long enough history of inputs
 * and outputs leads to one state, whatever came before it: it is a homing sequence. So an attempt begins with all places that have one such history, and goes on from there as long as there are
 * states that follow (docs/theory/samples.md). Several histories are tried, and the fewest states are taken.
 */
export function homing(tree: SampleTree): Int32Array | undefined {
  const worth = worthOfOutputs(tree);
  const pasts = pastsOf(tree, worth);
  for (const expected of EXPECTED) {
    if (expected > EXPECTED[0] && expected * tree.width * STEPS > tree.nodes) return undefined;
    const found = fewestStates(tree, worth, pasts, expected);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The fewest states that an attempt ends with, if some are found. */
function fewestStates(
  tree: SampleTree,
  worth: Float64Array,
  pasts: Pasts,
  expected: number,
): Int32Array | undefined {
  let best: Int32Array | undefined;
  let fewest = Math.ceil(GROWTH * expected) + MORE;
  let [attempts, vain] = [0, 0];
  const work = { left: MOST_WORK };
  for (const history of historiesIn(pasts, Math.log2(expected))) {
    const classes = new Classes(tree, worth, Math.log2(expected), work);
    const root = beginningWith(classes, pasts, history);
    if (root === undefined) continue;
    const states = new Attempt(classes, pasts, expected, work).settle(root, fewest);
    if (states !== undefined) {
      vain = states < fewest || best === undefined ? 0 : vain + 1;
      if (vain === VAIN) return best;
      fewest = states;
      best = Int32Array.from({ length: tree.nodes }, (_, node) => classes.of(node));
    }
    if (++attempts === ATTEMPTS || work.left <= 0) return best;
  }
  return best;
}

/** The histories that occur most often, by turns of different weights. */
function historiesIn({ groups }: Pasts, same: number): SamePast[] {
  const lists = SPARE.map((spare) => {
    const heavy = groups.filter(({ weight }) => weight >= same + spare);
    heavy.sort((one, other) => other.to - other.from - (one.to - one.from) || one.from - other.from);
    return heavy.slice(0, HISTORIES);
  });
  const chosen = new Set<SamePast>();
  for (let place = 0; place < HISTORIES; place++) {
    for (const list of lists) if (place < list.length) chosen.add(list[place]);
  }
  return [...chosen];
}

/** Merges all nodes with one history; undefined if they differ. */
function beginningWith(classes: Classes, { order }: Pasts, { from, to }: SamePast): number | undefined {
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

/** A class that may be a settled one, and how many bits speak for it. */
interface SameState {
  readonly of: number;
  readonly red: number;
  readonly bits: number;
}

class Attempt {
  readonly #classes: Classes;
  readonly #pasts: Pasts;
  readonly #expected: number;
  readonly #same: number;
  readonly #work: Work;
  /** A node of each settled state. */
  readonly #reds: number[] = [];
  /** What speaks for merging a class with each settled one, as far as it is known. */
  readonly #scores = new Map<number, number[]>();

  constructor(classes: Classes, pasts: Pasts, expected: number, work: Work) {
    this.#classes = classes;
    this.#pasts = pasts;
    this.#expected = expected;
    this.#same = Math.log2(expected);
    this.#work = work;
  }

  /** Settles all classes from one on; returns how many states there are, undefined if more than `most`, or if there was too much to do. */
  settle(root: number, most: number): number | undefined {
    this.#settle(root);
    for (let changed = true; this.#reds.length <= most && this.#work.left > 0; ) {
      const next = this.#next();
      if (next === undefined) return this.#joinStates();
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

  /** A class may have become a state too early. Now that all is known, states that are one after all are joined; returns how many are left. */
  #joinStates(): number {
    const classes = this.#classes;
    classes.unsettle();
    let pairs = this.#reds.flatMap((red, place) =>
      this.#reds.slice(0, place).map((other) => ({ red, other })),
    );
    while (pairs.length > 0) {
      const fitting: { readonly red: number; readonly other: number; readonly bits: number }[] = [];
      for (const { red, other } of pairs) {
        if (classes.of(red) === classes.of(other)) continue;
        const bits = classes.try(red, other);
        if (bits >= this.#same) fitting.push({ red, other, bits });
      }
      const best = fitting.reduce((most, one) => (one.bits > most.bits ? one : most), fitting[0]);
      if (best !== undefined) classes.merge(best.red, best.other);
      pairs = fitting;
    }
    return new Set(this.#reds.map((red) => classes.of(red))).size;
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
      if (
        best === undefined ||
        probability > best.probability ||
        (probability === best.probability && this.#classes.visits(of) > this.#classes.visits(best.of))
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

  /** Merges classes with settled states that have the same past, where more speaks for it than for what is next otherwise. */
  #mergePasts(probability: number): boolean {
    const odds = Math.log2(probability / (1 - probability));
    const found = this.#samePasts().filter(({ bits }) => bits >= odds);
    found.sort((one, other) => other.bits - one.bits || one.of - other.of);
    let merged = 0;
    for (const { of, red, bits } of found) {
      if (bits < CERTAIN && merged >= FEW) break;
      if (!this.#classes.isSettled(this.#classes.of(of)) && this.#classes.merge(red, of)) merged++;
    }
    if (merged > 0) this.#forget();
    return merged > 0;
  }

  /** Classes and settled ones with the same past, and how many bits speak for merging them. */
  #samePasts(): SameState[] {
    const { order, groups } = this.#pasts;
    const nodes = order.length;
    const tried = new Set<number>();
    const found: SameState[] = [];
    for (const { weight, from, to } of groups) {
      if (weight < LEAST_WEIGHT) break;
      if (to - from > MOST_NODES) continue;
      const { reds, others } = this.#inGroup(from, to);
      for (const red of reds) {
        for (const of of others) {
          const pair = of * nodes + red;
          // Of an earlier group with both, the past was longer.
          if (tried.has(pair)) continue;
          tried.add(pair);
          const bits = weight - this.#same + this.#classes.try(red, of);
          if (bits > 0) found.push({ of, red, bits });
        }
      }
    }
    return found;
  }

  #inGroup(from: number, to: number) {
    const { order } = this.#pasts;
    const [reds, others] = [new Set<number>(), new Set<number>()];
    for (let place = from; place < to; place++) {
      const of = this.#classes.of(order[place]);
      if (this.#classes.isSettled(of)) reds.add(of);
      else others.add(of);
    }
    this.#work.left -= to - from;
    return { reds, others };
  }
}
