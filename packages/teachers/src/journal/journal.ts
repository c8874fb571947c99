import {
  formatJournalHeader,
  formatJournalLine,
  HankelError,
  type JournalHeader,
  type JournalLine,
  parseJournalHeader,
  parseJournalLine,
} from "@hankel/core";
import { AppendFile, wholeLines } from "./append-file.ts";
import { refuseDifferent } from "./differences.ts";
import { type Lock, lockJournal } from "./lock.ts";
import { fileStorage, type Storage } from "./storage.ts";

/** A journal as it is on the disk. */
export interface JournalContent {
  readonly header: JournalHeader;
  readonly lines: readonly JournalLine[];
}

/** Reads a journal; a torn last line is left out. */
export function readJournal(path: string): JournalContent {
  const { lines } = wholeLines(fileStorage(path).read());
  if (lines.length === 0) throw new HankelError("parse", `${path}: this is no journal: it has no header`);
  return located(path, () => content(lines));
}

function content(lines: readonly string[]): JournalContent {
  const header = parseJournalHeader(lines[0]);
  const rest: JournalLine[] = [];
  for (let i = 1; i < lines.length; i++) rest.push(parseJournalLine(lines[i], i + 1));
  return { header, lines: rest };
}

function located<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HankelError) || error.place === undefined) throw error;
    throw new HankelError(error.code, `${path}:${error.place.line}: ${error.message}`, {
      place: error.place,
      cause: error,
    });
  }
}

/** Where the parts of a journal are kept. */
export interface JournalStorages {
  readonly main: Storage;
  readonly early: Storage;
}

/**
 * The journal of a run: lines in the order in which things were asked, whatever the order in which they were answered,
 * so that it is the same with one worker as with eight. An answer that comes before one that was asked earlier waits
 * for its turn in a second file beside it, `FILE.early`; so a crash loses neither.
 */
export class Journal {
  readonly #path: string;
  readonly #main: AppendFile;
  readonly #earlyStorage: Storage;
  readonly #header: JournalHeader;
  readonly #lock: Lock | undefined;
  #early: AppendFile | undefined;
  /** What was there when it was opened. */
  readonly recorded: readonly JournalLine[];
  recordedEarly: readonly JournalLine[];

  /** Opens the journal of a run at a path, or begins one; nobody else may have it open. */
  static async open(path: string, header: JournalHeader): Promise<Journal> {
    const lock = await lockJournal(path).catch((error: unknown) => {
      throw error instanceof HankelError ? error : noFolder(path, error);
    });
    try {
      return new Journal(
        path,
        header,
        { main: fileStorage(path), early: fileStorage(`${path}.early`) },
        lock,
      );
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  constructor(path: string, header: JournalHeader, storages: JournalStorages, lock?: Lock) {
    this.#path = path;
    this.#header = header;
    this.#lock = lock;
    this.#earlyStorage = storages.early;
    const bytes = storages.main.read();
    const { lines, length } = wholeLines(bytes);
    const first = `${formatJournalHeader(header)}\n`;
    if (lines.length === 0 ? !first.startsWith(new TextDecoder().decode(bytes)) : !isHeader(lines[0])) {
      throw new HankelError("usage", `${path} is no journal, and is left as it is`);
    }
    const found = lines.length === 0 ? undefined : located(path, () => content(lines));
    if (found !== undefined) refuseDifferent(path, found.header, header);
    if (length < bytes.length) storages.main.truncate(length);
    this.#main = new AppendFile(storages.main, path, length);
    if (found === undefined) this.#main.append(first);
    this.recorded = found?.lines ?? [];
    this.recordedEarly = found === undefined ? [] : this.#readEarly();
    // What a journal that is no more left behind, or the beginning of a line, is of no use to anyone.
    if (this.recordedEarly.length === 0 && storages.early.read().length > 0) storages.early.remove();
  }

  /** Writes lines down, in this order. */
  append(lines: readonly JournalLine[]): void {
    if (lines.length > 0) this.#main.append(lines.map((line) => `${formatJournalLine(line)}\n`).join(""));
  }

  /** Keeps an answer whose turn has not come. */
  keepEarly(line: JournalLine): void {
    const first = `${formatJournalHeader(this.#header)}\n`;
    if (this.#early === undefined) {
      // Those that a run before this one left behind stay until they have had their turn.
      const { length } =
        this.recordedEarly.length > 0 ? wholeLines(this.#earlyStorage.read()) : { length: 0 };
      this.#earlyStorage.truncate(length);
      this.#early = new AppendFile(this.#earlyStorage, `${this.#path}.early`, length);
      if (length === 0) this.#early.append(first);
    }
    this.#early.append(`${formatJournalLine(line)}\n`);
  }

  /** Everything appended so far is on the disk when this returns. */
  async sync(): Promise<void> {
    await this.#main.sync();
  }

  /** Every answer has had its turn. */
  dropEarly(): void {
    if (this.#early === undefined && this.recordedEarly.length === 0) return;
    this.#early = undefined;
    this.recordedEarly = [];
    this.#earlyStorage.remove();
  }

  close(): void {
    this.#main.close();
    this.#earlyStorage.close();
    this.#lock?.release();
  }

  /** Answers that waited for their turn when the last run broke off, if they are of this very journal. */
  #readEarly(): JournalLine[] {
    const { lines } = wholeLines(this.#earlyStorage.read());
    try {
      return lines[0] === formatJournalHeader(this.#header) ? [...content(lines).lines] : [];
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

function noFolder(path: string, cause: unknown): HankelError {
  const code = (cause as NodeJS.ErrnoException).code ?? "";
  const reason = code === "ENOENT" ? "there is no such folder" : code;
  return new HankelError("usage", `cannot keep a journal at ${path}: ${reason}`, { cause });
}
