import { randomBytes } from "node:crypto";
import { access, constants, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Format, formatByEnding, formatByName, formats, HankelError, type Wdfsa } from "@hankel/core";
import { systemError } from "./failures.ts";

/** Where a result goes: a file, or standard output when none is named or it is `-`. */
export interface Destination {
  readonly path: string | undefined;
  readonly format: Format & Required<Pick<Format, "write">>;
}

/**
 * Works out where a result goes, and refuses at once what could not be written later: an unknown ending, a folder
 * that is not there. A learner that ran for hours must not end on a typing mistake.
 */
export async function destination(path: string | undefined, to?: string): Promise<Destination> {
  const file = path === "-" ? undefined : path;
  const format = to !== undefined ? formatByName(to) : file === undefined ? undefined : byEnding(file);
  const chosen = format ?? formatByName("hankel");
  const { write } = chosen;
  if (write === undefined) throw new HankelError("usage", `the format ${chosen.name} cannot be written`);
  if (file !== undefined) {
    try {
      await access(dirname(file), constants.W_OK);
    } catch (error) {
      throw systemError(error, `write to ${dirname(file)}`);
    }
    if (await isFolder(file)) throw new HankelError("usage", `cannot write ${file}: it is a folder`);
  }
  return { path: file, format: { ...chosen, write } };
}

/** Writes an automaton where it belongs. */
export async function writeAutomaton<W>(automaton: Wdfsa<W>, { path, format }: Destination): Promise<void> {
  const text = format.write(automaton as Wdfsa<unknown>);
  if (path === undefined) await print(text);
  else await writeText(path, text);
}

/** Writes to standard output and waits until it has been taken. */
export async function print(text: string): Promise<void> {
  await new Promise<void>((done) => {
    process.stdout.write(text, () => done());
  });
}

/**
 * Writes a whole file or nothing: under another name in the same folder first, which then takes the place of what
 * was there. Pipes and devices cannot be replaced and are written to as they are.
 */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    const target = await realpath(path).catch(() => path);
    const existing = await stat(target).catch(() => undefined);
    if (existing !== undefined && !existing.isFile()) await writeFile(target, text);
    else await replace(target, text, existing?.mode);
  } catch (error) {
    throw systemError(error, `write ${path}`);
  }
}

async function replace(target: string, text: string, mode: number | undefined): Promise<void> {
  const random = randomBytes(6).toString("hex");
  const temporary = join(dirname(target), `.${basename(target).slice(0, 100)}.${random}.tmp`);
  try {
    const file = await open(temporary, "wx", mode ?? 0o666);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

function byEnding(path: string): Format {
  const format = formatByEnding(path);
  if (format !== undefined) return format;
  const known = formats.flatMap(({ endings }) => endings).join(", ");
  throw new HankelError(
    "usage",
    `${path}: the ending of the name says no format; known endings are ${known}`,
  );
}
