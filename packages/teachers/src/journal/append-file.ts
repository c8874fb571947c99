import { HankelError } from "@hankel/core";
import { ioError, type Storage } from "./storage.ts";

/**
 * Appends lines to a storage. A write that fails half-way, for example on a full disk, is undone, so that the file always
 * ends with a complete line. Only a crash can leave a torn one; `Journal` cuts it off when it next opens the file.
 */
export class AppendFile {
  readonly #storage: Storage;
  readonly #name: string;
  #length: number;
  #broken = false;

  constructor(storage: Storage, name: string, length: number) {
    this.#storage = storage;
    this.#name = name;
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  /** Hands lines to the operating system: they then survive the end of this process, but not yet a power cut. */
  append(lines: string): void {
    if (this.#broken) throw new HankelError("system", `the journal ${this.#name} could not be written to`);
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
      const failed = ioError(error, `write the journal ${this.#name}`);
      const advice = "what was answered before is kept in it; make room and start the same command again";
      throw new HankelError("system", `${failed.message}; ${advice}`, { cause: error });
    }
    this.#length += bytes.length;
  }

  async sync(): Promise<void> {
    try {
      await this.#storage.sync();
    } catch (error) {
      this.#broken = true;
      const { message } = ioError(error, `bring the journal ${this.#name} to the disk`);
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
