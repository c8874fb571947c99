import { type Costs, countOf } from "@hankel/core";
import type { Terminal } from "../support/terminal.ts";
import { StatusLine } from "./status-line.ts";

/** Shows the progress of a run on an automaton in memory. */
export class Progress {
  readonly #status: StatusLine;
  readonly #stop: () => void;
  readonly #now: () => number;
  #describe = () => "no question asked yet";

  constructor(output: Terminal, silent: boolean, now = () => performance.now()) {
    this.#now = now;
    this.#status = new StatusLine(output, now());
    this.#stop = silent ? () => {} : StatusLine.heartbeat(() => this.show());
  }

  update(states: () => number, costs: Readonly<Costs>): void {
    this.#describe = () => describeCosts(states(), costs).join(", ");
    this.show();
  }

  /** Updates the line; a timer does it when nothing happens. */
  show(): void {
    this.#status.update(this.#describe, this.#now());
  }

  /** Writes another line. */
  line(text: string): void {
    this.#status.line(text);
  }

  /** Removes the line. */
  end(): void {
    this.#stop();
    this.#status.end();
  }
}

/** The parts of the progress line that all runs share. */
export function describeCosts(states: number, costs: Readonly<Costs>): [string, string, string] {
  return [
    countOf(states, "state"),
    `${countOf(costs.questions, "question")} in ${countOf(costs.rounds, "round")}`,
    countOf(costs.equivalences, "conjecture"),
  ];
}
