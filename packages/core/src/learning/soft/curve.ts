/** One automaton of a growing sequence. */
export interface CurvePoint {
  readonly states: number;
  /** The largest distance between an arc's word and the state it leads to: every finer tolerance needs more states. */
  readonly radius: number;
  /** The mean Kullback–Leibler divergence from the model per step, in nats, and the mean total variation. */
  readonly divergence: number;
  readonly variation: number;
}

/** A point and how much it stands out. */
export interface Choice {
  readonly index: number;
  readonly prominence: number;
}

/** A point stands out if its prominence is at least this: the loss, and the radius, fell by a factor of 6 together. */
export const STANDS_OUT = Math.log(6);

/** Smaller divergences are rounding. */
const LEAST_DIVERGENCE = 1e-12;

/** Futures that differ by less than this, in expectation, make no difference. */
export const LEAST_RADIUS = 0.002;

/**
 * The point that stands out most. A machine that the model was taught shows in two ways: with its last state the loss and
 * the radius fall at once, and behind it hardly anything is left to gain. So the prominence of a point is the logarithm of
 * the factor by which its divergence is below all before it, plus that for the radius, minus that by which the best
 * divergence of all is below its own. The first point has nothing to fall from: it is chosen if nothing stands out.
 */
export function mostProminent(points: readonly CurvePoint[]): Choice {
  const loss = (point: CurvePoint) => Math.max(point.divergence, LEAST_DIVERGENCE);
  const least = Math.min(...points.map(loss));
  let [lowest, narrowest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let choice: Choice = { index: 0, prominence: Number.NEGATIVE_INFINITY };
  points.forEach((point, index) => {
    const radius = Math.max(point.radius, LEAST_RADIUS);
    const fall = index === 0 ? 0 : Math.log(lowest / loss(point)) + Math.log(narrowest / radius);
    const prominence = fall - Math.log(loss(point) / least);
    if (prominence > choice.prominence) choice = { index, prominence };
    lowest = Math.min(lowest, loss(point));
    narrowest = Math.min(narrowest, radius);
  });
  return choice;
}

/** The tolerances for which a point is the first that is fine enough: from its radius up to the least one before it. */
export function toleranceRange(points: readonly CurvePoint[], index: number): readonly [number, number] {
  const before = points.slice(0, index).map(({ radius }) => radius);
  return [points[index].radius, Math.min(1, ...before)];
}

/** Has the sequence gone far enough beyond the most prominent point to trust it? */
export function isSettled(points: readonly CurvePoint[], { index, prominence }: Choice): boolean {
  const size = points.length;
  const chosen = index + 1;
  if (prominence >= STANDS_OUT) return size >= chosen + Math.max(3, Math.ceil(chosen / 10));
  // As long as new states are as far from the others as the first ones were, a machine may still be unfolding.
  const widest = Math.max(...points.map(({ radius }) => radius));
  return size >= Math.max(16, 2 * chosen) && points[size - 1].radius <= 0.4 * widest;
}
