import { HankelError } from "@hankel/core";
import type { Storage } from "./storage.ts";
import { systemError } from "./system-error.ts";

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
/** How many bytes are looked at together. */
const PIECE = 2 ** 16;

/** The length of the complete lines of a storage in bytes; only its end is read. */
function wholeSize(storage: Storage, size: number): number {
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - PIECE);
    const whole = wholeLength(storage.read(start, end));
    if (whole > 0) return start + whole;
    end = start;
  }
  return 0;
}

/** The complete lines of a storage and the length of their bytes; leaves out a torn last line. */
export function wholeLines(bytes: Uint8Array): { lines: string[]; length: number } {
  return { lines: [...eachLine(bytes)], length: wholeLength(bytes) };
}

/** The length of the complete lines in bytes. */
export function wholeLength(bytes: Uint8Array): number {
  return bytes.lastIndexOf(NEWLINE) + 1;
}

/** The complete lines, one after the other: all of them at once would take several times the memory of the bytes. */
export function* eachLine(bytes: Uint8Array): Generator<string> {
  const end = wholeLength(bytes);
  const decoder = new TextDecoder("utf-8");
  for (let start = 0; start < end; ) {
    const stop = bytes.indexOf(NEWLINE, start);
    yield decoder.decode(bytes.subarray(start, stop));
    start = stop + 1;
  }
}
