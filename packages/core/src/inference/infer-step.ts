import type { Word } from "../words/word.ts";
import type { Candidate } from "./candidates.ts";
import { MergedTree } from "./merged-tree.ts";
import type { MergeStep } from "./merging.ts";
import type { MeasureName } from "./sample.ts";
import { wordOf } from "./sample-tree.ts";

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

/** A step as the caller sees it. Words are spelled out if they are looked at. */
export function told(step: MergeStep, candidate: Candidate, model: number, models: number): InferStep {
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
