import { readFileSync, statSync } from "node:fs";
import {
  formatJournalHeader,
  formatJournalLine,
  HankelError,
  type JournalContent,
  type JournalHeader,
  type JournalLine,
  kindMembers,
  parseJournal,
  parseJournalHeader,
  parseJournalLine,
  quote,
} from "@hankel/core";
import { patiently } from "../pool/time.ts";
import { AppendFile, eachLine, type FileLine, wholeLines } from "./append-file.ts";
import { type Lock, type LockOptions, lockJournal } from "./lock.ts";
import { fileStorage, realFile, type Storage, systemError } from "./storage.ts";

/** Reads a journal, which must exist, without a torn last line. */
export function readJournal(path: string): JournalContent {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw systemError(error, `read ${path}`);
  }
  const lines = wholeLines({ size: () => bytes.length, read: (start, end) => bytes.subarray(start, end) });
  return located(path, () => parseJournal(lines));
}

function located<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HankelError)) throw error;
    const { code, place, message } = error;
    const where = place === undefined ? path : `${path}:${place.line}`;
    throw new HankelError(code, `${where}: ${message}`, { ...(place && { place }), cause: error });
  }
}

/** What a failed write does not lose. */
const KEPT = "; what was answered before is kept in it; make room and start the same command again";

/** The two files of a journal. */
export interface JournalStorages {
  readonly main: Storage;
  readonly early: Storage;
}

/**
 * The journal of a run. Its lines stand in the order of the questions, whatever the order of the answers, so that it is
 * the same with one worker as with eight. An answer that arrives before one to an earlier question waits in a second
 * file, `FILE.early`, so that a crash loses neither.
 */
export class Journal {
  readonly #path: string;
  readonly #main: AppendFile;
  /** How many bytes there were when it was opened. */
  readonly #found: number;
  readonly #storages: JournalStorages;
  readonly #header: JournalHeader;
  readonly #lock: Lock | undefined;
  #early: AppendFile | undefined;
  recordedEarly: readonly JournalLine[];

  /** Opens or creates the journal of a run. No other process may have it open. Reading a long one ends with the signal. */
  static async open(
    path: string,
    header: JournalHeader,
    options: LockOptions & { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Journal> {
    refuseLinked(path);
    const real = realFile(path);
    const lock = await lockJournal(path, options).catch((error: unknown) => {
      throw error instanceof HankelError ? error : systemError(error, `keep a journal at ${path}`);
    });
    const storages = { main: fileStorage(real), early: fileStorage(`${real}.early`) };
    try {
      const work = `the journal ${path} was read; it was not changed`;
      const { signal } = options;
      const survey = surveyOf(path, header);
      await patiently(eachLine(storages.main), survey.see, { signal, work });
      return new Journal(path, header, storages, lock, survey.length());
    } catch (error) {
      storages.main.close();
      lock.release();
      throw error;
    }
  }

  constructor(
    path: string,
    header: JournalHeader,
    storages: JournalStorages,
    lock?: Lock,
    found: number = lengthOf(path, header, storages.main),
  ) {
    this.#path = path;
    this.#header = header;
    this.#lock = lock;
    this.#storages = storages;
    refuseForeign(`${path}.early`, storages.early);
    this.#main = new AppendFile(storages.main, `the journal ${path}`, KEPT);
    if (found === 0) this.#main.append(`${formatJournalHeader(header)}\n`);
    this.#found = found;
    this.recordedEarly = found === 0 ? [] : this.#readEarly();
    // The early answers of another journal, and a torn line, are useless.
    if (this.recordedEarly.length === 0 && storages.early.size() > 0) storages.early.remove();
  }

  /** The lines that were there when it was opened. They are read from the disk each time, and not kept. */
  get recorded(): Iterable<JournalLine> {
    return this.#found === 0 ? [] : linesOf(this.#storages.main, this.#found);
  }

  /** Did an earlier run begin it? */
  get resumed(): boolean {
    return this.#found > 0;
  }

  /** How many bytes it has. */
  get length(): number {
    return this.#main.length;
  }

  /** Appends lines in this order. */
  append(lines: readonly JournalLine[]): void {
    if (lines.length === 0) return;
    this.#lock?.check();
    this.#main.append(lines.map((line) => `${formatJournalLine(line, this.#header)}\n`).join(""));
  }

  /** Stores an answer that waits for earlier questions. */
  keepEarly(line: JournalLine): void {
    this.#lock?.check();
    if (this.#early === undefined) {
      // The early answers of the last run stay until their turn has come.
      if (this.recordedEarly.length === 0) this.#storages.early.truncate(0);
      this.#early = new AppendFile(this.#storages.early, `the journal ${this.#path}.early`, KEPT);
      if (this.#early.length === 0) this.#early.append(`${formatJournalHeader(this.#header)}\n`);
    }
    this.#early.append(`${formatJournalLine(line, this.#header)}\n`);
  }

  /** Resolves when everything appended so far is on the disk. */
  async sync(): Promise<void> {
    this.#lock?.check();
    await this.#main.sync();
  }

  /** Removes the early answers, after all of them are in the journal. */
  dropEarly(): void {
    if (this.#early === undefined && this.recordedEarly.length === 0) return;
    this.#lock?.check();
    this.#early = undefined;
    this.recordedEarly = [];
    this.#storages.early.remove();
  }

  close(): void {
    this.#main.close();
    this.#storages.early.close();
    this.#lock?.release();
  }

  /** The early answers that the last run of this journal left behind. */
  #readEarly(): JournalLine[] {
    const lines = wholeLines(this.#storages.early);
    try {
      return lines[0] === formatJournalHeader(this.#header) ? [...parseJournal(lines).lines] : [];
    } catch {
      return [];
    }
  }
}

function isHeader(line: string): boolean {
  try {
    parseJournalHeader(line);
    return true;
  } catch {
    return false;
  }
}

/** Refuses a file of others in the place of the early answers, which a run empties and removes. */
function refuseForeign(path: string, storage: Storage): void {
  for (const { text, torn } of eachLine(storage)) {
    // A crash may have left the beginning of a header.
    const begun = torn && (HEADER_START.startsWith(text) || text.startsWith(HEADER_START));
    if (begun || isHeader(text)) return;
    throw new HankelError(
      "usage",
      `${path} holds no answers of a journal, and a run would remove it: move it away, or name another journal`,
    );
  }
}

/** Every header begins so. */
const HEADER_START = '{"journal":"hankel/1",';

/** A lock protects a journal under one name only, and a second hard link may be in any folder. */
function refuseLinked(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) throw new HankelError("usage", `${path} cannot be a journal: it is no ordinary file`);
  if (found.nlink <= 1) return;
  throw new HankelError(
    "usage",
    `the journal ${path} has ${found.nlink} names (hard links), and another learner could write to it by another name: ` +
      "remove the other names, or copy it and name the copy",
  );
}

/** The lines behind the header, one after the other, within so many bytes. */
function* linesOf(storage: Storage, bytes: number): Generator<JournalLine> {
  let number = 0;
  for (const { text, end } of eachLine(storage)) {
    if (end > bytes) return;
    if (++number > 1) yield parseJournalLine(text, number);
  }
}

/**
 * Looks at the lines of a file. It refuses one that is no journal, that cannot be read, or that belongs to another run, before
 * anything is changed. What the lines say is asked for later.
 */
function surveyOf(path: string, header: JournalHeader) {
  let number = 0;
  let length = 0;
  const see = ({ text, end, torn }: FileLine) => {
    number++;
    // A crash may have left the beginning of the header; anything else that is no header is not ours.
    const ours = torn ? formatJournalHeader(header).startsWith(text) : number > 1 || isHeader(text);
    if (number === 1 && !ours) throw new HankelError("usage", `${path} is not a journal; it was not changed`);
    if (torn) return;
    length = end;
    located(path, () => {
      if (number > 1) parseJournalLine(text, number);
      else refuseDifferent(parseJournalHeader(text), header);
    });
  };
  /** The length of the complete lines in bytes. */
  return { see, length: () => length };
}

/** The length of the complete lines of a journal in bytes. */
function lengthOf(path: string, header: JournalHeader, storage: Storage): number {
  const survey = surveyOf(path, header);
  for (const line of eachLine(storage)) survey.see(line);
  return survey.length();
}

/** Refuses a header that differs from the wanted one in what makes a run ask other questions. */
function refuseDifferent(found: JournalHeader, wanted: JournalHeader): void {
  const differences: string[] = [];
  const short = (text: string) => (text.length > 60 ? quote(text) : text);
  const compare = (what: string, a: unknown, b: unknown) => {
    const [left, right] = [JSON.stringify(a), JSON.stringify(b)].map((text) => text ?? "nothing");
    if (left !== right) differences.push(`${what} ${short(left)} there, ${short(right)} here`);
  };
  for (const member of ["algorithm", "learner", ...kindMembers, "alphabet", "seed"] as const)
    compare(member, found[member], wanted[member]);
  const names = new Set([...Object.keys(found.options), ...Object.keys(wanted.options)]);
  for (const name of names) compare(`option ${name}`, found.options[name], wanted.options[name]);
  if (differences.length === 0) return;
  throw new HankelError(
    "usage",
    `this journal belongs to another run: ${differences.join("; ")}. ` +
      "Start a new journal; --warm reuses the answers of this one",
  );
}
