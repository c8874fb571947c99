import { type Costs, countOf } from "@hankel/core";
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
    countOf(states, "state"),
    `${countOf(costs.questions, "question")} in ${countOf(costs.rounds, "round")}`,
    countOf(costs.equivalences, "conjecture"),
  ];
}
