import { setImmediate } from "node:timers/promises";
import {
  adviser,
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

/** Timers and the clock may differ by a few milliseconds. The box is stopped when the clock has surely passed the limit. */
const GRACE = 10;
const LONGEST_TIMER = 2 ** 31;

/**
 * Learns from a black box: asks what is not known, keeps a journal, tests conjectures, keeps to a budget, and says at the
 * end what was established. A learner is a pure generator. So resuming after a crash, like starting again after a
 * correction, means running a new learner on the known answers.
 */
export async function learnLive<W>(box: BlackBox<W>, options: LiveOptions<W>): Promise<LiveResult<W>> {
  const started = Date.now();
  const stop = new AbortController();
  const cancel = () => stop.abort();
  options.signal?.addEventListener("abort", cancel);
  if (options.signal?.aborted) cancel();
  // The driver checks the time between questions; the timer stops a box while it is answering.
  const milliseconds = (options.maxSeconds ?? Number.POSITIVE_INFINITY) * 1000 + GRACE;
  const timer = milliseconds < LONGEST_TIMER ? setTimeout(cancel, milliseconds) : undefined;
  try {
    return await learnUntil(box, options, started, stop.signal);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", cancel);
    // The journal must be on the disk, however the run ended. If this fails too, the first error says more.
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
  const { maxStates, maxQuestions, maxSeconds, prices } = options;
  for (;;) {
    const { algebra, margins } = watchMargins(box.algebra);
    const learner = options.createLearner(algebra, box.alphabet, run.store.tree, box.machine);
    const watcher = options.watch?.(learner);
    const advise = adviser(learner, margins, (text) => run.tell({ event: "advice", text }));
    let decided: Margins | undefined;
    run.tell({ event: "start", ...description(run, learner) });
    const learned = await runLearnerAsync(learner, teacher, {
      maxStates,
      maxQuestions,
      maxSeconds,
      prices,
      started,
      cancelled: () => options.signal?.aborted === true,
      pause: () => setImmediate(),
      announce(question, costs) {
        run.count(learner, costs);
        // Minimizing compares weights too, but those comparisons decide about no state.
        if (question.kind === "conjecture") decided = margins();
        advise();
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

/** The run, for its first event. */
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

/** The result, with a statement of what was established, and a certificate if one is wanted. */
function present<W>(
  run: LiveRun<W>,
  teacher: LiveTeacher<W>,
  learned: Learned<W>,
  certified: boolean,
): Omit<LiveResult<W>, "margins"> {
  const { automaton, outcome, reason } = learned;
  const { asked, remembered, cost } = run.counts;
  const unfinished = run.trial.sentence();
  const result = {
    ...learned,
    statistics: { ...learned.statistics, cost, tests: learned.tests, asked, remembered },
    statement: `Nothing is established: ${reason}.${unfinished && ` ${unfinished}`}`,
    unfinished,
    conflicts: teacher.conflicts.found,
    spread: teacher.conflicts.spread,
    certificate: undefined,
  };
  if (outcome !== "accepted") return result;
  try {
    const claims = run.tests.map((test) => test.claim(automaton));
    const { words, longest, cut } = run.trial;
    const { algebra, machine } = run.box;
    const said = statement(algebra, { states: automaton.size, claims, words, longest, cut, machine });
    return { ...result, statement: said, certificate: certified ? certificateOf(automaton) : undefined };
  } catch (error) {
    // Over floats, computing the evidence for an automaton can leave the range although the automaton did not.
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
