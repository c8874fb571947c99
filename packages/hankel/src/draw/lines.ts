import { type Automaton, toWfsa } from "@hankel/core";

/** A line of a picture: all arcs from one state to another. */
export interface Line {
  readonly from: number;
  readonly to: number;
}

export function linesOf(automaton: Automaton<unknown>): Line[] {
  const { size, start, target } = toWfsa(automaton);
  const lines: Line[] = [];
  for (let from = 0; from < size; from++) {
    const reached = new Set<number>();
    for (let arc = start[from]; arc < start[from + 1]; arc++) reached.add(target[arc]);
    for (const to of reached) lines.push({ from, to });
  }
  return lines;
}
