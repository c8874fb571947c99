/**
 * The models among which `inferring` chooses. They are numbered from 0 on, and none needs another: whoever has several threads
 * learns them there, and gives `choosing` what came of it.
 */

import { HankelError, shown } from "../errors.ts";
import { notNegative } from "../numbers.ts";
import type { Word } from "../words/word.ts";
import { type Candidate, candidatesFor, Ground, learnFrom } from "./candidates.ts";
import { descriptionLength, leastDescription } from "./description.ts";
import type { Fitted } from "./fitted.ts";
import { type InferStep, told } from "./infer-step.ts";
import { type Decision, type MergeDecision, type MergeStep, pairOf } from "./merging.ts";
import { type Parts, partsOf } from "./parts.ts";
import type { Quotient } from "./quotient.ts";
import { requireSound } from "./require-sound.ts";
import type { InferOptions, InferSample } from "./sample.ts";
import { type Part, wholeOf, wordOf } from "./sample-tree.ts";
import type { Attempt, Begun } from "./search.ts";

/** What is learned from a sample, and how. */
export interface InferPlan {
  readonly sample: InferSample;
  readonly candidates: readonly Candidate[];
  /** All of the sample. */
  readonly whole: Part;
  /** What is held out, if there are enough words. */
  readonly parts: Parts | undefined;
  /** What the models of a part have in common. Only the last one is kept: it may be large. */
  readonly groundOf: (part: Part) => Ground;
  /** The pairs of states that are not merged, by the words that lead to them. */
  readonly refused: ReadonlySet<string>;
  /** Are languages and machines chosen by what it takes to describe them? Then all learn from the whole sample. */
  readonly describes: boolean;
  /** So many models are learned to choose one. */
  readonly tries: number;
  /** How often a language is merged otherwise to make it shorter, at most; 0 where nothing is searched. */
  readonly attempts: number;
  readonly seed: number;
}

/** What came of learning a model: plain data, which another thread may have sent. */
export interface LearnedModel {
  readonly fitted: Fitted;
  /** False if an interruption left states unmerged. */
  readonly complete: boolean;
  /** How many states were settled before the last step: by them it is seen whether it was hopeless. */
  readonly settled: number;
  /** The decisions that led to it. A search takes some of them otherwise. */
  readonly decisions: readonly Decision[];
}

/** Looks at a sample and at what is wanted. */
export function inferPlan(sample: InferSample, options: InferOptions = {}): InferPlan {
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
  const seed = options.seed ?? 1;
  const parts = partsOf(sample, share, seed);
  const most = notNegative(options.attempts ?? Number.POSITIVE_INFINITY, "attempts");
  const attempts = sample.kind === "labelled" && options.measure === undefined ? most : 0;
  const describes = sample.kind !== "words" && candidates.length > 1;
  const rounds = describes ? 1 : (parts?.rounds.length ?? 0);
  const tries = sample.kind === "weighted" ? 0 : candidates.length * rounds;
  const refused = new Set(options.refused?.map(([red, blue]) => wordsOf(red, blue)));
  const whole = wholeOf(sample);
  let ground: Ground | undefined;
  const groundOf = (part: Part) => {
    if (ground?.part !== part) ground = new Ground(sample, part, noise);
    return ground;
  };
  return { sample, candidates, whole, parts, groundOf, refused, describes, tries, attempts, seed };
}

/**
 * So many models can be learned without knowing anything of the others: those to choose among, and that of the whole sample if there is
 * one candidate only.
 */
export function modelsApart({ sample, candidates, describes, tries }: InferPlan): number {
  return tries > 0 && candidates.length === 1 && !describes && sample.kind !== "weighted" ? tries + 1 : tries;
}

/** The number of the model that is learned once one is chosen. Before it come those to choose among, and a search if there is one. */
export function chosenModel({ tries, attempts }: InferPlan): number {
  return attempts > 0 ? tries + 1 : tries;
}

/** So many models are learned in all: what is chosen learns again, from the whole sample or to be measured. A search counts as one, and follows that, too. */
export function modelsIn(plan: InferPlan): number {
  const before = chosenModel(plan);
  return plan.describes && plan.parts === undefined ? before : before + 1 + (before - plan.tries);
}

/** The candidate of a model, and what it learns from. Those of a candidate follow each other, a round of held-out words each. */
function modelOf({ candidates, whole, parts, describes, tries }: InferPlan, model: number) {
  if (describes || parts === undefined || model >= tries)
    return { candidate: candidates[describes ? model : 0], part: whole };
  const rounds = parts.rounds.length;
  return { candidate: candidates[Math.floor(model / rounds)], part: parts.rounds[model % rounds].learn };
}

/** Learns a model, by its number. Undefined if it is given up as hopeless, or if its measure makes nothing of the sample. */
export function learningModel(
  plan: InferPlan,
  model: number,
  hopeless?: (states: number) => boolean,
): Generator<InferStep, LearnedModel | undefined, MergeDecision> {
  return learning(plan, { ...modelOf(plan, model), hopeless }, model);
}

/** How a model is made of a part of the sample: from the beginning and by the evidence alone, unless an attempt of a search says otherwise. */
export interface Way extends Partial<Attempt> {
  readonly candidate: Candidate;
  readonly part: Part;
  /** Is a model given up that has so many states? */
  readonly hopeless?: ((states: number) => boolean) | undefined;
}

const NOTHING: Begun = { decisions: [], refused: new Set() };

/** Learns a model one way; the number is what it is told by. */
export function* learning(
  plan: InferPlan,
  { candidate, begin = () => NOTHING, repairs = false, part, hopeless }: Way,
  number: number,
): Generator<InferStep, LearnedModel | undefined, MergeDecision> {
  const models = modelsIn(plan);
  const ground = plan.groundOf(part);
  const decisions: Decision[] = [];
  let { refused } = NOTHING;
  const start = (quotient: Quotient) => {
    const begun = begin(quotient);
    decisions.push(...begun.decisions);
    ({ refused } = begun);
  };
  const run = learnFrom(ground, candidate, start, repairs);
  let decision: MergeDecision;
  for (let settled = 0; ; ) {
    const step = run.next(decision);
    if (step.done === true) {
      if (step.value === undefined) return undefined;
      const { fitted, complete, folded } = step.value;
      ground.folded += folded;
      return { fitted, complete, settled, decisions };
    }
    const { done, blue, arc, red, quotient } = step.value;
    settled = quotient.reds.length;
    if (hopeless?.(settled) === true) {
      ground.folded += quotient.folded;
      return undefined;
    }
    const isRefused = done === "merged" && (refused.has(pairOf(step.value)) || isUnwanted(step.value, plan));
    decision = isRefused ? "refuse" : yield told(step.value, candidate, number + 1, models);
    // What is settled cannot be refused.
    if (decision === undefined || (decision === "refuse" && done === "settled"))
      decisions.push({ done, blue, arc, red });
  }
}

/**
 * With so many states settled, can a model not be the best any more, when another one has this loss? Its states only grow, and more of them take more to
 * describe: what is hopeless in the end need not have been given up on the way.
 */
export function isHopeless(states: number, loss: number): boolean {
  return leastDescription(states) > loss;
}

/** What it takes to describe a language or a machine that was learned, and what it learned from: its loss. Undefined where models are not chosen by that. */
export function lossOfDescription(
  { sample, describes, whole }: InferPlan,
  fitted: Fitted,
  part = whole,
): number | undefined {
  if (!describes || sample.kind === "words" || sample.kind === "weighted") return undefined;
  return descriptionLength(fitted, sample, part);
}

/** Did somebody ask not to merge these two? */
function isUnwanted({ quotient: { tree }, red, blue }: MergeStep, { refused }: InferPlan): boolean {
  return refused.size > 0 && refused.has(wordsOf(wordOf(tree, red), wordOf(tree, blue)));
}

/** Two words as a key, in either order. */
function wordsOf(one: Word, other: Word): string {
  return [one.join(" "), other.join(" ")].sort().join("|");
}
