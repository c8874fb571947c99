import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { attSymbols, type Format, FRAME, type PlannedAutomaton, type WriteOptions } from "../formats.ts";
import { type Automaton, formatByEnding, formatByName, formats, HankelError } from "../index.ts";
import { realFile } from "../internal/files.ts";
import { attemptAll, misuse, systemError } from "./failures.ts";

import { closeStream, isStream, keepTrying, openStream, statsOf, writeToStream } from "./open-stream.ts";
import { standardOutput, TerminalText } from "./terminal.ts";
import { checkWritable, temporaryName } from "./writable.ts";

/** How the user wants a result to be written: the options of `writingOptions`, and the frame of an att file. */
export interface Writing {
  readonly out?: string;
  readonly to?: string;
  readonly framed?: true;
  readonly saveSymbols?: string;
  readonly order?: number;
}

/** Where a result goes: a file, or standard output when none is named or it is `-`. */
export interface Destination {
  readonly path: string | undefined;
  readonly format: Format & Required<Pick<Format, "write">>;
  readonly frame?: string | undefined;
  /** Where the symbol table goes, for formats that have one beside them. */
  readonly symbols?: string | undefined;
  /** The length of n-grams, for formats that hold them. */
  readonly order?: number | undefined;
}

/**
 * Decides where a result goes, and refuses at once what could not be written later: an unknown ending, a missing
 * folder. A learner that ran for hours must not fail on a typing mistake.
 */
export async function destination(path: string | undefined, writing: Writing = {}): Promise<Destination> {
  const { to, framed, saveSymbols: symbols, order } = writing;
  const file = path === "-" ? undefined : path;
  const format = to !== undefined ? formatByName(to) : file === undefined ? undefined : byEnding(file);
  const chosen = format ?? formatByName("hankel");
  const { write } = chosen;
  if (write === undefined) throw misuse(`the format ${chosen.name} can be read but not written`);
  if (symbols !== undefined && chosen.name !== "att") {
    throw misuse(`--save-symbols is for att files: ${chosen.name} files have no symbol table`);
  }
  if (order !== undefined && chosen.name !== "arpa") {
    throw misuse(`--order is for arpa files: ${chosen.name} files hold no n-grams`);
  }
  for (const written of [file, symbols]) if (written !== undefined) checkWritable(written);
  return {
    path: file,
    format: { ...chosen, write },
    frame: framed === true ? FRAME : undefined,
    symbols,
    order,
  };
}

/** Refuses an automaton that is not made yet, if the format of its destination could not hold it. */
export function checkFormat(planned: PlannedAutomaton, where: Destination): void {
  where.format.check?.(planned, writeOptions(where));
}

function writeOptions({ frame, symbols, order }: Destination): WriteOptions {
  return { frame, withTable: symbols !== undefined, order };
}

/** What ends the wait for the reader of a pipe. */
export interface Ends {
  /** Aborts when the command should end: a signal came, or its time is over. */
  readonly shouldEnd: AbortSignal;
  /** Aborts with a signal only: whoever pages through standard output may take their time. */
  readonly signal: AbortSignal;
}

/** The files that an automaton is written to, and what they will hold; without a path, standard output. */
export function contentOf(
  automaton: Automaton<unknown>,
  where: Destination,
): readonly { readonly path: string | undefined; readonly content: Content }[] {
  const { path, format, frame, symbols } = where;
  const options = writeOptions(where);
  const content = format.chunks?.(automaton, options) ?? format.write(automaton, options);
  if (symbols === undefined) return [{ path, content }];
  return [
    { path, content },
    { path: symbols, content: attSymbols(automaton, frame).toString() },
  ];
}

/** Writes an automaton where it belongs. */
export async function writeAutomaton<W>(
  automaton: Automaton<W>,
  where: Destination,
  ends?: Ends,
): Promise<void> {
  const write = contentOf(automaton as Automaton<unknown>, where).map(
    ({ path, content }) =>
      () =>
        path === undefined ? printAll(content, ends?.signal) : writeText(path, content, ends?.shouldEnd),
  );
  await attemptAll(write);
}

async function printAll(content: Content, shouldEnd?: AbortSignal): Promise<void> {
  for (const piece of pieces(content)) await print(piece, shouldEnd);
}

/** So many bytes are handed over together: a reader that takes no such piece for a while does not read. */
const PIECE = 2 ** 16;

/** Writes to standard output and waits until the text is handed over, or until the command should end and nobody reads. */
export async function print(text: string | Uint8Array, shouldEnd?: AbortSignal): Promise<void> {
  if (shouldEnd === undefined) return standardOutput.text(text);
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  for (let at = 0; at < bytes.length; at += PIECE) {
    let taken: true | undefined;
    const writing = standardOutput.text(bytes.subarray(at, at + PIECE)).then(() => {
      taken = true;
    });
    await Promise.race([writing, keepTrying(() => taken, shouldEnd)]);
    if (taken === undefined)
      throw new HankelError("system", "cannot write to standard output: its reader does not read");
  }
}

type Content = string | Uint8Array | Iterable<string | Uint8Array>;

/**
 * Writes a whole file or nothing: first under a temporary name in the same folder, which is then renamed. Pipes and
 * devices cannot be replaced, so they are written to directly.
 */
export async function writeText(path: string, content: Content, shouldEnd?: AbortSignal): Promise<void> {
  try {
    if (isStream(path)) await writeStream(path, content, shouldEnd);
    else replace(realFile(path), content, statsOf(() => statSync(path))?.mode);
  } catch (error) {
    throw error instanceof HankelError ? error : systemError(error, `write ${path}`);
  }
}

async function writeStream(path: string, content: Content, shouldEnd?: AbortSignal): Promise<void> {
  const file = await openStream(path, shouldEnd);
  if (file === undefined) throw new HankelError("system", `cannot write ${path}: nobody reads it`);
  try {
    // A terminal has a name, too, such as /dev/stdout.
    const shown = process.getBuiltinModule("node:tty").isatty(file) ? new TerminalText() : undefined;
    for (const piece of pieces(content)) {
      const text = shown?.of(piece) ?? piece;
      const bytes = typeof text === "string" ? Buffer.from(text) : text;
      if (await writeToStream(file, bytes, shouldEnd)) continue;
      throw new HankelError("system", `cannot write ${path}: its reader does not read`);
    }
  } finally {
    closeStream(file);
  }
}

function replace(target: string, content: Content, mode: number | undefined): void {
  const temporary = join(dirname(target), temporaryName(target));
  try {
    const file = openSync(temporary, "wx", mode ?? 0o666);
    try {
      for (const piece of pieces(content)) writeFileSync(file, piece);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** All of it at once. */
export function whole(content: Content): string | Uint8Array {
  if (typeof content === "string" || content instanceof Uint8Array) return content;
  return Buffer.concat(
    Array.from(content, (piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)),
  );
}

/** Makes the new name of a file last: without it, a power cut may lose the file. Windows cannot open folders. */
function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function pieces(content: Content): Iterable<string | Uint8Array> {
  return typeof content === "string" || content instanceof Uint8Array ? [content] : content;
}

function byEnding(path: string): Format {
  const format = formatByEnding(path);
  if (format !== undefined) return format;
  const known = formats.flatMap(({ endings, write }) => (write === undefined ? [] : endings)).join(", ");
  throw misuse(`${path}: the name has no ending of a known format; known endings are ${known}`);
}
