import { brief, countOf } from "../../errors.ts";
import type { WordDraw } from "../../next/word-draw.ts";
import { EQUAL } from "./known-rows.ts";

/** Options of the learner for language models. */
export interface SoftOptions {
  /** How far apart the futures of words in one state may be, in expectation. */
  readonly tolerance?: number | undefined;
  /** The most states wanted: the result is the best automaton of so many. */
  readonly maxStates?: number | undefined;
  /** The seed of what is drawn at random. */
  readonly seed?: number | undefined;
}

/** How an automaton came about: from words that are far from all others, or from what splitting states gains. */
export type Family = "distance" | "gain";

/** One automaton of the curve. */
export interface CurvePoint {
  readonly states: number;
  readonly family: Family;
  /**
   * The largest distance between an arc's word and the state it leads to: every finer tolerance needs more states. It is not
   * known, and 1, where no distances were asked.
   */
  readonly radius: number;
  /** The mean Kullback–Leibler divergence from the model per step, in nats, and the mean total variation. */
  readonly divergence: number;
  readonly variation: number;
}

/** The place of a point on the curve, and whether it was chosen because it stands out. */
export interface Choice {
  readonly index: number;
  readonly standsOut: boolean;
  /** How many states there were before some were joined, if they were. */
  readonly joined?: number | undefined;
}

/**
 * A point stands out if the loss, and the radius, fell by this factor together. A smaller one takes accidents for machines,
 * a larger one machines for accidents.
 */
const STANDS_OUT = 6;

/** The knee is the first point whose loss is at most this many times the least: more of it are fewer states, and more loss. */
const KNEE = 1.5;

/** The same for automata that are judged by words they are not made of, which have the least loss of all that were found. */
const GAIN_KNEE = 1.25;

/** With so large a part of the states left out, the loss must be larger by this factor for an automaton to stand out by its loss. */
const LEFT_OUT = 0.1;
const ELBOW = 1.5;

/** A loss of so many nats per symbol hardly matters: the knee has no more states than it takes. */
const HARDLY_ANYTHING = 0.001;

/** Losses that differ by a smaller factor are the same: with a limit on states, the smallest automaton of those is taken. */
const AS_GOOD = 1.02;

/** So many states are grown beyond one that stands out, to see whether it still does: a state costs some dozen questions. */
const BEYOND = 3;

/** The first automaton that is fine enough, or the best of a size, or the one that stands out, as the options say. */
export function choose(points: readonly CurvePoint[], { tolerance, maxStates }: SoftOptions): Choice {
  const last = points.length - 1;
  const most = maxStates ?? Number.POSITIVE_INFINITY;
  if (tolerance !== undefined) return { index: last, standsOut: false };
  if (points[last].radius <= EQUAL && points[last].states <= most)
    return { index: last, standsOut: last > 0 };
  return maxStates === undefined ? choosePoint(points) : bestOf(points, maxStates);
}

/** The smallest of the automata with at most so many states whose loss is nearly the least of them. */
function bestOf(points: readonly CurvePoint[], most: number): Choice {
  const small = points.filter(({ states }) => states <= most);
  return firstWithin(small, AS_GOOD * leastOf(small));
}

/**
 * Of automata that are judged by words they are not made of: the one where the loss has an elbow, or the knee. `losses` are those
 * on all words, which tell neighbours apart better. At an elbow, a tenth fewer states lose much, and all more gain little: its
 * prominence is the logarithm of the factor by which the loss is larger with so many fewer states, minus that by which the
 * least loss is smaller.
 */
export function chooseByLoss(
  points: readonly CurvePoint[],
  losses: readonly number[],
  { maxStates }: SoftOptions,
): Choice {
  if (maxStates !== undefined) return bestOf(points, maxStates);
  const least = Math.max(EQUAL, Math.min(...losses));
  let [index, prominence] = [0, Number.NEGATIVE_INFINITY];
  points.forEach(({ states }, i) => {
    const fewer = losses.filter(
      (_, j) => points[j].states < states && points[j].states <= (1 - LEFT_OUT) * states + 0.5,
    );
    if (fewer.length === 0) return;
    const loss = Math.max(losses[i], EQUAL);
    const found = Math.log(Math.min(...fewer) / loss) - Math.log(loss / least);
    if (found > prominence) [index, prominence] = [i, found];
  });
  if (prominence >= Math.log(ELBOW)) return { index, standsOut: true };
  return firstWithin(points, Math.max(HARDLY_ANYTHING, GAIN_KNEE * leastOf(points)));
}

/**
 * The point that stands out most, or the knee if none does (docs/theory/language-models.md, 13.4). A machine that the model
 * was taught shows in two ways: with its last state the loss and the radius fall at once, and behind it hardly anything is
 * left to gain. So the prominence of a point is the logarithm of the factor by which its divergence is below all before it,
 * plus that for the radius, minus that by which the least divergence of all is below its own. The first point has nothing to fall from.
 */
export function choosePoint(points: readonly CurvePoint[]): Choice {
  const least = leastOf(points);
  let [lowest, narrowest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [prominent, prominence] = [0, Number.NEGATIVE_INFINITY];
  points.forEach((point, index) => {
    const [loss, radius] = [Math.max(point.divergence, EQUAL), Math.max(point.radius, EQUAL)];
    const found = Math.log(lowest / loss) + Math.log(narrowest / radius) - Math.log(loss / least);
    if (index > 0 && found > prominence) [prominent, prominence] = [index, found];
    lowest = Math.min(lowest, loss);
    narrowest = Math.min(narrowest, radius);
  });
  if (prominence >= Math.log(STANDS_OUT)) return { index: prominent, standsOut: true };
  return firstWithin(points, Math.max(HARDLY_ANYTHING, KNEE * least));
}

/** The first point with no more than this loss. */
function firstWithin(points: readonly CurvePoint[], loss: number): Choice {
  return { index: points.findIndex(({ divergence }) => divergence <= loss), standsOut: false };
}

/**
 * The tolerances for which a point is the first that is fine enough: from its radius up to the least one before it.
 *
 * @example
 * const [family, variation] = ["distance", 0.1] as const;
 * const points = [{ states: 1, family, radius: 0.4, divergence: 0.2, variation }, { states: 2, family, radius: 0.1, divergence: 0, variation }];
 * console.log(toleranceRange(points, 1).join(" to ")); // 0.1 to 0.4
 */
export function toleranceRange(points: readonly CurvePoint[], index: number): readonly [number, number] {
  const before = points.slice(0, index).map(({ radius }) => radius);
  return [points[index].radius, Math.min(1, ...before)];
}

/** Has the sequence gone far enough beyond the chosen point to trust the choice? If none stands out, patience decides. */
export function isSettled(points: readonly CurvePoint[], patience: number): boolean {
  const { index, standsOut } = choosePoint(points);
  const chosen = index + 1;
  if (standsOut) return points.length >= chosen + BEYOND;
  const least = points[index].divergence <= HARDLY_ANYTHING ? patience / 4 : patience;
  return points.length >= Math.max(least, 2 * chosen);
}

/** Is hardly anything lost at this point? */
export function isGoodEnough({ divergence }: CurvePoint): boolean {
  return divergence <= HARDLY_ANYTHING;
}

/** What the choice of an automaton rests on, beside the curve. */
export interface Grounds extends Choice, SoftOptions {
  /** Were the rows of different words equal, not only near? */
  readonly exact: boolean;
  /** Did the run come to its end? */
  readonly finished: boolean;
  /** The words that were drawn last. */
  readonly draw?: Pick<WordDraw, "words" | "cut" | "longest"> | undefined;
  /** How automata were judged by words that they are not made of, if they were. */
  readonly judged?: Judged | undefined;
}

/** The words that automata were judged by, and the best n-gram model of the same size on these words. */
export interface Judged {
  readonly words: number;
  readonly ngram: { readonly n: number; readonly states: number; readonly divergence: number };
}

/** How a conclusion begins if the choice was a close one, so that another automaton of the curve may suit better. */
export const NONE_STANDS_OUT = "No automaton stands out";

/** Says in a sentence or two why this automaton was chosen, and whether drawn words were cut. */
export function concludeFrom(curve: readonly CurvePoint[], grounds: Grounds): string {
  const { words, cut, longest } = grounds.draw ?? { words: [], cut: 0, longest: 0 };
  const drawn = `Of ${countOf(words.length, "word")} drawn from the target, ${cut} went on after ${countOf(longest, "letter")} and ${cut === 1 ? "was" : "were"} cut there.`;
  return whyChosen(curve, grounds) + (cut > 0 && grounds.finished ? ` ${drawn}` : "");
}

function whyChosen(curve: readonly CurvePoint[], grounds: Grounds): string {
  const { index, exact, standsOut, joined, tolerance, maxStates, finished, judged } = grounds;
  const point = curve[index];
  if (point === undefined) return "It is a first guess, which was not compared with the target.";
  const states = countOf(point.states, "state");
  const words =
    judged === undefined
      ? "the words asked"
      : `${countOf(judged.words, "drawn word")} that it is not made of`;
  const left = `KL ${brief(point.divergence)} nats per symbol, total variation ${brief(point.variation)} on ${words}`;
  if (!finished) return `${left}. It is a distribution of words as it stands; more questions make it better.`;
  if (exact) return `${states}: the target is this automaton on every word that was asked, up to rounding.`;
  const futures = `the likely futures of an arc's word and of its state differ by at most ${brief(point.radius)} in expectation`;
  if (tolerance !== undefined) {
    return point.radius <= tolerance
      ? `${states}: within the tolerance of ${tolerance}; ${futures} (${left}).`
      : `${states}, and the tolerance of ${tolerance} is not reached: ${futures} (${left}).`;
  }
  const compared = judged === undefined ? "" : ` ${ngramSentence(judged)}`;
  if (maxStates !== undefined) {
    const limit = countOf(maxStates, "state");
    if (joined !== undefined)
      return `${states}, joined from the ${joined} that it would take without a limit (${left}).`;
    return `${states}: of the automata grown with at most ${limit}, the smallest whose KL is within 2 % of the least (${left}).${compared}`;
  }
  const most = countOf(curve[curve.length - 1].states, "state");
  const least = leastOf(curve);
  const falls = AS_GOOD * least < point.divergence;
  const beyond = falls ? `with up to ${most}, KL falls to ${brief(least)}` : `up to ${most} are no better`;
  if (!standsOut) {
    if (point.states === 1) return `1 state: more of them gain little (${left}; ${beyond}).${compared}`;
    return (
      `${NONE_STANDS_OUT}, so the target is probably no machine of a few states. This is the knee of the curve: ` +
      `${states}, ${left}; ${beyond}.${compared}`
    );
  }
  const fewer = brief(leastOf(curve.slice(0, index)));
  if (judged !== undefined) {
    return `${states}: here the curve has an elbow. With fewer states KL is at least ${fewer} nats per symbol, with these it is ${brief(point.divergence)}, on ${words}; ${beyond}.${compared}`;
  }
  const [from, to] = toleranceRange(curve, index).map(brief);
  return `${states}: the same automaton for every tolerance from ${from} to ${to}. On the words asked, KL is at least ${fewer} nats per symbol with fewer states; here it is ${brief(point.divergence)}, and ${beyond}.`;
}

function ngramSentence({ ngram: { n, states, divergence } }: Judged): string {
  return `The best n-gram model with no more states, made of the same words, has n = ${n} and ${countOf(states, "state")}: KL ${brief(divergence)}.`;
}

/** The least divergence, up to rounding. */
function leastOf(curve: readonly CurvePoint[]): number {
  return Math.max(EQUAL, Math.min(...curve.map(({ divergence }) => divergence)));
}
