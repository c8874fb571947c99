import { closeSync, constants, openSync, statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { systemError } from "./failures.ts";

/** How long to wait before looking again whether a pipe has a reader, in milliseconds. */
const WAIT = 50;
/** A path that is gone by now is no error of its own. */
const GONE = { throwIfNoEntry: false } as const;

/**
 * Opens a pipe or a device for writing. Waits until a pipe has a reader; undefined if the signal comes first. To open one
 * without a reader would block, and the process could not even exit.
 */
export async function openStream(path: string, signal?: AbortSignal): Promise<number | undefined> {
  for (;;) {
    try {
      // If nobody held the pipe open in between, its reader would see the end.
      const first = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      try {
        return openSync(path, constants.O_WRONLY);
      } finally {
        closeSync(first);
      }
    } catch (error) {
      if (!lacksReader(error, path)) throw systemError(error, `write ${path}`);
    }
    if (signal?.aborted) return undefined;
    await setTimeout(WAIT);
  }
}

/** A pipe gets its reader later; a socket, or a device that is not there, fails in the same way for good. */
function lacksReader(error: unknown, path: string): boolean {
  return (error as NodeJS.ErrnoException).code === "ENXIO" && statSync(path, GONE)?.isFIFO() === true;
}
