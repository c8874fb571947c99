import { createLearner, SoftLearner } from "@hankel/core";
import { learnLive } from "@hankel/teachers";
import { withProcess } from "../show/statistics.ts";
import { standardError } from "../support/terminal.ts";
import { curveOf } from "./curve-file.ts";
import { figuresOfRun, withFigures } from "./learned-figures.ts";
import { narrate } from "./narrate.ts";
import type { BoxOutput, Source } from "./open-box.ts";
import { type OpenRun, openRun } from "./open-run.ts";
import { type LearnCommandOptions, learnerOptions } from "./options.ts";
import { LiveProgress } from "./progress.ts";
import type { ResultFiles } from "./result-files.ts";
import type { Finished } from "./summary.ts";

/** How a run is watched and ended. */
interface Watch {
  readonly started: number;
  readonly signal: AbortSignal;
  readonly progress: LiveProgress;
}

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
  // Refuses options that contradict each other before anything is opened.
  const { prices } = learnerOptions(options);
  const silent = options.quiet === true || options.show === true || options.askMe === true;
  const progress = new LiveProgress(standardError, silent);
  let run: OpenRun | undefined;
  try {
    const output = outputOf(progress, options);
    run = await openRun(source, options, { started, signal, output, files });
    const { result, soft } = await learnWith(run, options, { started, signal, progress });
    await files.learned(result);
    const { seed } = run.plan;
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
      curve: soft && curveOf(soft),
    };
  } finally {
    progress.end();
    await run?.close();
  }
}

function outputOf(progress: LiveProgress, { workers = 1 }: LearnCommandOptions): BoxOutput {
  return {
    report: (notice) => progress.line(`hankel: ${notice}`),
    stderr: (line, worker) => progress.line(workers > 1 ? `[${worker + 1}] ${line}` : line),
  };
}

/** Learns. The learner of distributions is returned, too, since the result is a point of its curve. */
async function learnWith(
  { box, plan, store, journal, events }: OpenRun,
  options: LearnCommandOptions,
  { started, signal, progress }: Watch,
) {
  let soft: SoftLearner | undefined;
  const result = await learnLive(box, {
    ...options,
    createLearner: (setting) => {
      const learner = createLearner(setting, plan.learnerOptions);
      if (learner instanceof SoftLearner) soft = progress.follow(learner);
      return learner;
    },
    prices: plan.learnerOptions.prices,
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
  return { result, soft };
}
