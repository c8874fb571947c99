import { accessSync, closeSync, constants, openSync, statSync, unlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { realFile } from "../internal/files.ts";
import { misuse, systemError } from "./failures.ts";
import { isStream } from "./open-stream.ts";

/** How a file is written: replaced as a whole by a new one, or grown at its end. */
export type Writes = "replaced" | "grown";

/** Refuses a file that could not be written later. */
export function checkWritable(file: string, writes: Writes = "replaced"): void {
  // A file that does not exist is created.
  const existing = attempt(`write ${file}`, () => statSync(file, { throwIfNoEntry: false }));
  if (existing?.isDirectory()) throw misuse(`cannot write ${file}: it is a folder`);
  // The file that standard output or standard error goes to is open already.
  if (existing?.isFile() && isStream(file)) return;
  if (existing !== undefined) checkExisting(file, existing.mode);
  // Only a file that is replaced or created needs its folder; a pipe or a device is written to as it is.
  if (existing === undefined || (existing.isFile() && writes === "replaced")) {
    const real = realFile(file);
    const folder = dirname(real);
    attempt(`write to ${folder === resolve(dirname(file)) ? dirname(file) : folder}`, () =>
      checkFolder(folder, temporaryName(real)),
    );
  }
}

/**
 * The name of a file that is written in place of another until it is complete. It is unlikely to exist; that it does not is seen to by
 * whoever creates it. (To load `node:crypto` takes longer than to write a small file.)
 */
export function temporaryName(file: string): string {
  const number = Math.floor(Math.random() * 2 ** 48);
  return `.${basename(file).slice(0, 100)}.${number.toString(16).padStart(12, "0")}.tmp`;
}

/** Creates a file and removes it: to root the system permits every folder, also those where it lets nobody create a file. */
function checkFolder(folder: string, name: string): void {
  // With the dot, a file in the place of the folder is told from a folder that may not be written to.
  accessSync(`${folder}/.`, constants.W_OK | constants.X_OK);
  const path = join(folder, name);
  closeSync(openSync(path, "wx"));
  unlinkSync(path);
}

/** A file that nobody may write to is not replaced, though the system would allow it. */
function checkExisting(file: string, mode: number): void {
  if ((mode & 0o222) === 0) throw misuse(`cannot write ${file}: it is read-only`);
  attempt(`write ${file}`, () => accessSync(file, constants.W_OK));
}

function attempt<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw systemError(error, what);
  }
}
