import { brief, countOf } from "../../errors.ts";
import type { WordDraw } from "../../next/word-draw.ts";
import type { Word } from "../../words/word.ts";
import { EQUAL } from "./known-rows.ts";

/** Options of the learner for language models. */
export interface SoftOptions {
  /** How far apart the futures of words in one state may be, in expectation. */
  readonly tolerance?: number | undefined;
  /** The most states wanted: the result is the best automaton of so many. */
  readonly maxStates?: number | undefined;
  /** The seed of what is drawn at random. */
  readonly seed?: number | undefined;
  /** Words that the model is said to have written: with them less is asked. Whether they are words of this model is found out. */
  readonly log?: readonly Word[] | undefined;
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
  /** How many states there were before some were joined, to have as few as wanted. */
  readonly joined?: number | undefined;
}

/** A point stands out if its prominence is this factor. A smaller one takes accidents for machines, a larger one machines for accidents. */
const STANDS_OUT = 3;

/** The loss is compared with that of the points with so much fewer states: a neighbour may have lost little by chance. */
const LEFT_OUT = 0.1;

/** The tolerances for which a point is the automaton must differ by this factor, at least, for it to stand out. */
const PLATEAU = 1.5;

/** The knee is the first point whose loss is at most this many times the least: more of it are fewer states, and more loss. */
export const KNEE = 1.25;

/** A loss of so many nats per symbol hardly matters: the knee has no more states than it takes. */
const HARDLY_ANYTHING = 0.001;

/** Losses that differ by a smaller factor are the same: with a limit on states, the smallest automaton of those is taken. */
const AS_GOOD = 1.02;

/** So many states are grown beyond one that stands out, to see whether it still does: a state costs some dozen questions. */
const BEYOND = 3;

/** So many states are grown, at least, where hardly anything is lost and none stands out. */
const FEW = 8;

/**
 * The automaton that is fine enough, as the options say, or the one that stands out; else the best of a size, or the knee: the first
 * whose loss is nearly the least. The figures are those of the points, and no others.
 */
export function choose(points: readonly CurvePoint[], { tolerance, maxStates }: SoftOptions): Choice {
  const last = points.length - 1;
  const small = points.filter(({ states }) => states <= (maxStates ?? Number.POSITIVE_INFINITY));
  if (tolerance !== undefined) return { index: last, standsOut: false };
  if (points[last].radius <= EQUAL && small.length > last) return { index: last, standsOut: last > 0 };
  const index = prominent(points);
  if (index !== undefined && index < small.length) return { index, standsOut: true };
  const enough = maxStates === undefined ? KNEE : AS_GOOD;
  const found = small.findIndex(isWithin(enough * leastOf(small)));
  return { index: found, standsOut: false };
}

/**
 * The point that stands out (docs/theory/language-models.md, 13.4). A machine that the model was taught shows in two ways: with its last
 * state the loss and the radius fall, and behind it hardly anything is left to gain. So the prominence of a point is the factor by which
 * its loss is below that of the points with a tenth fewer states, times that between the tolerances for which it is the automaton,
 * divided by the factor by which the least loss of all is below its own. The first point has nothing to fall from.
 */
export function prominent(points: readonly CurvePoint[]): number | undefined {
  const losses = points.map(({ divergence }) => Math.max(divergence, EQUAL));
  const least = Math.min(...losses);
  let [best, prominence] = [-1, STANDS_OUT];
  points.forEach(({ states, family }, i) => {
    const fewer = losses.filter((_, j) => j < i && points[j].states <= (1 - LEFT_OUT) * states + 0.5);
    const [from, to] = toleranceRange(points, i);
    const width = to / Math.max(from, EQUAL);
    if (fewer.length === 0 || family !== "distance" || width < PLATEAU) return;
    const found = ((Math.min(...fewer) / losses[i]) * width * least) / losses[i];
    if (found > prominence) [best, prominence] = [i, found];
  });
  return best < 0 ? undefined : best;
}

function isWithin(loss: number): (point: CurvePoint) => boolean {
  return ({ divergence }) => divergence <= Math.max(HARDLY_ANYTHING, loss);
}

/**
 * The tolerances for which growing by distance gives a point: from the largest radius from there on, up to the largest one before. A
 * point that is no nearer to the model than one before it has none: the first is above the second.
 *
 * @example
 * const [family, variation] = ["distance", 0.1] as const;
 * const points = [{ states: 1, family, radius: 0.4, divergence: 0.2, variation }, { states: 2, family, radius: 0.1, divergence: 0, variation }];
 * console.log(toleranceRange(points, 1).join(" to ")); // 0.1 to 0.4
 */
export function toleranceRange(points: readonly CurvePoint[], index: number): readonly [number, number] {
  const grown = ({ family }: CurvePoint) => family === "distance";
  const radii = points.filter(grown).map(({ radius }) => radius);
  const place = points.slice(0, index).filter(grown).length;
  const from = Math.max(0, ...radii.slice(place));
  return [from, place === 0 ? 1 : Math.max(from, radii[place - 1])];
}

/** Has the sequence gone far enough beyond the point that stands out, or is hardly anything lost, so that the choice can be trusted? */
export function isSettled(points: readonly CurvePoint[]): boolean {
  const index = prominent(points);
  if (index !== undefined) return points.length > index + BEYOND;
  const knee = points.findIndex(({ divergence }) => divergence <= HARDLY_ANYTHING);
  return knee >= 0 && points.length >= Math.max(FEW, 2 * (knee + 1));
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
  /** The words that were drawn. */
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
  if (!finished) {
    const likely = judged === undefined ? ", which are the likeliest ones" : "";
    return `${left}${likely}. It is a distribution of words as it stands; more questions make it better.`;
  }
  if (exact) return `${states}: the target is this automaton on every word that was asked, up to rounding.`;
  const futures = `the likely futures of an arc's word and of its state differ by at most ${brief(point.radius)} in expectation`;
  if (tolerance !== undefined) {
    return point.radius <= tolerance
      ? `${states}: within the tolerance of ${tolerance}; ${futures} (${left}).`
      : `${states}, and the tolerance of ${tolerance} is not reached: ${futures} (${left}).`;
  }
  const compared = judged === undefined ? "" : ` ${ngramSentence(judged)}`;
  if (joined !== undefined)
    return `${states}, joined from the ${joined} that it would take without a limit (${left}).`;
  const most = countOf(curve[curve.length - 1].states, "state");
  const least = leastOf(curve);
  const falls = AS_GOOD * least < point.divergence;
  const beyond = falls ? `with up to ${most}, KL falls to ${brief(least)}` : `up to ${most} are no better`;
  if (standsOut) {
    const fewer = brief(leastOf(curve.slice(0, index)));
    const [from, to] = toleranceRange(curve, index).map(brief);
    return (
      `${states}: the same automaton for every tolerance from ${from} to ${to}. On ${words}, KL is at least ${fewer} nats per symbol ` +
      `with fewer states; here it is ${brief(point.divergence)}, and ${beyond}.`
    );
  }
  if (maxStates !== undefined) {
    const limit = countOf(maxStates, "state");
    return `${states}: of the automata with at most ${limit}, the smallest whose KL is within 2 % of the least (${left}).${compared}`;
  }
  if (point.states === 1) return `1 state: more of them gain little (${left}; ${beyond}).${compared}`;
  return (
    `${NONE_STANDS_OUT}, so the target is probably no machine of a few states. This is the knee of the curve: ` +
    `${states}, ${left}; ${beyond}.${compared}`
  );
}

function ngramSentence({ ngram: { n, states, divergence } }: Judged): string {
  return `The best n-gram model with no more states, made of the same words, has n = ${n} and ${countOf(states, "state")}: KL ${brief(divergence)}.`;
}

/** The least divergence, up to rounding. */
function leastOf(curve: readonly CurvePoint[]): number {
  return Math.max(EQUAL, Math.min(...curve.map(({ divergence }) => divergence)));
}

/** The place of the smallest automaton that is nearly as near to the model as the nearest: the best one of a run that is stopped. */
export function nearest(curve: readonly CurvePoint[]): number {
  return curve.findIndex(isWithin(AS_GOOD * leastOf(curve)));
}
