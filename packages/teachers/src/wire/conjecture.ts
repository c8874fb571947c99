import {
  type Automaton,
  type MachineKind,
  machineSize,
  requireMachine,
  toWdfsa,
  type Wdfsa,
  writeHankel,
} from "@hankel/core";

/** A conjecture for a black box: a `hankel/1` automaton, or a machine if the box is one. */
export function conjectureBody<W>(hypothesis: Automaton<W>, machine: MachineKind | undefined): object {
  return machine === undefined
    ? (JSON.parse(writeHankel(hypothesis)) as object)
    : machineConjecture(toWdfsa(hypothesis));
}

function machineConjecture<W>(hypothesis: Wdfsa<W>): object {
  const machine = requireMachine(hypothesis);
  const { kind, alphabet, target, output } = machine;
  const { symbols, size } = alphabet;
  const transitions = Array.from(target, (to, arc) => {
    const from = Math.floor(arc / size);
    const symbol = symbols[arc % size];
    return kind === "moore" ? [from, symbol, to] : [from, symbol, output[arc], to];
  });
  return {
    machine: kind,
    alphabet: symbols,
    states: machineSize(machine),
    initial: 0,
    ...(kind === "moore" && { outputs: output }),
    transitions,
  };
}
