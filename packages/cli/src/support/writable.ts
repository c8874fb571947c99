import { access, constants, lstat, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { HankelError } from "@hankel/core";
import { systemError } from "./failures.ts";

/** How a file is written: replaced as a whole by a new one, or grown at its end. */
export type Writes = "replaced" | "grown";

/** Refuses a file that could not be written later. */
export async function checkWritable(file: string, writes: Writes = "replaced"): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  if (existing?.isDirectory()) throw new HankelError("usage", `cannot write ${file}: it is a folder`);
  if (existing !== undefined) await checkExisting(file, existing.mode);
  // Only a file that is replaced or created needs its folder; a pipe or a device is written to as it is.
  if (existing === undefined || (existing.isFile() && writes === "replaced")) {
    const folder = dirname(await realFile(file));
    // With the dot, a file in the place of the folder is told from a folder that may not be written to.
    await access(`${folder}/.`, constants.W_OK | constants.X_OK).catch((error: unknown) => {
      throw systemError(error, `write to ${existing === undefined ? dirname(file) : folder}`);
    });
  }
}

/** A file that nobody may write to is not replaced, though the system would allow it. */
async function checkExisting(file: string, mode: number): Promise<void> {
  if ((mode & 0o222) === 0) throw new HankelError("usage", `cannot write ${file}: it is read-only`);
  await access(file, constants.W_OK).catch((error: unknown) => {
    throw systemError(error, `write ${file}`);
  });
}

/** Links that are followed; the system gives up at about as many. */
const MOST_LINKS = 40;

/** The absolute path of a file without symbolic links; the file need not exist, also behind a link. */
export async function realFile(path: string, links = 0): Promise<string> {
  const whole = resolve(path);
  try {
    return await realpath(whole);
  } catch {
    if (whole === dirname(whole) || links > MOST_LINKS) return whole;
    const folder = await realFile(dirname(whole), links + 1);
    const found = join(folder, basename(whole));
    const isLink = (await lstat(found).catch(() => undefined))?.isSymbolicLink() ?? false;
    return isLink ? realFile(resolve(folder, await readlink(found)), links + 1) : found;
  }
}
