import { machineOf } from "../automata/machine.ts";
import { HankelError, shown } from "../errors.ts";
import { type Estimate, exponential, marginOfAll, QUANTILE, ratioOfMeans } from "../evaluation/estimate.ts";
import { notNegative } from "../numbers.ts";
import type { Word } from "../words/word.ts";
import { type Candidate, candidatesFor, Ground, type Learned, learnFrom, usualOf } from "./candidates.ts";
import { findContradictions } from "./contradictions.ts";
import { descriptionLength, leastDescription } from "./description.ts";
import { costOf, distributionOf, type Fitted, languageOf, machineAutomatonOf, supportOf } from "./fitted.ts";
import { MergedTree } from "./merged-tree.ts";
import { type Decision, type MergeDecision, type MergeStep, pairOf } from "./merging.ts";
import { frequenciesIn, type Parts, partsOf, sizeOf } from "./parts.ts";
import type {
  InferFigures,
  InferOptions,
  Inferred,
  InferredDistribution,
  InferredLanguage,
  InferredMachine,
  InferredWeights,
  InferSample,
  LabelledSample,
  MeasureName,
  TraceSample,
  Tried,
  WeightedSample,
  WordSample,
} from "./sample.ts";
import { type Part, seenAt, wholeOf, wordOf, wordsIn } from "./sample-tree.ts";
import { type Attempt, type Model, Search } from "./search.ts";
import { warningsOf } from "./warnings.ts";
import { inferWeights } from "./weighted.ts";

/** A red state with which a blue one could be merged. */
export interface MergeCandidate {
  /** The first word that leads to it. */
  readonly red: Word;
  /** The evidence; -∞ if outputs differ or the merge was refused, undefined if nobody looked because an earlier one fits. */
  readonly score: number | undefined;
}

/** What is about to be done: a blue state is merged with a red one, or settled. */
export interface InferStep {
  readonly done: "merged" | "settled";
  /** The first word that leads to the blue state. */
  readonly blue: Word;
  /** That of the red state with which it is merged, or that fits best although it is refused; undefined if all refuse. */
  readonly red: Word | undefined;
  /** The evidence for that red state, in the unit of the measure; negative if it speaks against a merge. */
  readonly score: number;
  /**
   * Why: the evidence speaks for the merge; the blue state is visited too seldom to be told apart, and is merged with what fits best; or the evidence speaks
   * against every red state.
   */
  readonly why: "fits" | "rare" | "apart";
  /** What was found out about merging it with each red state, in the order in which these were settled. */
  readonly candidates: readonly MergeCandidate[];
  /** What is merged so far. It changes with the next step. */
  readonly tree: MergedTree;
  /** How many words visit the blue state. */
  readonly visits: number;
  /** How many states are red, and how many blue. */
  readonly states: number;
  readonly blues: number;
  readonly measure: MeasureName;
  readonly parameter: number | undefined;
  /** The number of this model, from 1 on, and how many are learned in all. */
  readonly model: number;
  readonly models: number;
}

/** Progress is told once in so many steps, and for each model. */
const TOLD = 64;

/**
 * Learns from a sample, without asking: merges the states of its prefix tree that cannot be told apart. What is learned follows from the sample:
 * how probable words are, a language, a machine, or a weighted language. Where no measure is given, several are tried: of distributions the best on words
 * that were held out learns from all words, of languages and machines the one with the shortest description is taken. An interruption ends it with the best automaton so far, if there is one.
 *
 * @example
 * const alphabet = new Alphabet("ab");
 * const words = { alphabet, letters: Int32Array.from([0, 1, 0, 1, 0, 1]), starts: Int32Array.from([0, 2, 3, 5, 6]) };
 * const inferred = infer({ kind: "labelled", ...words, labels: Int8Array.from([1, 0, 1, 0]) });
 * console.log(inferred.automaton.weigh(["a", "b"])); // true
 */
export function infer(sample: WordSample, options?: InferOptions): InferredDistribution;
export function infer(sample: LabelledSample, options?: InferOptions): InferredLanguage;
export function infer(sample: TraceSample, options?: InferOptions): InferredMachine;
export function infer(sample: WeightedSample, options?: InferOptions): InferredWeights;
export function infer(sample: InferSample, options?: InferOptions): Inferred;
export function infer(sample: InferSample, options: InferOptions = {}): Inferred {
  const run = inferring(sample, options);
  for (let steps = 0, told = 0; ; steps++) {
    const { done, value } = run.next();
    if (done === true) return value;
    const { measure, parameter, model, models, states, blues } = value;
    if (steps % TOLD !== 0 && model === told) continue;
    told = model;
    options.onProgress?.({ measure, parameter, model, models, states, blues });
  }
}

/**
 * The same step by step: yields each merge before it is done. Send "refuse" to refuse it, which the next best then takes the place of, or "stop" to
 * end with the best automaton so far.
 *
 * @example
 * const words = { alphabet: new Alphabet("a"), letters: Int32Array.from([0, 0, 0]), starts: Int32Array.from([0, 1, 3]) };
 * const run = inferring({ kind: "labelled", ...words, labels: Int8Array.from([1, 0]) }, { measure: "rpni", heldOut: 0 });
 * const step = run.next();
 * console.log(step.done === true ? "" : step.value.done); // settled
 */
export function* inferring(
  sample: InferSample,
  options: InferOptions = {},
): Generator<InferStep, Inferred, MergeDecision> {
  requireSound(sample);
  const noise = notNegative(options.noise ?? 0, "noise");
  const share = notNegative(options.heldOut ?? 0.2, "heldOut");
  if (noise >= 0.5 || share >= 1) {
    throw new HankelError(
      "usage",
      `noise is below 0.5, and what is held out below 1, not ${shown(noise)} and ${shown(share)}`,
    );
  }
  const candidates = candidatesFor(sample, options.measure, options.parameter);
  const parts = partsOf(sample, share, options.seed ?? 1);
  if (sample.kind === "weighted") return inferWeights(sample, parts?.measure);
  const attempts = notNegative(options.attempts ?? Number.POSITIVE_INFINITY, "attempts");
  const searches = sample.kind === "labelled" && options.measure === undefined && attempts > 0;
  const run = new Run(sample, parts, noise, candidates, {
    refused: options.refused ?? [],
    attempts: searches ? attempts : 0,
    seed: options.seed ?? 1,
  });
  yield* run.choose();
  yield* run.finish();
  return run.result();
}

/** A model, how it was made, its loss, and what held-out words cost it. */
interface Tested extends Model {
  readonly costs: Costs;
}

/** What words cost: for each word of a part its cost, its steps, and how often it counts. */
interface Costs {
  readonly words: number[];
  readonly cost: number[];
  readonly steps: number[];
  readonly counts: number[];
}

/** What came of a candidate, and the decisions that led to it. */
interface Made extends Learned {
  readonly candidate: Candidate;
  readonly decisions: readonly Decision[];
}

/** How a candidate is learned from a part otherwise than from its beginning to its end. */
interface Ways {
  readonly attempt?: Attempt;
  /** Is a model given up that has so many states? */
  readonly hopeless?: (states: number) => boolean;
}

interface RunOptions {
  readonly refused: readonly (readonly [Word, Word])[];
  /** How often a language is merged otherwise to make it shorter, at most. */
  readonly attempts: number;
  readonly seed: number;
}

class Run {
  readonly #sample: InferSample;
  readonly #parts: Parts | undefined;
  readonly #noise: number;
  readonly #candidates: readonly Candidate[];
  readonly #models: number;
  readonly #refused: ReadonlySet<string>;
  readonly #options: RunOptions;
  /** Are languages and machines chosen by what it takes to describe them? */
  readonly #describes: boolean;
  readonly #tested: Tested[] = [];
  readonly #whole: Part;
  #ground: Ground | undefined;
  #model = 0;
  #attempts = 0;
  /** How many pairs of states were folded for all models. */
  #folded = 0;
  #chosen: Candidate;
  #measured: Fitted | undefined;
  #fitted: Fitted | undefined;
  /** What an interruption left. It counts only if nothing is complete. */
  #partial: Made | undefined;
  #interrupted = false;

  constructor(
    sample: InferSample,
    parts: Parts | undefined,
    noise: number,
    candidates: readonly Candidate[],
    options: RunOptions,
  ) {
    this.#refused = new Set(options.refused.map(([red, blue]) => wordsOf(red, blue)));
    this.#options = options;
    this.#sample = sample;
    this.#whole = wholeOf(sample);
    this.#parts = parts;
    this.#noise = noise;
    this.#candidates = candidates;
    this.#chosen = usualOf(candidates);
    this.#describes = sample.kind !== "words" && candidates.length > 1;
    const tries = this.#describes ? candidates.length : candidates.length * (parts?.rounds.length ?? 0);
    const searches = options.attempts > 0 ? 1 : 0;
    this.#models = tries + searches + (this.#describes && parts === undefined ? 0 : 1 + searches);
  }

  /** Tries each candidate: languages and machines on the whole sample, distributions on words that are held out. */
  *choose(): Generator<InferStep, void, MergeDecision> {
    if (this.#models === 1) return;
    for (const candidate of this.#candidates) {
      const tested = yield* this.#describes ? this.#describe(candidate) : this.#test(candidate);
      if (tested !== undefined) this.#tested.push(tested);
      if (this.#interrupted) break;
    }
    const shorter = yield* this.#search(this.#whole, this.#tested);
    if (shorter !== undefined && !this.#tested.some(({ fitted }) => fitted === shorter.fitted))
      this.#tested.push({ ...shorter, costs: noCosts() });
    const chosen = best(this.#sample, this.#tested);
    if (chosen === undefined) return;
    this.#chosen = chosen.candidate;
    if (this.#describes) this.#fitted = chosen.fitted;
    else this.#measured = chosen.fitted;
  }

  /** Learns what was not learned yet: from the whole sample, and from the part that is not used to measure. */
  *finish(): Generator<InferStep, void, MergeDecision> {
    if (!this.#interrupted) this.#fitted ??= (yield* this.#learnAnother(this.#whole))?.fitted;
    if (this.#interrupted || this.#parts === undefined || this.#measured !== undefined) return;
    const part = this.#parts.rounds[0].learn;
    const learned = yield* this.#learnAnother(part);
    if (learned === undefined) return;
    const shorter = yield* this.#search(part, [this.#described(learned, part)]);
    this.#measured = (shorter ?? learned).fitted;
  }

  /** The chosen candidate, as one more model. */
  *#learnAnother(part: Part): Generator<InferStep, Made | undefined, MergeDecision> {
    this.#model++;
    return yield* this.#learn(this.#chosen, part);
  }

  *#describe(candidate: Candidate): Generator<InferStep, Tested | undefined, MergeDecision> {
    const shortest = this.#tested.reduce(
      (least, { loss }) => Math.min(least, loss),
      Number.POSITIVE_INFINITY,
    );
    const hopeless = (states: number) => leastDescription(states) > shortest;
    this.#model++;
    const learned = yield* this.#learn(candidate, this.#whole, { hopeless });
    return learned && { ...this.#described(learned, this.#whole), costs: noCosts() };
  }

  #described({ candidate, fitted, decisions }: Made, part: Part): Model {
    const sample = this.#sample;
    const described = sample.kind !== "words" && sample.kind !== "weighted";
    const loss = described ? descriptionLength(fitted, sample, part) : 0;
    return { candidate, fitted, decisions, refused: NONE, loss };
  }

  /** The shortest model that is found by taking some decisions otherwise; undefined if there was none to begin with, or nothing is searched. */
  *#search(part: Part, models: readonly Model[]): Generator<InferStep, Model | undefined, MergeDecision> {
    const { attempts, seed } = this.#options;
    if (attempts === 0 || this.#interrupted) return undefined;
    this.#model++;
    const search = new Search(models, this.#candidates, seed, attempts);
    while (!search.isOver && !this.#interrupted) {
      const before = this.#folded;
      const attempt = search.propose();
      const hopeless = (states: number) => search.hopeless(states);
      const learned = yield* this.#learn(attempt.candidate, part, { attempt, hopeless });
      const model = learned && { ...this.#described(learned, part), refused: attempt.refused };
      search.add(model, this.#folded - before);
    }
    if (part === this.#whole) this.#attempts = search.attempts;
    return search.best;
  }

  /** A model and its costs in all rounds; the model is that of the first. */
  *#test(candidate: Candidate): Generator<InferStep, Tested | undefined, MergeDecision> {
    let first: Made | undefined;
    const costs = noCosts();
    for (const { learn, choose } of this.#parts?.rounds ?? []) {
      this.#model++;
      const learned = yield* this.#learn(candidate, learn);
      if (learned === undefined) break;
      first ??= learned;
      addCosts(costs, learned.fitted, this.#sample, choose);
    }
    return first && { ...first, refused: NONE, loss: lossOf(costs), costs };
  }

  /** Undefined if it was interrupted, or given up: it has so many states that it cannot be the best. */
  *#learn(
    candidate: Candidate,
    part: Part,
    { attempt, hopeless }: Ways = {},
  ): Generator<InferStep, Made | undefined, MergeDecision> {
    const [model, models] = [this.#model, this.#models];
    const begun = attempt?.begun ?? [];
    const decisions = [...begun];
    const learning = learnFrom(this.#groundOf(part), candidate, begun);
    let decision: MergeDecision;
    for (;;) {
      const step = learning.next(decision);
      if (step.done === true) {
        const made = { candidate, decisions, ...step.value };
        this.#folded += made.folded;
        if (made.complete) return made;
        this.#interrupted = true;
        this.#partial ??= made;
        return undefined;
      }
      const { reds, folded } = step.value.quotient;
      if (hopeless?.(reds.length) === true) {
        this.#folded += folded;
        return undefined;
      }
      const refused = this.#isRefused(step.value, attempt);
      decision = refused ? "refuse" : yield told(step.value, candidate, model, models);
      if (decision === undefined) decisions.push(decisionOf(step.value));
    }
  }

  /** What is learned from a part. Only the last one is kept: it may be large. */
  #groundOf(part: Part): Ground {
    if (this.#ground?.part !== part) this.#ground = new Ground(this.#sample, part, this.#noise);
    return this.#ground;
  }

  #isRefused(step: MergeStep, attempt: Attempt | undefined): boolean {
    if (step.done === "settled") return false;
    if (attempt?.refused.has(pairOf(step)) === true) return true;
    if (this.#refused.size === 0) return false;
    const { tree } = step.quotient;
    return this.#refused.has(wordsOf(wordOf(tree, step.red), wordOf(tree, step.blue)));
  }

  result(): Inferred {
    const sample = this.#sample;
    const complete = this.#fitted ?? this.#measured;
    const learned = complete === undefined ? this.#partial : { candidate: this.#chosen, fitted: complete };
    if (learned === undefined || sample.kind === "weighted") throw new Error("nothing was learned");
    const { candidate, fitted } = learned;
    const contradictions = findContradictions(sample);
    const figures = figuresOf(sample, this.#parts, this.#measured, fitted);
    const base = {
      ...candidate,
      tried: this.#tested.map(
        ({ candidate: one, fitted: { size }, loss }): Tried => ({ ...one, states: size, loss }),
      ),
      attempts: this.#attempts,
      support: supportOf(fitted, sample),
      figures,
      contradictions: contradictions.list,
      contradictoryWords: contradictions.words,
      warnings: warningsOf(sample, figures, contradictions),
      interrupted: this.#interrupted,
    };
    switch (sample.kind) {
      case "words":
        return { kind: sample.kind, ...base, automaton: distributionOf(fitted, sample.alphabet) };
      case "labelled":
        return { kind: sample.kind, ...base, automaton: languageOf(fitted, sample.alphabet) };
      default: {
        const automaton = machineAutomatonOf(fitted, sample);
        return { kind: sample.kind, ...base, automaton, machine: machineOf(automaton) };
      }
    }
  }
}

const NONE: ReadonlySet<string> = new Set();

function decisionOf({ done, blue, arc, red }: MergeStep): Decision {
  return { done, blue, arc, red };
}

/** Two words as a key, in either order. */
function wordsOf(one: Word, other: Word): string {
  return [one.join(" "), other.join(" ")].sort().join("|");
}

/** A step as the caller sees it. Words are spelled out if they are looked at. */
function told(step: MergeStep, candidate: Candidate, model: number, models: number): InferStep {
  const { done, score, scores, quotient, blues } = step;
  return {
    done,
    why: done === "settled" ? "apart" : score >= 0 ? "fits" : "rare",
    get candidates() {
      return quotient.reds.map((red, i): MergeCandidate => {
        const known = i < scores.length && !Number.isNaN(scores[i]);
        return { red: wordOf(quotient.tree, red), score: known ? scores[i] : undefined };
      });
    },
    get tree() {
      return new MergedTree(quotient);
    },
    get blue() {
      return wordOf(quotient.tree, step.blue);
    },
    get red() {
      return step.red < 0 ? undefined : wordOf(quotient.tree, step.red);
    },
    score,
    visits: quotient.visits[step.blue],
    states: quotient.reds.length,
    blues,
    ...candidate,
    model,
    models,
  };
}

function noCosts(): Costs {
  return { words: [], cost: [], steps: [], counts: [] };
}

/** Adds what the words of a part cost. */
function addCosts(costs: Costs, fitted: Fitted, sample: InferSample, part: Part): Costs {
  const into = { cost: 0, steps: 0 };
  for (let word = 0; word < part.length; word++) {
    if (part[word] === 0) continue;
    costOf(fitted, sample, word, into);
    costs.words.push(word);
    costs.cost.push(into.cost);
    costs.steps.push(into.steps);
    costs.counts.push(part[word]);
  }
  return costs;
}

/** The mean cost of a step. */
function lossOf({ cost, steps, counts }: Costs): number {
  let [sum, total] = [0, 0];
  cost.forEach((value, i) => {
    sum += counts[i] * value;
    total += counts[i] * steps[i];
  });
  return total === 0 ? 0 : sum / total;
}

/** The model with the least loss; of distributions, the smallest of those that are worse by no more than chance. */
function best(sample: InferSample, tested: readonly Tested[]): Tested | undefined {
  if (tested.length === 0) return undefined;
  const least = tested.reduce((other, one) => (one.loss < other.loss ? one : other));
  if (sample.kind !== "words") return least;
  const asGood = tested.filter((other) => !worse(other.costs, least.costs));
  return asGood.reduce(
    (smallest, other) => (other.fitted.size < smallest.fitted.size ? other : smallest),
    least,
  );
}

/** Is a model worse than another on the same words, by more than the interval of the difference? */
function worse({ cost, counts }: Costs, other: Costs): boolean {
  let [n, sum, squares] = [0, 0, 0];
  cost.forEach((value, i) => {
    const difference = value - other.cost[i];
    n += counts[i];
    sum += counts[i] * difference;
    squares += counts[i] * difference ** 2;
  });
  const variance = Math.max(0, squares / n - (sum / n) ** 2);
  return sum / n > QUANTILE * Math.sqrt(variance / n);
}

/** The share of right labels among accepted and among rejected words, in the mean; undefined if there are none of one of them. */
function balancedRate(sample: LabelledSample, { words, cost, counts }: Costs): Estimate | undefined {
  const [right, total] = [
    [0, 0],
    [0, 0],
  ];
  words.forEach((word, i) => {
    const label = sample.labels[word];
    if (label < 0) return;
    total[label] += counts[i];
    right[label] += counts[i] * (1 - cost[i]);
  });
  if (total.includes(0)) return undefined;
  const [p, q] = right.map((count, label) => count / total[label]);
  const variance = (p * (1 - p)) / total[0] + (q * (1 - q)) / total[1];
  const least = marginOfAll(total[0]) + marginOfAll(total[1]);
  return { mean: (p + q) / 2, margin: Math.max(QUANTILE * Math.sqrt(variance), least) / 2 };
}

/** What the model that learned from one part is worth on another, and how much of the sample the final one contradicts. */
function figuresOf(
  sample: InferSample,
  parts: Parts | undefined,
  learned: Fitted | undefined,
  fitted: Fitted,
): InferFigures {
  const contradicted = sample.kind === "words" ? 0 : contradictedBy(fitted, sample);
  if (parts === undefined || learned === undefined) return { heldOut: 0, contradicted };
  const costs = addCosts(noCosts(), learned, sample, parts.measure);
  const heldOut = sizeOf(parts.measure);
  if (sample.kind !== "words") {
    const wrong = ratioOfMeans(costs.cost, costs.steps, costs.counts);
    const trials = costs.steps.reduce((sum, steps, i) => sum + costs.counts[i] * steps, 0);
    const accuracy = { mean: 1 - wrong.mean, margin: Math.max(wrong.margin, marginOfAll(trials)) };
    const balanced = sample.kind === "labelled" ? balancedRate(sample, costs) : undefined;
    const commonest = shareOfCommonest(sample, parts.measure);
    return { heldOut, accuracy, ...(balanced && { balanced }), commonest, contradicted };
  }
  const entropy = ratioOfMeans(costs.cost, costs.steps, costs.counts);
  const one = costs.cost.map(() => 1);
  const perWord = ratioOfMeans(costs.cost, one, costs.counts);
  return {
    heldOut,
    entropy,
    perplexity: exponential(entropy),
    logLikelihood: { mean: -perWord.mean, margin: perWord.margin },
    unigram: unigramPerplexity(sample, parts),
    contradicted,
  };
}

function contradictedBy(fitted: Fitted, sample: InferSample): number {
  return lossOf(addCosts(noCosts(), fitted, sample, wholeOf(sample)));
}

/** The share of the most frequent label or output. */
function shareOfCommonest(sample: InferSample, part: Part): number {
  const counts = new Map<number, number>();
  let total = 0;
  for (let word = 0; word < part.length; word++) {
    if (part[word] === 0) continue;
    for (let at = 0; at <= sample.starts[word + 1] - sample.starts[word]; at++) {
      const seen = seenAt(sample, word, at);
      if (seen < 0) continue;
      counts.set(seen, (counts.get(seen) ?? 0) + part[word]);
      total += part[word];
    }
  }
  return total === 0 ? 1 : Math.max(...counts.values()) / total;
}

/** The perplexity of the frequencies of the letters. */
function unigramPerplexity(sample: WordSample, { rounds, measure }: Parts): number {
  const frequencies = frequenciesIn(sample, rounds[0].learn);
  const end = sample.alphabet.size;
  let [cost, steps] = [0, 0];
  for (let word = 0; word < measure.length; word++) {
    if (measure[word] === 0) continue;
    for (let at = sample.starts[word]; at <= sample.starts[word + 1]; at++) {
      const letter = at < sample.starts[word + 1] ? sample.letters[at] : end;
      cost -= measure[word] * Math.log(frequencies[letter]);
      steps += measure[word];
    }
  }
  return Math.exp(cost / steps);
}

/** Refuses arrays that do not fit each other: a mistake of the caller. */
function requireSound(sample: InferSample): void {
  const words = wordsIn(sample);
  const fail = (message: string): never => {
    throw new HankelError("usage", message);
  };
  if (words < 1) fail("there are no words to learn from");
  const { letters, starts, counts, alphabet } = sample;
  if (starts[0] !== 0 || starts[words] !== letters.length) fail("the words do not cover the letters");
  for (let word = 0; word < words; word++) {
    if (starts[word] > starts[word + 1]) fail(`word ${word} ends before it begins`);
  }
  for (const letter of letters) {
    if (letter >>> 0 >= alphabet.size) fail(`letter ${letter} is outside 0…${alphabet.size - 1}`);
  }
  if (
    counts !== undefined &&
    (counts.length !== words || counts.some((count) => !(count > 0) || count === Infinity))
  ) {
    fail("there is one count for each word, and it is positive");
  }
  const expect = {
    words: 0,
    labelled: words,
    weighted: words,
    mealy: letters.length,
    moore: letters.length + words,
  };
  const found = foundIn(sample);
  if (found !== expect[sample.kind])
    fail(`expected ${expect[sample.kind]} observations for ${words} words, got ${found}`);
}

function foundIn(sample: InferSample): number {
  switch (sample.kind) {
    case "words":
      return 0;
    case "labelled":
      return sample.labels.length;
    case "weighted":
      return sample.weights.length;
    default:
      return sample.seen.length;
  }
}
