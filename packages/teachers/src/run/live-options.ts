import type {
  Alphabet,
  Answer,
  Budget,
  Certificate,
  EquivalenceTest,
  GroupWithZero,
  Learner,
  Margins,
  Outcome,
  Question,
  Statistics,
  Wdfsa,
} from "@hankel/core";
import type { Journal } from "../journal/journal.ts";
import type { Conflict } from "./asker.ts";
import type { Book } from "./book.ts";
import type { OnConflict } from "./combine.ts";
import type { LiveCounts, OnEvent } from "./events.ts";
import type { Evidence } from "./evidence.ts";

export interface LiveOptions<W> extends Budget {
  /** Makes the learner; called again when the run has to start again. */
  readonly createLearner: (algebra: GroupWithZero<W>, alphabet: Alphabet) => Learner<W>;
  /** How conjectures are tried, one test after the other. */
  readonly tests: readonly EquivalenceTest[];
  /** What is known already; a new book unless given. */
  readonly book?: Book<W> | undefined;
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
  /** Who looks on: told of each question before it is asked, and of its answer. */
  readonly watch?:
    | ((question: Question<W>, answer: Answer<W> | undefined, learner: Learner<W>) => void)
    | undefined;
}

export interface LiveResult<W> {
  readonly automaton: Wdfsa<W>;
  readonly outcome: Outcome;
  /** Which limit was met, in words; empty when the run was accepted. */
  readonly reason: string;
  readonly statistics: Statistics & Pick<LiveCounts, "tests" | "asked" | "remembered">;
  /** What the run established, in a sentence. */
  readonly statement: string;
  readonly margins: Margins | undefined;
  readonly conflicts: readonly Conflict<W>[];
  /** The largest distance between answers to one word. */
  readonly spread: number;
  readonly evidence: Evidence | undefined;
  readonly certificate: Certificate<W> | undefined;
}
