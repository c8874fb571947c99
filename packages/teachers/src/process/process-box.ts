import type { Announcement, OpenBox, Report } from "../box.ts";
import { abortable } from "../pool/abortable.ts";
import type { Clock } from "../pool/clock.ts";
import { poolBox } from "../pool/pool-box.ts";
import { type VocabularyOptions, vocabularyOf } from "../wire/vocabulary.ts";
import type { Connect } from "./child.ts";
import { childConnection } from "./child.ts";
import { ProcessLane } from "./process-lane.ts";

/** Options of a box that is a program. */
export interface ProcessBoxOptions extends VocabularyOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** How many copies run at once; 1 by default. */
  readonly workers?: number | undefined;
  /** The time limit for an answer, in seconds; 60 by default. */
  readonly timeout?: number | undefined;
  /** The time limit for the announcement, in seconds; 300 by default. */
  readonly startTimeout?: number | undefined;
  readonly onStderr?: (line: string, worker: number) => void;
  /** The memory that the run may take, in bytes, a gibibyte by default: a reply may have a sixteenth of it in characters. */
  readonly maxMemory?: number | undefined;
  /** The words in one request, where there are so many; by default they follow the measured times, up to 1000. */
  readonly batch?: number | undefined;
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
  readonly report?: Report;
}

export const DEFAULT_TIMEOUT = 60;
/** Long, because a large model takes minutes to load. */
export const DEFAULT_START_TIMEOUT = 300;

/** Runs copies of a program that speaks the JSON lines of docs/teachers.md. */
export function openProcess(options: ProcessBoxOptions): Promise<OpenBox<unknown>> {
  const { command, args = [], maxMemory, onStderr } = options;
  const connect = (worker: number) =>
    childConnection({
      command,
      args,
      maxMemory,
      ...(onStderr && { onStderr: (line) => onStderr(line, worker) }),
    });
  return openConnections(connect, { ...options, name: command });
}

/** Options of a box behind connections of any kind. */
export interface ConnectionsOptions extends VocabularyOptions {
  readonly name: string;
  readonly workers?: number | undefined;
  readonly timeout?: number | undefined;
  /** The time limit for the announcement, in seconds; 300 by default. */
  readonly startTimeout?: number | undefined;
  /** The words in one request, where there are so many; by default they follow the measured times, up to 1000. */
  readonly batch?: number | undefined;
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
  readonly report?: Report;
  readonly clock?: Clock;
}

/** Like `openProcess`, for any kind of connection; tests use simulated ones. */
export async function openConnections(
  connect: (worker: number) => Connect,
  options: ConnectionsOptions,
): Promise<OpenBox<unknown>> {
  const {
    workers = 1,
    timeout = DEFAULT_TIMEOUT,
    startTimeout = DEFAULT_START_TIMEOUT,
    report = () => {},
    clock,
  } = options;
  const lanes = Array.from(
    { length: workers },
    (_, worker) =>
      new ProcessLane({
        name: workers === 1 ? options.name : `${options.name} (worker ${worker + 1})`,
        connect: connect(worker),
        timeout: timeout * 1000,
        startTimeout: startTimeout * 1000,
        report,
        clock,
      }),
  );
  const [first, ...others] = lanes;
  try {
    const announcement: Announcement = await abortable(first.open(), options.signal);
    const vocabulary = vocabularyOf(announcement, options);
    for (const lane of lanes) lane.use(vocabulary, announcement);
    for (const lane of others) lane.join();
    return poolBox(options.name, vocabulary, announcement, lanes, {
      clock,
      wish: options.batch,
      timeout: timeout * 1000,
    });
  } catch (error) {
    await first.close();
    throw error;
  }
}
