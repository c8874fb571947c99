/** One run of a learner on the target that the command line names: at full speed on an automaton in memory, or live on a black box. */

import { setImmediate } from "node:timers/promises";
import { curveOf } from "../draw/curve-picture.ts";
import { type Budget, exactTeacher, type HankelError } from "../index.ts";
import { adviser, MOST_SYMBOLS, timePassed } from "../internal/core.ts";
import { defaultMaxMemory, memoryMeter } from "../internal/teachers.ts";
import {
  type AnswerStore,
  createLearner,
  guessBy,
  guessFrom,
  hearLog,
  refuted,
  runLearnerAsync,
  TolerantLearner,
} from "../learning.ts";
import { SoftLearner } from "../models.ts";
import { type BlackBox, isNextBox, Journal, type LiveResult, learnLive, nameOf } from "../node.ts";
import { needsMemory, refuseUseless } from "../options/apply.ts";
import type { Options } from "../options/table.ts";
import { narrate } from "../show/narrator.ts";
import { withProcess } from "../show/statistics.ts";
import { attemptAll, misuse } from "../support/failures.ts";
import type { Ends } from "../support/output.ts";
import type { ResultFiles } from "../support/result-files.ts";
import { count, hear, tell } from "../support/supervision.ts";
import { timeLimit } from "../support/until-stopped.ts";
import { fingerprintOf } from "../target/fingerprint.ts";
import { type BoxOutput, boxOfWeights, openRestricted, readTarget } from "../target/open.ts";
import type { Target } from "../target/target.ts";
import { statement } from "../testing.ts";
import { type EventsFile, eventsFile } from "./events.ts";
import { figuresOfRun, withFigures } from "./figures.ts";
import { keptSymbols, learnHeaderOf, unlikeJournal, warmStore } from "./journal.ts";
import { type LogMistakes, mistakeLines } from "./log-mistakes.ts";
import { type LearnPlan, learnerOptions, planOf } from "./plan.ts";
import type { LiveProgress } from "./progress.ts";
import type { Finished } from "./summary.ts";
import { type WrittenLog, writtenLines } from "./written-log.ts";

/** What a run is begun with. */
interface Setting {
  readonly target: Target;
  readonly options: Options;
  /** When it began, by `performance.now`. */
  readonly started: number;
  readonly ends: Ends;
  readonly files: ResultFiles;
  readonly progress: LiveProgress;
}

/** Learns the target, and closes everything that was opened, whatever happens. */
export async function runLearn(setting: Setting): Promise<Finished> {
  const { target, options, progress } = setting;
  try {
    const inMemory = target.kind === "file" && options.with === undefined && isPlain(options);
    return await (inMemory ? learnInMemory(target.path, setting) : learnBlackBox(setting));
  } finally {
    progress.end();
  }
}

/** The budget of a run, as its options give it. */
function limitsOf({ maxStates, maxQuestions, maxSeconds, maxMemory }: Options): Budget {
  return { maxStates, maxQuestions, maxSeconds, maxMemory };
}

/** Does nothing need a memory of answers, tests or events, and is the learner one of deterministic automata? */
function isPlain(options: Options): boolean {
  const name = options.learner?.name;
  return name !== "soft" && name !== "multiplicity" && !needsMemory(options);
}

/** Learns an automaton of a file at full speed: the teacher answers at once, and no answer is asked for twice. */
async function learnInMemory(path: string, setting: Setting): Promise<Finished> {
  const { target: named, options, ends, files, progress } = setting;
  progress.plain();
  const target = await readTarget(path, options);
  files.planned(target);
  const teacher = exactTeacher(target);
  const { kind, margins } = teacher.kind.watched();
  const chosen = learnerOptions(options);
  const learner = createLearner({ kind, alphabet: target.alphabet }, chosen);
  refuseUseless(options, { target: named, learned: kind.name });
  const started = performance.now();
  const narrator = options.show ? narrate(learner) : undefined;
  const advise = adviser(learner, margins, (advice) => {
    if (!options.quiet) progress.line(`hankel: ${advice}`);
  });
  let decided = margins();
  const { maxMemory = defaultMaxMemory() } = options;
  const learned = await runLearnerAsync(learner, teacher, {
    ...limitsOf(options),
    maxMemory,
    memory: memoryMeter(maxMemory),
    prices: chosen.prices,
    clock: () => performance.now(),
    started: setting.started,
    cancelled: () => ends.signal.aborted,
    hear,
    pause: () => setImmediate(),
    best: (automaton, conjectured) => files.best(automaton, conjectured),
    announce(question, costs) {
      count(costs);
      // What is compared to minimize the result decides about no state.
      if (question.kind === "conjecture") decided = margins();
      advise();
      narrator?.announce?.(question, costs);
    },
    observe(question, answer, costs) {
      narrator?.observe?.(question, answer, costs);
      progress.plain(() => learner.states, costs);
    },
  });
  const { automaton, outcome, reason } = learned;
  const claims = [{ kind: "box", exact: true }] as const;
  const established =
    outcome === "accepted"
      ? statement(teacher.kind, { states: automaton.size, claims, words: 0 })
      : `Nothing is established: ${reason}.`;
  return {
    result: { ...learned, statement: established, margins: decided, conflicts: [], spread: 0 },
    kind: teacher.kind,
    prices: chosen.prices,
    statistics: withProcess(learned.statistics, started),
  };
}

/** What a run on a black box works with. */
interface Opened {
  readonly box: BlackBox<unknown>;
  readonly plan: LearnPlan;
  readonly journal: Journal | undefined;
  readonly store: AnswerStore<unknown>;
  readonly events: EventsFile | undefined;
  readonly close: () => Promise<void>;
}

/** Learns from a black box. Tells the result as soon as the learner is done, before words judge it. */
async function learnBlackBox(setting: Setting): Promise<Finished> {
  const { options, started, ends, files, progress } = setting;
  // Refuses prices that make no sense before anything is opened.
  const { prices } = learnerOptions(options);
  const run = await openAll(setting);
  try {
    const { result, soft, tolerant } = await learnWith(run, setting);
    const log = mistakesOf(run, result);
    for (const line of mistakeLines(log, run.box)) progress.line(`hankel: ${line}`);
    const written = writtenOf(run, soft);
    for (const line of writtenLines(written, run.box.alphabet)) progress.line(`hankel: ${line}`);
    await files.learned(result);
    const { seed } = run.plan;
    const { signal } = ends;
    const measured = await figuresOfRun({ ...run, result, seed, started, signal, progress }, options);
    const { asked, tests, remembered, ...statistics } = withFigures(result.statistics, measured, prices);
    return {
      result,
      kind: run.box.kind,
      prices,
      statistics: withProcess(statistics, started),
      live: { tests, asked, remembered },
      tokens: run.box.usage?.(),
      measured,
      curve: soft && curveOf(soft, result),
      agreement: tolerant?.agreement(),
      log,
      written,
    };
  } finally {
    // Nothing is computed from here on, and what is closed has limits of its own.
    tell({ run: undefined });
    progress.end();
    await run.close();
  }
}

/** What the target has answered otherwise than the log said; or what it would answer, if it has accepted the automaton itself. */
function mistakesOf(
  { box, plan, store }: Opened,
  { automaton, outcome }: LiveResult<unknown>,
): LogMistakes | undefined {
  const { kind } = box;
  const { log } = plan;
  if (log === undefined) return undefined;
  const isExact = outcome === "accepted" && plan.tests.some((test) => test.asksBox === true);
  // The test by the log notes where they differ.
  if (isExact) Array.from(log.words(automaton, 0, []));
  const mistakes = log.tried.flatMap(({ word, said, place }) => {
    const known = isExact ? automaton.weigh(word) : store.known(store.tree.find(word))?.weight;
    const answered = known === undefined ? undefined : refuted(kind, known, { word, said, place });
    return answered === undefined ? [] : [{ place, word, said, answered }];
  });
  return { mistakes, unknown: log.unknown };
}

/** Whether the log of a language model is its own. */
function writtenOf({ plan: { written } }: Opened, soft: SoftLearner | undefined): WrittenLog | undefined {
  return written && { name: written.name, unknown: written.unknown, fault: soft?.logFault };
}

/** Opens the black box, the journal and the events of a run, in this order. If one cannot be opened, those before it are closed. */
async function openAll(setting: Setting): Promise<Opened> {
  const { target, options, files } = setting;
  const output = outputOf(setting);
  const closers: (() => Promise<void>)[] = [];
  // The events come last: their reader may be slow, and neither a program nor the lock of the journal should wait for that.
  const close = () => attemptAll(closers);
  try {
    const box = setting.progress.asks(await openBox(setting, output));
    closers.push(async () => box.close?.());
    const plan = await planOf(box, target, options);
    files.planned({ algebra: box.kind.algebra, alphabet: box.alphabet });
    const { report } = output;
    if (plan.learner === "soft" && box.alphabet.size > MOST_SYMBOLS) report(manySymbols(box.alphabet.size));
    const signal = within(setting, "the journal is not read yet");
    const { journal: path } = options;
    const reading = { report, maxMemory: options.maxMemory ?? defaultMaxMemory() };
    const opening = { ...reading, signal };
    const journal =
      path === undefined ? undefined : await Journal.open(path, learnHeaderOf(box, plan, options), opening);
    closers.push(async () => journal?.close());
    const store = await warmStore(box, options.warm ?? [], reading);
    if (plan.heard !== undefined) {
      hearLog(store, plan.heard.sample);
      guessBy(store, plan.heard.inferred);
    }
    for (const model of plan.models) guessFrom(store, model);
    const events = await openEvents(options.events, journal, setting, output);
    closers.push(async () => events?.close());
    return { box, plan, journal, store, events, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What helps a language model with so many symbols. */
function manySymbols(size: number): string {
  return (
    `over ${size} symbols, rows take much memory, so that few words are known; ` +
    "--with top=500 keeps the likeliest, and one symbol for the rest"
  );
}

/** The black box as the learner needs it: for a learner of weights, a language model gives the probabilities of words. */
async function openBox(setting: Setting, output: BoxOutput): Promise<BlackBox<unknown>> {
  const { target, options } = setting;
  const { learner, tolerance } = options;
  const file = learner?.name === "soft" ? "rows" : learner?.name === "multiplicity" ? "field" : "weights";
  const signal = within(setting, "the black box has not started");
  const refuse = target.kind === "fleet" ? unlikeJournal(options) : undefined;
  const kept = keptSymbols(options);
  const box = await openRestricted(target, { options, file, output, signal, refuse, kept, learns: true });
  if (learner?.exact === true && isNextBox(box)) {
    const name = nameOf(box);
    await box.close?.();
    throw misuse(
      `--exact follows every answer, and ${name} gives distributions: no automaton says the same after every word. --learner soft:distance=0 keeps apart what differs at all, ` +
        "and --learner tree learns the probabilities of whole words",
    );
  }
  return learner === undefined || learner.name === "soft" ? box : boxOfWeights(box, tolerance);
}

function outputOf({ progress, options: { workers = 1 } }: Setting): BoxOutput {
  return {
    report: (notice) => progress.line(`hankel: ${notice}`),
    stderr: (line, worker) => progress.line(workers > 1 ? `[${worker + 1}] ${line}` : line),
  };
}

/** The time limit of the run holds for what comes before the first question, too. */
export function within(
  { ends, started, options }: Pick<Setting, "started" | "options"> & { readonly ends: Pick<Ends, "signal"> },
  what: string,
): AbortSignal {
  const { maxSeconds = Number.POSITIVE_INFINITY } = options;
  return timeLimit(ends.signal, {
    deadline: started + maxSeconds * 1000,
    reason: `${timePassed(maxSeconds)}, and ${what}: nothing was learned`,
  });
}

async function openEvents(
  path: string | undefined,
  journal: Journal | undefined,
  setting: Setting,
  output: BoxOutput,
): Promise<EventsFile | undefined> {
  if (path === undefined) return undefined;
  return eventsFile(path, {
    resumed: journal?.resumed === true,
    failed(error: HankelError) {
      setting.files.failed(error);
      output.report(`${error.message}; no more events are written, and the run goes on`);
    },
    signal: within(setting, `nobody reads ${path} yet`),
  });
}

/** Learns. Learners of automata that are only near the target are returned, too: they know how near. */
async function learnWith(
  { box, plan, store, journal, events }: Opened,
  { target, options, started, ends, progress, files }: Setting,
) {
  const { repeat, onConflict } = options;
  let soft: SoftLearner | undefined;
  let tolerant: TolerantLearner<unknown> | undefined;
  const result = await learnLive(box, {
    ...limitsOf(options),
    repeat,
    onConflict,
    createLearner: (setting) => {
      const learner = createLearner(setting, plan.learnerOptions);
      progress.terms = learner.kind.terms;
      if (learner instanceof SoftLearner) soft = progress.follow(learner);
      if (learner instanceof TolerantLearner) tolerant = learner;
      return learner;
    },
    prices: plan.learnerOptions.prices,
    tests: plan.tests,
    store,
    journal,
    log: plan.written?.words,
    seed: plan.seed,
    recheck: plan.recheck,
    recheckFirst: plan.recheckFirst,
    fingerprint: journal && fingerprintOf(target, options),
    certificate: options.certificate !== undefined,
    signal: ends.signal,
    hear,
    started,
    onEvent: (event, counts) => {
      events?.write(event, counts);
      if (event.event === "advice" && !options.quiet) progress.line(`hankel: ${event.text}`);
      progress.event(event, counts);
    },
    watch: (learner) => {
      const narrator = options.show ? narrate(learner) : undefined;
      return {
        announce(question, costs) {
          count(costs);
          narrator?.announce?.(question, costs);
        },
        observe: narrator?.observe,
        best: (automaton, conjectured) => files.best(automaton, conjectured),
      };
    },
  });
  return { result, soft, tolerant };
}
