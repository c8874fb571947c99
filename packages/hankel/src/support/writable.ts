import { access, constants, open, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { realFile } from "../internal/files.ts";
import { misuse, systemError } from "./failures.ts";
import { isStream } from "./open-stream.ts";

/** How a file is written: replaced as a whole by a new one, or grown at its end. */
export type Writes = "replaced" | "grown";

/** Refuses a file that could not be written later. */
export async function checkWritable(file: string, writes: Writes = "replaced"): Promise<void> {
  const existing = await stat(file).catch((error: unknown) => {
    // A file that does not exist is created.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw systemError(error, `write ${file}`);
  });
  if (existing?.isDirectory()) throw misuse(`cannot write ${file}: it is a folder`);
  // The file that standard output or standard error goes to is open already.
  if (existing?.isFile() && isStream(file)) return;
  if (existing !== undefined) await checkExisting(file, existing.mode);
  // Only a file that is replaced or created needs its folder; a pipe or a device is written to as it is.
  if (existing === undefined || (existing.isFile() && writes === "replaced")) {
    const real = realFile(file);
    const folder = dirname(real);
    await checkFolder(folder, temporaryName(real)).catch((error: unknown) => {
      throw systemError(error, `write to ${folder === resolve(dirname(file)) ? dirname(file) : folder}`);
    });
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
async function checkFolder(folder: string, name: string): Promise<void> {
  // With the dot, a file in the place of the folder is told from a folder that may not be written to.
  await access(`${folder}/.`, constants.W_OK | constants.X_OK);
  const path = join(folder, name);
  await (await open(path, "wx")).close();
  await rm(path, { force: true });
}

/** A file that nobody may write to is not replaced, though the system would allow it. */
async function checkExisting(file: string, mode: number): Promise<void> {
  if ((mode & 0o222) === 0) throw misuse(`cannot write ${file}: it is read-only`);
  await access(file, constants.W_OK).catch((error: unknown) => {
    throw systemError(error, `write ${file}`);
  });
}
