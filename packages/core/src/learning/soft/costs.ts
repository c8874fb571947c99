import { lookUp } from "../../interruption.ts";
import { least, likeliest, type Sample, smoothedRows, sumsOf } from "./sample.ts";

/** So many states are looked at closely when an arc, or a whole state, may lead elsewhere: those with the likeliest rows. */
const CANDIDATES = 12;

/** States are told apart by so many of the likeliest symbols, when candidates are looked for. */
const LIKELIEST = 32;

/** What words would cost in states with fixed rows: −share · Σ p log row. Each cost is computed when it is first wanted. */
export class Costs {
  readonly #sample: Sample;
  readonly #size: number;
  readonly #width: number;
  readonly #logs: Float64Array;
  readonly #known: Float32Array;
  readonly #sum: Float64Array;

  constructor(sample: Sample, states: Int32Array, size: number) {
    this.#sample = sample;
    this.#size = size;
    this.#width = sample.width;
    // A little more than nothing, so that no cost is infinite.
    this.#logs = smoothedRows(sumsOf(sample, states, size), this.#width, sample.step).map((p) =>
      Math.log(Math.max(p, Number.MIN_VALUE)),
    );
    this.#known = new Float32Array(states.length * size).fill(-1);
    this.#sum = new Float64Array(this.#width);
  }

  of(word: number, state: number): number {
    const { values, row, share } = this.#sample;
    const at = word * this.#size + state;
    const known = this.#known[at];
    if (known >= 0) return known;
    lookUp(this.#width);
    const [from, logs, width] = [row[word], state * this.#width, this.#width];
    let cost = 0;
    for (let j = 0; j < width; j++) cost -= values[from + j] * this.#logs[logs + j];
    this.#known[at] = share[word] * cost;
    return this.#known[at];
  }

  /** The same for a sum of rows. */
  cross(sums: Float64Array, at: number, state: number): number {
    let cost = 0;
    for (let j = 0, logs = state * this.#width; j < this.#width; j++, logs++)
      cost -= sums[at + j] * this.#logs[logs];
    return cost;
  }

  /** The states in which these words cost least by themselves, as far as the likeliest symbols tell. */
  nearest(words: readonly number[]): readonly number[] {
    const { values, row, share } = this.#sample;
    const [sum, width] = [this.#sum.fill(0), this.#width];
    for (const x of words) for (let j = 0; j < width; j++) sum[j] += share[x] * values[row[x] + j];
    if (this.#size <= CANDIDATES) return Array.from({ length: this.#size }, (_, q) => q);
    const symbols = likeliest(sum, LIKELIEST);
    lookUp(this.#size * symbols.length);
    const costs = new Float64Array(this.#size);
    for (let q = 0; q < this.#size; q++) {
      let cost = 0;
      for (const j of symbols) cost -= sum[j] * this.#logs[q * width + j];
      costs[q] = cost;
    }
    return least(costs, CANDIDATES);
  }
}
