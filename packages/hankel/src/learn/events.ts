import { isatty } from "node:tty";
import { HankelError } from "../index.ts";
import { bytesOf } from "../internal/core.ts";
import { AppendFile, fileStorage, realFile } from "../internal/files.ts";
import type { LiveCounts, LiveEvent } from "../node.ts";
import { reasonOf, systemError } from "../support/failures.ts";
import { closeStream, isStream, keepTrying, openStream, writeSome } from "../support/open-stream.ts";
import { visible } from "../support/terminal.ts";

/** Writes events as JSON lines for other programs: what happened, when, and what the run has cost so far. */
export interface EventsFile {
  readonly write: (event: LiveEvent, counts: Readonly<LiveCounts>) => void;
  readonly close: () => Promise<void>;
}

/** Whose events these are. */
export interface EventsOptions {
  /** If a run is resumed, its events follow those that are there. */
  readonly resumed: boolean;
  /** Is told when writing fails. The events end there, since a run must not fail because somebody watches it. */
  readonly failed: (error: HankelError) => void;
  /** Aborts when the command should end: then the reader of a pipe is not waited for. */
  readonly signal: AbortSignal;
}

/** Opens the file for the events of a run. */
export async function eventsFile(path: string, options: EventsOptions): Promise<EventsFile> {
  const started = performance.now();
  const { lines, isTerminal } = await openLines(path, options);
  let broken = false;
  const fail = (error: unknown) => {
    if (!broken) options.failed(error as HankelError);
    broken = true;
  };
  return {
    write(event, counts) {
      if (broken) return;
      const seconds = Math.round(performance.now() - started) / 1000;
      try {
        const line = JSON.stringify({ seconds, ...event, counts });
        lines.append(`${isTerminal ? visible(line) : line}\n`);
      } catch (error) {
        fail(error);
      }
    },
    async close() {
      try {
        await lines.close();
      } catch (error) {
        fail(error);
      }
    },
  };
}

/** Where lines go. */
export interface Lines {
  readonly append: (line: string) => void;
  readonly close: () => void | Promise<void>;
}

async function openLines(
  path: string,
  { resumed, signal }: EventsOptions,
): Promise<{ readonly lines: Lines; readonly isTerminal: boolean }> {
  if (!isStream(path)) {
    const storage = fileStorage(realFile(path));
    if (!resumed) storage.truncate(0);
    return { lines: new AppendFile(storage, path), isTerminal: false };
  }
  const file = await openStream(path, signal);
  if (file !== undefined) {
    return { lines: eventStream(file, path, signal), isTerminal: isatty(file) };
  }
  throw reasonOf(signal);
}

/** How many bytes a reader may be behind. */
const MOST_WAITING = 2 ** 24;

/**
 * Lines for the reader of a pipe, who may be slower than the run, or stop reading: lines wait in memory, up to a bound, and the
 * run does not wait for them. The signal says that the command should end: then a reader that takes no more is not waited for.
 */
export function eventStream(file: number, name: string, shouldEnd: AbortSignal): Lines {
  let waiting: Buffer[] = [];
  let behind = 0;
  let writing: Promise<void> | undefined;
  let failure: HankelError | undefined;
  const fail = (error: HankelError) => {
    failure ??= error;
    waiting = [];
  };
  const problem = (reason: string) => new HankelError("system", `cannot write ${name}: ${reason}`);
  const isWell = () => failure === undefined;
  const throwFailure = () => {
    if (failure !== undefined) throw failure;
  };

  /** Writes as long as nothing has failed: a reader that is too far behind is not waited for. */
  const write = async (bytes: Uint8Array) => {
    for (let done = 0; done < bytes.length && isWell(); ) {
      const attempt = () => (isWell() ? writeSome(file, bytes.subarray(done)) : 0);
      const written = await keepTrying(attempt, shouldEnd);
      if (written === undefined) fail(problem("its reader does not read"));
      done += written ?? 0;
    }
  };
  const writeAll = async () => {
    try {
      while (waiting.length > 0) {
        const bytes = Buffer.concat(waiting);
        waiting = [];
        await write(bytes);
        behind -= bytes.length;
      }
    } catch (error) {
      fail(systemError(error, `write ${name}`));
    }
    writing = undefined;
  };

  return {
    append(line) {
      throwFailure();
      const bytes = Buffer.from(line);
      waiting.push(bytes);
      behind += bytes.length;
      if (behind > MOST_WAITING) fail(problem(`its reader is more than ${bytesOf(MOST_WAITING)} behind`));
      writing ??= writeAll();
      throwFailure();
    },
    /** Waits for the reader. */
    async close() {
      await writing;
      closeStream(file);
      throwFailure();
    },
  };
}
