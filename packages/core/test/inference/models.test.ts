/** The models among which `inferring` chooses, learned apart in any order: what follows is as if one had been learned after the other. */

import {
  Alphabet,
  choosing,
  type InferOptions,
  type InferPlan,
  type InferSample,
  Interruption,
  infer,
  inferPlan,
  interruptible,
  isHopeless,
  type LearnedModel,
  learningModel,
  lossOfDescription,
  type MachineKind,
  modelsApart,
  Random,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { labelled, languageProblem, observed, randomWords, traces } from "./samples.ts";

function drain<R>(run: Generator<unknown, R, "stop" | undefined>): R {
  for (;;) {
    const { done, value } = run.next();
    if (done === true) return value;
  }
}

/** Words that share something, so that there is something to merge. */
function sampleOf(kind: InferSample["kind"], seed: number): InferSample {
  const random = new Random(seed, 0x6d6f);
  const words = randomWords(random, 3, 40 + random.below(120), 8);
  const ones = (word: readonly number[]) => word.filter((letter) => letter === 1).length;
  if (kind === "words") return { kind, ...observed(Alphabet.letters(3), words) };
  if (kind === "labelled")
    return labelled(
      3,
      words.map((word) => ({ word, label: ones(word) % 3 === 0 ? 1 : 0 })),
    );
  const target = [0, 1, 0, 1, 2, 1, 2, 0, 2];
  const output = kind === "moore" ? ["a", "b", "c"] : target.map((to) => ["a", "b", "c"][to]);
  return traces({ kind: kind as MachineKind, alphabet: Alphabet.letters(3), target, output }, words);
}

/** Learns all models in a random order. Some hear of earlier ones that would be better, and may be given up. */
function learnedApart(plan: InferPlan, random: Random): (LearnedModel | null)[] {
  const known: (LearnedModel | null)[] = [];
  const losses: number[] = [];
  const order = Array.from({ length: modelsApart(plan) }, (_, i) => i).sort(() => random.real() - 0.5);
  for (const model of order) {
    const hopeless = (states: number) =>
      losses.some((loss, other) => other < model && isHopeless(states, Math.ceil(loss)));
    const learned = drain(learningModel(plan, model, random.below(2) === 0 ? hopeless : undefined));
    const loss = learned && lossOfDescription(plan, learned.fitted);
    if (loss !== undefined) losses[model] = loss;
    known[model] = learned === undefined ? null : structuredClone(learned);
  }
  return known;
}

const OPTIONS: Readonly<Record<InferSample["kind"], readonly InferOptions[]>> = {
  words: [{}, { measure: "alergia" }, { measure: "suffixes", seed: 3 }, { heldOut: 0 }],
  labelled: [
    { attempts: 15 },
    { measure: "edsm" },
    { heldOut: 0, attempts: 15 },
    { refused: [[[], [1]]], attempts: 5 },
    { attempts: 0 },
  ],
  mealy: [{}, { noise: 0.1 }],
  moore: [{}, { measure: "rpni" }],
  weighted: [],
};

describe("models that are learned apart", () => {
  test.each(["words", "labelled", "mealy", "moore"] as const)("%s: the same is inferred", (kind) => {
    let models = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const sample = sampleOf(kind, seed);
      for (const options of OPTIONS[kind]) {
        const plan = inferPlan(sample, options);
        const known = learnedApart(plan, new Random(seed));
        models += known.length;
        expect(drain(choosing(plan, (model) => known[model]))).toEqual(infer(sample, options));
      }
    }
    expect(models).toBeGreaterThan(20);
  });

  test("a search begins with their decisions", () => {
    let shorter = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const { sample } = languageProblem(seed, 12, 150);
      const options = { heldOut: 0, attempts: 30 };
      const plan = inferPlan(sample, options);
      const known = learnedApart(plan, new Random(seed));
      const expected = infer(sample, options);
      expect(drain(choosing(plan, (model) => known[model]))).toEqual(expected);
      if (expected.tried.length > known.filter((model) => model !== null).length) shorter++;
    }
    expect(shorter).toBeGreaterThan(0);
  });

  test("what is known lies beside what is not: any of them may be missing", () => {
    const sample = sampleOf("words", 5);
    const expected = infer(sample);
    const plan = inferPlan(sample);
    const known = learnedApart(plan, new Random(1));
    for (let missing = 0; missing < known.length; missing++)
      expect(drain(choosing(plan, (model) => (model === missing ? undefined : known[model])))).toEqual(
        expected,
      );
  });

  test.each(["words", "labelled"] as const)(
    "%s: after an interruption the best of those that are complete is taken, and nothing else is learned",
    (kind) => {
      const sample = sampleOf(kind, 9);
      const plan = inferPlan(sample);
      const known = learnedApart(plan, new Random(2));
      const rounds = kind === "words" ? plan.tries / plan.candidates.length : 1;
      const complete = 2 * rounds;
      const run = choosing(plan, (model) => {
        if (model < complete || model >= complete + rounds) return undefined;
        return known[model];
      });
      // The first two are to be learned, which is stopped at the first step; the third is there.
      expect(run.next().done).toBe(false);
      const stopped = run.next("stop");
      expect(stopped.done).toBe(true);
      const last = plan.candidates[2];
      // A model of suffixes has no steps: it is learned before the first.
      const tried = kind === "words" ? [plan.candidates[0], last] : [last];
      expect(stopped.value).toMatchObject({ interrupted: true, ...last, tried });
    },
  );

  test("where nothing is complete, what an interruption has left is taken", () => {
    const sample = sampleOf("labelled", 4);
    const plan = inferPlan(sample);
    const look = () => {
      throw new Interruption("budget", "over");
    };
    const stopping = learningModel(plan, 1);
    const first = stopping.next();
    const left = interruptible(look, () => (first.done ? first : stopping.next("stop")));
    expect(left).toMatchObject({ done: true, value: { complete: false } });
    const run = choosing(plan, (model) => (model === 1 ? (left.value as LearnedModel) : null));
    expect(drain(run)).toMatchObject({ interrupted: true, ...plan.candidates[1], tried: [] });
  });
});
