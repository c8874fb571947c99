/**
 * The mean of independent values between 0 and 1, and its 95 % confidence interval: all q with n·kl(mean, q) ≤ ln 40, where kl is
 * the divergence of two coins. By the Chernoff–Hoeffding bound it holds for every n and whatever the values are distributed
 * like; each value may have a distribution of its own, and then q is the mean of theirs. For counts it is a little wider than
 * the exact interval, and the same where none or all count.
 */
export interface Share {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** How many values there are. */
  readonly count: number;
}

/** Two sides, of 2.5 % each: ln (2 / 0.05). */
const SURPRISE = Math.log(40);

/** So many halvings leave nothing to round. */
const HALVINGS = 60;

/** The share of values, each between 0 and 1; undefined if there are none. */
export function shareOf(values: readonly number[]): Share | undefined {
  const count = values.length;
  return count === 0 ? undefined : shareOfMean(values.reduce((sum, value) => sum + value, 0) / count, count);
}

/** The same if only the mean is known, and of how many values. */
export function shareOfMean(ofValues: number, count: number): Share {
  const mean = Math.min(1, Math.max(0, ofValues));
  const inside = (q: number) => count * coins(mean, q) <= SURPRISE;
  return { mean, low: edge(0, mean, inside), high: edge(1, mean, inside), count };
}

/** Where the interval ends between a point that may be outside and one inside. */
function edge(outside: number, inside: number, isInside: (q: number) => boolean): number {
  if (isInside(outside)) return outside;
  let [out, within] = [outside, inside];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (out + within) / 2;
    if (isInside(middle)) within = middle;
    else out = middle;
  }
  return within;
}

/** The divergence of a coin that shows heads with probability p from one with q, in nats. */
function coins(p: number, q: number): number {
  const part = (a: number, b: number) => (a === 0 ? 0 : a * Math.log(a / b));
  return part(p, q) + part(1 - p, 1 - q);
}
