import { closeSync, constants, openSync, statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { HankelError } from "@hankel/core";
import type { LiveCounts, LiveEvent } from "@hankel/teachers";
import { AppendFile, fileStorage, realFile, type Storage, streamStorage } from "@hankel/teachers/files";
import { systemError } from "../support/failures.ts";

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
  const storage = await storageOf(path, signal);
  if (!resumed) storage.truncate(0);
  const file = new AppendFile(storage, path);
  let broken = false;
  return {
    write(event, counts) {
      if (broken) return;
      const seconds = Math.round(performance.now() - started) / 1000;
      try {
        file.append(`${JSON.stringify({ seconds, ...event, counts })}\n`);
      } catch (error) {
        broken = true;
        failed(error as HankelError);
      }
    },
    close: () => file.close(),
  };
}

async function storageOf(path: string, signal: AbortSignal): Promise<Storage> {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  return isFile ? fileStorage(realFile(path)) : streamStorage(await openStream(path, signal));
}

/** How long to wait before looking again whether a pipe has a reader, in milliseconds. */
const WAIT = 50;

/**
 * Opens a pipe or a device. To open a pipe without a reader would stop this process, deaf to signals, until it has one. The first opening,
 * which does not wait, stays until the second: a reader takes a pipe without a writer for one that has ended.
 */
async function openStream(path: string, signal: AbortSignal): Promise<number> {
  for (;;) {
    try {
      const first = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      try {
        return openSync(path, constants.O_WRONLY);
      } finally {
        closeSync(first);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENXIO") throw systemError(error, `write ${path}`);
    }
    if (signal.aborted) throw new HankelError("cancelled", "cancelled");
    await setTimeout(WAIT);
  }
}
