/** A merging for the page: which measure, each step as it is about to be done, and the end. */

import {
  asKind,
  type InferOptions,
  type Inferred,
  type InferSample,
  type InferStep,
  inferring,
  type Log,
  type MeasureName,
  type MergeDecision,
} from "hankel/learning";
import { DrawnTree } from "./drawn-tree.ts";
import type { LogChoices } from "./log-spec.ts";
import { evidenceOf, measureText } from "./measures.ts";
import { machineAt, machineAtEnd } from "./merged-machine.ts";
import type { CandidateView, MergeBegin, MergeEnd, MergeView, Refusal, Verdict } from "./merging-views.ts";
import { factsOf, remarksOn, saidOfEnd, saidOfStep } from "./merging-words.ts";

/** So many steps are kept, and so many candidates of each. */
const MOST_STEPS = 2000;
const MOST_CANDIDATES = 12;

/** The sample of a log as the kind that is wanted, and what there is to say about that. */
export function sampleOf(
  { sample }: Log,
  wanted: LogChoices["kind"],
): { sample: InferSample; remark?: string } {
  const isOffered = wanted === "" || wanted === "dfa" || wanted === "distribution";
  if (sample.kind !== "labelled" || !isOffered) return { sample };
  return asKind(sample, wanted === "" ? undefined : wanted);
}

/** A measure with its parameter, what it is worth on held-out words, and why it was taken. */
export interface Chosen {
  readonly measure: MeasureName;
  readonly parameter: number | undefined;
  readonly inferred: Inferred;
  readonly why: string;
}

type Inferring = Generator<InferStep, Inferred, MergeDecision>;

/**
 * Finds the measure: the one that is named, or the best that merges states. Each merging is a generator that `run` goes through, so that whoever runs it can
 * look up in between.
 */
export async function choose(
  sample: InferSample,
  { measure, noise }: LogChoices,
  run: (steps: Inferring) => Promise<Inferred>,
): Promise<Chosen> {
  const named = measure === "" ? undefined : measure;
  // What a search finds has no merging to watch from its first step to its end.
  const first = await run(inferring(sample, { measure: named, noise, attempts: 0 }));
  const tried = `the best of ${first.tried.length} that were tried`;
  if (first.measure !== "suffixes") {
    const why =
      named !== undefined ? "the measure that was chosen" : first.tried.length > 1 ? tried : "the usual one";
    return { measure: first.measure, parameter: first.parameter, inferred: first, why };
  }
  // Contexts are no states of the tree: there is nothing to watch.
  const merging = first.tried.filter((one) => one.measure !== "suffixes");
  const best = merging.reduce((one, other) => (other.loss < one.loss ? other : one), merging[0]);
  const { measure: other, parameter } = best ?? { measure: "alergia" as const, parameter: 0.05 };
  const inferred = await run(inferring(sample, { measure: other, parameter, noise }));
  const why =
    "the best that merges states; a model of the last few symbols, which hankel infer would take, predicts still better";
  return { measure: other, parameter, inferred, why };
}

/** Follows a merging of all words of a sample, from its first step to its end. */
export class Merging {
  readonly #sample: InferSample;
  readonly #refusals: readonly Refusal[];
  readonly #steps: Inferring;
  #drawn: DrawnTree | undefined;
  #tree: InferStep["tree"] | undefined;
  #kept = 0;
  #taken = 0;

  constructor(
    sample: InferSample,
    { measure, parameter }: Chosen,
    noise: number,
    refusals: readonly Refusal[],
  ) {
    this.#sample = sample;
    this.#refusals = refusals;
    const refused = refusals.map(({ red, blue }) => [[...red], [...blue]] as const);
    // Weights are learned in a way of their own.
    const named = sample.kind === "weighted" ? undefined : measure;
    const options: InferOptions = { measure: named, parameter, noise, heldOut: 0, refused };
    this.#steps = inferring(sample, options);
  }

  /** How many steps were taken, and how many states there are. */
  get taken(): number {
    return this.#taken;
  }

  get states(): number {
    return this.#tree?.reds.length ?? 0;
  }

  /** What is drawn, once there was a step. */
  begin({ measure, parameter, why }: Chosen): MergeBegin {
    const chosen = `${measureText(measure, parameter)}, ${why}`;
    return {
      measure,
      parameter,
      chosen,
      evidence: evidenceOf(measure),
      nodes: this.#drawn?.nodes ?? [],
      size: this.#drawn?.size ?? 1,
    };
  }

  /** Takes a step. Returns its view, undefined if it is not kept, or the automaton at the end. */
  next(decision?: MergeDecision): MergeView | Inferred | undefined {
    const next = this.#steps.next(decision);
    if (next.done === true) return next.value;
    this.#taken++;
    const { tree } = next.value;
    this.#tree = tree;
    this.#drawn ??= new DrawnTree(tree, this.#sample.alphabet);
    if (this.#kept === MOST_STEPS) return undefined;
    this.#kept++;
    return this.#view(next.value, this.#drawn);
  }

  #view(step: InferStep, drawn: DrawnTree): MergeView {
    const { alphabet } = this.#sample;
    const { done: kind, blue, red, tree, states, blues } = step;
    const node = drawn.nodeOf(blue);
    const number = red === undefined ? -1 : tree.number(drawn.nodeOf(red));
    const shown = [red ?? [], blue].map((word) => alphabet.show([...word])) as [string, string];
    return {
      kind,
      ...saidOfStep(step, alphabet, number, this.#refusals),
      blue: node,
      tree: drawn.stateAt(tree, node),
      candidates: this.#candidates(step, number),
      more: Math.max(0, states - MOST_CANDIDATES),
      reds: states,
      blues,
      machine: machineAt(tree, this.#sample, node),
      refusal: kind === "merged" && red !== undefined ? { red, blue, node, shown } : null,
    };
  }

  /** The best red states, the one that is chosen first. */
  #candidates({ candidates, blue, done }: InferStep, chosen: number): CandidateView[] {
    const { alphabet } = this.#sample;
    const rank = (state: number) =>
      state === chosen ? Number.POSITIVE_INFINITY : (candidates[state].score ?? -Number.MAX_VALUE);
    const order = candidates.map((_, state) => state).sort((a, b) => byRank(rank(a), rank(b)) || a - b);
    return order.slice(0, MOST_CANDIDATES).map((state): CandidateView => {
      const { red, score } = candidates[state];
      const usual = verdictOf(score, state !== chosen ? undefined : done === "merged" ? "merged" : "best");
      return {
        state,
        word: alphabet.show([...red]),
        score: score ?? null,
        verdict: this.#isRefused(red, blue) ? "refused" : usual,
      };
    });
  }

  #isRefused(one: readonly number[], other: readonly number[]): boolean {
    return this.#refusals.some(({ red, blue }) => {
      const pair = [String(red), String(blue)];
      return pair.includes(String(one)) && pair.includes(String(other));
    });
  }

  /** `learned` was measured on held-out words; the automaton of this run is the result. */
  end(inferred: Inferred, learned: Inferred): MergeEnd {
    const tree = this.#tree;
    const { automaton, interrupted } = inferred;
    const whole = { ...inferred, figures: learned.figures } as Inferred;
    return {
      said: saidOfEnd(inferred, this.#drawn?.size ?? automaton.size),
      tree: tree === undefined || this.#drawn === undefined ? NOTHING : this.#drawn.stateAt(tree),
      states: automaton.size,
      arcs: automaton.arcs,
      machine: machineAtEnd(tree, inferred),
      facts: factsOf(whole),
      remarks: remarksOn(learned, this.#sample),
      interrupted,
      skipped: this.#taken - this.#kept,
    };
  }
}

/** The higher one first; two that are infinite are equal. */
function byRank(one: number, other: number): number {
  return one === other ? 0 : other - one;
}

const NOTHING = { states: new Int32Array(0), path: [], pathStates: [] };

function verdictOf(score: number | undefined, chosen: Verdict | undefined): Verdict {
  if (chosen !== undefined) return chosen;
  if (score === undefined) return "unseen";
  if (score === Number.NEGATIVE_INFINITY) return "differs";
  return score >= 0 ? "fits" : "against";
}
