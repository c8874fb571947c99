import type { Alphabet } from "../../words/alphabet.ts";
import type { Word } from "../../words/word.ts";

/** What the two automata are that are compared: machines, or any others, whose words have weights. */
export type VersionKind = "mealy" | "moore" | "weights";

/**
 * One of two versions, as the comparison sees it: a minimal automaton whose arcs and states have labels. Labels are numbers that both
 * versions share: equal labels have equal numbers. Both have the same alphabet; what one of them does not know leads nowhere in it.
 */
export interface Version {
  readonly kind: VersionKind;
  readonly alphabet: Alphabet;
  readonly size: number;
  /** The state an arc leads to, or -1; arcs are numbered as in `Wdfsa`. */
  readonly target: Int32Array;
  /** The label of each arc: an output or a weight; -1 where there is none. */
  readonly label: Int32Array;
  /** The label of each state: the output of a Moore machine, or a final weight. */
  readonly mark: Int32Array;
  /** The label of the beginning: the initial weight, or the output of a machine before the first input. */
  readonly start: number;
  /** The length of the least word that each state accepts, and its first letter; 0 in all states of a machine. */
  readonly suffixLength: Int32Array;
  readonly suffixFirst: Int32Array;
  /** The names of the states: those that they had, or their numbers. */
  readonly names: readonly string[];
  /** What is written on an arc; undefined if arcs say nothing, as those of an acceptor. */
  readonly arcText: (arc: number) => string | undefined;
  /** What is written at a state; undefined if there is nothing to say. */
  readonly stateText: (state: number) => string | undefined;
  /** What is written at the beginning. */
  readonly startText: string | undefined;
  /**
   * What it says of a word: an output for each letter (of a Moore machine, and of others that write before the first input, one more), undefined from where
   * it knows no answer; or one text, the weight.
   */
  readonly answer: (word: Word) => (string | undefined)[];
}

/** Two versions, and whether their answers to a word differ. */
export interface Versions {
  readonly before: Version;
  readonly after: Version;
  readonly differ: (word: Word) => boolean;
}
