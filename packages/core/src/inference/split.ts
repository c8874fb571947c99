import { Interruption, lookUp } from "../interruption.ts";
import type { Fitted } from "./fitted.ts";
import { logGamma } from "./log-gamma.ts";
import type { ObservedWords } from "./sample.ts";
import type { Part } from "./sample-tree.ts";

/** How often it is tried to split states, and how many counts are kept at most. */
const ROUNDS = 30;
const MOST_COUNTS = 2 ** 23;

/**
 * Splits states of a distribution whose arcs in lead to plainly different behaviour. Merging decides with the few visits that a state of the prefix tree has, and never
 * takes a decision back; where words are few and long, it merges states that all visits together tell apart. `prior` are the parameters of the Dirichlet distribution of a row, and
 * the price is by how many nats a state more must make the sample more likely. The rows of the result have to be counted anew.
 */
export function splitStates(
  fitted: Fitted,
  sample: ObservedWords,
  part: Part,
  prior: Float64Array,
  price: number,
): Fitted {
  let split = fitted;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      if (split.target.length * (split.letters + 1) > MOST_COUNTS) break;
      const next = new Round(split, sample, part, prior, price).split();
      if (next === undefined) break;
      split = next;
    }
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
  }
  return split;
}

class Round {
  readonly #fitted: Fitted;
  readonly #width: number;
  readonly #prior: Float64Array;
  readonly #price: number;
  /** For each arc, how often each letter comes next, the end last. Behind the arcs there is the beginning of words. */
  readonly #next: Float64Array;

  constructor(fitted: Fitted, sample: ObservedWords, part: Part, prior: Float64Array, price: number) {
    this.#fitted = fitted;
    this.#width = fitted.letters + 1;
    this.#prior = prior;
    this.#price = price;
    this.#next = this.#count(sample, part);
  }

  #count({ letters, starts }: ObservedWords, part: Part): Float64Array {
    const { target, letters: kinds } = this.#fitted;
    const next = new Float64Array((target.length + 1) * this.#width);
    for (let word = 0; word < part.length; word++) {
      const count = part[word];
      if (count === 0) continue;
      let [state, arc] = [0, target.length];
      for (let at = starts[word]; at < starts[word + 1]; at++) {
        next[arc * this.#width + letters[at]] += count;
        arc = state * kinds + letters[at];
        state = target[arc];
      }
      next[arc * this.#width + kinds] += count;
      lookUp(starts[word + 1] - starts[word] + 1);
    }
    return next;
  }

  /** Each state may be split once; undefined if none is. */
  split(): Fitted | undefined {
    const { size, letters, target } = this.#fitted;
    const arcsInto = Array.from({ length: size }, (): number[] => []);
    target.forEach((to, arc) => {
      if (this.#total(this.#row(arc)) > 0) arcsInto[to].push(arc);
    });
    arcsInto[0].push(target.length);
    const redirected = new Map<number, number>();
    const copies: number[] = [];
    arcsInto.forEach((arcs, state) => {
      const group = this.#apart(arcs);
      if (group.length === 0) return;
      for (const arc of group) redirected.set(arc, size + copies.length);
      copies.push(state);
    });
    if (copies.length === 0) return undefined;
    const next = new Int32Array((size + copies.length) * letters);
    next.set(target);
    for (const [arc, to] of redirected) next[arc] = to;
    copies.forEach((state, i) => {
      next.copyWithin((size + i) * letters, state * letters, (state + 1) * letters);
    });
    return { ...this.#fitted, size: size + copies.length, target: next };
  }

  /** The arcs that should lead to a state of their own; empty if none should. The beginning of words stays where it is. */
  #apart(arcs: readonly number[]): number[] {
    if (arcs.length < 2) return [];
    const all = this.#sum(arcs);
    let [best, seed] = [0, -1];
    for (const arc of arcs) {
      const row = this.#row(arc);
      const gain = this.#gain(row, minus(all, row));
      if (gain > best) [best, seed] = [gain, arc];
    }
    if (seed < 0) return [];
    let group = [seed];
    // Each other arc goes where it fits better.
    const here = this.#row(seed).slice();
    const there = minus(all, here);
    for (const arc of arcs) {
      const row = this.#row(arc);
      if (arc === seed || this.#gain(row, here) > this.#gain(row, minus(there, row))) continue;
      group.push(arc);
      for (let a = 0; a < row.length; a++) {
        here[a] += row[a];
        there[a] -= row[a];
      }
    }
    // Which arcs go there has to be said, too.
    if (this.#gain(here, there) <= this.#price + arcs.length * Math.LN2) return [];
    const start = this.#fitted.target.length;
    if (group.includes(start)) group = arcs.filter((arc) => !group.includes(arc));
    return group;
  }

  #row(arc: number): Float64Array {
    return this.#next.subarray(arc * this.#width, (arc + 1) * this.#width);
  }

  #sum(arcs: readonly number[]): Float64Array {
    const sum = new Float64Array(this.#width);
    for (const arc of arcs) this.#row(arc).forEach((count, a) => (sum[a] += count));
    return sum;
  }

  #total(row: Float64Array): number {
    return row.reduce((sum, count) => sum + count, 0);
  }

  /** By how many nats two rows are more likely as two than as one. */
  #gain(one: Float64Array, other: Float64Array): number {
    return (
      this.#likelihood(one) +
      this.#likelihood(other) -
      this.#likelihood(one.map((count, a) => count + other[a]))
    );
  }

  #likelihood(row: Float64Array): number {
    let [total, prior, sum] = [0, 0, 0];
    for (let a = 0; a < row.length; a++) {
      prior += this.#prior[a];
      if (row[a] === 0) continue;
      total += row[a];
      sum += logGamma(row[a] + this.#prior[a]) - logGamma(this.#prior[a]);
    }
    return sum + logGamma(prior) - logGamma(total + prior);
  }
}

function minus(one: Float64Array, other: Float64Array): Float64Array {
  return one.map((count, a) => count - other[a]);
}
