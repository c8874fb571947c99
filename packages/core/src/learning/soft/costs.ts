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
 */
export class Costs {
  readonly #sample: Sample;
  readonly #size: number;
  readonly #logs: Float64Array;
  readonly #known: Float32Array;
  readonly #sum: Float64Array;
  readonly #byState: Float64Array;
  /** The states whose costs are computed next. */
  readonly #wanted = new Int32Array(CANDIDATES + 4);

  /** @param sums what comes next after the words of each of `size` states, summed up */
  constructor(sample: Sample, sums: Float64Array, size: number) {
    const { width } = sample;
    this.#sample = sample;
    this.#size = size;
    // A little more than nothing, so that no cost is infinite.
    this.#logs = smoothedRows(sums, width, sample.step).map((p) => Math.log(Math.max(p, Number.MIN_VALUE)));
    this.#known = new Float32Array(sample.row.length * size).fill(-1);
    this.#sum = new Float64Array(width);
    this.#byState = new Float64Array(size);
  }

  /** What a word costs in the first `count` of these states, at most one more than there are candidates. */
  of(word: number, states: Int32Array, count: number, costs: Float64Array): void {
    const [known, wanted, first] = [this.#known, this.#wanted, word * this.#size];
    let missing = 0;
    for (let i = 0; i < count; i++) if (known[first + states[i]] < 0) wanted[missing++] = states[i];
    if (missing > 0) this.#compute(word, missing);
    for (let i = 0; i < count; i++) costs[i] = known[first + states[i]];
  }

  #compute(word: number, count: number): void {
    const { values, row, share, width } = this.#sample;
    const [known, wanted, logs] = [this.#known, this.#wanted, this.#logs];
    const [from, weight, first] = [row[word], share[word], word * this.#size];
    lookUp(count * width);
    // The last state fills up the last four.
    for (let i = count; i % 4 !== 0; i++) wanted[i] = wanted[count - 1];
    for (let i = 0; i < count; i += 4) {
      const [q, r, s, t] = [wanted[i], wanted[i + 1], wanted[i + 2], wanted[i + 3]];
      let [inQ, inR, inS, inT] = [0, 0, 0, 0];
      let [atQ, atR, atS, atT] = [q * width, r * width, s * width, t * width];
      for (let at = from; at < from + width; at++) {
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
    let cost = 0;
    for (let j = 0, logs = state * width; j < width; j++, logs++) cost -= sums[at + j] * this.#logs[logs];
    return cost;
  }

  /** The states in which these words cost least by themselves, as far as the likeliest symbols tell. */
  nearest(words: readonly number[]): readonly number[] {
    if (this.#size <= CANDIDATES) return Array.from({ length: this.#size }, (_, q) => q);
    const { values, row, share, width } = this.#sample;
    const [sum, logs, costs] = [this.#sum.fill(0), this.#logs, this.#byState];
    for (const x of words) {
      const [from, weight] = [row[x], share[x]];
      for (let j = 0; j < width; j++) sum[j] += weight * values[from + j];
    }
    const symbols = likeliest(sum, LIKELIEST);
    lookUp(this.#size * symbols.length);
    let q = 0;
    for (; q + 4 <= this.#size; q += 4) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let i = 0; i < symbols.length; i++) {
        const p = sum[symbols[i]];
        const at = q * width + symbols[i];
        a -= p * logs[at];
        b -= p * logs[at + width];
        c -= p * logs[at + 2 * width];
        d -= p * logs[at + 3 * width];
      }
      [costs[q], costs[q + 1], costs[q + 2], costs[q + 3]] = [a, b, c, d];
    }
    for (; q < this.#size; q++) {
      let cost = 0;
      for (const j of symbols) cost -= sum[j] * logs[q * width + j];
      costs[q] = cost;
    }
    return least(costs, CANDIDATES);
  }
}
