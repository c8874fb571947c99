import type { KnownRows } from "./known-rows.ts";
import type { Suffixes } from "./suffixes.ts";

/** How many suffixes of a candidate are asked at a time: most candidates are rejected by the first few. */
const STRIDE = 4;

/**
 * The search for the state whose future is nearest to that of a word x. The distance between x and the access word u of a
 * state is D(x, u) = Σ_e w(e) · TV(next(xe), next(ue)), over the likely suffixes e of u: the error to be expected per step
 * if x is taken for u. States come nearest first by next(·) alone, and one is given up as soon as the suffixes that are
 * known put it farther away than the best so far.
 */
export class Comparison {
  readonly arc: number;
  /** The nearest state so far, and its distance. */
  best: number;
  distance: number;
  readonly #known: KnownRows;
  readonly #node: number;
  readonly #longest: number;
  readonly #suffixes: readonly Suffixes[];
  readonly #candidates: readonly (readonly [state: number, variation: number])[];
  #turn = 0;

  /** Compares the word of a node, whose row must be known, with the states from `first` on. */
  constructor(
    known: KnownRows,
    suffixes: readonly Suffixes[],
    options: { arc: number; node: number; first: number; best: number; distance: number; longest: number },
  ) {
    this.arc = options.arc;
    this.best = options.best;
    this.distance = options.distance;
    this.#known = known;
    this.#node = options.node;
    this.#longest = options.longest;
    this.#suffixes = suffixes;
    const candidates: [number, number][] = [];
    for (let state = options.first; state < suffixes.length; state++) {
      candidates.push([state, known.variation(options.node, suffixes[state].nodes[0])]);
    }
    this.#candidates = candidates.sort(([, a], [, b]) => a - b);
  }

  /** Goes on as far as the known rows allow. Returns the words it has to know next; none when it is done. */
  advance(): number[] {
    for (; this.#turn < this.#candidates.length; this.#turn++) {
      const [state, variation] = this.#candidates[this.#turn];
      if (variation * this.#suffixes[state].weight[0] >= this.distance) continue;
      const { distance, missing } = this.#distanceTo(this.#suffixes[state]);
      if (distance >= this.distance) continue;
      if (missing.length > 0) return missing;
      this.distance = distance;
      this.best = state;
    }
    return [];
  }

  /** The distance as far as it is known, which is never too large, and the next suffixes that are to be asked. */
  #distanceTo({ parent, letter, weight, nodes }: Suffixes): { distance: number; missing: number[] } {
    const { tree } = this.#known;
    const behind = new Array<number>(nodes.length);
    const missing: number[] = [];
    let sum = 0;
    let total = 0;
    for (let i = 0; i < nodes.length; i++) {
      behind[i] = i === 0 ? this.#node : tree.extend(behind[parent[i]], letter[i]);
      if (tree.depth(behind[i]) > this.#longest) continue;
      total += weight[i];
      if (this.#known.has(behind[i])) sum += weight[i] * this.#known.variation(behind[i], nodes[i]);
      else if (missing.length < STRIDE) missing.push(behind[i]);
    }
    return { distance: sum / total, missing };
  }
}
