import { lookUp } from "../../interruption.ts";
import { least, likeliest, type Sample, smoothedRows } from "./sample.ts";

/** So many states are looked at closely when an arc, or a whole state, may lead elsewhere: those with the likeliest rows. */
export const CANDIDATES = 12;

/** States are told apart by so many of the likeliest symbols, when candidates are looked for. */
const LIKELIEST = 32;

/**
 * What words would cost in states with fixed rows: −share · Σ p log row. Each cost is computed when it is first wanted.
 *
 * A sum waits for each of its additions, so four states are summed up side by side. Each sum keeps its order, and so its bits.
 * The memory is used again for the next rows (`take`): a table for each took a tenth of a run on 27 symbols.
 */
export class Costs {
  readonly #sample: Sample;
  #size = 0;
  #logs: Float64Array = new Float64Array(0);
  /** What each word costs in each state, by words; -1 where that is not known yet. */
  #known = new Float32Array(0);
  readonly #sum: Float64Array;
  #byState = new Float64Array(0);
  /** The symbols by which candidates are told apart, and their weights. */
  readonly #symbols: Int32Array;
  readonly #weights: Float64Array;
  /** The states whose costs are computed next. */
  readonly #wanted = new Int32Array(CANDIDATES + 4);

  constructor(sample: Sample) {
    const { width } = sample;
    this.#sample = sample;
    this.#sum = new Float64Array(width);
    this.#symbols = Int32Array.from({ length: Math.min(width, LIKELIEST) }, (_, j) => j);
    this.#weights = new Float64Array(this.#symbols.length);
  }

  /** Takes the rows of these states. @param sums what comes next after the words of each of `size` states, summed up */
  take(sums: Float64Array, size: number): this {
    const { row, width, step } = this.#sample;
    const logs = smoothedRows(sums, width, step);
    // A little more than nothing, so that no cost is infinite.
    for (let i = 0; i < logs.length; i++) logs[i] = Math.log(Math.max(logs[i], Number.MIN_VALUE));
    const count = row.length * size;
    if (this.#known.length < count) this.#known = new Float32Array(count);
    this.#known.fill(-1, 0, count);
    if (this.#byState.length !== size) this.#byState = new Float64Array(size);
    [this.#logs, this.#size] = [logs, size];
    return this;
  }

  /** How many states there are. */
  get size(): number {
    return this.#size;
  }

  /** What word x costs in state q is at x·size + q; below 0 if it is not computed yet. */
  get known(): Float32Array {
    return this.#known;
  }

  /** The states that `compute` is to look at, at most one more than there are candidates. */
  get wanted(): Int32Array {
    return this.#wanted;
  }

  /** Computes what a word costs in the first `count` of the wanted states. */
  compute(word: number, count: number): void {
    const { values, row, share, width } = this.#sample;
    const [known, wanted, logs] = [this.#known, this.#wanted, this.#logs];
    const [from, weight, first] = [row[word], share[word], word * this.#size];
    const to = from + width;
    lookUp(count * width);
    // The last state fills up the last four.
    for (let i = count; i % 4 !== 0; i++) wanted[i] = wanted[count - 1];
    for (let i = 0; i < count; i += 4) {
      const q = wanted[i];
      const r = wanted[i + 1];
      const s = wanted[i + 2];
      const t = wanted[i + 3];
      let [inQ, inR, inS, inT] = [0, 0, 0, 0];
      let [atQ, atR, atS, atT] = [q * width, r * width, s * width, t * width];
      for (let at = from; at < to; at++) {
        const p = values[at];
        inQ -= p * logs[atQ++];
        inR -= p * logs[atR++];
        inS -= p * logs[atS++];
        inT -= p * logs[atT++];
      }
      known[first + q] = weight * inQ;
      known[first + r] = weight * inR;
      known[first + s] = weight * inS;
      known[first + t] = weight * inT;
    }
  }

  /** The same for a sum of rows. */
  cross(sums: Float64Array, at: number, state: number): number {
    const { width } = this.#sample;
    const logs = this.#logs;
    let cost = 0;
    for (let j = 0, from = state * width; j < width; j++, from++) cost -= sums[at + j] * logs[from];
    return cost;
  }

  /** The states in which these words cost least by themselves, as far as the likeliest symbols tell. */
  nearest(words: readonly number[]): readonly number[] {
    const size = this.#size;
    if (size <= CANDIDATES) return Array.from({ length: size }, (_, q) => q);
    const { values, row, share, width } = this.#sample;
    const [sum, logs, costs, symbols, weights] = [
      this.#sum.fill(0),
      this.#logs,
      this.#byState,
      this.#symbols,
      this.#weights,
    ];
    for (let i = 0; i < words.length; i++) {
      const x = words[i];
      const weight = share[x];
      for (let j = 0, at = row[x]; j < width; j++, at++) sum[j] += weight * values[at];
    }
    const count = symbols.length;
    if (count < width) symbols.set(likeliest(sum, count));
    for (let i = 0; i < count; i++) weights[i] = sum[symbols[i]];
    lookUp(size * count);
    let q = 0;
    for (; q + 4 <= size; q += 4) {
      let [a, b, c, d] = [0, 0, 0, 0];
      const at = q * width;
      for (let i = 0; i < count; i++) {
        const p = weights[i];
        const place = at + symbols[i];
        a -= p * logs[place];
        b -= p * logs[place + width];
        c -= p * logs[place + 2 * width];
        d -= p * logs[place + 3 * width];
      }
      costs[q] = a;
      costs[q + 1] = b;
      costs[q + 2] = c;
      costs[q + 3] = d;
    }
    for (; q < size; q++) {
      let cost = 0;
      for (let i = 0; i < count; i++) cost -= weights[i] * logs[q * width + symbols[i]];
      costs[q] = cost;
    }
    return least(costs, CANDIDATES);
  }
}
