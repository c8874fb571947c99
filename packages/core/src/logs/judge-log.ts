/** How right a model is about a log that it was not learned from: its labels, its outputs or its weights. */

import { type Automaton, toWdfsa } from "../automata/convert.ts";
import { isOverFreeGroup } from "../automata/machine.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import { QUANTILE, ratioOfMeans } from "../evaluation/estimate.ts";
import { type Share, shareOfMean } from "../evaluation/share.ts";
import type { InferSample, TraceSample } from "../inference/sample.ts";
import { lookUp } from "../interruption.ts";
import { compareRuns } from "./anomalies.ts";

/** How right a model is; each share has an interval, which is wide if there are few words. */
export type LogFigures = LanguageFigures | MachineFigures | WeightFigures;

/** About words with labels, or words that occurred, which should be accepted. */
export interface LanguageFigures {
  readonly kind: "language";
  /** The mean of the shares of accepted and of rejected words that it labels rightly; undefined if there are none of the one or the other. */
  readonly balanced: Share | undefined;
  /** The share of all words. */
  readonly accuracy: Share;
  /** Those of the words that the log labels 1, and of those that it labels 0. */
  readonly accepted: Share | undefined;
  readonly rejected: Share | undefined;
}

/** About runs. */
export interface MachineFigures {
  readonly kind: "machine";
  /** The share of outputs that are right; where the machine has no arc, it is wrong. The interval allows for outputs of one trace being alike. */
  readonly outputs: Share;
  /** The share of traces without a wrong output. */
  readonly traces: Share;
}

/** About words with weights. */
export interface WeightFigures {
  readonly kind: "weights";
  /** The share of words whose weights are right. */
  readonly weights: Share;
}

/**
 * Says how right a model is about a log: a language about labels, a machine about outputs, a weighted language about weights. Symbols are matched by name.
 * For probabilities there is `evaluateSample`.
 *
 * @example
 * const model = fromExpression("a*b", boolean);
 * const log = new LogReader();
 * log.read("log.txt", "+ a b\n- a\n+ b\n+ a\n");
 * const figures = judgeLog(model, log.end().sample);
 * console.log(figures.kind === "language" && figures.accuracy.mean); // 0.75
 */
export function judgeLog<W>(model: Automaton<W>, sample: InferSample): LogFigures {
  if (sample.kind === "weighted") return judgeWeights(model, sample);
  if (model.algebra.name === "boolean") return judgeLanguage(model, sample);
  const automaton = toWdfsa(model);
  if (isOverFreeGroup(automaton)) {
    if (sample.kind === "mealy" || sample.kind === "moore") return judgeMachine(automaton, sample);
    throw new HankelError(
      "usage",
      "the model is a machine, and the log has no outputs to compare: --output names their column",
    );
  }
  throw new HankelError(
    "unsupported",
    `judgeLog needs a language (boolean), a machine, or weights in the log; the weights of this automaton are ${model.algebra.name}, and evaluateSample says how well it predicts`,
  );
}

/** The words of a sample in the letters of a model; undefined for those with symbols that it does not know. */
function* wordsOf<W>({ alphabet }: Automaton<W>, sample: InferSample) {
  const letterOf = Int32Array.from(sample.alphabet.symbols, (symbol) => alphabet.letter(symbol));
  const { starts, letters, counts } = sample;
  for (let i = 0; i + 1 < starts.length; i++) {
    const word = Array.from(letters.subarray(starts[i], starts[i + 1]), (letter) => letterOf[letter]);
    lookUp(word.length + 1);
    yield { i, word: word.includes(-1) ? undefined : word, times: counts?.[i] ?? 1 };
  }
}

/** How often something is right. */
class Tally {
  #right = 0;
  #all = 0;

  add(isRight: boolean, times: number): void {
    this.#all += times;
    if (isRight) this.#right += times;
  }

  get share(): Share | undefined {
    return this.#all === 0 ? undefined : shareOfMean(this.#right / this.#all, this.#all);
  }
}

/** What is right of nothing. */
const NOTHING: Share = { mean: 1, low: 0, high: 1, count: 0 };

function judgeLanguage<W>(
  model: Automaton<W>,
  sample: Exclude<InferSample, { kind: "weighted" }>,
): LanguageFigures {
  const [accepted, rejected, all] = [new Tally(), new Tally(), new Tally()];
  for (const { i, word, times } of wordsOf(model, sample)) {
    const label = sample.kind === "labelled" ? sample.labels[i] : 1;
    if (label < 0) continue;
    const isAccepted = word !== undefined && !model.algebra.isZero(model.weigh(word));
    const isRight = isAccepted === (label === 1);
    (label === 1 ? accepted : rejected).add(isRight, times);
    all.add(isRight, times);
  }
  return {
    kind: "language",
    balanced: meanOf(accepted.share, rejected.share),
    accuracy: all.share ?? NOTHING,
    accepted: accepted.share,
    rejected: rejected.share,
  };
}

/** The mean of two independent shares; its interval has the distances of theirs as the sides of a right angle. */
function meanOf(one: Share | undefined, other: Share | undefined): Share | undefined {
  if (one === undefined || other === undefined) return undefined;
  const mean = (one.mean + other.mean) / 2;
  const side = (end: "low" | "high") => Math.hypot(one.mean - one[end], other.mean - other[end]) / 2;
  return {
    mean,
    low: Math.max(0, mean - side("low")),
    high: Math.min(1, mean + side("high")),
    count: one.count + other.count,
  };
}

function judgeWeights<W>(
  model: Automaton<W>,
  sample: Extract<InferSample, { kind: "weighted" }>,
): WeightFigures {
  const tally = new Tally();
  const { algebra } = model;
  for (const { i, word, times } of wordsOf(model, sample)) {
    const weight = algebra.parse(sample.algebra.format(sample.weights[i]));
    tally.add(algebra.equals(word === undefined ? algebra.zero : model.weigh(word), weight), times);
  }
  return { kind: "weights", weights: tally.share ?? NOTHING };
}

function judgeMachine(machine: Wdfsa<string>, sample: TraceSample): MachineFigures {
  const compare = compareRuns(machine, sample);
  const traces = new Tally();
  const [right, all]: [number[], number[]] = [[], []];
  for (const { i } of wordsOf(machine, sample)) {
    const { wrong, compared } = compare(i, sample.starts[i], sample.starts[i + 1]);
    if (compared === 0) continue;
    traces.add(wrong === 0, 1);
    right.push(compared - wrong);
    all.push(compared);
  }
  return { kind: "machine", outputs: clustered(right, all), traces: traces.share ?? NOTHING };
}

/**
 * The share of what is right, where what belongs together is alike: as many independent values as have the same variance, at least one for each group, and at most all of
 * them (Korn and Graubard 1998).
 */
function clustered(right: readonly number[], all: readonly number[]): Share {
  const count = all.reduce((sum, each) => sum + each, 0);
  if (count === 0) return NOTHING;
  const { mean, margin } = ratioOfMeans(right, all);
  const effective = (mean * (1 - mean)) / (margin / QUANTILE) ** 2;
  const values = Number.isFinite(effective) ? Math.min(count, Math.max(all.length, effective)) : all.length;
  return { ...shareOfMean(mean, values), count };
}
