import { type Automaton, writeHankel } from "@hankel/core";

/** Everything but the names of states. */
export function nameless<W>(automaton: Automaton<W>): string {
  const { names: _names, ...rest } = JSON.parse(writeHankel(automaton)) as Record<string, unknown>;
  return JSON.stringify({ ...rest, states: automaton.size });
}
