import { countOf } from "../../errors.ts";
import { type CurvePoint, toleranceRange } from "./curve.ts";

/** What the choice of an automaton rests on. */
export interface Grounds {
  readonly curve: readonly CurvePoint[];
  /** The place of the chosen automaton on the curve. */
  readonly chosen: number;
  /** How many states it has after those that bring nothing were left out. */
  readonly size: number;
  /** Were the rows of different words equal, not only near? */
  readonly exact: boolean;
  readonly tolerance: number | undefined;
  readonly maxStates: number | undefined;
  /** Was it chosen because it stands out? */
  readonly standsOut: boolean;
  /** Did the run come to its end? */
  readonly finished: boolean;
}

/** How a conclusion begins if the choice was a close one, so that another automaton of the curve may suit better. */
export const NONE_STANDS_OUT = "No automaton stands out";

/** Says in a sentence or two why this automaton was chosen. */
export function concludeFrom(grounds: Grounds): string {
  const { curve, chosen, size, exact, standsOut, tolerance, maxStates, finished } = grounds;
  const point = curve[chosen];
  if (point === undefined) return "It is a first guess, which was not compared with the target.";
  const states = countOf(size, "state");
  const left = `KL ${digits(point.divergence)} nats per symbol, total variation ${digits(point.variation)} on the words asked`;
  if (!finished) return `${left}. It is a distribution of words as it stands; more questions make it better.`;
  if (exact) return `${states}: the target is this automaton on every word that was asked, up to rounding.`;
  const futures = `the futures of words in one state differ by at most ${digits(point.radius)} in expectation`;
  if (tolerance !== undefined) {
    return point.radius <= tolerance
      ? `${states}: within the tolerance of ${tolerance}; ${futures}.`
      : `${states}, and the tolerance of ${tolerance} is not reached: ${futures}.`;
  }
  if (maxStates !== undefined) {
    const limit = countOf(maxStates, "state");
    return `${states}: of the automata grown with at most ${limit}, the smallest whose KL is within 2 % of the least (${left}).`;
  }
  const last = curve[curve.length - 1];
  const least = lowest(curve);
  const beyond =
    least < 0.98 * point.divergence
      ? `with up to ${countOf(last.states, "state")}, KL falls to ${digits(least)}`
      : `up to ${countOf(last.states, "state")} are no better`;
  if (!standsOut) {
    if (size === 1) return `1 state: more of them gain little (${left}; ${beyond}).`;
    return (
      `${NONE_STANDS_OUT}, so the target is probably no machine of a few states. This is the knee of the curve: ` +
      `${states}, ${left}; ${beyond}.`
    );
  }
  const [from, to] = toleranceRange(curve, chosen).map(digits);
  const fewer = digits(Math.min(...curve.slice(0, chosen).map(({ divergence }) => divergence)));
  return `${states}: the same automaton for every tolerance from ${from} to ${to}. On the words asked, KL is at least ${fewer} nats per symbol with fewer states; here it is ${digits(point.divergence)}, and ${beyond}.`;
}

function lowest(curve: readonly CurvePoint[]): number {
  return Math.min(...curve.map(({ divergence }) => divergence));
}

/** Two digits are enough for a sentence. */
function digits(value: number): string {
  return String(Number(value.toPrecision(2)));
}
