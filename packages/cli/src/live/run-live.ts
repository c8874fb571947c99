import { createLearner, type HankelError, parseEquivalence, SoftLearner, timePassed } from "@hankel/core";
import { answersOf, type BlackBox, type Journal, learnLive } from "@hankel/teachers";
import { withProcess } from "../show/statistics.ts";
import { located } from "../support/failures.ts";
import { readText } from "../support/input.ts";
import { standardError } from "../support/terminal.ts";
import { adaptBox, refuseForNext } from "./adapt-box.ts";
import { curveOf } from "./curve-file.ts";
import { type EventsFile, eventsFile } from "./events-file.ts";
import { figuresOfRun, withFigures } from "./learned-figures.ts";
import { narrate } from "./narrate.ts";
import { openBox, type Source } from "./open-box.ts";
import { openJournal, type RunPlan, warmStore } from "./open-journal.ts";
import {
  DEFAULT_RECHECK,
  defaultEquivalence,
  type LearnCommandOptions,
  learnerOptions,
  refuseForeignOptions,
  softOptions,
} from "./options.ts";
import { LiveProgress } from "./progress.ts";
import { restrictBox } from "./restrict-box.ts";
import type { ResultFiles } from "./result-files.ts";
import type { Finished } from "./summary.ts";
import { timeLimit } from "./time-limit.ts";

/**
 * Learns from the target that the command line names. Tells the result as soon as the learner is done, before words judge it.
 * Closes everything it opened, whatever happens.
 */
export async function runLive(
  source: Source,
  options: LearnCommandOptions,
  signal: AbortSignal,
  files: Pick<ResultFiles, "planned" | "learned" | "failed">,
): Promise<Finished> {
  const started = performance.now();
  const chosen = learnerOptions(options);
  const progress = new LiveProgress(
    standardError,
    options.quiet === true || options.show === true || options.askMe === true,
  );
  const output = {
    report: (notice: string) => progress.line(`hankel: ${notice}`),
    stderr: (line: string, worker: number) =>
      progress.line((options.workers ?? 1) > 1 ? `[${worker + 1}] ${line}` : line),
  };
  let box: BlackBox<unknown> | undefined;
  let journal: Journal | undefined;
  let events: EventsFile | undefined;
  let soft: SoftLearner | undefined;
  try {
    const opening = (what: string) => openingLimit(signal, started, options, what);
    box = await openBox(source, options, output, opening("the black box has not started"));
    box = adaptBox(await restrictBox(box, options, output.report), options);
    const plan = await planOf(box, options);
    files.planned(box);
    const reading = { report: output.report, signal: opening("the journal is not read yet") };
    journal = await openJournal(box, plan, options, reading);
    const store = warmStore(box, options.warm ?? []);
    const eventsFailed = (error: HankelError) => {
      files.failed(error);
      output.report(`${error.message}; no more events are written, and the run goes on`);
    };
    if (options.events !== undefined)
      events = await eventsFile(options.events, {
        resumed: journal?.resumed === true,
        failed: eventsFailed,
        signal: opening(`nobody reads ${options.events} yet`),
      });
    const result = await learnLive(box, {
      ...options,
      createLearner: (algebra, alphabet, tree, machine, next) => {
        const learner = createLearner({ algebra, alphabet, tree, machine, next }, plan.learnerOptions);
        if (learner instanceof SoftLearner) soft = progress.follow(learner);
        return learner;
      },
      prices: chosen.prices,
      tests: plan.tests,
      store,
      journal,
      seed: plan.seed,
      recheck: plan.recheck,
      certificate: options.certificate !== undefined,
      signal,
      started,
      onEvent: (event, counts) => {
        events?.write(event, counts);
        if (event.event === "advice" && !options.quiet) progress.line(`hankel: ${event.text}`);
        progress.event(event, counts);
      },
      watch: options.show ? narrate : undefined,
    });
    await files.learned(result);
    const { prices } = chosen;
    const measured = await figuresOfRun(
      { box, result, store, journal, seed: plan.seed, started, signal, progress },
      options,
    );
    const { asked, tests, remembered, ...statistics } = withFigures(result.statistics, measured, prices);
    return {
      result,
      machine: box.machine,
      answers: answersOf(box),
      prices,
      statistics: withProcess(statistics, started),
      live: { tests, asked, remembered },
      tokens: box.usage?.(),
      measured,
      curve: soft && curveOf(soft),
    };
  } finally {
    progress.end();
    journal?.close();
    events?.close();
    await box?.close();
  }
}

/** The time limit of the run holds for what comes before the first question, too. */
function openingLimit(
  signal: AbortSignal,
  started: number,
  { maxSeconds = Number.POSITIVE_INFINITY }: LearnCommandOptions,
  what: string,
): AbortSignal {
  return timeLimit(signal, {
    deadline: started + maxSeconds * 1000,
    reason: `${timePassed(maxSeconds)}, and ${what}: nothing was learned`,
  });
}

async function planOf(box: BlackBox<unknown>, options: LearnCommandOptions): Promise<RunPlan> {
  refuseForNext(box, options);
  const { seed = 1, askMe } = options;
  const { tests, words } = await testsOf(box, options);
  const chosen = { ...learnerOptions(options), ...(box.next && softOptions(options)) };
  // Which learner is the default depends on the box.
  const learner = createLearner(box, chosen).name;
  refuseForeignOptions(learner, options);
  return {
    learner,
    learnerOptions: chosen,
    tests,
    words,
    seed,
    recheck: options.recheck ?? (askMe || box.finds === "exact" ? 0 : DEFAULT_RECHECK),
  };
}

/** The tests of conjectures, and the contents of the files that they read. Distributions are not tested by words. */
async function testsOf(
  box: BlackBox<unknown>,
  options: LearnCommandOptions,
): Promise<Pick<RunPlan, "tests" | "words">> {
  if (box.next !== undefined) return { tests: [], words: [] };
  const { seed = 1 } = options;
  const text =
    options.equivalence ?? box.tests ?? (box.finds === "none" ? defaultEquivalence(box.algebra.name) : "box");
  const files = new Map<string, string>();
  for (const part of text.split("+")) {
    const file = /^words:(.+)$/su.exec(part)?.[1];
    if (file !== undefined) files.set(file, await readText(file));
  }
  const tests = parseEquivalence(text, {
    seed,
    box: box.finds,
    samples: box.draws,
    states: box.states !== undefined,
    words: (file) => wordsOf(box, file, files.get(file) ?? ""),
  });
  return { tests, words: [...files.values()] };
}

function wordsOf(box: BlackBox<unknown>, file: string, text: string) {
  const lines = text.split(/\r?\n/u);
  // Text after the last newline is a line only if it is not empty.
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line, i) => {
    try {
      return box.alphabet.parse(line);
    } catch (error) {
      throw located(error, `${file}:${i + 1}`);
    }
  });
}
