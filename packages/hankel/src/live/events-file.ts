import { isatty } from "node:tty";
import { HankelError } from "@hankel/core";
import type { LiveCounts, LiveEvent } from "@hankel/teachers";
import { AppendFile, fileStorage, realFile } from "@hankel/teachers/files";
import { isStream, openStream } from "../support/open-stream.ts";
import { visible } from "../support/terminal.ts";
import { EventStream } from "./event-stream.ts";

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
  const reason: unknown = signal.reason;
  throw reason instanceof HankelError ? reason : new HankelError("cancelled", "cancelled");
}
