import {
  type AnswerStore,
  Contradiction,
  deterministicForm,
  type HankelError,
  type Kind,
  type Learner,
  type LearnerRun,
  MAX_MEMORY,
  runLearnerAsync,
  type SuiteCheck,
  type SuiteReport,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import type { BlackBox } from "../box.ts";
import { turn } from "../pool/time.ts";
import { lateOr, limited } from "./limited.ts";
import type { Conflict, LiveCounts, LiveOptions } from "./live-options.ts";
import { openRun } from "./live-run.ts";
import { LiveTeacher } from "./live-teacher.ts";
import type { Recalled } from "./recall.ts";
import { longJournal } from "./run-live.ts";

/** What the tests of a suite are run with: as a run of a learner, but for what is about automata. */
export type SuiteRunOptions<W, A = W> = Omit<
  LiveOptions<W, A>,
  "createLearner" | "tests" | "certificate" | "maxStates" | "watch" | "prices" | "recheck"
>;

/** What came of a suite. */
export interface SuiteResult<A = unknown> extends SuiteReport {
  /** `failed` as soon as one test fails; a limit or the caller may have ended the rest. */
  readonly outcome: "passed" | "failed" | "budget" | "cancelled";
  /** Why not all tests were run, or why a failure was not made as short as possible; empty if everything was done. */
  readonly reason: string;
  /** What the target was asked, and what was known. */
  readonly counts: Pick<LiveCounts, "asked" | "remembered" | "cost">;
  /** How many answers there were before the tests, and whether they still hold; `rests` says it in a sentence, empty if there were none. */
  readonly recalled: Recalled & { readonly rests: string };
  /** Words with several answers, of which one was used. */
  readonly conflicts: readonly Conflict<A>[];
  /** What ended the tests, if the target failed or contradicted itself. */
  readonly error: HankelError | undefined;
}

/** Runs a suite on a black box, as learners learn from it: with its journal, limits and votes. */
export function runSuite<W, A>(
  box: BlackBox<W, A>,
  suite: SuiteCheck<W, A>,
  options: SuiteRunOptions<W, A>,
): Promise<SuiteResult<A>> {
  return limited(options, async (timed, signal) => {
    const { maxMemory = MAX_MEMORY, clock } = timed;
    const run = await openRun(box, { ...timed, tests: [], suite }, signal).catch((error: unknown) => {
      throw lateOr(error, signal, options, "the journal is not read yet: nothing was tested");
    });
    const teacher = new LiveTeacher(run);
    for (;;) {
      const learner = new NoLearner(box);
      const { outcome, reason, error } = await runLearnerAsync(learner, teacher, {
        ...timed,
        maxMemory,
        limit: () => longJournal(options.journal, maxMemory),
        clock: () => clock.now(),
        cancelled: () => options.signal?.aborted === true,
        pause: turn,
        announce: (_question, costs) => run.count(learner, costs),
      });
      if (teacher.restarts) {
        run.tell({ event: "restart" });
        teacher.begin();
        continue;
      }
      const isStop = outcome === "budget" || outcome === "cancelled";
      // What was answered before a limit was met counts, also within a batch.
      if (isStop) suite.judgeKnown((word) => answerTo(run.store, word));
      const { asked, remembered, cost } = run.counts;
      const counts = { asked, remembered, cost };
      const recalled = { ...run.recall.counts, rests: run.recall.sentence() };
      const ended = { ...suite.report, reason, counts, recalled, conflicts: run.conflicts.found };
      // What was found stays found, whatever happened while it was made shorter; but a target that contradicts itself proves nothing.
      const isOver = ended.shortest !== undefined && !(error instanceof Contradiction);
      const isFailed = ended.failures.length > 0 && (isStop || isOver);
      if (isFailed) return { ...ended, outcome: "failed", error: undefined };
      if (isStop) return { ...ended, outcome, error: undefined };
      if (outcome !== "accepted") return { ...ended, outcome: "failed", error: error as HankelError };
      return { ...ended, outcome: ended.failures.length > 0 ? "failed" : "passed", error: undefined };
    }
  });
}

/** An answer that has arrived, also one that waits for its turn in the journal. */
function answerTo<A>(store: AnswerStore<A>, word: Word): A | undefined {
  const node = store.tree.find(word);
  return node < 0 ? undefined : (store.known(node) ?? store.reserved(node))?.weight;
}

/** Learns nothing: its conjecture is there to be examined, by the tests of a suite. */
class NoLearner<W, A> implements Learner<W, A> {
  readonly name = "none";
  readonly kind: Kind<W, A>;
  readonly algebra: Kind<W, A>["algebra"];
  readonly alphabet: BlackBox<W, A>["alphabet"];
  readonly form = deterministicForm as Learner<W, A>["form"];
  readonly states = 0;

  constructor({ kind, alphabet }: Pick<BlackBox<W, A>, "kind" | "alphabet">) {
    this.kind = kind;
    this.algebra = kind.algebra;
    this.alphabet = alphabet;
  }

  hypothesis(): Wdfsa<W> {
    return this.form.zero(this.algebra, this.alphabet);
  }

  answers(): Iterable<never> {
    return [];
  }

  *run(): LearnerRun<W, A> {
    const hypothesis = this.hypothesis();
    yield { kind: "conjecture", hypothesis };
    return hypothesis;
  }
}
