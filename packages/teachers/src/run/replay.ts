import {
  Alphabet,
  createLearner,
  HankelError,
  type LearnerName,
  type LearnOptions,
  learners,
  semifieldByName,
} from "@hankel/core";
import type { BlackBox } from "../box.ts";
import type { JournalContent } from "../journal/journal.ts";
import { Stopped } from "../stop.ts";
import { Book } from "./book.ts";
import { learnLive } from "./live.ts";
import type { LiveOptions, LiveResult } from "./live-options.ts";

export interface Replay {
  readonly result: LiveResult<unknown>;
  /** Words with a weight, and verdicts, that stand in the journal. */
  readonly answers: number;
  readonly verdicts: number;
  /** Did the run come to its end? */
  readonly finished: boolean;
}

/** A book with everything that stands in a journal. */
export function bookOf({ header, lines }: JournalContent): Book<unknown> {
  const book = new Book(semifieldByName(header.semifield), new Alphabet(header.alphabet));
  for (const line of lines) book.apply(line);
  return book;
}

/**
 * Runs the learner of a journal again on its answers, asking nobody. Every conjecture must be the recorded one, byte for
 * byte; where the journal ends before the run does, the result is the best hypothesis.
 */
export async function replayJournal(
  content: JournalContent,
  options: Pick<LiveOptions<unknown>, "watch"> = {},
): Promise<Replay> {
  const { learner, seed, options: recorded } = content.header;
  if (!Object.hasOwn(learners, learner)) {
    throw new HankelError(
      "usage",
      `there is no learner ${JSON.stringify(learner)} to replay the journal with`,
    );
  }
  const book = bookOf(content);
  const use = recorded["counterexamples"] as LearnOptions<unknown>["counterexamples"];
  const result = await learnLive(silentBox(book), {
    ...options,
    book,
    seed,
    createLearner: (algebra, alphabet) =>
      createLearner(
        { algebra, alphabet },
        {
          learner: learner as LearnerName,
          ...(use && { counterexamples: use }),
        },
      ),
    tests: [
      { text: "journal", asksBox: true, words: () => [], claim: () => ({ kind: "box", exact: false }) },
    ],
  });
  const finished = result.outcome === "accepted";
  return { result, answers: book.size, verdicts: book.verdicts.length, finished };
}

/** A black box that knows nothing but what is in the book already. */
function silentBox({ algebra, alphabet }: Book<unknown>): BlackBox<unknown> {
  const end = () => Promise.reject(new Stopped("cancelled", "the journal ends here"));
  return {
    name: "the journal",
    algebra,
    alphabet,
    finds: "counterexamples",
    draws: false,
    weigh: end,
    findCounterexample: end,
    draw: end,
    close: async () => {},
  };
}
