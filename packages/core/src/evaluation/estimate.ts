/** A mean, and the half-width of its 95 % confidence interval; 0 if the mean is exact. */
export interface Estimate {
  readonly mean: number;
  readonly margin: number;
}

/** The quantile of the normal distribution for 95 %. */
export const QUANTILE = 1.959964;

/** An exact figure. */
export function exactly(mean: number): Estimate {
  return { mean, margin: 0 };
}

export const INFINITE: Estimate = { mean: Number.POSITIVE_INFINITY, margin: 0 };

/**
 * The mean of a measure over all places, from its sum on every word and the number of places of every word. Words are
 * independent of each other, but the places of a word are not, and their number is random. So this is a ratio of two
 * means, and its variance is that of the residuals Xᵢ − r·Nᵢ (the delta method): Σ (Xᵢ − r·Nᵢ)² / (n − 1), over n · N̄². A word may count
 * several times.
 */
export function ratioOfMeans(
  sums: readonly number[],
  counts: readonly number[],
  times?: readonly number[],
): Estimate {
  const often = (i: number) => (times === undefined ? 1 : times[i]);
  const n = times === undefined ? sums.length : sumOf(times);
  const [total, places] = [
    sumOf(sums.map((sum, i) => often(i) * sum)),
    sumOf(counts.map((count, i) => often(i) * count)),
  ];
  const mean = total / places;
  if (n < 2) return { mean, margin: Number.POSITIVE_INFINITY };
  const squares = sumOf(sums.map((sum, i) => often(i) * (sum - mean * counts[i]) ** 2));
  return { mean, margin: (QUANTILE * Math.sqrt((squares / (n - 1)) * n)) / places };
}

/** How far from 1 a share may be of which all of so many trials were right (Wilson 1927). */
export function marginOfAll(trials: number): number {
  return QUANTILE ** 2 / (trials + QUANTILE ** 2);
}

/** e to the power of an estimate, to first order: what a perplexity is to an entropy. */
export function exponential({ mean, margin }: Estimate): Estimate {
  const power = Math.exp(mean);
  return { mean: power, margin: margin === 0 ? 0 : power * margin };
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
