/** One long run of a random machine: how often the machine is found. */

import {
  Alphabet,
  type Machine,
  machineToWdfsa,
  minimize,
  Random,
  runMachine,
  type TraceSample,
} from "@hankel/core";
import type { Partial } from "./machines.ts";
import { observed } from "./samples.ts";

/** A random Mealy machine whose first input leads round all states, so that each is reached again and again, and without two states that are one. */
export function randomMealy(states: number, letters: number, outputs: number, seed: number): Machine {
  for (let attempt = 0; ; attempt++) {
    const random = new Random(seed, attempt, states, letters, outputs);
    const target = Int32Array.from({ length: states * letters }, (_, arc) =>
      arc % letters === 0 ? (arc / letters + 1) % states : random.below(states),
    );
    const output = Array.from(target, () => `o${random.below(outputs)}`);
    const machine: Machine = { kind: "mealy", alphabet: Alphabet.letters(letters), target, output };
    if (minimize(machineToWdfsa(machine)).size === states) return machine;
  }
}

/** One random walk. */
export function session(machine: Machine, steps: number, seed: number): TraceSample {
  const random = new Random(seed, steps);
  const word = Array.from({ length: steps }, () => random.below(machine.alphabet.size));
  const run = runMachine(machine, word);
  const outputs = new Alphabet(new Set(run));
  const seen = Int32Array.from(run, (output) => outputs.letter(output));
  return { kind: "mealy", ...observed(machine.alphabet, [word]), outputs, seen };
}

/**
 * Is what was learned the part of a machine that a run has used? Its first state may be any that writes what was seen: a run often leaves open which of several
 * states it began in.
 */
export function found(machine: Machine, learned: Partial, { letters }: TraceSample): boolean {
  const width = machine.alphabet.size;
  const used = new Set<number>();
  const visited = new Set([0]);
  letters.reduce((state, letter) => {
    used.add(state * width + letter);
    visited.add(machine.target[state * width + letter]);
    return machine.target[state * width + letter];
  }, 0);
  if (learned.size !== visited.size) return false;
  return Array.from({ length: machine.target.length / width }, (_, first) => first).some((first) =>
    isPart(machine, learned, first, used),
  );
}

/** The arc into the last place of a run may lead anywhere: nothing follows. */
function isPart(machine: Machine, learned: Partial, first: number, used: ReadonlySet<number>): boolean {
  const width = machine.alphabet.size;
  const state = new Map([[0, first]]);
  const right = new Set<number>();
  for (const [from, meant] of state) {
    for (let letter = 0; letter < width; letter++) {
      const to = learned.target[from * width + letter];
      if (to < 0) continue;
      const arc = meant * width + letter;
      const known = state.get(to);
      if (known === undefined) state.set(to, machine.target[arc]);
      else if (known !== machine.target[arc]) return false;
      if (learned.output[from * width + letter] !== machine.output[arc]) return false;
      right.add(arc);
    }
  }
  return right.size >= used.size - 1;
}
