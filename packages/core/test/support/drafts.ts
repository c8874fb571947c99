/** Random automata of any kind, trim or not, as plain data that fast-check can shrink and print. */

import { Alphabet, Wdfsa } from "@hankel/core";
import * as fc from "fast-check";
import type { Case } from "./cases.ts";

/** Weights are indices into the pool of a case; null stands for a missing arc or a state that is not final. */
export interface Draft {
  readonly states: number;
  readonly letters: number;
  readonly initial: number;
  readonly finals: readonly (number | null)[];
  readonly arcs: readonly ({ readonly to: number; readonly weight: number } | null)[];
}

export interface DraftLimits {
  readonly minStates?: number;
  readonly maxStates: number;
  readonly maxLetters: number;
}

export function drafts({ minStates = 1, maxStates, maxLetters }: DraftLimits): fc.Arbitrary<Draft> {
  const weight = fc.nat(11);
  return fc
    .record({
      states: mostly(minStates, maxStates),
      letters: mostly(0, maxLetters),
    })
    .chain(({ states, letters }) => {
      const arc = fc.option(fc.record({ to: fc.nat(states - 1), weight }), { freq: 6 });
      return fc.record({
        states: fc.constant(states),
        letters: fc.constant(letters),
        initial: weight,
        finals: fc.array(fc.option(weight, { freq: 2 }), exactly(states)),
        arcs: fc.array(arc, exactly(states * letters)),
      });
    });
}

/** Numbers from the whole range, mostly from its upper end: small automata test little. */
function mostly(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min, max }) },
    { weight: 5, arbitrary: fc.integer({ min: Math.max(min, max - 1), max }) },
    { weight: 4, arbitrary: fc.constant(max) },
  );
}

function exactly(length: number): { minLength: number; maxLength: number } {
  return { minLength: length, maxLength: length };
}

export function build(setting: Case, draft: Draft): Wdfsa<unknown> {
  const { algebra, pool } = setting;
  const weight = (place: number) => pool[place % pool.length];
  const arcWeight = algebra.array(draft.arcs.length);
  const finalWeight = algebra.array(draft.states);
  draft.arcs.forEach((arc, i) => {
    if (arc !== null) arcWeight[i] = weight(arc.weight);
  });
  draft.finals.forEach((final, i) => {
    if (final !== null) finalWeight[i] = weight(final);
  });
  return new Wdfsa({
    algebra,
    alphabet: Alphabet.letters(draft.letters),
    target: Int32Array.from(draft.arcs, (arc) => arc?.to ?? -1),
    arcWeight,
    initialWeight: weight(draft.initial),
    finalWeight,
  });
}

/** Everything about an automaton as text, weights in their notation, for comparisons byte by byte. */
export function bytes<W>(automaton: Wdfsa<W>): string {
  const { algebra } = automaton;
  const weights = (from: ArrayLike<W>) => Array.from(from, (weight) => algebra.format(weight));
  return JSON.stringify({
    algebra: algebra.name,
    alphabet: automaton.alphabet.symbols,
    size: automaton.size,
    initial: algebra.format(automaton.initialWeight),
    final: weights(automaton.finalWeight),
    target: Array.from(automaton.target),
    arcs: weights(automaton.arcWeight),
    names: automaton.names,
  });
}
