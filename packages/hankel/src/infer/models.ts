/** The models that are learned from a log to choose one of them: each is a part of the job, and may be learned in another thread. */

import { Alphabet } from "../index.ts";
import {
  countOf,
  type InferPlan,
  inferPlan,
  isHopeless,
  type LearnedModel,
  learningModel,
  lossOfDescription,
} from "../internal/core.ts";
import {
  type InferOptions,
  type InferSample,
  type InferStep,
  Interruption,
  interruptible,
  type LabelledSample,
  type MergeDecision,
  type TraceSample,
  type WordSample,
} from "../learning.ts";
import type { Compute, Here } from "../threads/common.ts";

/** What another thread is given. */
interface Given {
  readonly sample: SentSample;
  readonly options: InferOptions;
}

/** The job in another thread. */
export function models({ sample, options }: Given, here: Here): Compute<LearnedModel | null> {
  return modelsOf(inferPlan(received(sample), options), here);
}

/** Learns models, by their numbers; null for those that are given up as hopeless. */
export function modelsOf(plan: InferPlan, here: Here): Compute<LearnedModel | null> {
  const { common } = here;
  const step = stepping(here);
  return (model) => {
    // Only what earlier models have noted counts: they are tried first where there is one thread.
    const hopeless = (states: number) => {
      for (let other = 0; other < model; other++) if (isHopeless(states, common.noted(other))) return true;
      return false;
    };
    const learned = step(learningModel(plan, model, hopeless));
    if (learned === undefined) return null;
    const loss = learned.complete ? lossOfDescription(plan, learned.fitted) : undefined;
    // Rounded up, so that nothing is given up too early.
    if (loss !== undefined) common.note(model, Math.ceil(loss));
    return learned;
  };
}

/** A step that goes on for so many milliseconds after it should have ended is left where it is. */
const PATIENCE = 2000;
/** Whether to stop is looked at once in so many steps. */
const LOOKED_AT = 16;

/** Takes all steps of something; if it should stop, it ends with the best automaton so far. */
export function stepping({
  stopped,
  progress,
}: Pick<Here, "stopped" | "progress">): <R>(run: Generator<InferStep, R, MergeDecision>) => R {
  let since: number | undefined;
  const shouldStop = () => {
    const why = stopped();
    if (why !== undefined) since ??= performance.now();
    return why;
  };
  const look = () => {
    const why = shouldStop();
    if (why === undefined || performance.now() - (since ?? 0) < PATIENCE) return;
    throw new Interruption(why, "it took too long");
  };
  return (run) =>
    interruptible(look, () => {
      for (let steps = 0, decision: "stop" | undefined; ; steps++) {
        const step = run.next(decision);
        if (step.done === true) return step.value;
        if (steps % LOOKED_AT !== 0) continue;
        if (shouldStop() !== undefined) decision = "stop";
        progress(() => doing(step.value));
      }
    });
}

function doing({ measure, parameter, model, models: all, states, blues }: InferStep): string {
  const name = parameter === undefined ? measure : `${measure}:${Number(parameter.toPrecision(3))}`;
  const which = all > 1 ? `${model} of ${all}, ` : "";
  return `${which}${name}: ${countOf(states, "state")} settled, ${blues} next`;
}

/** A sample on its way to another thread: its numbers are in memory that all threads share. */
type SentSample = { readonly symbols: readonly string[] } & (
  | Omit<WordSample, "alphabet" | "place">
  | Omit<LabelledSample, "alphabet" | "place">
  | (Omit<TraceSample, "alphabet" | "place" | "outputs"> & { readonly written: readonly string[] })
);

export function sent(sample: InferSample): SentSample {
  const { counts } = sample;
  const words = {
    symbols: sample.alphabet.symbols,
    letters: inShared(Int32Array, sample.letters),
    starts: inShared(Int32Array, sample.starts),
    ...(counts && { counts: inShared(Float64Array, counts) }),
  };
  switch (sample.kind) {
    case "words":
      return { kind: sample.kind, ...words };
    case "labelled":
      return { kind: sample.kind, ...words, labels: inShared(Int8Array, sample.labels) };
    case "weighted":
      throw new Error("the models of weighted words are not learned apart");
    default: {
      const seen = inShared(Int32Array, sample.seen);
      return { kind: sample.kind, ...words, seen, written: sample.outputs.symbols };
    }
  }
}

function received({ symbols, ...sample }: SentSample): InferSample {
  const alphabet = new Alphabet(symbols);
  if (!("written" in sample)) return { ...sample, alphabet };
  return { ...sample, alphabet, outputs: new Alphabet(sample.written) };
}

/** A copy in memory that all threads share. */
function inShared<A extends { set(values: A): void; readonly byteLength: number }>(
  Kind: new (buffer: SharedArrayBuffer) => A,
  values: A,
): A {
  const copy = new Kind(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
