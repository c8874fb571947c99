import type { Costs } from "@hankel/core";
import { counted } from "./columns.ts";
import { StatusLine } from "./status-line.ts";

/** Where a run on an automaton in memory is. */
export class Progress {
  readonly #status: StatusLine;

  constructor(stream: NodeJS.WriteStream, now: number) {
    this.#status = new StatusLine(stream, now);
  }

  update(states: () => number, costs: Readonly<Costs>, now: number): void {
    this.#status.update(() => describeCosts(states(), costs).join(", "), now);
  }

  /** Takes the line away again. */
  end(): void {
    this.#status.end();
  }
}

/** What every run shows of its costs. */
export function describeCosts(states: number, costs: Readonly<Costs>): [string, string, string] {
  return [
    counted(states, "state"),
    `${counted(costs.questions, "question")} in ${counted(costs.rounds, "round")}`,
    counted(costs.equivalences, "conjecture"),
  ];
}
