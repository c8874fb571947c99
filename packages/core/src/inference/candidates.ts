import { HankelError, quote } from "../errors.ts";
import { Interruption } from "../interruption.ts";
import {
  BayesEvidence,
  DivergenceEvidence,
  HoeffdingEvidence,
  InformationEvidence,
  KnownEvidence,
  OutputEvidence,
  RatioEvidence,
  TailEvidence,
  UsageEvidence,
} from "./evidence.ts";
import { counted, type Fitted, fittedTo } from "./fitted.ts";
import { homing } from "./homing.ts";
import { type MergeDecision, type MergeStep, type MergingOptions, merging } from "./merging.ts";
import { frequenciesIn } from "./parts.ts";
import { type Evidence, Quotient } from "./quotient.ts";
import type { InferSample, MeasureName } from "./sample.ts";
import { type Part, type SampleTree, sampleTree, wordsIn } from "./sample-tree.ts";
import { splitStates } from "./split.ts";
import { suffixModel } from "./suffixes.ts";

/** A way to learn from a sample: a measure with its parameter. */
export interface Candidate {
  readonly measure: MeasureName;
  readonly parameter: number | undefined;
}

/** How a measure works. */
interface Measure {
  /** For which samples it is. */
  readonly of: "words" | "outputs";
  /** What the parameter is, in words, and its value where none is given; undefined if there is none. */
  readonly parameter?: readonly [name: string, usual: number];
  /** What is tried where no parameter is given, if that is more than the usual one. */
  readonly tries?: readonly number[];
  /** Undefined if the measure makes nothing of the sample. */
  readonly evidence?: (quotient: Quotient, parameter: number, ground: Ground) => Evidence | undefined;
  readonly options: MergingOptions;
  /** Are states split afterwards that all visits together tell apart? */
  readonly splits?: boolean;
}

/** What is learned from, and what all models of it have in common. */
export class Ground {
  readonly sample: InferSample;
  readonly part: Part;
  readonly noise: number;
  /** How many pairs of states were folded to learn from it. */
  folded = 0;
  #tree: SampleTree | undefined;
  #frequencies: Float64Array | undefined;

  constructor(sample: InferSample, part: Part, noise: number) {
    this.sample = sample;
    this.part = part;
    this.noise = noise;
  }

  get tree(): SampleTree {
    return (this.#tree ??= sampleTree(this.sample, this.part));
  }

  get frequencies(): Float64Array {
    return (this.#frequencies ??= frequenciesIn(this.sample, this.part));
  }
}

/** Blue states that are visited less often are merged with what fits best: so few words tell no state apart. */
const RARE = 10;

/** How many observations the frequencies of the letters are worth in each state of a distribution. */
const CONCENTRATION = 1;

/** By how many nats a state of its own must make a distribution more likely. */
const USUAL_PRICE = 0.5;

/** The concentration of the usage of letters where outputs decide, and how many nats more a context must save. */
const USAGE = 5;
const CONTEXT_PRICE = 1;

const visited: MergingOptions = { next: "most-visited", least: RARE };

/** The measures; `residuals`, for weights, has a file of its own, and `homing` is for runs alone. */
const measures: Readonly<Record<Exclude<MeasureName, "residuals" | "homing">, Measure>> = {
  rpni: {
    of: "outputs",
    evidence: (quotient, _, { noise }) => new OutputEvidence(quotient, noise),
    options: { next: "first", least: 0, firstFit: true },
  },
  edsm: {
    of: "outputs",
    evidence: (quotient, _, { noise }) => new OutputEvidence(quotient, noise),
    options: { next: "best-merge", least: 0 },
  },
  "k-tails": {
    of: "outputs",
    parameter: ["the length k of tails", 2],
    evidence: (quotient, k) => new TailEvidence(quotient, k),
    options: { next: "first", least: 0, firstFit: true },
  },
  alergia: {
    of: "words",
    parameter: ["the significance α", 0.05],
    evidence: (quotient, alpha) => new HoeffdingEvidence(quotient, alpha),
    options: visited,
  },
  likelihood: {
    of: "words",
    parameter: ["the significance α", 0.05],
    evidence: (quotient, alpha) => new RatioEvidence(quotient, alpha, RARE),
    options: visited,
  },
  aic: {
    of: "words",
    parameter: ["the price of a parameter", 1],
    // Beside Akaike's, since a merge is compared with the best of many alternatives: of these some are better by chance, and states stay apart that are one.
    tries: [1, 2, 4],
    evidence: (quotient, price) => new InformationEvidence(quotient, price, RARE),
    options: visited,
  },
  mdi: {
    of: "words",
    parameter: ["the divergence a state may cost", 1e-2],
    tries: [1e-2, 1e-3, 1e-4],
    evidence: (quotient, bound) => new DivergenceEvidence(quotient, bound, RARE),
    options: visited,
  },
  bayes: {
    of: "words",
    parameter: ["the price of a state, in nats", USUAL_PRICE],
    evidence: (quotient, price, { frequencies }) =>
      new BayesEvidence(quotient, CONCENTRATION, frequencies, price, RARE),
    options: visited,
    splits: true,
  },
  suffixes: { of: "words", parameter: ["the concentration", 20], options: visited },
};

/** The same measure for labels: the parameter weighs how letters are used by accepted words against labels. */
const bayesOfLabels: Measure = {
  of: "outputs",
  parameter: ["the weight of usage", 0.3],
  evidence: usageEvidence,
  options: { next: "most-visited", least: 0, sinks: true },
};

/** EDSM, to which the usage of letters is added. */
const edsmOfLabels: Measure = {
  of: "outputs",
  parameter: ["the weight of usage", 0],
  evidence: (quotient, weight, ground) =>
    weight > 0 ? usageEvidence(quotient, weight, ground) : new OutputEvidence(quotient, ground.noise),
  options: { next: "best-merge", least: 0 },
};

function usageEvidence(quotient: Quotient, weight: number, { frequencies, noise }: Ground): Evidence {
  return new UsageEvidence(quotient, USAGE, frequencies, new OutputEvidence(quotient, noise), weight);
}

/** Places of runs that have the same past, which is no evidence where outputs may be wrong. */
const homingOfRuns: Measure = {
  of: "outputs",
  evidence: (quotient, _, { tree, noise }) => {
    const state = noise === 0 ? homing(tree) : undefined;
    return state && new KnownEvidence(quotient, state);
  },
  options: { next: "first", least: 0, firstFit: true },
};

/** And for machines, of whose inputs nothing can be said: outputs alone, but the state that is visited most comes first. */
const bayesOfRuns: Measure = {
  of: "outputs",
  evidence: (quotient, _, { noise }) => new OutputEvidence(quotient, noise),
  options: { next: "most-visited", least: 0 },
};

function measureOf(sample: InferSample, name: MeasureName): Measure {
  const wants = sample.kind === "words" ? "words" : "outputs";
  if (name === "bayes" && sample.kind === "labelled") return bayesOfLabels;
  if (name === "edsm" && sample.kind === "labelled") return edsmOfLabels;
  const runs = sample.kind === "mealy" || sample.kind === "moore";
  if (name === "bayes" && runs) return bayesOfRuns;
  if (name === "homing" && runs) return homingOfRuns;
  const measure =
    name === "residuals" || name === "homing" || sample.kind === "weighted" ? undefined : measures[name];
  if (measure !== undefined && measure.of === wants) return measure;
  const fitting = Object.entries(measures).flatMap(([other, { of }]) => (of === wants ? [other] : []));
  const names =
    sample.kind === "weighted"
      ? ["residuals"]
      : [...fitting, ...(wants === "outputs" ? ["bayes"] : []), ...(runs ? ["homing"] : [])];
  const what = { words: "words without labels", labelled: "labelled words", weighted: "words with weights" };
  const kind = runs ? "runs of a machine" : what[sample.kind];
  throw new HankelError(
    "usage",
    `${quote(name)} is no measure for ${kind}; there ${names.length === 1 ? "is" : "are"} ${names.join(", ")}`,
  );
}

/** What is tried where nothing is chosen. What takes least time comes first: there is something to return if time is short. */
export function candidatesFor(sample: InferSample, measure?: MeasureName, parameter?: number): Candidate[] {
  if (measure !== undefined) {
    const known = measureOf(sample, measure);
    if (parameter !== undefined && known.parameter === undefined) {
      throw new HankelError("usage", `${quote(measure)} has no parameter`);
    }
    if (parameter !== undefined) return [{ measure, parameter }];
    const tried = usual(sample).filter((one) => one.measure === measure);
    const plain = tried.filter((one) => one.parameter === undefined);
    if (tried.length > 0) return plain.length > 0 ? plain : tried;
    return (known.tries ?? [known.parameter?.[1]]).map((value) => ({ measure, parameter: value }));
  }
  return usual(sample);
}

/** With fewer runs, the measures that begin with the first state make so many states that it takes long, unless a better model is there. */
const FEW_RUNS = 20;

function runsInOrder(few: boolean): Candidate[] {
  const names: MeasureName[] = ["rpni", "bayes", "edsm"];
  const order = few ? (["homing", ...names] as const) : ([...names, "homing"] as const);
  return order.map((measure) => ({ measure, parameter: undefined }));
}

function usual(sample: InferSample): Candidate[] {
  switch (sample.kind) {
    case "words":
      return [
        { measure: "suffixes", parameter: 20 },
        { measure: "bayes", parameter: 3 },
        { measure: "bayes", parameter: USUAL_PRICE },
        { measure: "alergia", parameter: 0.05 },
        { measure: "suffixes", parameter: 5 },
        { measure: "suffixes", parameter: 50 },
      ];
    case "labelled":
      return [
        ...[0.3, 0.03, 0.1, 0.2, 0.5, 1, 3].map((parameter): Candidate => ({ measure: "bayes", parameter })),
        { measure: "edsm", parameter: undefined },
        ...[0.03, 0.1].map((parameter): Candidate => ({ measure: "edsm", parameter })),
      ];
    case "weighted":
      return [{ measure: "residuals", parameter: undefined }];
    default:
      return runsInOrder(wordsIn(sample) < FEW_RUNS);
  }
}

/** What is taken where too few words can be held out to choose: the measure of most use. */
export function usualOf(candidates: readonly Candidate[]): Candidate {
  return (
    candidates.find(({ measure, parameter }) => measure === "bayes" && parameter === USUAL_PRICE) ??
    candidates[0]
  );
}

/** What came of learning; it is incomplete if an interruption left states unmerged. */
export interface Learned {
  readonly fitted: Fitted;
  readonly complete: boolean;
  /** How many pairs of states were folded for it. */
  readonly folded: number;
}

/**
 * Learns what a candidate makes of it, from what is merged already: if that is a model but for a few arcs, the best merge of all comes next. Yields each merge before it is
 * done; ends early if it is told to stop. Undefined if the candidate makes nothing of it.
 */
export function* learnFrom(
  ground: Ground,
  { measure: name, parameter }: Candidate,
  begin: (quotient: Quotient) => void = () => {},
  repairs = false,
): Generator<MergeStep, Learned | undefined, MergeDecision> {
  const { sample, part } = ground;
  const measure = measureOf(sample, name);
  if (measure.evidence === undefined) {
    const { model, complete } = suffixModel(sample, part, parameter ?? 0, CONTEXT_PRICE);
    return { fitted: { ...model, output: new Int32Array(0) }, complete, folded: 0 };
  }
  const weighs = name === "edsm" && (parameter ?? 0) > 0;
  const quotient = new Quotient(ground.tree, name === "bayes" || weighs || measure.of === "words");
  let complete = false;
  try {
    const evidence = measure.evidence(quotient, parameter ?? 0, ground);
    if (evidence === undefined) return undefined;
    begin(quotient);
    const options: MergingOptions = repairs ? { ...measure.options, next: "best-merge" } : measure.options;
    complete = yield* merging(quotient, evidence, options);
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    quotient.undo();
  }
  const { folded } = quotient;
  const fitted = fittedTo(quotient, sample, part);
  if (measure.splits !== true || !complete) return { fitted, complete, folded };
  const { frequencies } = ground;
  const prior = frequencies.map((frequency) => CONCENTRATION * frequency);
  const split = splitStates(fitted, sample, part, prior, parameter ?? 0);
  return { fitted: counted(split, sample, part, frequencies), complete, folded };
}
