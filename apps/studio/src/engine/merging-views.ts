/** What the page shows of a merging, as plain data that a worker can send. */

import type { Graph } from "hankel/formats";
import type { InferSample, LogColumns, MeasureName } from "hankel/learning";
import type { Said } from "./say.ts";

/** A node of the prefix tree that is drawn. */
export interface TreeNode {
  readonly id: number;
  /** That of the node without its last letter, or -1. Parents come first. */
  readonly parent: number;
  readonly symbol: string;
  readonly word: string;
  /** How many nodes behind it are not drawn. */
  readonly hidden: number;
}

/** Instead of the number of a red state: what a node of the tree is. */
export const BLUE = -1;
export const WHITE = -2;
/** It leads to no state any more. */
export const GONE = -3;

/** How the prefix tree looks at a step: the red state that each node is now, or one of the above. */
export interface TreeState {
  readonly states: Int32Array;
  /** Nodes on the way to the blue state that are drawn at this step only, and what they are. */
  readonly path: readonly TreeNode[];
  readonly pathStates: readonly number[];
}

/** What was found out about a red state. */
export type Verdict = "merged" | "best" | "fits" | "against" | "differs" | "refused" | "unseen";

export interface CandidateView {
  readonly state: number;
  readonly word: string;
  readonly score: number | null;
  readonly verdict: Verdict;
}

/** How the automaton is drawn: red and blue states have the numbers of their nodes. */
export interface MergedView {
  readonly graph: Graph;
  /** The nodes of the blue states. */
  readonly blues: readonly number[];
}

/** Two states that are not to be merged, by the words that lead to them. */
export interface Refusal {
  readonly red: readonly number[];
  readonly blue: readonly number[];
  /** The node of the second. */
  readonly node: number;
  /** The same as texts. */
  readonly shown: readonly [red: string, blue: string];
}

export interface MergeView {
  readonly kind: "merged" | "settled";
  readonly title: string;
  readonly said: Said;
  readonly blue: number;
  readonly tree: TreeState;
  readonly candidates: readonly CandidateView[];
  /** How many candidates are not listed. */
  readonly more: number;
  readonly reds: number;
  readonly blues: number;
  /** Null if there are too many states to draw. */
  readonly machine: MergedView | null;
  /** What is refused by refusing this step; null if nothing is merged. */
  readonly refusal: Refusal | null;
}

/** The end of a merging. */
export interface MergeEnd {
  readonly said: Said;
  readonly tree: TreeState;
  readonly states: number;
  readonly arcs: number;
  readonly machine: MergedView | null;
  /** Figures by their names. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly remarks: readonly string[];
  /** Was it stopped? */
  readonly interrupted: boolean;
  /** How many steps were taken but not kept. */
  readonly skipped: number;
}

/** A log that was read. */
export interface LogRead {
  /** What was understood, in sentences. */
  readonly understood: readonly string[];
  /** Is there only one word, as where no column tells the sessions apart? */
  readonly isOneWord: boolean;
  readonly columns: LogColumns | null;
  readonly kind: InferSample["kind"];
  /** The measures there are for it. */
  readonly measures: readonly MeasureName[];
}

/** A merging that begins. */
export interface MergeBegin {
  readonly measure: MeasureName;
  readonly parameter: number | undefined;
  /** How the measure was found, in a sentence. */
  readonly chosen: string;
  /** What its evidence is, in a sentence. */
  readonly evidence: string;
  readonly nodes: readonly TreeNode[];
  /** How many nodes the prefix tree has in all. */
  readonly size: number;
}
