import type {
  Alphabet,
  AnswerStore,
  Budget,
  Certificate,
  DriveOptions,
  EquivalenceTest,
  GroupWithZero,
  Learned,
  Learner,
  Margins,
  PrefixTree,
  Statistics,
  Word,
} from "@hankel/core";
import type { Journal } from "../journal/journal.ts";
import type { OnConflict } from "./combine.ts";
import type { LiveCounts, OnEvent } from "./events.ts";

/** Options of a live run. */
export interface LiveOptions<W> extends Budget {
  /**
   * Makes the learner; called again when the run has to start again. A learner that keeps its words in the tree, which
   * the memory of the run uses too, needs half of the memory.
   */
  readonly createLearner: (algebra: GroupWithZero<W>, alphabet: Alphabet, tree: PrefixTree) => Learner<W>;
  /** How conjectures are tried, one test after the other. */
  readonly tests: readonly EquivalenceTest[];
  /** What is known already; nothing unless given. */
  readonly store?: AnswerStore<W> | undefined;
  readonly journal?: Journal | undefined;
  readonly seed?: number | undefined;
  /** Ask each word so often; 1 unless given. */
  readonly repeat?: number | undefined;
  /** `stop` unless given; `majority` where words are asked several times. */
  readonly onConflict?: OnConflict | undefined;
  /** Ask so many answered words again at each conjecture; none unless given. */
  readonly recheck?: number | undefined;
  /** Test what the certificate rests on, and leave one. */
  readonly certificate?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: OnEvent | undefined;
  /** Who looks on, for each learner: told of each question before it is asked, and of its answer. */
  readonly watch?: ((learner: Learner<W>) => Pick<DriveOptions<W>, "announce" | "observe">) | undefined;
}

/** A word that was answered in several ways, and the weight that was made of them. */
export interface Conflict<W> {
  readonly word: Word;
  readonly answers: readonly W[];
  readonly used: W;
}

/** What a live run gives: the automaton, how the run ended, what it cost, and what is known of the automaton. */
export interface LiveResult<W> extends Learned<W> {
  readonly statistics: Statistics & Pick<LiveCounts, "tests" | "asked" | "remembered">;
  /** What the run established, in a sentence. */
  readonly statement: string;
  readonly margins: Margins | undefined;
  readonly conflicts: readonly Conflict<W>[];
  /** The largest distance between answers to one word. */
  readonly spread: number;
  readonly certificate: Certificate<W> | undefined;
}
