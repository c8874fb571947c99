import { machineOf } from "../automata/machine.ts";
import { HankelError, quote } from "../errors.ts";
import { type Estimate, exponential, marginOfAll, QUANTILE, ratioOfMeans } from "../evaluation/estimate.ts";
import { type Candidate, usualOf } from "./candidates.ts";
import { findContradictions } from "./contradictions.ts";
import { costOf, distributionOf, type Fitted, languageOf, machineAutomatonOf, supportOf } from "./fitted.ts";
import type { InferStep } from "./infer-step.ts";
import type { MergeDecision } from "./merging.ts";
import {
  chosenModel,
  type InferPlan,
  inferPlan,
  isHopeless,
  type LearnedModel,
  learning,
  lossOfDescription,
  modelsIn,
  type Way,
} from "./models.ts";
import { frequenciesIn, type Parts, sizeOf } from "./parts.ts";
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
  TraceSample,
  Tried,
  WeightedSample,
  WordSample,
} from "./sample.ts";
import { type Part, seenAt, wholeOf } from "./sample-tree.ts";
import { type Model, Search } from "./search.ts";
import { warningsOf } from "./warnings.ts";
import { inferWeights } from "./weighted.ts";

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
  return yield* choosing(inferPlan(sample, options));
}

/**
 * The same with models that are there already, by their numbers, as `learningModel` learns them: null for one that was given up as hopeless. They are
 * taken instead of learning them; all that follows is as if they had been learned here.
 */
export function* choosing(
  plan: InferPlan,
  known: (model: number) => LearnedModel | null | undefined = () => undefined,
): Generator<InferStep, Inferred, MergeDecision> {
  const { sample, parts } = plan;
  if (sample.kind === "weighted") return inferWeights(sample, parts?.measure);
  const run = new Run(plan, known);
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

class Run {
  readonly #plan: InferPlan;
  readonly #known: (model: number) => LearnedModel | null | undefined;
  readonly #models: number;
  readonly #tested: Tested[] = [];
  #attempts = 0;
  #chosen: Candidate;
  #measured: Fitted | undefined;
  #fitted: Fitted | undefined;
  /** What an interruption left. It counts only if nothing is complete. */
  #partial: { readonly candidate: Candidate; readonly fitted: Fitted } | undefined;
  #interrupted = false;

  constructor(plan: InferPlan, known: (model: number) => LearnedModel | null | undefined) {
    this.#plan = plan;
    this.#known = known;
    this.#chosen = usualOf(plan.candidates);
    this.#models = modelsIn(plan);
  }

  /** Tries each candidate: languages and machines on the whole sample, distributions on words that are held out. */
  *choose(): Generator<InferStep, void, MergeDecision> {
    const { sample, candidates, describes, whole, tries } = this.#plan;
    if (this.#models === 1) return;
    for (const [place, candidate] of candidates.entries()) {
      const tested = yield* describes ? this.#describe(candidate, place) : this.#test(candidate, place);
      if (tested !== undefined) this.#tested.push(tested);
    }
    const { best: shortest, attempts } = yield* this.#search(this.#tested, { part: whole, number: tries });
    this.#attempts = attempts;
    if (shortest !== undefined && !this.#tested.some(({ fitted }) => fitted === shortest.fitted))
      this.#tested.push({ ...shortest, costs: noCosts() });
    const chosen = best(sample, this.#tested);
    if (chosen === undefined) return;
    this.#chosen = chosen.candidate;
    if (describes) this.#fitted = chosen.fitted;
    else this.#measured = chosen.fitted;
  }

  /** Learns what was not learned yet: from the whole sample, and from the part that is not used to measure. */
  *finish(): Generator<InferStep, void, MergeDecision> {
    const { parts, whole } = this.#plan;
    const candidate = this.#chosen;
    const number = chosenModel(this.#plan);
    this.#fitted ??= (yield* this.#learn({ candidate, part: whole, number }))?.fitted;
    if (this.#interrupted || parts === undefined || this.#measured !== undefined) return;
    const { learn: part } = parts.rounds[0];
    const learned = yield* this.#learn({ candidate, part, number });
    if (learned === undefined) return;
    this.#measured = learned.fitted;
    if (this.#attempts === 0) return;
    const { best: shortest } = yield* this.#search([learned], { part, number: number + 1 });
    this.#measured = shortest?.fitted;
  }

  *#describe(candidate: Candidate, number: number): Generator<InferStep, Tested | undefined, MergeDecision> {
    const shortest = this.#tested.reduce(
      (least, { loss }) => Math.min(least, loss),
      Number.POSITIVE_INFINITY,
    );
    // A machine that all others agree on needs no more attempts, which take their time.
    const agreed =
      number > 1 && number === this.#tested.length && this.#tested.every(({ loss }) => loss === shortest);
    if (agreed && candidate.measure === "homing") return undefined;
    const hopeless = (states: number) => isHopeless(states, shortest);
    const model = yield* this.#learn({ candidate, part: this.#plan.whole, number, hopeless });
    return model && { ...model, costs: noCosts() };
  }

  /** A model and its costs in all rounds; the model is that of the first. */
  *#test(candidate: Candidate, place: number): Generator<InferStep, Tested | undefined, MergeDecision> {
    const { sample, parts } = this.#plan;
    const rounds = parts?.rounds ?? [];
    let first: Model | undefined;
    const costs = noCosts();
    for (const [round, { learn, choose }] of rounds.entries()) {
      const number = place * rounds.length + round;
      const model = yield* this.#learn({ candidate, part: learn, number });
      if (model === undefined) break;
      first ??= model;
      addCosts(costs, model.fitted, sample, choose);
    }
    return first && { ...first, loss: lossOf(costs), costs };
  }

  /** Takes some decisions of models otherwise, to find shorter ones. It is over at once where nothing is searched. */
  *#search(
    models: readonly Model[],
    { part, number }: { readonly part: Part; readonly number: number },
  ): Generator<InferStep, Search, MergeDecision> {
    const search = new Search(models, this.#plan);
    const ground = this.#plan.groundOf(part);
    const hopeless = (states: number) => search.hopeless(states);
    while (!search.isOver && !this.#interrupted) {
      const before = ground.folded;
      const attempt = search.propose();
      const model = yield* this.#learn({ ...attempt, part, number, hopeless });
      search.add(attempt, model, ground.folded - before);
    }
    return search;
  }

  /**
   * Undefined if it was interrupted, or given up: it has so many states that it cannot be the best, or its measure makes nothing of the sample. After an interruption only what is known counts.
   */
  *#learn({
    number,
    ...way
  }: Way & { readonly number: number }): Generator<InferStep, Model | undefined, MergeDecision> {
    const known = this.#known(number);
    if (known === null || (known === undefined && this.#interrupted)) return undefined;
    const learned = known ?? (yield* learning(this.#plan, way, number));
    if (learned === undefined || way.hopeless?.(learned.settled) === true) return undefined;
    const { candidate, part } = way;
    const { fitted, decisions } = learned;
    if (learned.complete) {
      const loss = lossOfDescription(this.#plan, fitted, part) ?? 0;
      return { candidate, decisions, fitted, loss };
    }
    this.#interrupted = true;
    this.#partial ??= { candidate, fitted };
    return undefined;
  }

  result(): Inferred {
    const { sample, parts } = this.#plan;
    const complete = this.#fitted ?? this.#measured;
    const learned = complete === undefined ? this.#partial : { candidate: this.#chosen, fitted: complete };
    if (sample.kind === "weighted") throw new Error("weights are not merged by outputs");
    if (learned === undefined) {
      const text = "no history of inputs and outputs was found after which the runs go on as from one state";
      throw new HankelError("usage", `${quote(this.#chosen.measure)} makes nothing of this sample: ${text}`);
    }
    const { candidate, fitted } = learned;
    const contradictions = findContradictions(sample);
    const figures = figuresOf(sample, parts, this.#measured, fitted);
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
      warnings: warningsOf(sample, fitted, figures, contradictions),
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
