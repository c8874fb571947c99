import type { Costs, KindHeader, Purpose } from "@hankel/core";

/** What a run has cost so far. It is the same object at every event. */
export interface LiveCounts extends Costs {
  /** What everything cost that the black box answered in this run: for the learner, tests, rechecks and repetitions. */
  cost: number;
  /** States told apart. */
  states: number;
  /** Answers of the black box in this run, repetitions included. */
  asked: number;
  /** Words that were answered from the journal or from memory. */
  remembered: number;
}

/** Something that happened during a live run. */
export type LiveEvent =
  | (KindHeader & {
      readonly event: "start";
      readonly box: string;
      /** How many symbols the alphabet has. */
      readonly alphabet: number;
      readonly learner: string;
      readonly equivalence: string;
      readonly seed: number;
      readonly recorded: number;
    })
  /** Some answers of a batch have arrived. */
  | { readonly event: "answers"; readonly answers: number }
  /** A batch is answered: so many words, and so many of them by the black box. */
  | { readonly event: "batch"; readonly purpose: Purpose; readonly words: number; readonly asked: number }
  | { readonly event: "conjecture"; readonly number: number; readonly states: number }
  | {
      readonly event: "testing";
      readonly number: number;
      readonly test: string;
      readonly words: number | undefined;
    }
  | { readonly event: "counterexample"; readonly number: number; readonly word: readonly string[] }
  | { readonly event: "accepted"; readonly number: number }
  | {
      readonly event: "conflict";
      readonly word: readonly string[];
      readonly answers: readonly string[];
      readonly used: string;
    }
  | { readonly event: "restart" }
  /** The answers look noisy, or the tolerance wrong; the text names an option that may help. */
  | { readonly event: "advice"; readonly text: string }
  | { readonly event: "end"; readonly outcome: string; readonly reason: string; readonly statement: string };

/** Is told what happens during a live run. */
export type OnEvent = (event: LiveEvent, counts: Readonly<LiveCounts>) => void;
