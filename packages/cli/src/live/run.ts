import {
  createLearner,
  HankelError,
  type LearnOptions,
  parseEquivalence,
  writeCertificate,
} from "@hankel/core";
import { type BlackBox, type Journal, type LiveResult, learnLive } from "@hankel/teachers";
import { withProcess } from "../show/statistics.ts";
import { located } from "../support/failures.ts";
import { readText } from "../support/input.ts";
import { writeText } from "../support/output.ts";
import { eventsFile } from "./events-file.ts";
import { openJournal, type RunPlan, warmBook } from "./journal-options.ts";
import { narrate } from "./narrate.ts";
import { openBox, type Source } from "./open-box.ts";
import { DEFAULT_EQUIVALENCE, DEFAULT_RECHECK, type LiveCommandOptions } from "./options.ts";
import { LiveProgress } from "./progress.ts";
import type { LiveStatistics } from "./summary.ts";

export interface LiveRunOptions
  extends LiveCommandOptions,
    Pick<LearnOptions<unknown>, "learner" | "counterexamples"> {
  readonly maxStates?: number;
  readonly maxQuestions?: number;
  readonly maxSeconds?: number;
  readonly quiet?: true;
  readonly show?: true;
}

export interface LiveOutcome {
  readonly result: LiveResult<unknown>;
  readonly statistics: LiveStatistics;
}

/** Learns from whatever the command line names; everything that was opened is closed again, whatever happens. */
export async function runLive(
  source: Source,
  options: LiveRunOptions,
  signal: AbortSignal,
): Promise<LiveOutcome> {
  const started = performance.now();
  const progress = new LiveProgress(
    process.stderr,
    options.quiet === true || options.show === true || options.askMe === true,
  );
  const events = options.events === undefined ? undefined : eventsFile(options.events);
  const voices = {
    report: (notice: string) => {
      progress.line(`hankel: ${notice}`);
    },
    stderr: (line: string, worker: number) => {
      progress.line((options.workers ?? 1) > 1 ? `[${worker + 1}] ${line}` : line);
    },
  };
  let box: BlackBox<unknown> | undefined;
  let journal: Journal | undefined;
  try {
    box = await openBox(source, options, voices, signal);
    const plan = await planOf(box, options);
    journal = await openJournal(box, plan, options);
    const result = await learnLive(box, {
      ...options,
      createLearner: (algebra, alphabet) => createLearner({ algebra, alphabet }, options),
      tests: plan.tests,
      book: warmBook(box, options.warm ?? []),
      journal,
      seed: plan.seed,
      recheck: plan.recheck,
      certificate: options.certificate !== undefined,
      signal,
      onEvent: (event, counts) => {
        events?.write(event, counts);
        progress.event(event, counts);
      },
      ...(options.show && { watch: narrate() }),
    });
    if (options.certificate !== undefined && result.certificate !== undefined) {
      await writeText(options.certificate, writeCertificate(result.automaton, result.certificate));
    }
    const { asked, tests, remembered } = result.statistics;
    return { result, statistics: { ...withProcess(result.statistics, started), asked, tests, remembered } };
  } catch (error) {
    throw options.journal !== undefined && journal !== undefined
      ? withJournal(error, options.journal)
      : error;
  } finally {
    progress.end();
    journal?.close();
    events?.close();
    await box?.close();
  }
}

/** A failure that is not the end: what was answered is safe. */
function withJournal(error: unknown, path: string): unknown {
  if (!(error instanceof HankelError) || error.code !== "teacher") return error;
  const kept = `every answer is kept in ${path}; the same command goes on from there`;
  return new HankelError("teacher", `${error.message} (${kept})`, { cause: error });
}

async function planOf(box: BlackBox<unknown>, options: LiveRunOptions): Promise<RunPlan> {
  const { learner, counterexamples, seed = 1, askMe } = options;
  const text = options.equivalence ?? (box.finds === "none" ? DEFAULT_EQUIVALENCE : "box");
  const files = new Map<string, string>();
  for (const part of text.split("+")) {
    const file = /^words:(.+)$/su.exec(part)?.[1];
    if (file !== undefined) files.set(file, await readText(file));
  }
  const tests = parseEquivalence(text, {
    seed,
    box: box.finds,
    samples: box.draws,
    words: (file) => wordsOf(box, file, files.get(file) ?? ""),
  });
  return {
    learner: typeof learner === "string" ? learner : createLearner(box, options).name,
    counterexamples,
    tests,
    words: [...files.values()],
    seed,
    recheck: options.recheck ?? (askMe || box.finds === "exact" ? 0 : DEFAULT_RECHECK),
  };
}

function wordsOf(box: BlackBox<unknown>, file: string, text: string) {
  const lines = text.split(/\r?\n/u);
  // The end of the last line is not the beginning of another.
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line, i) => {
    try {
      return box.alphabet.parse(line);
    } catch (error) {
      throw located(error, `${file}:${i + 1}`);
    }
  });
}
