import type { Distribution } from "../next/distribution.ts";

/** How far what a model says comes next is from what is true, at one place of a word. */
export interface Gap {
  /** The total variation distance ½ Σ |p − q|. */
  readonly variation: number;
  /** Σ p ln (p/q) over the symbols that the model does not exclude, in nats. */
  readonly divergence: number;
  /** KL(p ‖ q̃) in nats, where q̃ is q mixed with a little of the uniform distribution: always finite. */
  readonly smoothed: number;
  /** −Σ p ln p, in nats. */
  readonly entropy: number;
  /** The probability of the symbols that the model excludes although they happen. */
  readonly excluded: number;
  /** 1 if there are such symbols. */
  readonly excludes: number;
}

/** How a model does there. */
export interface Step extends Gap {
  /** 1 if another symbol is likelier than the one that the model thinks likeliest. */
  readonly error: number;
  /** NDCG@k. */
  readonly gain: number;
}

/** How much of the uniform distribution is mixed in where a figure would be infinite without it. */
export const SMOOTHING = 1e-6;

/**
 * Compares what a model says comes next, q, with what is true, p. Both have a place for every symbol and the last one for
 * the end. A row of zeros means that the model excludes the word so far and says nothing about what follows: the distance
 * is 1, its prediction is wrong, its ranking is worth nothing, and smoothed it is uniform.
 */
export function compareRows(p: Distribution, q: Distribution, k: number): Step {
  const silent = isSilent(q);
  return {
    ...gapOf(p, q),
    error: silent || p[likeliest(q)] < p[likeliest(p)] ? 1 : 0,
    gain: silent ? 0 : gainAt(p, q, k),
  };
}

/** The same without predictions and rankings. */
export function gapOf(p: Distribution, q: Distribution): Gap {
  const silent = isSilent(q);
  const size = p.length;
  const uniform = 1 / size;
  let [variation, divergence, smoothed, entropy, excluded, excludes] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < size; i++) {
    variation += Math.abs(p[i] - q[i]) / 2;
    if (!(p[i] > 0)) continue;
    entropy -= p[i] * Math.log(p[i]);
    if (q[i] > 0) divergence += p[i] * Math.log(p[i] / q[i]);
    else [excluded, excludes] = [excluded + p[i], 1];
    const mixed = silent ? uniform : (1 - SMOOTHING) * q[i] + SMOOTHING * uniform;
    smoothed += p[i] * Math.log(p[i] / mixed);
  }
  return { variation: silent ? 1 : variation, divergence, smoothed, entropy, excluded, excludes };
}

/** Does the model exclude the word so far? */
function isSilent(row: Distribution): boolean {
  return !row.some((probability) => probability > 0);
}

/** The likeliest symbol; the first of several. */
function likeliest(row: Distribution): number {
  let best = 0;
  for (let i = 1; i < row.length; i++) if (row[i] > row[best]) best = i;
  return best;
}

/**
 * NDCG@k as the SPiCe competition computes it: Σᵢ p(sᵢ)/log₂(i + 1) over the k symbols sᵢ that the model ranks first, divided
 * by the same for the best ranking. The end is a symbol; of equal probabilities the first symbol ranks higher.
 */
function gainAt(p: Distribution, q: Distribution, k: number): number {
  const worth = (ranking: readonly number[]) =>
    ranking.reduce((sum, symbol, i) => sum + p[symbol] / Math.log2(i + 2), 0);
  return worth(ranked(q, k)) / worth(ranked(p, k));
}

/** The k likeliest symbols, likeliest first. */
export function ranked(row: Distribution, k: number): number[] {
  return Array.from(row.keys())
    .sort((a, b) => row[b] - row[a] || a - b)
    .slice(0, k);
}
