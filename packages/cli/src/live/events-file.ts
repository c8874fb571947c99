import { closeSync, openSync, writeSync } from "node:fs";
import type { LiveCounts, LiveEvent } from "@hankel/teachers";
import { systemError } from "../support/failures.ts";

/** Writes events as JSON lines for other programs: what happened, when, and what the run has cost so far. */
export function eventsFile(path: string): {
  readonly write: (event: LiveEvent, counts: Readonly<LiveCounts>) => void;
  readonly close: () => void;
} {
  const started = performance.now();
  let file: number;
  try {
    file = openSync(path, "w");
  } catch (error) {
    throw systemError(error, `write ${path}`);
  }
  return {
    write(event, counts) {
      const seconds = Math.round(performance.now() - started) / 1000;
      try {
        writeSync(file, `${JSON.stringify({ seconds, ...event, counts })}\n`);
      } catch (error) {
        throw systemError(error, `write ${path}`);
      }
    },
    close: () => closeSync(file),
  };
}
