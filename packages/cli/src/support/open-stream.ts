import { constants, openSync, statSync, writeSync } from "node:fs";
import { systemError } from "./failures.ts";
import { keepTrying } from "./keep-trying.ts";

/** A path that is gone by now is no error of its own. */
const GONE = { throwIfNoEntry: false } as const;

/**
 * Opens a pipe or a device for writing. Waits until a pipe has a reader; undefined if the command should end first. To open
 * one without a reader would block, and so would a write to one whose reader does not read: then not even a signal could end
 * the process.
 */
export async function openStream(path: string, shouldEnd?: AbortSignal): Promise<number | undefined> {
  return keepTrying(() => {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!lacksReader(error, path)) throw systemError(error, `write ${path}`);
      return undefined;
    }
  }, shouldEnd);
}

/** A pipe gets its reader later; a socket, or a device that is not there, fails in the same way for good. */
function lacksReader(error: unknown, path: string): boolean {
  return (error as NodeJS.ErrnoException).code === "ENXIO" && statSync(path, GONE)?.isFIFO() === true;
}

/** Writes to what `openStream` has opened. False if the command should end, and the reader takes no more. */
export async function writeToStream(
  file: number,
  bytes: Uint8Array,
  shouldEnd?: AbortSignal,
): Promise<boolean> {
  for (let done = 0; done < bytes.length; ) {
    const written = await keepTrying(() => writeSome(file, bytes.subarray(done)), shouldEnd);
    if (written === undefined) return false;
    done += written;
  }
  return true;
}

/** Writes what there is room for; undefined if there is none. */
export function writeSome(file: number, bytes: Uint8Array): number | undefined {
  try {
    return writeSync(file, bytes) || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
    throw error;
  }
}
