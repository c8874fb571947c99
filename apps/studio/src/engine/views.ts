/** What the page shows, as plain data that a worker can send. Words and weights are texts. */

import type { Kind, MachineKind, Outcome, Statistics } from "hankel";
import type { Graph } from "hankel/formats";
import type { Reason, TolerantPoint } from "hankel/learning";
import type { CurvePoint, Judged } from "hankel/models";
import type { Explanation, Said, Vocabulary } from "./say.ts";

/** What a run has cost so far. */
export type Costs = Omit<Statistics, "states" | "arcs" | "dof">;

export interface StateView {
  /** A state keeps its number throughout a run. */
  readonly id: number;
  readonly name: string;
  /** A word that leads here. */
  readonly access: string;
  /** The final weight; null where the state is not final. */
  readonly final: string | null;
}

export interface ArcView {
  readonly from: number;
  readonly to: number;
  readonly symbol: string;
  readonly weight: string;
}

/** A state and a weight: that of all paths to it, or with which words begin there. */
export interface Reached {
  readonly id: number;
  readonly weight: string;
}

export interface MachineView {
  readonly states: readonly StateView[];
  readonly arcs: readonly ArcView[];
  /** The initial states and their weights; a deterministic automaton has at most one. */
  readonly initials: readonly Reached[];
  /** How it is drawn: a line for all arcs between two states, machines with their outputs, models in percent. */
  readonly graph: Graph;
}

/** The automata that have grown from a language model so far. */
export interface CurveView {
  readonly points: readonly CurvePoint[];
  /** The places of the automaton that is shown, and of the one that would be chosen. */
  readonly shown: number;
  readonly chosen: number;
  /** Is it the step in which the shown one has just grown? */
  readonly isNew: boolean;
  /** The words that automata were judged by, and the best n-gram on them; null before growing by distance did not do. */
  readonly judged: Judged | null;
  /** Why this one was chosen; null before the end. */
  readonly why: Readonly<Record<Vocabulary, Said>> | null;
}

/** How far an automaton agrees with a target that errs on some words. */
export interface AgreementView {
  /** For each number of states that was tried, on what share of the words the best automaton differs. */
  readonly points: readonly TolerantPoint[];
  readonly words: number;
  readonly differing: number;
  /** The share of words on which they agree lies between these; null unless the words were drawn afresh. */
  readonly interval: readonly [number, number] | null;
  /** The shortest words found on which they differ, and what the target says of them. */
  readonly shortest: readonly { readonly word: string; readonly target: string }[];
}

/** Does a curve begin with these automata, perhaps judged by other words? */
export function isSameGrowth(begin: readonly CurvePoint[], curve: readonly CurvePoint[]): boolean {
  return begin.every(({ states, family, radius }, i) => {
    const other = curve[i];
    return other?.states === states && other.family === family && other.radius === radius;
  });
}

/** Instead of the number of a state: why a row has none. */
export const NULL_ROW = -1;
export const UNCLOSED = -2;
export const PENDING = -3;
/** A row that is a combination of rows of the basis. */
export const COMBINED = -4;

/** The matrix at one step. The run holds its entries, since they never change. */
export interface MatrixFrame {
  readonly rows: number;
  readonly columns: number;
  /** Entries beyond these have no answer yet. */
  readonly filledRows: number;
  readonly filledColumns: number;
  /** Those among them whose answers are known all the same. */
  readonly told: readonly { readonly row: number; readonly column: number; readonly text: string }[];
  /** How many of the run's prefixes are in P. */
  readonly prefixes: number;
  /** The class of each row. */
  readonly labels: Int32Array;
  readonly focusRows: readonly number[];
  readonly focusColumns: readonly number[];
  /** Is it a block of the matrix in which rows are combinations of others? The arcs of the hypothesis tell of which. */
  readonly isBlock: boolean;
  /** A column outside the block that is asked: it joins if it shows a new dimension. An entry without an answer is null. */
  readonly trial: { readonly suffix: string; readonly cells: readonly (string | null)[] } | null;
}

export interface TreeNodeView {
  readonly id: number;
  readonly parent: number;
  /** The ratio on the branch from the parent. */
  readonly ratio: string;
  /** The suffix of an inner node. */
  readonly suffix: string | null;
  /** The state of a leaf; null for the dead leaf and for inner nodes. */
  readonly state: number | null;
}

/** A word of the basis or of the frontier of a learner by apartness. */
export interface PrefixView {
  readonly id: number;
  /** That of the word without its last letter, or -1. */
  readonly parent: number;
  /** The last letter. */
  readonly symbol: string;
  readonly word: string;
  /** Its weight, if it was asked. */
  readonly weight: string | null;
  readonly isBasis: boolean;
  /** Its state; -1 if it is dead, null if that is open. */
  readonly state: number | null;
  /** The states that it may be in, and -1 if it may be dead. */
  readonly candidates: readonly number[];
}

/** What a learner of machines knows of an arc. */
export interface ArcKnown {
  readonly state: number;
  readonly symbol: string;
  /** Null if the letter was not read in this state. */
  readonly output: string | null;
  readonly target: number | null;
  /** The states that it may lead to; empty if they were not compared yet. */
  readonly candidates: readonly number[];
}

/** A run of a machine: an output for each input, and the states that it is believed to pass. */
export interface RunView {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly states: readonly (number | null)[];
}

/** What a learner knows that keeps neither a matrix nor a discrimination tree. */
export type Known =
  | { readonly kind: "prefixes"; readonly words: readonly PrefixView[] }
  | {
      readonly kind: "runs";
      /** The access words of the states. */
      readonly access: readonly string[];
      readonly arcs: readonly ArcKnown[];
      /** The answers to the step before. */
      readonly runs: readonly RunView[];
    };

/** The paths of a word through target and hypothesis. */
export interface Walk {
  readonly word: string;
  readonly symbols: readonly string[];
  readonly target: Trace | null;
  readonly hypothesis: Trace;
  /** What a word is answered with: ✓ or ✗, what a machine writes, or a weight. */
  readonly answers: "truth" | "outputs" | "weights";
  /** What the language and the hypothesis say. */
  readonly weight: string;
  readonly believed: string;
  /** The place of the letter at which the hypothesis breaks, if it is known. */
  readonly breaksAt: number | null;
}

export interface Trace {
  /** The states after each letter, and the weight of the paths to them. A deterministic automaton is in one state, or in none. */
  readonly reached: readonly (readonly Reached[])[];
  /** The final weights of the last ones; null for a state that is not final. */
  readonly finals: readonly (string | null)[];
}

/** Why a question is asked, a conjecture, or the end of the run. */
export type StepKind = Reason["kind"] | "conjecture" | "end";

export interface Frame {
  readonly kind: StepKind;
  /** The defect, in a word or two, and its repair, in a sentence. */
  readonly said: Explanation;
  /** Some of the words asked, and how many there are. */
  readonly asked: readonly string[];
  readonly askedCount: number;
  readonly costs: Costs;
  readonly states: number;
  readonly matrix: MatrixFrame | null;
  /** The index of the tree among the trees of the run, or -1. */
  readonly tree: number;
  /** The index of the hypothesis among the machines of the run, or -1. */
  readonly machine: number;
  readonly walk: Walk | null;
  /** Only of a run that learns from distributions. */
  readonly curve: CurveView | null;
  /** Only of a run on a target that errs, when the automaton is not one of the learner's own states any more. */
  readonly agreement: AgreementView | null;
  /** Has the drawing states of its own, with places of their own? */
  readonly isApart: boolean;
  /** Only of a run by apartness, and of one that learns a machine from runs. */
  readonly known: Known | null;
}

/** What is new since the last piece. */
export interface Piece {
  readonly frames: readonly Frame[];
  /** The words of new rows. */
  readonly rows: readonly string[];
  /** Rows that joined P. */
  readonly prefixes: readonly number[];
  readonly suffixes: readonly string[];
  /** New entries, row by row. */
  readonly cells: readonly {
    readonly row: number;
    readonly raw: readonly string[];
    readonly normalised: readonly string[];
  }[];
  readonly machines: readonly MachineView[];
  readonly trees: readonly (readonly TreeNodeView[])[];
}

export interface Opened {
  /** Is it a language model that words can be drawn from? */
  readonly speaks: boolean;
  readonly name: string;
  /** What it answers with. */
  readonly answers: Kind<unknown>["name"];
  readonly machine?: MachineKind | undefined;
  readonly semifield: string;
  /** What it answers with, and how many symbols it has, in a sentence. */
  readonly about: string;
  readonly symbols: readonly string[];
  /** The target, if it is an automaton that is small enough to show. */
  readonly target: MachineView | null;
  /** How conjectures are answered, in a sentence. */
  readonly equivalence: string;
  /** What was noticed when it was opened, in sentences. */
  readonly notices: readonly string[];
}

export interface Result {
  readonly outcome: Outcome;
  readonly reason: string;
  readonly statistics: Statistics;
  /** The automaton, with the numbers that its states had in the run; null if it is too large to show. */
  readonly machine: MachineView | null;
  /** The same with its weights as probabilities, where they are that. */
  readonly probabilities: MachineView | null;
  /** How it compares to the target; null where the learner has said what the result is worth. */
  readonly comparison: Comparison | null;
  /** What else could be tried, in a sentence. */
  readonly advice: Advice | null;
}

/** Are target and result equal? Null if that is not known. */
export interface Comparison {
  readonly equal: boolean | null;
  readonly said: Said;
  /** Why its weights look different all the same, if they do: in the result, and in the result as probabilities. */
  readonly moved?: Said;
  readonly movedProbable?: Said;
  readonly kin?: Kin;
}

/** For each state of the target, the number of the state of the result that does the same, or `NO_KIN`. Empty if that is not known. */
export type Kin = readonly number[];
export const NO_KIN = -1;

/** Another learner that is likely to do better, and why. */
export interface Advice {
  readonly learner: "multiplicity";
  readonly sentence: string;
}

/** Why a run failed, and what can be done about it. */
export interface Failure {
  readonly message: string;
  readonly advice: string;
}
