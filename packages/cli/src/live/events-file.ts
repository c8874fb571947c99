import { statSync } from "node:fs";
import { isatty } from "node:tty";
import { HankelError } from "@hankel/core";
import type { LiveCounts, LiveEvent } from "@hankel/teachers";
import { AppendFile, fileStorage, realFile, type Storage, streamStorage } from "@hankel/teachers/files";
import { openStream } from "../support/open-stream.ts";
import { visible } from "../support/terminal.ts";

/** Writes events as JSON lines for other programs: what happened, when, and what the run has cost so far. */
export interface EventsFile {
  readonly write: (event: LiveEvent, counts: Readonly<LiveCounts>) => void;
  readonly close: () => void;
}

/** Whose events these are. */
export interface EventsOptions {
  /** If a run is resumed, its events follow those that are there. */
  readonly resumed: boolean;
  /** Is told when writing fails. The events end there, since a run must not fail because somebody watches it. */
  readonly failed: (error: HankelError) => void;
  /** Ends the wait for the reader of a pipe. */
  readonly signal: AbortSignal;
}

/** Opens the file for the events of a run. */
export async function eventsFile(
  path: string,
  { resumed, failed, signal }: EventsOptions,
): Promise<EventsFile> {
  const started = performance.now();
  const { storage, isTerminal } = await storageOf(path, signal);
  if (!resumed) storage.truncate(0);
  const file = new AppendFile(storage, path);
  let broken = false;
  return {
    write(event, counts) {
      if (broken) return;
      const seconds = Math.round(performance.now() - started) / 1000;
      try {
        const line = JSON.stringify({ seconds, ...event, counts });
        file.append(`${isTerminal ? visible(line) : line}\n`);
      } catch (error) {
        broken = true;
        failed(error as HankelError);
      }
    },
    close: () => file.close(),
  };
}

async function storageOf(
  path: string,
  signal: AbortSignal,
): Promise<{ readonly storage: Storage; readonly isTerminal: boolean }> {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  if (isFile) return { storage: fileStorage(realFile(path)), isTerminal: false };
  const file = await openStream(path, signal);
  if (file !== undefined) return { storage: streamStorage(file), isTerminal: isatty(file) };
  const { reason } = signal;
  throw reason instanceof HankelError ? reason : new HankelError("cancelled", "cancelled");
}
