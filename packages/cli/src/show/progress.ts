import type { Costs } from "@hankel/core";
import { counted } from "./columns.ts";

/** How often the line on a terminal changes, and how often a line goes into a pipe, in milliseconds. */
const TERMINAL_INTERVAL = 100;
const PIPE_INTERVAL = 5000;

/** Where a run is: one line on standard error that renews itself on a terminal, a new one now and then elsewhere. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #terminal: boolean;
  #next: number;
  #shown = false;

  constructor(stream: NodeJS.WriteStream, now: number) {
    this.#stream = stream;
    this.#terminal = stream.isTTY === true && process.env["TERM"] !== "dumb";
    // A run that is over at once shows nothing.
    this.#next = now + (this.#terminal ? TERMINAL_INTERVAL : PIPE_INTERVAL);
  }

  update(states: () => number, costs: Readonly<Costs>, now: number): void {
    if (now < this.#next) return;
    this.#next = now + (this.#terminal ? TERMINAL_INTERVAL : PIPE_INTERVAL);
    const parts = [
      counted(states(), "state"),
      `${counted(costs.questions, "question")} in ${counted(costs.rounds, "round")}`,
      counted(costs.equivalences, "conjecture"),
    ];
    const text = parts.join(", ");
    if (!this.#terminal) this.#stream.write(`${text}\n`);
    else {
      this.#stream.write(`\r\u001b[K${text.slice(0, (this.#stream.columns || 80) - 1)}`);
      this.#shown = true;
    }
  }

  /** Takes the line away again. */
  end(): void {
    if (this.#shown) this.#stream.write("\r\u001b[K");
    this.#shown = false;
  }
}
