import { isatty } from "node:tty";
import { HankelError } from "../index.ts";
import { bytesOf } from "../internal/core.ts";
import { AppendFile, fileStorage, realFile } from "../internal/files.ts";
import { reasonOf } from "../internal/teachers.ts";
import type { LiveCounts, LiveEvent } from "../node.ts";
import { systemError } from "../support/failures.ts";
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

interface Lines {
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
    return { lines: new EventStream(file, path, signal), isTerminal: isatty(file) };
  }
  throw reasonOf(signal);
}

/** How many bytes a reader may be behind. */
const MOST_WAITING = 2 ** 24;

/**
 * Lines for the reader of a pipe, who may be slower than the run, or stop reading: lines wait in memory, up to a bound, and the
 * run does not wait for them.
 */
export class EventStream {
  readonly #file: number;
  readonly #name: string;
  readonly #shouldEnd: AbortSignal;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #writing: Promise<void> | undefined;
  #failure: HankelError | undefined;

  /** The signal says that the command should end: then a reader that takes no more is not waited for. */
  constructor(file: number, name: string, shouldEnd: AbortSignal) {
    this.#file = file;
    this.#name = name;
    this.#shouldEnd = shouldEnd;
  }

  append(line: string): void {
    if (this.#failure !== undefined) throw this.#failure;
    const bytes = Buffer.from(line);
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes > MOST_WAITING) {
      this.#fail(this.#problem(`its reader is more than ${bytesOf(MOST_WAITING)} behind`));
    }
    this.#writing ??= this.#writeAll();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Waits for the reader. */
  async close(): Promise<void> {
    await this.#writing;
    closeStream(this.#file);
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const bytes = Buffer.concat(this.#waiting);
        this.#waiting = [];
        await this.#write(bytes);
        this.#bytes -= bytes.length;
      }
    } catch (error) {
      this.#fail(systemError(error, `write ${this.#name}`));
    }
    this.#writing = undefined;
  }

  /** Writes as long as nothing has failed: a reader that is too far behind is not waited for. */
  async #write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length && this.#failure === undefined; ) {
      const attempt = () => (this.#failure === undefined ? writeSome(this.#file, bytes.subarray(done)) : 0);
      const written = await keepTrying(attempt, this.#shouldEnd);
      if (written === undefined) this.#fail(this.#problem("its reader does not read"));
      done += written ?? 0;
    }
  }

  #problem(reason: string): HankelError {
    return new HankelError("system", `cannot write ${this.#name}: ${reason}`);
  }

  #fail(failure: HankelError): void {
    this.#failure ??= failure;
    this.#waiting = [];
  }
}
