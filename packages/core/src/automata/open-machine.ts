import { type FreeWord, freeGroup, freeWord } from "../algebra/free-group.ts";
import type { Letter } from "../words/word.ts";
import { breadthFirst } from "./breadth-first.ts";
import { type Automaton, isDeterministic, toWdfsa } from "./convert.ts";
import { isOverFreeGroup, type Machine, machineOf } from "./machine.ts";
import { Wdfsa } from "./wdfsa.ts";

/** What a machine writes where the model has no transition: no output of a file has this name. */
export const OPEN = "\u0000open";

/**
 * The machine of an automaton that may lack transitions; `undefined` if it is none. If some are missing, all of them lead to one more state,
 * from which none returns, and write `OPEN`. Linear.
 */
export function openMachineOf<W>(automaton: Wdfsa<W>): Machine | undefined {
  const machine = machineOf(automaton);
  if (machine !== undefined || !isOverFreeGroup(automaton)) return machine;
  return machineOf(completed(automaton));
}

/** A transition that a machine lacks. */
export interface Gap {
  readonly state: number;
  readonly letter: Letter;
}

/** The transitions that an automaton lacks to be a machine, none if it is one; `undefined` if transitions alone do not make it one. Linear. */
export function gapsOf<W>(automaton: Automaton<W>): readonly Gap[] | undefined {
  if (!isDeterministic(automaton)) return undefined;
  const partial = toWdfsa(automaton);
  if (openMachineOf(partial) === undefined) return undefined;
  const width = partial.alphabet.size;
  const gaps: Gap[] = [];
  for (let arc = 0; arc < partial.target.length; arc++) {
    if (partial.target[arc] < 0) gaps.push({ state: Math.floor(arc / width), letter: arc % width });
  }
  return gaps;
}

/** The states to which no word leads. Linear. */
export function unreachedStates<W>({ size, alphabet, target }: Wdfsa<W>): number[] {
  const reached = new Set(breadthFirst(size, alphabet.size, target).order);
  return Array.from({ length: size }, (_, state) => state).filter((state) => !reached.has(state));
}

/** The state that each arc of such a machine leads to, or -1 where the model has no transition. */
export function answeredArcs(machine: Machine): Int32Array {
  const written = writtenOnArcs(machine);
  return Int32Array.from(machine.target, (to, arc) => (written[arc] === OPEN ? -1 : to));
}

/** What each arc of a machine writes: a Moore machine writes the output of the state that it enters. */
export function writtenOnArcs({ kind, target, output }: Machine): readonly string[] {
  return kind === "moore" ? Array.from(target, (state) => output[state]) : output;
}

/** How many transitions the states that a word reaches would have, and how many of them are missing. */
export function transitionsOf<W>({ size, alphabet, target }: Wdfsa<W>): { missing: number; all: number } {
  const letters = alphabet.size;
  const { order } = breadthFirst(size, letters, target);
  let missing = 0;
  for (const state of order) {
    for (let letter = 0; letter < letters; letter++) if (target[state * letters + letter] < 0) missing++;
  }
  return { missing, all: order.length * letters };
}

/** The machine with one more state, where all missing transitions lead. */
function completed(partial: Wdfsa<FreeWord>): Wdfsa<FreeWord> {
  const { alphabet, size, initialWeight } = partial;
  const width = alphabet.size;
  const target = new Int32Array((size + 1) * width).fill(size);
  const arcWeight = freeGroup.array(target.length);
  const open = freeWord(OPEN);
  for (let arc = 0; arc < target.length; arc++) {
    const from = Math.floor(arc / width);
    const exists = from < size && partial.target[arc] >= 0;
    if (exists) target[arc] = partial.target[arc];
    const before = from < size ? partial.finalWeight[from] : freeGroup.one;
    arcWeight[arc] = exists
      ? partial.arcWeight[arc]
      : freeGroup.isZero(before)
        ? open
        : freeGroup.times(before, open);
  }
  const finalWeight = Array.from({ length: size + 1 }, (_, q) =>
    q < size ? partial.finalWeight[q] : freeGroup.one,
  );
  const names = partial.names && [...partial.names, OPEN];
  return new Wdfsa({ algebra: freeGroup, alphabet, target, arcWeight, initialWeight, finalWeight, names });
}
