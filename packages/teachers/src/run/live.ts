import { setImmediate } from "node:timers/promises";
import {
  certificateOf,
  HankelError,
  type Learned,
  type Learner,
  type Margins,
  runLearnerAsync,
  statement,
  watchMargins,
} from "@hankel/core";
import type { BlackBox } from "../box.ts";
import type { LiveOptions, LiveResult } from "./live-options.ts";
import { type LiveRun, openRun } from "./live-run.ts";
import { LiveTeacher } from "./live-teacher.ts";

/** Timers and the clock disagree by a millisecond or so; a box is told to stop when the clock has passed the limit. */
const GRACE = 10;
const LONGEST_TIMER = 2 ** 31;

/**
 * Learns from a black box: asks what is not known, writes it down, tries conjectures by tests, keeps to a budget, and
 * ends with what was established. A learner is a pure generator, so starting again after a correction, like resuming
 * after a crash, is running it again on the answers that are there.
 */
export async function learnLive<W>(box: BlackBox<W>, options: LiveOptions<W>): Promise<LiveResult<W>> {
  const started = Date.now();
  const stop = new AbortController();
  const cancel = () => stop.abort();
  options.signal?.addEventListener("abort", cancel);
  if (options.signal?.aborted) cancel();
  // A box that is waited for is told when the time is up; between questions the driver looks at the clock.
  const milliseconds = (options.maxSeconds ?? Number.POSITIVE_INFINITY) * 1000 + GRACE;
  const timer = milliseconds < LONGEST_TIMER ? setTimeout(cancel, milliseconds) : undefined;
  try {
    return await learnUntil(box, options, started, stop.signal);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", cancel);
    // However it ended, what is in the journal is on the disk; if even that fails, the first error tells more.
    await options.journal?.sync().catch(() => {});
  }
}

async function learnUntil<W>(
  box: BlackBox<W>,
  options: LiveOptions<W>,
  started: number,
  signal: AbortSignal,
): Promise<LiveResult<W>> {
  const run = openRun(box, options, signal);
  const teacher = new LiveTeacher(run);
  const { maxStates, maxQuestions, maxSeconds } = options;
  for (;;) {
    const { algebra, margins } = watchMargins(box.algebra);
    const learner = options.createLearner(algebra, box.alphabet, run.store.tree);
    const watcher = options.watch?.(learner);
    let decided: Margins | undefined;
    run.tell({ event: "start", ...description(run, learner) });
    const learned = await runLearnerAsync(learner, teacher, {
      maxStates,
      maxQuestions,
      maxSeconds,
      started,
      cancelled: () => options.signal?.aborted === true,
      pause: () => setImmediate(),
      announce(question, costs) {
        run.count(learner, costs);
        // Before the automaton is minimized, which compares weights that decide about no state.
        if (question.kind === "conjecture") decided = margins();
        watcher?.announce?.(question, costs);
      },
      observe: watcher?.observe,
    });
    if (!teacher.restarts) {
      const result = present(run, teacher, learned, options.certificate === true);
      const { outcome, reason } = result;
      run.tell({ event: "end", outcome, reason, statement: result.statement });
      return { ...result, margins: outcome === "accepted" ? decided : margins() };
    }
    run.tell({ event: "restart" });
    teacher.begin();
  }
}

/** What a run is about, for those who watch. */
function description<W>({ box, tests, seed, store }: LiveRun<W>, learner: Learner<W>) {
  return {
    box: box.name,
    semifield: box.algebra.name,
    letters: box.alphabet.size,
    learner: learner.name,
    equivalence: tests.map(({ text }) => text).join("+"),
    seed,
    recorded: store.size,
  };
}

/** What a run established, in words and by a certificate. */
function present<W>(
  run: LiveRun<W>,
  teacher: LiveTeacher<W>,
  learned: Learned<W>,
  certified: boolean,
): Omit<LiveResult<W>, "margins"> {
  const { automaton, outcome, reason } = learned;
  const { asked, remembered } = run.counts;
  const result = {
    ...learned,
    statistics: { ...learned.statistics, tests: learned.tests, asked, remembered },
    statement: `Nothing is established: ${reason}.`,
    conflicts: teacher.conflicts.found,
    spread: teacher.conflicts.spread,
    certificate: undefined,
  };
  if (outcome !== "accepted") return result;
  try {
    const claims = run.tests.map((test) => test.claim(automaton));
    const said = statement(run.box.algebra, automaton.size, claims, teacher.tried);
    return { ...result, statement: said, certificate: certified ? certificateOf(automaton) : undefined };
  } catch (error) {
    // Over floats the automaton may be right, and yet what would show it is out of their range.
    if (automaton.algebra.exact || !(error instanceof HankelError)) throw error;
    const { message } = error;
    return {
      ...result,
      outcome: "tolerance",
      reason: message,
      statement: `Nothing is established: ${message}.`,
      error,
    };
  }
}
