import { type AnswerStore, type HankelError, timePassed } from "@hankel/core";
import type { BlackBox, Journal } from "@hankel/teachers";
import { attemptAll } from "../support/attempt-all.ts";
import { adaptBox } from "./adapt-box.ts";
import { type EventsFile, eventsFile } from "./events-file.ts";
import { type BoxOutput, openBox, type Source } from "./open-box.ts";
import { openJournal, warmStore } from "./open-journal.ts";
import type { LearnCommandOptions } from "./options.ts";
import { restrictBox } from "./restrict-box.ts";
import type { ResultFiles } from "./result-files.ts";
import { planOf, type RunPlan } from "./run-plan.ts";
import { timeLimit } from "./time-limit.ts";

/** What a run on a black box works with. */
export interface OpenRun {
  readonly box: BlackBox<unknown>;
  readonly plan: RunPlan;
  readonly journal: Journal | undefined;
  readonly store: AnswerStore<unknown>;
  readonly events: EventsFile | undefined;
  readonly close: () => Promise<void>;
}

/** What a run is opened for. */
export interface RunSetting {
  /** When the command began, by `performance.now`. */
  readonly started: number;
  readonly signal: AbortSignal;
  readonly output: BoxOutput;
  readonly files: Pick<ResultFiles, "planned" | "failed">;
}

/** Opens the black box, the journal and the events of a run, in this order. If one cannot be opened, those before it are closed. */
export async function openRun(
  source: Source,
  options: LearnCommandOptions,
  setting: RunSetting,
): Promise<OpenRun> {
  const { output, files } = setting;
  const closers: (() => Promise<void>)[] = [];
  // The events come last: their reader may be slow, and neither a program nor the lock of the journal should wait for that.
  const close = () => attemptAll(closers);
  const within = (what: string) => openingLimit(setting, options, what);
  try {
    let box = await openBox(source, options, output, within("the black box has not started"));
    closers.push(async () => box.close?.());
    box = adaptBox(await restrictBox(box, options, output.report), options);
    const plan = await planOf(box, options);
    files.planned({ algebra: box.kind.algebra, alphabet: box.alphabet });
    const reading = { report: output.report, signal: within("the journal is not read yet") };
    const journal = await openJournal(box, plan, options, reading);
    closers.push(async () => journal?.close());
    const store = warmStore(box, options.warm ?? []);
    const events = await openEvents(options.events, journal, setting, within);
    closers.push(async () => events?.close());
    return { box, plan, journal, store, events, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The time limit of the run holds for what comes before the first question, too. */
function openingLimit(
  { signal, started }: RunSetting,
  { maxSeconds = Number.POSITIVE_INFINITY }: LearnCommandOptions,
  what: string,
): AbortSignal {
  return timeLimit(signal, {
    deadline: started + maxSeconds * 1000,
    reason: `${timePassed(maxSeconds)}, and ${what}: nothing was learned`,
  });
}

async function openEvents(
  path: string | undefined,
  journal: Journal | undefined,
  { files, output }: RunSetting,
  within: (what: string) => AbortSignal,
): Promise<EventsFile | undefined> {
  if (path === undefined) return undefined;
  return eventsFile(path, {
    resumed: journal?.resumed === true,
    failed(error: HankelError) {
      files.failed(error);
      output.report(`${error.message}; no more events are written, and the run goes on`);
    },
    signal: within(`nobody reads ${path} yet`),
  });
}
