import type { Costs } from "@hankel/core";
import { counted } from "./columns.ts";
import { StatusLine } from "./status-line.ts";

/** Shows the progress of a run on an automaton in memory. */
export class Progress {
  readonly #status: StatusLine;

  constructor(stream: NodeJS.WriteStream, now: number) {
    this.#status = new StatusLine(stream, now);
  }

  update(states: () => number, costs: Readonly<Costs>, now: number): void {
    this.#status.update(() => describeCosts(states(), costs).join(", "), now);
  }

  /** Removes the line. */
  end(): void {
    this.#status.end();
  }
}

/** The parts of the progress line that all runs share. */
export function describeCosts(states: number, costs: Readonly<Costs>): [string, string, string] {
  return [
    counted(states, "state"),
    `${counted(costs.questions, "question")} in ${counted(costs.rounds, "round")}`,
    counted(costs.equivalences, "conjecture"),
  ];
}
