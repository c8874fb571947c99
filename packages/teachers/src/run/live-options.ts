import type {
  AnswerStore,
  Automaton,
  Budget,
  Certificate,
  Costs,
  DriveOptions,
  EquivalenceTest,
  Fingerprint,
  KindHeader,
  Learned,
  Learner,
  LearnerSetting,
  Margins,
  OnConflict,
  Prices,
  Purpose,
  Statistics,
  Wdfsa,
  Word,
} from "@hankel/core";
import type { Clock } from "../pool/time.ts";
import type { Signal } from "../signal.ts";
import type { Recalled } from "./recall.ts";
import type { RunJournal } from "./run-journal.ts";

/** Options of a live run. */
export interface LiveOptions<W, A = W, H extends Automaton<W> = Wdfsa<W>> extends Budget {
  /**
   * Makes the learner, as `createLearner` does; called again when the run has to start again. The answers are those of the
   * run. A learner that shares them saves memory.
   */
  readonly createLearner: (setting: LearnerSetting<W, A>) => Learner<W, A, H>;
  /** The tests of conjectures, which run in turn. */
  readonly tests: readonly EquivalenceTest[];
  /** Answers that are known already; none unless given. */
  readonly store?: AnswerStore<A> | undefined;
  readonly journal?: RunJournal | undefined;
  /** Words of a log that the learner rests on: the journal keeps them, for a replay. */
  readonly log?: readonly Word[] | undefined;
  /** How many bytes of memory the run takes; unless given, those that this process holds, or in a browser those of its words and answers. */
  readonly memory?: ((limit: number) => number) | undefined;
  readonly seed?: number | undefined;
  /** What a question costs, as the learner was told: 1 for the word, and 1 for each letter, unless given. */
  readonly prices?: Prices | undefined;
  /** How often to ask each word; once unless given. Under `stable`, how often its answer has to be seen in a row; 3 unless given. */
  readonly repeat?: number | undefined;
  /** `stop` unless given, or `majority` if each word is asked several times. `stable` asks a word until each output was the same several times in a row. */
  readonly onConflict?: OnConflict | undefined;
  /** How many answered words to ask again at each conjecture; none unless given. */
  readonly recheck?: number | undefined;
  /**
   * How many answers of each kind to ask again before a run trusts those that it did not ask for itself, of a journal or of others: so many
   * counterexamples, of the longest words, and from everywhere; none unless given.
   */
  readonly recheckFirst?: number | undefined;
  /** What tells this version of the target from another one; the journal keeps it, and says when it has changed. */
  readonly fingerprint?: Fingerprint | undefined;
  /** Test the words that the certificate uses, and make the certificate. */
  readonly certificate?: boolean | undefined;
  readonly signal?: Signal | undefined;
  /** When the run began, by the clock; now unless given. `maxSeconds` counts from then. */
  readonly started?: number | undefined;
  /** The clock of the budget, in milliseconds; that of `performance.now` unless given. */
  readonly clock?: Clock | undefined;
  readonly onEvent?: OnEvent | undefined;
  /** Makes an observer for each learner: it is told of every question and of every answer. */
  readonly watch?:
    | ((learner: Learner<W, A, H>) => Pick<DriveOptions<W, A, H>, "announce" | "observe" | "best">)
    | undefined;
  /** Called while something is computed, before the signal is looked at: see `DriveOptions`. */
  readonly hear?: (() => void) | undefined;
}

/** A word with different answers, and the one that was used. */
export interface Conflict<A> {
  readonly word: Word;
  readonly answers: readonly A[];
  readonly used: A;
}

/** What a live run gives: the automaton, how the run ended, what it cost, and what is known of the automaton. */
export interface LiveResult<W, A = W, H extends Automaton<W> = Wdfsa<W>> extends Learned<W, H> {
  /** The cost is that of everything the black box answered in this run. */
  readonly statistics: Statistics & Pick<LiveCounts, "tests" | "asked" | "remembered">;
  /** What the run established, in a sentence. */
  readonly statement: string;
  /** How far the test of the last conjecture came, if the run ended before the test; empty otherwise. */
  readonly unfinished: string;
  readonly margins: Margins | undefined;
  readonly conflicts: readonly Conflict<A>[];
  /** The largest distance between answers to one word. */
  readonly spread: number;
  /** How many answers were asked for a second time, at conjectures and at the beginning. */
  readonly rechecks: number;
  /** How many answers there were before the run, and whether they still hold. */
  readonly recalled: Recalled;
  readonly certificate: Certificate<W> | undefined;
}

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
