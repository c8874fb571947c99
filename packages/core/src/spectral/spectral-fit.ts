import { real } from "../algebra/float64.ts";
import { WfsaBuilder } from "../automata/builders.ts";
import type { Wfsa } from "../automata/wfsa.ts";
import { HankelError } from "../errors.ts";
import { truncatedSvd } from "../linear/decompositions.ts";
import { Matrix } from "../linear/matrix.ts";
import { type Block, requireMemory } from "./block.ts";

/** How a block is decomposed. */
export interface FitOptions {
  /** The largest rank that may be asked for later; 100 by default, and never more than the block has rows or columns. */
  readonly maxRank?: number | undefined;
  /** The seed of the SVD; 1 by default. */
  readonly seed?: number | undefined;
  readonly maxBytes?: number | undefined;
}

/** The spectra of samples fall slowly, so the subspace gets more steps and more room than a truncated SVD usually needs. */
const SVD = { powerSteps: 4, oversampling: 20 };

/**
 * Spectral learning (Hsu, Kakade and Zhang 2009; Bailly, Denis and Ralaivola 2009; Balle et al. 2014;
 * docs/theory/fields.md, 14.10). If H = U D Vᵀ is a block whose rank is that of the whole Hankel matrix, then
 *
 *     λ = h_S V D^{-1/2},   M(a) = D^{-1/2} Uᵀ H_a V D^{-1/2},   ρ = D^{-1/2} Uᵀ h_P
 *
 * is an automaton of f, with as many states as the rank; with the r largest singular values it is an approximation with r
 * states. One decomposition serves all ranks: those of rank r are the first r rows and columns.
 *
 * @example
 * const words = Array.from({ length: 64 }, (_, i) => Array.from({ length: Math.floor(Math.log2(64 / (i + 1))) }, () => 0));
 * const alphabet = new Alphabet("a");
 * const block = sampleBlock({ alphabet, words }, frequentBasis(words, 1, "string"), "string");
 * const fit = new SpectralFit(block);
 * console.log(fit.automaton(1).size); // 1
 */
export class SpectralFit {
  readonly block: Block;
  /** The singular values, largest first; as many as ranks can be asked for. */
  readonly spectrum: Float64Array;
  /** The largest rank that the block supports: singular values beyond it are zero up to rounding. */
  readonly supported: number;
  /** Uᵀ H_a V, by letter. */
  readonly #inner: readonly Matrix[];
  /** h_S V and Uᵀ h_P. */
  readonly #start: Float64Array;
  readonly #end: Float64Array;

  constructor(block: Block, options: FitOptions = {}) {
    const { maxRank = 100, seed, maxBytes = Number.POSITIVE_INFINITY } = options;
    const { rows, columns } = block.matrix;
    const rank = Math.min(maxRank, rows, columns);
    const letters = block.alphabet.size;
    const bytes = 8 * (6 * (rows + columns) * (rank + SVD.oversampling) + 4 * letters * rank * rank);
    requireMemory(bytes, maxBytes, `rank ${rank} for ${rows} × ${columns} and ${letters} letters`, LESS);
    const { left, values, right } = truncatedSvd(block.matrix, rank, { seed, ...SVD });
    this.block = block;
    this.spectrum = values;
    const nothing = Math.max(rows, columns) * 2 ** -52 * (values[0] ?? 0);
    const zero = values.findIndex((value) => value <= nothing);
    this.supported = zero < 0 ? values.length : zero;
    this.#inner = block.shifted.map((map) => left.transposedTimes(map.times(right)));
    this.#start = right.transposedTimes(column(block.onSuffixes)).data;
    this.#end = left.transposedTimes(column(block.onPrefixes)).data;
  }

  /** The automaton of a rank, as a language of words: prefix and substring statistics are converted back. */
  automaton(rank: number): Wfsa<number> {
    this.#check(rank);
    const roots = Array.from(this.spectrum.subarray(0, rank), (value) => 1 / Math.sqrt(value));
    const letters = this.#inner.map((matrix) => {
      const scaled = new Matrix(rank, rank);
      for (let i = 0; i < rank; i++) {
        for (let j = 0; j < rank; j++) scaled.data[i * rank + j] = roots[i] * matrix.at(i, j) * roots[j];
      }
      return scaled;
    });
    const scale = (vector: Float64Array) => Float64Array.from(roots, (root, i) => root * vector[i]);
    const { statistics } = this.block;
    let [initial, final]: Float64Array[] = [scale(this.#start), scale(this.#end)];
    if (statistics !== "string") final = withoutContinuations(letters, final, "right");
    if (statistics === "substring") initial = withoutContinuations(letters, initial, "left");
    return wfsaOf(this.block, initial, letters, final);
  }

  #check(rank: number): void {
    const { rows, columns } = this.block.matrix;
    if (!Number.isSafeInteger(rank) || rank < 1)
      throw new HankelError("usage", `a rank is a whole number from 1 on, not ${rank}`);
    if (rank <= this.supported) return;
    const why =
      this.supported < Math.min(this.spectrum.length, rank)
        ? `singular value ${this.supported + 1} is zero up to rounding`
        : this.spectrum.length < Math.min(rows, columns)
          ? `${this.spectrum.length} singular values were computed`
          : `the block has ${rows} rows and ${columns} columns`;
    throw new HankelError(
      "usage",
      `rank ${rank} is more than the data support: ${why}. Ask for rank ${this.supported} or less, or give more rows and columns`,
    );
  }
}

const LESS = "take a smaller rank, or fewer rows and columns";

function column(values: Float64Array): Matrix {
  return new Matrix(values.length, 1, values);
}

/**
 * (I - M) ρ, or λ (I - M), where M = Σ M(a). The prefix statistics of ρ are those of all words that go on, ρ' = ρ + M ρ + M² ρ + … =
 * (I - M)⁻¹ ρ, and this undoes it; on the left the same for beginnings (Balle et al. 2014, Lemma 2; docs/theory/fields.md, 14.11).
 */
function withoutContinuations(
  letters: readonly Matrix[],
  vector: Float64Array,
  side: "left" | "right",
): Float64Array {
  const result = vector.slice();
  for (const matrix of letters) {
    const product = side === "right" ? matrix.times(column(vector)) : matrix.transposedTimes(column(vector));
    product.data.forEach((entry, i) => {
      result[i] -= entry;
    });
  }
  return result;
}

function wfsaOf(
  { alphabet }: Block,
  initial: Float64Array,
  letters: readonly Matrix[],
  final: Float64Array,
): Wfsa<number> {
  const builder = new WfsaBuilder(real, alphabet);
  final.forEach((entry, state) => builder.initial(builder.state(kept(entry)), kept(initial[state])));
  letters.forEach((matrix, letter) => {
    matrix.data.forEach((entry, at) => {
      builder.arcOn(Math.floor(at / matrix.columns), letter, kept(entry), at % matrix.columns);
    });
  });
  return builder.build();
}

/** Numbers so small that they are no weights of `real` count as zero. */
function kept(value: number): number {
  return Math.abs(value) < 2 ** -1022 ? 0 : value;
}
