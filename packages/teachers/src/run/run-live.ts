import {
  type Automaton,
  adviser,
  bytesOf,
  countOf,
  HankelError,
  MAX_MEMORY,
  type Margins,
  type Outcome,
  runLearnerAsync,
  type Wdfsa,
} from "@hankel/core";
import { type BlackBox, findsOf, nameOf } from "../box.ts";
import { learnHoming } from "../homing/learn-homing.ts";
import { turn } from "../pool/time.ts";
import type { Signal } from "../signal.ts";
import { lateOr, limited, type Timed } from "./limited.ts";
import type { LiveOptions, LiveResult } from "./live-options.ts";
import { type LiveRun, openRun } from "./live-run.ts";
import { LiveTeacher } from "./live-teacher.ts";
import { present } from "./present.ts";

/** How much of the memory of a run the matrices of a regression may take. */
const REGRESSION_SHARE = 1 / 2;

/**
 * Learns from a black box: asks what is not known, keeps a journal, tests conjectures, keeps to a budget, and says at the
 * end what was established. A learner is a pure generator. So resuming after a crash, like starting again after a
 * correction, means running a new learner on the known answers.
 */
export async function runLive<W, A = W, H extends Automaton<W> = Wdfsa<W>>(
  box: BlackBox<W, A>,
  options: LiveOptions<W, A, H>,
): Promise<LiveResult<W, A, H>> {
  if (box.kind.tests === undefined) refuseTests(box, options);
  const looking = box.states === undefined && options.tests.find((test) => test.states);
  if (looking) {
    throw new HankelError(
      "usage",
      `the test ${looking.text} needs the states of the target, and ${nameOf(box)} gives none`,
    );
  }
  if (box.states !== undefined && options.tests.some((test) => test.states))
    refuseLargeStates(box.states, options.maxMemory);
  return limited(options, (timed, signal) => {
    const learn = (own: typeof timed) => learnUntil(box, own, signal);
    return box.homing === undefined ? learn(timed) : learnHoming(box.homing, timed, learn);
  });
}

/** Tests compare weights of words, and so does a certificate. */
function refuseTests<W, A>(
  box: BlackBox<W, A>,
  { tests, certificate }: Pick<LiveOptions<unknown>, "tests" | "certificate">,
): void {
  if (tests.length === 0 && certificate !== true) return;
  throw new HankelError(
    "usage",
    `${nameOf(box)} answers with ${box.kind.reply}: there are no tests of conjectures for them, and no certificates`,
  );
}

/** The regression on states keeps two square matrices of doubles, with a row for each number of a state and one more. */
function refuseLargeStates(numbers: number, maxMemory = MAX_MEMORY): void {
  const least = (2 * 8 * (numbers + 1) ** 2) / REGRESSION_SHARE;
  if (least <= maxMemory) return;
  throw new HankelError(
    "usage",
    `a regression on states of ${countOf(numbers, "number")} needs a --max-memory of at least ${bytesOf(least)}, not ${bytesOf(maxMemory)}; ` +
      "the other tests need no states",
  );
}

type TimedOptions<W, A, H extends Automaton<W>> = LiveOptions<W, A, H> & Timed;

async function learnUntil<W, A, H extends Automaton<W>>(
  box: BlackBox<W, A>,
  options: TimedOptions<W, A, H>,
  signal: Signal,
): Promise<LiveResult<W, A, H>> {
  const run = await openRun(box, options, signal).catch((error: unknown) => {
    throw lateOr(error, signal, options, "the journal is not read yet: nothing was learned");
  });
  const teacher = new LiveTeacher(run);
  const { maxMemory = MAX_MEMORY } = options;
  const limits = { ...options, maxMemory };
  for (;;) {
    const { learned, learner, margins } = await attempt(run, teacher, limits);
    if (!teacher.restarts) {
      // Early answers that nobody asked for again after a correction.
      if (learned.outcome === "accepted") run.journal?.dropEarly();
      const result = present(run, { learned, learner }, options.certificate === true);
      const { outcome, reason } = result;
      run.tell({ event: "end", outcome, reason, statement: result.statement });
      return { ...result, margins: margins(outcome) };
    }
    run.tell({ event: "restart" });
    teacher.begin();
  }
}

/** Runs a new learner on what is known and on the black box, until it ends or has to start again. */
async function attempt<W, A, H extends Automaton<W>>(
  run: LiveRun<W, A>,
  teacher: LiveTeacher<W, A>,
  options: TimedOptions<W, A, H> & { readonly maxMemory: number },
) {
  const { box } = run;
  const { maxStates, maxQuestions, maxSeconds, maxMemory, memory, prices, clock, started } = options;
  const { kind, margins } = box.kind.watched();
  const learner = options.createLearner({ kind, alphabet: box.alphabet, answers: run.store.memory });
  const watcher = options.watch?.(learner);
  const tell = (text: string) => run.tell({ event: "advice", text });
  // There is no advice about weights where there are none.
  const advise = kind.weight && adviser(learner, margins, tell, findsOf(box) === "exact");
  let decided: Margins | undefined;
  run.tell({ event: "start", ...description(run, learner) });
  const learned = await runLearnerAsync(learner, teacher, {
    maxStates,
    maxQuestions,
    maxSeconds,
    maxMemory,
    memory,
    limit: () => longJournal(options.journal, maxMemory),
    prices,
    clock: () => clock.now(),
    started,
    cancelled: () => options.signal?.aborted === true,
    hear: options.hear,
    pause: turn,
    announce(question, costs) {
      run.count(learner, costs);
      // Minimizing compares weights too, but those comparisons decide about no state.
      if (question.kind === "conjecture") decided = margins();
      advise?.(question, costs);
      watcher?.announce?.(question, costs);
    },
    observe: watcher?.observe,
    best: watcher?.best,
  });
  return { learned, learner, margins: (outcome: Outcome) => (outcome === "accepted" ? decided : margins()) };
}

/**
 * Says that the journal is too long, if it is. Where words are long, it grows faster than the memory: each line holds a
 * whole word.
 */
export function longJournal(journal: LiveOptions<unknown>["journal"], maxMemory: number): string | undefined {
  if (journal === undefined || journal.length <= maxMemory) return undefined;
  return `the journal takes more than ${bytesOf(maxMemory)}, which is its limit as well as that of the memory (--max-memory)`;
}

/** The run, for its first event. */
function description<W, A>({ box, tests, seed, store }: LiveRun<W, A>, learner: { readonly name: string }) {
  return {
    box: nameOf(box),
    ...box.kind.header,
    alphabet: box.alphabet.size,
    learner: learner.name,
    equivalence: tests.map(({ text }) => text).join("+"),
    seed,
    recorded: store.size,
  };
}
