import { closeSync, constants, openSync, statSync, writeSync } from "node:fs";
import { abortable } from "../internal/teachers.ts";

/**
 * Waits for what is read from a file, or from standard input for `-`. Nobody may ever write to a pipe: if the command should end
 * first, it throws why. An ordinary file is read to its end.
 */
export async function whileReading<T>(
  path: string,
  reading: Promise<T>,
  shouldEnd: AbortSignal | undefined,
): Promise<T> {
  if (shouldEnd === undefined || isOrdinary(path)) return reading;
  return abortable(reading, shouldEnd).catch((error: unknown) => {
    if (shouldEnd.aborted) release(path);
    throw error;
  });
}

function isOrdinary(path: string): boolean {
  try {
    return path !== "-" && !statSync(path).isFIFO();
  } catch {
    // Whoever reads it says what is wrong with it.
    return true;
  }
}

/** Ends a read that blocks, which would keep the process from exiting. */
function release(path: string): void {
  if (path === "-") {
    process.stdin.destroy();
    return;
  }
  try {
    const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(file, "\n");
    closeSync(file);
  } catch {
    // It is gone, or nobody reads it any more.
  }
}
