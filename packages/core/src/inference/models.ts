/**
 * The models among which `inferring` chooses. They are numbered from 0 on, and none needs another: whoever has several threads
 * learns them there, and gives `choosing` what came of it.
 */

import { HankelError, shown } from "../errors.ts";
import { notNegative } from "../numbers.ts";
import type { Word } from "../words/word.ts";
import { type Candidate, candidatesFor, learnFrom } from "./candidates.ts";
import { descriptionLength, leastDescription } from "./description.ts";
import type { Fitted } from "./fitted.ts";
import { type InferStep, told } from "./infer-step.ts";
import type { MergeDecision, MergeStep } from "./merging.ts";
import { type Parts, partsOf } from "./parts.ts";
import { requireSound } from "./require-sound.ts";
import type { InferOptions, InferSample } from "./sample.ts";
import { type Part, wholeOf, wordOf } from "./sample-tree.ts";

/** What is learned from a sample, and how. */
export interface InferPlan {
  readonly sample: InferSample;
  readonly candidates: readonly Candidate[];
  /** What is held out, if there are enough words. */
  readonly parts: Parts | undefined;
  readonly noise: number;
  /** The pairs of states that are not merged. */
  readonly refused: ReadonlySet<string>;
  /** Are languages and machines chosen by what it takes to describe them? Then all learn from the whole sample. */
  readonly describes: boolean;
  /** So many models are learned to choose one. */
  readonly tries: number;
}

/** What came of learning a model: plain data, which another thread may have sent. */
export interface LearnedModel {
  readonly fitted: Fitted;
  /** False if an interruption left states unmerged. */
  readonly complete: boolean;
  /** How many states were settled before the last step: by them it is seen whether it was hopeless. */
  readonly settled: number;
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
  const parts = partsOf(sample, share, options.seed ?? 1);
  const describes = sample.kind !== "words" && candidates.length > 1;
  const rounds = describes ? 1 : (parts?.rounds.length ?? 0);
  const tries = sample.kind === "weighted" ? 0 : candidates.length * rounds;
  const refused = new Set(options.refused?.map(([red, blue]) => pairOf(red, blue)));
  return { sample, candidates, parts, noise, refused, describes, tries };
}

/**
 * So many models can be learned without knowing anything of the others: those to choose among, and that of the whole sample if there is
 * one candidate only.
 */
export function modelsApart({ sample, candidates, describes, tries }: InferPlan): number {
  return tries > 0 && candidates.length === 1 && !describes && sample.kind !== "weighted" ? tries + 1 : tries;
}

/** So many models are learned in all: what is chosen learns again, from the whole sample or to be measured. */
export function modelsIn({ parts, describes, tries }: InferPlan): number {
  return describes && parts === undefined ? tries : tries + 1;
}

/** The candidate of a model, and what it learns from. Those of a candidate follow each other, a round of held-out words each. */
function modelOf({ sample, candidates, parts, describes, tries }: InferPlan, model: number) {
  if (describes || parts === undefined || model >= tries)
    return { candidate: candidates[describes ? model : 0], part: wholeOf(sample) };
  const rounds = parts.rounds.length;
  return { candidate: candidates[Math.floor(model / rounds)], part: parts.rounds[model % rounds].learn };
}

/** Learns a model, by its number. Undefined if it is given up as hopeless. */
export function learningModel(
  plan: InferPlan,
  model: number,
  hopeless?: (states: number) => boolean,
): Generator<InferStep, LearnedModel | undefined, MergeDecision> {
  const { candidate, part } = modelOf(plan, model);
  return learning(plan, { candidate, part, model: model + 1, models: modelsIn(plan), hopeless });
}

/** A model that is being learned, with its number from 1 on. */
interface Learning {
  readonly candidate: Candidate;
  readonly part: Part;
  readonly model: number;
  readonly models: number;
  readonly hopeless: ((states: number) => boolean) | undefined;
}

/** Learns a candidate from a part of the sample. */
export function* learning(
  { sample, noise, refused }: InferPlan,
  { candidate, part, model, models, hopeless }: Learning,
): Generator<InferStep, LearnedModel | undefined, MergeDecision> {
  const run = learnFrom(sample, part, candidate, noise);
  let decision: MergeDecision;
  for (let settled = 0; ; ) {
    const step = run.next(decision);
    if (step.done === true) return { ...step.value, settled };
    settled = step.value.quotient.reds.length;
    if (hopeless?.(settled) === true) return undefined;
    decision = isRefused(step.value, refused) ? "refuse" : yield told(step.value, candidate, model, models);
  }
}

/**
 * With so many states settled, can a model not be the best any more, when another one has this loss? Its states only grow, and more of them take more to
 * describe: what is hopeless in the end need not have been given up on the way.
 */
export function isHopeless(states: number, loss: number): boolean {
  return leastDescription(states) > loss;
}

/** What it takes to describe a language or a machine that was learned: its loss. Undefined where models are not chosen by that. */
export function lossOfDescription({ sample, describes }: InferPlan, fitted: Fitted): number | undefined {
  if (!describes || sample.kind === "words" || sample.kind === "weighted") return undefined;
  return descriptionLength(fitted, sample);
}

function isRefused(
  { done, quotient: { tree }, red, blue }: MergeStep,
  refused: ReadonlySet<string>,
): boolean {
  if (refused.size === 0 || done === "settled") return false;
  return refused.has(pairOf(wordOf(tree, red), wordOf(tree, blue)));
}

/** Two words as a key, in either order. */
function pairOf(one: Word, other: Word): string {
  return [one.join(" "), other.join(" ")].sort().join("|");
}
