import { Forward } from "../automata/stochastic/forward.ts";
import { HankelError } from "../errors.ts";
import { numericalRank, RANK_TOLERANCE } from "../linear/rank.ts";
import type { Word } from "../words/word.ts";
import type { Sample } from "./sample-block.ts";
import type { SpectralFit } from "./spectral-fit.ts";
import { sumOfWords } from "./sum-of-words.ts";

/**
 * The threshold for singular values, as a share of the largest: what chance alone may add to the matrix of a sample, and for exact
 * weights their rounding (docs/theory/fields.md, 14.12).
 *
 * @example
 * const words = new WeighedWords(new Alphabet("a"), (asked) => asked.map((word) => 0.5 ** (word.length + 1)));
 * const fit = new SpectralFit(await weighedBlock(words, await bestBasis(words)));
 * console.log(defaultThreshold(fit) < 0.001); // true
 */
export function defaultThreshold({ spectrum, block }: SpectralFit): number {
  const [largest = 0] = spectrum;
  return largest === 0 ? RANK_TOLERANCE : Math.max(RANK_TOLERANCE, Math.min(1, block.noise / largest));
}

/**
 * How many singular values are above a share of the largest; at least 1 where there is one.
 *
 * @example
 * const words = new WeighedWords(new Alphabet("a"), (asked) => asked.map((word) => 0.5 ** (word.length + 1)));
 * const fit = new SpectralFit(await weighedBlock(words, await bestBasis(words)));
 * console.log(rankBySpectrum(fit)); // 1
 */
export function rankBySpectrum(fit: SpectralFit, threshold = defaultThreshold(fit)): number {
  return Math.min(fit.supported, Math.max(1, numericalRank(fit.spectrum, threshold)));
}

/** A rank, and how likely the held-out words are by its automaton. */
export interface RankScore {
  readonly rank: number;
  /** The mean of ln q(w) over the held-out words, where q is divided by its sum over all words. */
  readonly logLikelihood: number;
  /** The share of held-out words whose weight is not positive. */
  readonly nonPositive: number;
}

/** The choice of a rank, and what it was chosen from. */
export interface RankChoice {
  readonly rank: number;
  readonly scores: readonly RankScore[];
}

/** After so many ranks without a better one, larger ones are not tried: they take the most time, and describe noise. */
const PATIENCE = 8;

/**
 * The rank whose automaton gives held-out words the highest likelihood. Weights below the floor count as the floor. An
 * automaton without a positive sum over all words is no distribution; its likelihood is -∞.
 *
 * @example
 * const words = Array.from({ length: 64 }, (_, i) => Array.from({ length: Math.floor(Math.log2(64 / (i + 1))) }, () => 0));
 * const sample = { alphabet: new Alphabet("a"), words };
 * const fit = new SpectralFit(sampleBlock(sample, frequentBasis(words, 1, "string"), "string"));
 * console.log(rankByLikelihood(fit, sample, { floor: DEFAULT_FLOOR, ranks: [1] }).rank); // 1
 */
export function rankByLikelihood(
  fit: SpectralFit,
  heldOut: Sample,
  {
    floor,
    ranks = candidateRanks(fit.supported),
  }: { readonly floor: number; readonly ranks?: readonly number[] },
): RankChoice {
  if (heldOut.words.length === 0)
    throw new HankelError("usage", "there are no held-out words to choose a rank by");
  const words = translated(heldOut, fit);
  const scores: RankScore[] = [];
  let best = 0;
  for (const rank of ranks) {
    scores.push(score(fit, words, rank, floor));
    if (scores[scores.length - 1].logLikelihood > scores[best].logLikelihood) best = scores.length - 1;
    if (scores.length - 1 - best >= PATIENCE) break;
  }
  return { rank: scores[best].rank, scores };
}

function score(fit: SpectralFit, words: readonly Word[], rank: number, floor: number): RankScore {
  const automaton = fit.automaton(rank);
  const { total, radius } = sumOfWords(automaton);
  const weights = new Forward(automaton, "held-out words").weighAll(words);
  let [sum, nonPositive] = [0, 0];
  for (const weight of weights) {
    sum += Math.log(Math.max(weight, floor));
    if (!(weight > 0)) nonPositive++;
  }
  const proper = total !== undefined && total > 0 && radius < 1;
  return {
    rank,
    logLikelihood: proper ? sum / words.length - Math.log(total) : Number.NEGATIVE_INFINITY,
    nonPositive: nonPositive / words.length,
  };
}

/**
 * All small ranks, then about ten per cent more each time.
 *
 * @example
 * console.log(candidateRanks(5).join(" ")); // 1 2 3 4 5
 */
export function candidateRanks(most: number): number[] {
  const ranks: number[] = [];
  for (let rank = 1; rank <= most; rank = Math.max(rank + 1, Math.round(rank * 1.1))) ranks.push(rank);
  return ranks;
}

/** The words over the alphabet of the block, symbols matched by name. */
function translated({ alphabet, words }: Sample, { block }: SpectralFit): readonly Word[] {
  if (alphabet.equals(block.alphabet)) return words;
  return words.map((word) => block.alphabet.word(alphabet.spell(word)));
}
