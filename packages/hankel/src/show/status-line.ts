import type { Terminal } from "../support/terminal.ts";

/** How often the line on a terminal is updated, and how often a line is written to a pipe, in milliseconds. */
const TERMINAL_INTERVAL = 100;
const PIPE_INTERVAL = 4000;
/** How often the line is brought up to date when nothing happens. */
const HEARTBEAT = 250;

/**
 * The progress of a run on standard error: one line that is overwritten on a terminal, a new line now and then elsewhere.
 * Other output goes through `line`, so that the two do not mix.
 */
export class StatusLine {
  readonly #output: Terminal;
  readonly #terminal: boolean;
  #next: number;
  #shown = false;

  constructor(output: Terminal, now: number) {
    this.#output = output;
    this.#terminal = output.isCapable;
    // A run that ends at once shows nothing.
    this.#next = now + this.#interval;
  }

  /** Calls back now and then until the returned function is called, so that a run is not silent while nothing happens. */
  static heartbeat(callback: () => void): () => void {
    const timer = setInterval(callback, HEARTBEAT).unref();
    return () => clearInterval(timer);
  }

  /** Shows the text if enough time has passed since the last one. */
  update(text: () => string, now: number): void {
    if (now < this.#next) return;
    this.#next = now + this.#interval;
    if (!this.#terminal) this.#output.line(text());
    else {
      this.#output.replaceLine(text());
      this.#shown = true;
    }
  }

  /** Writes another line. */
  line(text: string): void {
    this.end();
    this.#output.line(text);
  }

  /** Removes the line. */
  end(): void {
    if (this.#shown) this.#output.removeLine();
    this.#shown = false;
  }

  get #interval(): number {
    return this.#terminal ? TERMINAL_INTERVAL : PIPE_INTERVAL;
  }
}
