import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { HankelError } from "../index.ts";
import { reasonOf, systemError } from "./failures.ts";

/** A path that is gone by now is no error of its own. */
const GONE = { throwIfNoEntry: false } as const;

/**
 * Is this something that is written to as it is: a pipe, a device, or the file that standard output or standard error goes to,
 * as `/dev/stdout` may be? If that file were replaced, what others write there would be lost.
 */
export function isStream(path: string): boolean {
  const stats = statsOf(() => statSync(path));
  return stats !== undefined && (!stats.isFile() || standardFile(stats) !== undefined);
}

/** Standard output or standard error, if it goes to this file. */
function standardFile({ dev, ino }: Stats): number | undefined {
  return [1, 2].find((file) => {
    const other = statsOf(() => fstatSync(file));
    return other?.isFile() && other.dev === dev && other.ino === ino;
  });
}

/** What a look at a file finds; undefined if it cannot look. */
export function statsOf(look: () => Stats): Stats | undefined {
  try {
    return look();
  } catch {
    // Whoever opens it says what is wrong with it.
    return undefined;
  }
}

/** Closes what `openStream` has opened. */
export function closeStream(file: number): void {
  if (file > 2) closeSync(file);
}

/**
 * Opens a pipe or a device for writing. Waits until a pipe has a reader; undefined if the command should end first. To open
 * one without a reader would block, and so would a write to one whose reader does not read: then not even a signal could end
 * the process.
 */
export async function openStream(path: string, shouldEnd?: AbortSignal): Promise<number | undefined> {
  return keepTrying(() => {
    try {
      const stats = statSync(path, GONE);
      if (!stats?.isFile()) return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      const file = standardFile(stats);
      if (file !== undefined) return file;
      throw new HankelError(
        "system",
        `cannot write ${path}: while it waited for a reader, a file took its place`,
      );
    } catch (error) {
      if (error instanceof HankelError) throw error;
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

/** So many bytes of a pipe are read together. */
const PIPE_PIECE = 2 ** 16;

/** Is this a pipe? */
export function isPipe(path: string): boolean {
  return statsOf(() => statSync(path))?.isFIFO() === true;
}

/** Has the pipe a name? One of the shell, as in `<(program)`, has none, and its writer was there before us. */
function hasName(path: string): boolean {
  try {
    realpathSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * What somebody writes to a pipe, until they close it; throws why if the command should end first. To open one without a
 * writer would block a thread of the system, and so would a read: then the process could not exit.
 */
export async function* pipeChunks(path: string, shouldEnd?: AbortSignal): AsyncGenerator<Uint8Array> {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    let written = !hasName(path);
    for (let wait = FIRST_WAIT; ; ) {
      if (shouldEnd?.aborted) throw reasonOf(shouldEnd);
      const piece = readSome(file);
      // Without a writer, a read finds the end.
      if (piece?.length === 0 && written) return;
      written ||= piece === undefined || piece.length > 0;
      if (piece !== undefined && piece.length > 0) {
        wait = FIRST_WAIT;
        yield piece;
      } else {
        await passed(wait);
        wait = Math.min(2 * wait, LONGEST_WAIT);
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Reads what there is; undefined if nothing is there yet. */
function readSome(file: number): Uint8Array | undefined {
  const bytes = new Uint8Array(PIPE_PIECE);
  try {
    return bytes.subarray(0, readSync(file, bytes));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
    throw error;
  }
}

/** How long to wait between two attempts, in milliseconds: at first, and at most. */
const FIRST_WAIT = 1;
const LONGEST_WAIT = 50;
/** Once the command should end, attempts that bring nothing go on for so long, in milliseconds. */
const LAST_WAIT = 1000;

/**
 * Repeats an attempt until it brings something, for what depends on the reader of a pipe. Undefined if the command should end, and
 * for a while nothing came. Meanwhile the process hears signals, which it would not in a write that blocks.
 */
export async function keepTrying<T>(
  attempt: () => T | undefined,
  shouldEnd?: AbortSignal,
): Promise<T | undefined> {
  let since: number | undefined;
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    const result = attempt();
    if (result !== undefined) return result;
    if (shouldEnd?.aborted) {
      since ??= performance.now();
      if (performance.now() - since >= LAST_WAIT) return undefined;
    }
    await passed(wait);
  }
}

/** After so many milliseconds. */
function passed(wait: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, wait);
  });
}
