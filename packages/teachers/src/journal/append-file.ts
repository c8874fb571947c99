import { bytesOf, HankelError } from "@hankel/core";
import type { Storage } from "./storage.ts";
import { systemError } from "./storage.ts";

/**
 * Appends lines to a storage. A write that fails half-way, for example on a full disk, is undone, so that the file always
 * ends with a complete line. Only a crash can leave a torn one, which is cut off when the file is opened again.
 */
export class AppendFile {
  readonly #storage: Storage;
  readonly #name: string;
  readonly #advice: string;
  #length: number;
  #broken = false;

  /** Goes on behind the last complete line. The name and the advice are for messages of failed writes. */
  constructor(storage: Storage, name: string, advice = "") {
    this.#storage = storage;
    this.#name = name;
    this.#advice = advice;
    const size = storage.size();
    this.#length = wholeSize(storage, size);
    if (this.#length < size) storage.truncate(this.#length);
  }

  get length(): number {
    return this.#length;
  }

  /** Hands lines to the operating system: they then survive the end of this process, but not yet a power cut. */
  append(lines: string): void {
    if (this.#broken) throw new HankelError("system", `${this.#name} could not be written to`);
    const bytes = Buffer.from(lines);
    let done = 0;
    try {
      while (done < bytes.length) {
        const written = this.#storage.write(bytes.subarray(done), this.#length + done);
        if (written <= 0) throw new Error("nothing was written");
        done += written;
      }
    } catch (error) {
      this.#broken = true;
      this.#undoWrite();
      const { message } = systemError(error, `write ${this.#name}`);
      throw new HankelError("system", `${message}${this.#advice}`, { cause: error });
    }
    this.#length += bytes.length;
  }

  async sync(): Promise<void> {
    try {
      await this.#storage.sync();
    } catch (error) {
      this.#broken = true;
      const { message } = systemError(error, `bring ${this.#name} to the disk`);
      throw new HankelError("system", message, { cause: error });
    }
  }

  close(): void {
    this.#storage.close();
  }

  #undoWrite(): void {
    try {
      this.#storage.truncate(this.#length);
    } catch {
      // The next open cuts off the torn line.
    }
  }
}

const NEWLINE = 0x0a;
/** How many bytes are looked at together, at the end of a file and in all of it. */
const PIECE = 2 ** 16;
const LARGE_PIECE = 2 ** 20;

/** The length of the complete lines of a storage in bytes; only its end is read. */
function wholeSize(storage: Storage, size: number): number {
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - PIECE);
    const whole = storage.read(start, end).lastIndexOf(NEWLINE) + 1;
    if (whole > 0) return start + whole;
    end = start;
  }
  return 0;
}

/** A line of a file, and the number of bytes up to its end. A last line without a newline is torn. */
export interface FileLine {
  readonly text: string;
  readonly end: number;
  readonly torn: boolean;
}

/** The complete lines of a file, without a torn last line. */
export function wholeLines(storage: Pick<Storage, "size" | "read">): string[] {
  return [...eachLine(storage)].filter(({ torn }) => !torn).map(({ text }) => text);
}

/** The lines of a file, which may be larger than the memory that a run may take: it is read in pieces of so many bytes. */
export function eachLine(
  storage: Pick<Storage, "size" | "read">,
  piece: number = LARGE_PIECE,
): Generator<FileLine> {
  return linesIn(piecesOf(storage, piece));
}

function* piecesOf(storage: Pick<Storage, "size" | "read">, piece: number): Generator<Uint8Array> {
  const size = storage.size();
  for (let at = 0; at < size; ) {
    const bytes = storage.read(at, Math.min(at + piece, size));
    // Somebody else has made the file shorter.
    if (bytes.length === 0) return;
    at += bytes.length;
    yield bytes;
  }
}

/** The most bytes of a line. No journal has longer ones, but a file that is none may be one line without an end. */
const LONGEST_LINE = 2 ** 26;

/** The lines of a file that comes in pieces. */
export function* linesIn(pieces: Iterable<Uint8Array>): Generator<FileLine> {
  const decoder = new TextDecoder("utf-8");
  let rest: Uint8Array[] = [];
  let kept = 0;
  let end = 0;
  const line = (last: Uint8Array, torn: boolean) => {
    const bytes = rest.length === 0 ? last : Buffer.concat([...rest, last]);
    rest = [];
    kept = 0;
    end += bytes.length + (torn ? 0 : 1);
    return { text: decoder.decode(bytes), end, torn };
  };
  for (const bytes of pieces) {
    let start = 0;
    for (let stop = bytes.indexOf(NEWLINE); stop >= 0; stop = bytes.indexOf(NEWLINE, start)) {
      yield line(bytes.subarray(start, stop), false);
      start = stop + 1;
    }
    if (start === bytes.length) continue;
    rest.push(bytes.subarray(start));
    kept += bytes.length - start;
    if (kept > LONGEST_LINE)
      throw new HankelError("parse", `a line of more than ${bytesOf(LONGEST_LINE)}: no journal has one`);
  }
  if (rest.length > 0) yield line(new Uint8Array(0), true);
}
