import { bytesOf, HankelError } from "@hankel/core";
import { systemError } from "../support/failures.ts";
import { keepTrying } from "../support/keep-trying.ts";
import { closeStream, writeSome } from "../support/open-stream.ts";

/** How many bytes a reader may be behind. */
const MOST_WAITING = 2 ** 24;

/**
 * Lines for the reader of a pipe, who may be slower than the run, or stop reading: lines wait in memory, up to a bound, and the
 * run does not wait for them.
 */
export class EventStream {
  readonly #file: number;
  readonly #name: string;
  readonly #shouldEnd: AbortSignal;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #writing: Promise<void> | undefined;
  #failure: HankelError | undefined;

  /** The signal says that the command should end: then a reader that takes no more is not waited for. */
  constructor(file: number, name: string, shouldEnd: AbortSignal) {
    this.#file = file;
    this.#name = name;
    this.#shouldEnd = shouldEnd;
  }

  append(line: string): void {
    if (this.#failure !== undefined) throw this.#failure;
    const bytes = Buffer.from(line);
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes > MOST_WAITING) {
      this.#fail(this.#problem(`its reader is more than ${bytesOf(MOST_WAITING)} behind`));
    }
    this.#writing ??= this.#writeAll();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Waits for the reader. */
  async close(): Promise<void> {
    await this.#writing;
    closeStream(this.#file);
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const bytes = Buffer.concat(this.#waiting);
        this.#waiting = [];
        await this.#write(bytes);
        this.#bytes -= bytes.length;
      }
    } catch (error) {
      this.#fail(systemError(error, `write ${this.#name}`));
    }
    this.#writing = undefined;
  }

  /** Writes as long as nothing has failed: a reader that is too far behind is not waited for. */
  async #write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length && this.#failure === undefined; ) {
      const attempt = () => (this.#failure === undefined ? writeSome(this.#file, bytes.subarray(done)) : 0);
      const written = await keepTrying(attempt, this.#shouldEnd);
      if (written === undefined) this.#fail(this.#problem("its reader does not read"));
      done += written ?? 0;
    }
  }

  #problem(reason: string): HankelError {
    return new HankelError("system", `cannot write ${this.#name}: ${reason}`);
  }

  #fail(failure: HankelError): void {
    this.#failure ??= failure;
    this.#waiting = [];
  }
}
