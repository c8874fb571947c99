/** Runs of real machines, and how much of a machine was learned from them. */

import {
  Alphabet,
  freeGroup,
  freeWord,
  infer,
  type Machine,
  machineSize,
  Random,
  runMachine,
  type TraceSample,
} from "@hankel/core";
import type { OutputMachine } from "../support/output-machine.ts";
import type { PeerAutomaton } from "./peers.ts";
import { observed } from "./samples.ts";

/** Random walks of a total length. */
export function walks(machine: Machine, total: number, seed: number): TraceSample {
  const random = new Random(seed, total);
  const letters = machine.alphabet.size;
  const length = 2 * machineSize(machine) + 10;
  const words = Array.from({ length: Math.max(1, Math.ceil(total / length)) }, () =>
    Array.from({ length: Math.min(length, total) }, () => random.below(letters)),
  );
  const runs = words.map((word) => runMachine(machine, word));
  const outputs = new Alphabet(new Set(runs.flat()));
  const seen = Int32Array.from(runs.flat(), (output) => outputs.letter(output));
  return { kind: "mealy", ...observed(machine.alphabet, words), outputs, seen };
}

/** Runs as AALpy's adapter reads them: inputs and outputs by turns. */
export function asText({ letters, starts, seen }: TraceSample): string {
  const lines = Array.from({ length: starts.length - 1 }, (_, word) => {
    const steps: number[] = [];
    for (let at = starts[word]; at < starts[word + 1]; at++) steps.push(letters[at], seen[at]);
    return steps.join(" ");
  });
  return `${lines.join("\n")}\n`;
}

/** A partial Mealy machine. */
export interface Partial {
  readonly size: number;
  readonly target: ArrayLike<number>;
  readonly output: readonly (string | undefined)[];
}

/** A machine with outputs on its arcs. */
export function mealyOf({ symbols, target, output }: OutputMachine): Machine {
  return { kind: "mealy", alphabet: new Alphabet(symbols), target, output };
}

export function ours(sample: TraceSample): Partial {
  const { automaton } = infer(sample);
  const names = new Map(sample.outputs.symbols.map((name) => [freeWord(name), name]));
  const output = Array.from(automaton.arcWeight, (weight) =>
    freeGroup.isZero(weight) ? undefined : names.get(weight),
  );
  return { size: automaton.size, target: automaton.target, output };
}

export function theirs({ states }: PeerAutomaton, { alphabet, outputs }: TraceSample): Partial {
  const target = new Int32Array(states.length * alphabet.size).fill(-1);
  const output = new Array<string | undefined>(target.length).fill(undefined);
  states.forEach(({ arcs }, state) => {
    for (const [letter, to, written] of arcs) {
      target[state * alphabet.size + Number(letter)] = to;
      output[state * alphabet.size + Number(letter)] = outputs.symbols[Number(written)];
    }
  });
  return { size: states.length, target, output };
}

/** How many arcs of a machine a learned one has right, and how many of its own are wrong. */
export function judged(machine: Machine, learned: Partial): { right: number; wrong: number } {
  const letters = machine.alphabet.size;
  // The state of the machine that the first word of each learned state leads to.
  const state = new Int32Array(learned.size).fill(-1);
  state[0] = 0;
  const queue = [0];
  const right = new Set<number>();
  let wrong = 0;
  for (const from of queue) {
    for (let letter = 0; letter < letters; letter++) {
      const to = learned.target[from * letters + letter];
      if (to < 0) continue;
      const wanted = machine.target[state[from] * letters + letter];
      if (state[to] < 0) {
        state[to] = wanted;
        queue.push(to);
      }
      const same = learned.output[from * letters + letter] === machine.output[state[from] * letters + letter];
      if (same && state[to] === wanted) right.add(state[from] * letters + letter);
      else wrong++;
    }
  }
  return { right: right.size / machine.target.length, wrong };
}
