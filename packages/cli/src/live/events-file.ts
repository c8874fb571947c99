import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import type { HankelError } from "@hankel/core";
import type { LiveCounts, LiveEvent } from "@hankel/teachers";
import { systemError } from "../support/failures.ts";

/** Writes events as JSON lines for other programs: what happened, when, and what the run has cost so far. */
export interface EventsFile {
  readonly write: (event: LiveEvent, counts: Readonly<LiveCounts>) => void;
  readonly close: () => void;
}

/**
 * Opens the file for the events of a run. If a run is resumed, its events follow those that are there. When writing fails, the
 * events end there, since a run must not fail because somebody watches it.
 */
export function eventsFile(path: string, resumed: boolean, failed: (error: HankelError) => void): EventsFile {
  const started = performance.now();
  const file = attempt(path, () => {
    const opened = openSync(path, resumed ? "a+" : "w");
    if (resumed) cutTornLine(opened);
    return opened;
  });
  let broken = false;
  return {
    write(event, counts) {
      if (broken) return;
      const seconds = Math.round(performance.now() - started) / 1000;
      try {
        writeSync(file, `${JSON.stringify({ seconds, ...event, counts })}\n`);
      } catch (error) {
        broken = true;
        failed(systemError(error, `write ${path}`));
      }
    },
    close: () => closeSync(file),
  };
}

const NEWLINE = 0x0a;

/** A run that was killed may have left half a line at the end. */
function cutTornLine(file: number): void {
  const stats = fstatSync(file);
  if (!stats.isFile()) return;
  const piece = Buffer.alloc(2 ** 16);
  for (let end = stats.size; end > 0; ) {
    const start = Math.max(0, end - piece.length);
    readSync(file, piece, 0, end - start, start);
    const newline = piece.lastIndexOf(NEWLINE, end - start - 1);
    if (newline >= 0) return ftruncateSync(file, start + newline + 1);
    end = start;
  }
  ftruncateSync(file, 0);
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw systemError(error, `write ${path}`);
  }
}
