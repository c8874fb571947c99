/** How often the line on a terminal changes, and how often a line goes into a pipe, in milliseconds. */
const TERMINAL_INTERVAL = 100;
const PIPE_INTERVAL = 5000;

/**
 * Where a run is: one line on standard error that renews itself on a terminal, a new one now and then elsewhere. Other
 * lines for standard error go through it, so that they do not run into the one that renews itself.
 */
export class StatusLine {
  readonly #stream: NodeJS.WriteStream;
  readonly #terminal: boolean;
  #next: number;
  #shown = false;

  constructor(stream: NodeJS.WriteStream, now: number) {
    this.#stream = stream;
    this.#terminal = stream.isTTY === true && process.env["TERM"] !== "dumb";
    // A run that is over at once shows nothing.
    this.#next = now + this.#interval;
  }

  /** Shows a text, if it is time for one. */
  update(text: () => string, now: number): void {
    if (now < this.#next) return;
    this.#next = now + this.#interval;
    if (!this.#terminal) this.#stream.write(`${text()}\n`);
    else {
      this.#stream.write(`\r\u001b[K${text().slice(0, (this.#stream.columns || 80) - 1)}`);
      this.#shown = true;
    }
  }

  /** Writes a whole line of something else. */
  line(text: string): void {
    this.end();
    this.#stream.write(`${text}\n`);
  }

  /** Takes the line away again. */
  end(): void {
    if (this.#shown) this.#stream.write("\r\u001b[K");
    this.#shown = false;
  }

  get #interval(): number {
    return this.#terminal ? TERMINAL_INTERVAL : PIPE_INTERVAL;
  }
}
