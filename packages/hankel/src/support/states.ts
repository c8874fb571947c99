import { type Automaton, machineOf, machineSize, Wdfsa } from "@hankel/core";

/** How many states an automaton has as what it is: a Moore machine may have more than the automaton that stands for it. */
export function statesOf<W>(automaton: Automaton<W>): number {
  const machine = automaton instanceof Wdfsa ? machineOf(automaton) : undefined;
  return machine === undefined ? automaton.size : machineSize(machine);
}
