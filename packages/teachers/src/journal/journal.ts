import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import {
  countOf,
  formatJournalHeader,
  formatJournalLine,
  HankelError,
  type JournalContent,
  type JournalHeader,
  type JournalLine,
  JournalSums,
  kindMembers,
  parseJournal,
  parseJournalHeader,
  parseJournalLine,
  quote,
} from "@hankel/core";
import type { Report } from "../box.ts";
import { type Room, roomFor } from "../memory-meter.ts";
import { patiently } from "../pool/time.ts";
import { AppendFile, eachLine, type FileLine, linesIn, wholeLines } from "./append-file.ts";
import { type Lock, type LockOptions, lockJournal } from "./lock.ts";
import { fileStorage, realFile, type Storage, systemError } from "./storage.ts";

/** How a journal is read. */
export interface JournalReading {
  /** The most bytes of memory that this process may take; what its heap has unless given. */
  readonly maxMemory?: number | undefined;
  /** Is told that the journal has lines without checksums. */
  readonly report?: Report | undefined;
}

/**
 * Reads a journal, which must exist, without a torn last line, and checks that no line was changed.
 *
 * @example
 * const folder = await mkdtemp(join(tmpdir(), "hankel-"));
 * const header = {
 *   journal: "hankel/1",
 *   algorithm: ALGORITHM_VERSION,
 *   learner: "tree",
 *   semifield: "boolean",
 *   alphabet: ["a"],
 *   options: {},
 *   seed: 1,
 * } as const;
 * const journal = await Journal.open(join(folder, "run.jsonl"), header);
 * journal.append([{ kind: "answer", word: ["a"], weight: "1" }]);
 * journal.close();
 * console.log(readJournal(join(folder, "run.jsonl")).lines.length); // 1
 * await rm(folder, { recursive: true });
 */
export function readJournal(path: string, reading: JournalReading = {}): JournalContent {
  const room = roomFor(path, reading.maxMemory);
  return contentOf(path, piecesOfFile(path, room), room, reading);
}

/**
 * The header of a journal; undefined if the file does not exist, or does not begin like a journal.
 *
 * @example
 * console.log(journalHeader("no-such-file.jsonl")); // undefined
 */
export function journalHeader(path: string): JournalHeader | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  for (const { text, torn } of linesIn(piecesOfFile(path, roomFor(path, Number.POSITIVE_INFINITY)))) {
    try {
      return torn ? undefined : parseJournalHeader(text);
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** The journal that these bytes are; `path` is what messages call it. */
export function journalOf(path: string, bytes: Uint8Array, reading: JournalReading = {}): JournalContent {
  return contentOf(path, [bytes], roomFor(path, reading.maxMemory), reading);
}

function contentOf(
  path: string,
  pieces: Iterable<Uint8Array>,
  room: Room,
  { report }: JournalReading,
): JournalContent {
  const lines: string[] = [];
  return located(path, () => {
    let rest = "";
    for (const { text, torn } of linesIn(pieces)) {
      if (torn) rest = text;
      else lines.push(text);
    }
    // A file without a whole line is no journal, but its text tells what it is.
    const content = parseJournal(lines.length > 0 ? lines : rest);
    room.check();
    noteUnsummed(path, content.unsummed, report);
    return content;
  });
}

/** A file, or a pipe, in pieces. */
function* piecesOfFile(path: string, room: Room): Generator<Uint8Array> {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    room.refuseLarger(fstatSync(file).size);
    for (;;) {
      const bytes = Buffer.alloc(PIECE);
      const length = readSync(file, bytes, 0, PIECE, null);
      if (length === 0) return;
      yield bytes.subarray(0, length);
      room.check();
    }
  } catch (error) {
    throw error instanceof HankelError ? error : systemError(error, `read ${path}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** How many bytes of a file are read at once. */
const PIECE = 2 ** 20;

/** Says that nobody would notice if lines were changed, since they have no checksums. */
function noteUnsummed(path: string, lines = 0, report: Report | undefined): void {
  if (lines === 0) return;
  const have = lines === 1 ? "has no checksum" : "have no checksums";
  report?.(
    `${countOf(lines, "line")} of the journal ${path} ${have}, since an earlier version wrote them: it cannot be noticed if they were changed`,
  );
}

function located<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HankelError)) throw error;
    const { code, place, message } = error;
    if (place === undefined && message.split(/[\s:;,]+/u).includes(path)) throw error;
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
 *
 * @example
 * const folder = await mkdtemp(join(tmpdir(), "hankel-"));
 * const header = {
 *   journal: "hankel/1",
 *   algorithm: ALGORITHM_VERSION,
 *   learner: "tree",
 *   semifield: "boolean",
 *   alphabet: ["a"],
 *   options: {},
 *   seed: 1,
 * } as const;
 * const journal = await Journal.open(join(folder, "run.jsonl"), header);
 * journal.append([{ kind: "answer", word: ["a"], weight: "1" }]);
 * journal.close();
 * console.log(readJournal(join(folder, "run.jsonl")).lines.length); // 1
 * await rm(folder, { recursive: true });
 */
export class Journal {
  readonly #path: string;
  readonly #main: AppendFile;
  /** How many bytes there were when it was opened. */
  readonly #found: number;
  readonly #storages: JournalStorages;
  readonly #header: JournalHeader;
  readonly #lock: Lock | undefined;
  readonly #sums: JournalSums;
  #early: AppendFile | undefined;
  #earlySums = new JournalSums();
  recordedEarly: readonly JournalLine[];
  /** How many of the lines that were there have no checksum. */
  readonly unsummed: number;

  /** Opens or creates the journal of a run. No other process may have it open. Reading a long one ends with the signal. */
  static async open(
    path: string,
    header: JournalHeader,
    options: LockOptions & JournalReading & { readonly signal?: AbortSignal | undefined } = {},
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
      const { report, maxMemory } = options;
      for (const { size } of Object.values(storages))
        roomFor(`the journal ${path}`, maxMemory).refuseLarger(size());
      await patiently(eachLine(storages.main), survey.see, { signal, work });
      const journal = new Journal(path, header, storages, lock, survey.found());
      noteUnsummed(path, journal.unsummed, report);
      return journal;
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
    { length: found, sums }: FoundLines = foundIn(path, header, storages.main),
  ) {
    this.#path = path;
    this.#header = header;
    this.#lock = lock;
    this.#storages = storages;
    refuseForeign(`${path}.early`, storages.early);
    this.#main = new AppendFile(storages.main, `the journal ${path}`, KEPT);
    this.#sums = sums;
    this.unsummed = sums.unsummed;
    if (found === 0) this.#main.append(`${sums.add(formatJournalHeader(header))}\n`);
    this.#found = found;
    this.recordedEarly = found === 0 ? [] : this.#readEarly();
    // The early answers of another journal, and a torn line, are useless.
    if (this.recordedEarly.length === 0 && storages.early.size() > 0) storages.early.remove();
  }

  /** The lines that were there when it was opened. They are read from the disk each time, and not kept. */
  get recorded(): Iterable<JournalLine> {
    return this.#found === 0 ? [] : linesOf(this.#storages.main, this.#found);
  }

  /** What messages call it. */
  get name(): string {
    return this.#path;
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
    const written = (line: JournalLine) => `${this.#sums.add(formatJournalLine(line, this.#header))}\n`;
    this.#main.append(lines.map(written).join(""));
  }

  /** Stores an answer that waits for earlier questions. */
  keepEarly(line: JournalLine): void {
    this.#lock?.check();
    if (this.#early === undefined) {
      // The early answers of the last run stay until their turn has come.
      if (this.recordedEarly.length === 0) this.#storages.early.truncate(0);
      this.#early = new AppendFile(this.#storages.early, `the journal ${this.#path}.early`, KEPT);
      if (this.#early.length === 0) {
        this.#earlySums = new JournalSums();
        this.#early.append(`${this.#earlySums.add(formatJournalHeader(this.#header))}\n`);
      }
    }
    this.#early.append(`${this.#earlySums.add(formatJournalLine(line, this.#header))}\n`);
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
    const sums = new JournalSums();
    this.#earlySums = sums;
    try {
      if (lines.length === 0 || !isSame(parseJournalHeader(lines[0]), this.#header)) return [];
      lines.forEach((line, i) => sums.check(line, i + 1));
      return lines.slice(1).map((line, i) => parseJournalLine(line, i + 2));
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

/** The complete lines of a journal: their length in bytes, and their checksums. */
interface FoundLines {
  readonly length: number;
  readonly sums: JournalSums;
}

/**
 * Looks at the lines of a file. It refuses one that is no journal, that was changed, or that belongs to another run, before
 * anything is changed. What the lines say is asked for later.
 */
function surveyOf(path: string, header: JournalHeader) {
  let number = 0;
  let length = 0;
  const sums = new JournalSums();
  const see = ({ text, end, torn }: FileLine) => {
    number++;
    // A crash may have left the beginning of the header; anything else that is no header is not ours.
    const ours = torn ? beginning(header).startsWith(text) : number > 1 || isHeader(text);
    if (number === 1 && !ours) throw new HankelError("usage", `${path} is not a journal; it was not changed`);
    if (torn) return;
    length = end;
    located(path, () => {
      sums.check(text, number);
      if (number > 1) parseJournalLine(text, number);
      else refuseDifferent(parseJournalHeader(text), header);
    });
  };
  return { see, found: (): FoundLines => ({ length, sums }) };
}

/** The complete lines of a journal. */
function foundIn(path: string, header: JournalHeader, storage: Storage): FoundLines {
  const survey = surveyOf(path, header);
  for (const line of eachLine(storage)) survey.see(line);
  return survey.found();
}

/** The first line of a journal. */
function beginning(header: JournalHeader): string {
  return new JournalSums().add(formatJournalHeader(header));
}

function isSame(a: JournalHeader, b: JournalHeader): boolean {
  const [one, other] = [a, b].map((header) => {
    const { [CHOSEN_ANEW]: _, ...options } = header.options;
    return formatJournalHeader({ ...header, options });
  });
  return one === other;
}

/** How much is asked again may differ from run to run: whoever doubts a journal asks more. */
const CHOSEN_ANEW = "recheck";

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
  names.delete(CHOSEN_ANEW);
  for (const name of names) compare(`option ${name}`, found.options[name], wanted.options[name]);
  if (differences.length === 0) return;
  throw new HankelError(
    "usage",
    `this journal belongs to another run: ${differences.join("; ")}. ` +
      "Start a new journal; --warm reuses the answers of this one",
  );
}
