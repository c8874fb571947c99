import type { Announcement, BlackBox, Report } from "../box.ts";
import { abortable } from "../pool/abortable.ts";
import type { Clock } from "../pool/clock.ts";
import { poolBox } from "../pool/pool-box.ts";
import { type VocabularyOptions, vocabularyOf } from "../wire/vocabulary.ts";
import { childConnection } from "./child.ts";
import type { Connect } from "./connection.ts";
import { ProcessLane } from "./process-lane.ts";

/** Options of a box that is a program. */
export interface ProcessBoxOptions extends VocabularyOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** How many copies run at once; 1 unless given. */
  readonly workers?: number | undefined;
  /** How long one may be silent with a question before it, in seconds; 60 unless given. */
  readonly timeout?: number | undefined;
  /** How long it may take to introduce itself, in seconds; 300 unless given. */
  readonly startTimeout?: number | undefined;
  readonly onStderr?: (line: string, worker: number) => void;
  /** How many words a request holds at most; 1000 unless given. */
  readonly batch?: number | undefined;
  /** Gives up opening it when it aborts. */
  readonly signal?: AbortSignal | undefined;
  readonly report?: Report;
}

export const DEFAULT_TIMEOUT = 60;
/** A large model takes minutes to load. */
export const DEFAULT_START_TIMEOUT = 300;

/** A program that speaks the JSON lines of docs/teachers.md, in as many copies as wished for. */
export function openProcess(options: ProcessBoxOptions): Promise<BlackBox<unknown>> {
  const { command, args = [], onStderr } = options;
  const connect = (worker: number) =>
    childConnection({ command, args, ...(onStderr && { onStderr: (line) => onStderr(line, worker) }) });
  return openConnections(connect, { ...options, name: command });
}

/** Options of a box behind connections of any kind. */
export interface ConnectionsOptions extends VocabularyOptions {
  readonly name: string;
  readonly workers?: number | undefined;
  readonly timeout?: number | undefined;
  /** How long it may take to introduce itself, in seconds; 300 unless given. */
  readonly startTimeout?: number | undefined;
  /** How many words a request holds at most; 1000 unless given. */
  readonly batch?: number | undefined;
  /** Gives up opening it when it aborts. */
  readonly signal?: AbortSignal | undefined;
  readonly report?: Report;
  readonly clock?: Clock;
}

/** The same for whatever can be sent lines; tests have connections of their own. */
export async function openConnections(
  connect: (worker: number) => Connect,
  options: ConnectionsOptions,
): Promise<BlackBox<unknown>> {
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
    return poolBox(options.name, vocabulary, announcement, lanes, { clock, largestRequest: options.batch });
  } catch (error) {
    await first.close();
    throw error;
  }
}
