/** One automaton of a growing sequence. */
export interface CurvePoint {
  readonly states: number;
  /** The largest distance between an arc's word and the state it leads to: every finer tolerance needs more states. */
  readonly radius: number;
  /** The mean Kullback–Leibler divergence from the model per step, in nats, and the mean total variation. */
  readonly divergence: number;
  readonly variation: number;
}

/** A point of the curve, chosen because it stands out, or else because it is the knee. */
export interface Choice {
  readonly index: number;
  readonly standsOut: boolean;
}

/** A point stands out if its prominence is at least this: the loss, and the radius, fell by a factor of 6 together. */
const STANDS_OUT = Math.log(6);

/** A divergence of so many nats per symbol hardly matters; nor does one that is so many times the least. */
const HARDLY_ANYTHING = 0.001;
const NEAR_THE_LEAST = 1.5;

/** Futures that differ by this much, in expectation, are different. */
const FAR = 0.1;

/** Smaller divergences are rounding. */
const LEAST_DIVERGENCE = 1e-12;

/** Futures that differ by less than this, in expectation, make no difference. */
export const LEAST_RADIUS = 0.002;

/**
 * The point that stands out most, or the knee if none does. A machine that the model was taught shows in two ways: with its
 * last state the loss and the radius fall at once, and behind it hardly anything is left to gain. So the prominence of a
 * point is the logarithm of the factor by which its divergence is below all before it, plus that for the radius, minus that
 * by which the least divergence of all is below its own. The first point has nothing to fall from.
 *
 * The knee is the first point whose divergence is near the least of all, or so small that it hardly matters.
 */
export function choosePoint(points: readonly CurvePoint[]): Choice {
  const least = Math.min(...points.map(lossOf));
  let [lowest, narrowest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [prominent, prominence] = [0, Number.NEGATIVE_INFINITY];
  points.forEach((point, index) => {
    const loss = lossOf(point);
    const radius = Math.max(point.radius, LEAST_RADIUS);
    // A fall counts only from where it matters.
    if (index > 0 && (lowest > HARDLY_ANYTHING || narrowest > FAR)) {
      const found = Math.log(lowest / loss) + Math.log(narrowest / radius) - Math.log(loss / least);
      if (found > prominence) [prominent, prominence] = [index, found];
    }
    lowest = Math.min(lowest, loss);
    narrowest = Math.min(narrowest, radius);
  });
  if (prominence >= STANDS_OUT) return { index: prominent, standsOut: true };
  const enough = Math.max(HARDLY_ANYTHING, NEAR_THE_LEAST * least);
  return { index: points.findIndex((point) => lossOf(point) <= enough), standsOut: false };
}

function lossOf({ divergence }: CurvePoint): number {
  return Math.max(divergence, LEAST_DIVERGENCE);
}

/** The tolerances for which a point is the first that is fine enough: from its radius up to the least one before it. */
export function toleranceRange(points: readonly CurvePoint[], index: number): readonly [number, number] {
  const before = points.slice(0, index).map(({ radius }) => radius);
  return [points[index].radius, Math.min(1, ...before)];
}

/** Has the sequence gone far enough beyond the chosen point to trust the choice? */
export function isSettled(points: readonly CurvePoint[]): boolean {
  const { index, standsOut } = choosePoint(points);
  const size = points.length;
  const chosen = index + 1;
  if (standsOut) return size >= chosen + Math.max(3, Math.ceil(chosen / 10));
  // What is left hardly matters, and nothing is far from its state.
  const { divergence, radius } = points[index];
  if (divergence <= HARDLY_ANYTHING && radius <= FAR) return size >= Math.max(8, 2 * chosen);
  // As long as new states are as far from the others as the first ones were, a machine may still be unfolding.
  const widest = Math.max(...points.map(({ radius }) => radius));
  return size >= Math.max(32, 2 * chosen) && points[size - 1].radius <= 0.4 * widest;
}
