/** Automata over the free group as machines with one output per arc, for programs that know no weights. */

import { type FreeWord, freeGroup, freeLetters, type Wdfsa } from "@hankel/core";
import type { Target } from "../peers/peers.ts";

/** A complete machine: state 0 is initial, and arcs are at [state * letters + letter]. */
export interface OutputMachine {
  readonly symbols: readonly string[];
  readonly size: number;
  readonly target: readonly number[];
  readonly output: readonly string[];
  /** A Moore machine's output before the first letter; its other outputs are on the arcs into the states. */
  readonly first: string | undefined;
}

/** The machine of an automaton, or why it has none. */
export function outputMachine(automaton: Wdfsa<unknown>): OutputMachine | string {
  if (automaton.algebra.name !== "free-group") return "it accepts words and writes no outputs";
  const { alphabet, size, target, arcWeight, finalWeight, initialWeight } = automaton as Wdfsa<FreeWord>;
  const { symbols } = alphabet;
  if (size === 0 || symbols.length === 0) return "it has no arcs";
  if (Array.from(finalWeight).some(freeGroup.isZero)) return "it refuses words";
  const output: string[] = [];
  for (let arc = 0; arc < target.length; arc++) {
    const from = Math.floor(arc / symbols.length);
    if (target[arc] < 0)
      return `it is incomplete: state ${from} has no arc for ${JSON.stringify(symbols[arc % symbols.length])}`;
    const weight = freeGroup.times(freeGroup.inverse(finalWeight[from]), arcWeight[arc]);
    const written = freeLetters(freeGroup.times(weight, finalWeight[target[arc]]));
    if (written.length !== 1 || written[0].inverse)
      return `state ${from} does not write one output per letter`;
    output.push(written[0].name);
  }
  const before = freeLetters(freeGroup.times(initialWeight, finalWeight[0]));
  if (before.length > 1) return "it writes more than one output before the first letter";
  return { symbols, size, target: Array.from(target), output, first: before[0]?.name };
}

/** The machine in the peers' format, with numbers for outputs. A Moore machine is learned without its first output. */
export function peerTarget({ symbols, size, target, output }: OutputMachine): Target {
  const numbers = new Map<string, number>();
  const digits = output.map((name) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  return { kind: "mealy", letters: symbols.length, size, target: [...target], output: digits };
}

/**
 * The same text for equal minimal machines, whatever the order of their letters: states in breadth-first order over the
 * sorted symbols.
 */
export function fingerprint({ symbols, target, output, first }: OutputMachine): string {
  const letters = symbols.map((_, letter) => letter).toSorted((a, b) => (symbols[a] < symbols[b] ? -1 : 1));
  const order = [0];
  const number = new Map([[0, 0]]);
  const rows: unknown[] = [];
  for (const state of order) {
    for (const letter of letters) {
      const arc = state * symbols.length + letter;
      if (!number.has(target[arc])) number.set(target[arc], order.push(target[arc]) - 1);
      rows.push([number.get(target[arc]), output[arc]]);
    }
  }
  return JSON.stringify([symbols.toSorted(), first ?? null, rows]);
}
