/** Disguises an automaton (Lemma 1.3): the same language with states renumbered, doubled and rescaled, and useless states added. */

import { Wdfsa } from "@hankel/core";
import type { Case } from "./cases.ts";

/** A small random generator for tests (mulberry32): numbers from 0 to `bound` - 1. */
export function dice(seed: number): (bound: number) => number {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

export function shuffled(length: number, roll: (bound: number) => number): number[] {
  const order = Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = roll(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Doubled, with useless states, rescaled and renumbered, as the seed decides. */
export function disguise(setting: Case, automaton: Wdfsa<unknown>, seed: number): Wdfsa<unknown> {
  if (automaton.size === 0) return automaton;
  const roll = dice(seed);
  const drawn = () => setting.pool[roll(setting.pool.length)];
  const larger = withJunk(doubled(automaton, roll), roll, drawn);
  const potentials = Array.from({ length: larger.size }, drawn);
  const order = [0, ...shuffled(larger.size - 1, roll).map((state) => state + 1)];
  return renumbered(rescaled(larger, potentials), order);
}

/** State q becomes state `places[q]`; the initial one stays first. */
export function renumbered<W>(automaton: Wdfsa<W>, places: readonly number[]): Wdfsa<W> {
  const states = Array.from(places, (_, place) => places.indexOf(place));
  return rebuilt(automaton, states, (to) => places[to]);
}

/** λ' = λ ⊗ φ(0), w' = φ(p)⁻¹ ⊗ w ⊗ φ(q), ρ' = φ(q)⁻¹ ⊗ ρ: the potentials cancel along every path. */
export function rescaled<W>(automaton: Wdfsa<W>, potentials: readonly W[]): Wdfsa<W> {
  const { algebra, alphabet, target } = automaton;
  const arcWeight = algebra.array(target.length);
  const finalWeight = algebra.array(automaton.size);
  potentials.forEach((potential, state) => {
    const inverse = algebra.inverse(potential);
    finalWeight[state] = algebra.times(inverse, automaton.finalWeight[state]);
    for (let arc = state * alphabet.size; arc < (state + 1) * alphabet.size; arc++) {
      if (target[arc] < 0) continue;
      const weight = algebra.times(inverse, automaton.arcWeight[arc]);
      arcWeight[arc] = algebra.times(weight, potentials[target[arc]]);
    }
  });
  return new Wdfsa({
    algebra,
    alphabet,
    target: Int32Array.from(target),
    arcWeight,
    initialWeight: algebra.times(automaton.initialWeight, potentials[0]),
    finalWeight,
  });
}

/** Copies every state up to three times; each arc leads to one of the copies. */
export function doubled<W>(automaton: Wdfsa<W>, roll: (bound: number) => number): Wdfsa<W> {
  const copies: number[][] = [];
  const states: number[] = [];
  for (let state = 0; state < automaton.size; state++) {
    copies.push([]);
    for (let copy = 1 + roll(3); copy > 0; copy--) copies[state].push(states.push(state) - 1);
  }
  return rebuilt(automaton, states, (to) => copies[to][roll(copies[to].length)]);
}

/** Adds two states: one unreachable, one from which no final state is reachable. */
function withJunk<W>(automaton: Wdfsa<W>, roll: (bound: number) => number, drawn: () => W): Wdfsa<W> {
  const { algebra, alphabet, size } = automaton;
  const width = alphabet.size;
  const larger = rebuilt(automaton, [...Array.from({ length: size }, (_, state) => state), 0, 0], (to) => to);
  const target = Int32Array.from(larger.target);
  const [arcWeight, finalWeight] = [larger.arcWeight, larger.finalWeight] as [W[], W[]];
  finalWeight[size + 1] = algebra.zero;
  for (let letter = 0; letter < width; letter++) {
    target[(size + 1) * width + letter] = size + 1;
    arcWeight[(size + 1) * width + letter] = drawn();
  }
  for (let arc = 0; arc < size * width; arc++) {
    if (target[arc] >= 0 || roll(2) === 0) continue;
    target[arc] = size + 1;
    arcWeight[arc] = drawn();
  }
  return new Wdfsa({
    algebra,
    alphabet,
    target,
    arcWeight,
    initialWeight: larger.initialWeight,
    finalWeight,
  });
}

/** An automaton whose i-th state is a copy of state `states[i]`; `lead` gives the targets of its arcs. */
function rebuilt<W>(automaton: Wdfsa<W>, states: readonly number[], lead: (to: number) => number): Wdfsa<W> {
  const { algebra, alphabet, initialWeight } = automaton;
  const width = alphabet.size;
  const target = new Int32Array(states.length * width).fill(-1);
  const arcWeight = algebra.array(target.length);
  const finalWeight = algebra.array(states.length);
  states.forEach((state, i) => {
    finalWeight[i] = automaton.finalWeight[state];
    for (let letter = 0; letter < width; letter++) {
      const to = automaton.target[state * width + letter];
      if (to < 0) continue;
      target[i * width + letter] = lead(to);
      arcWeight[i * width + letter] = automaton.arcWeight[state * width + letter];
    }
  });
  return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight });
}

/** Changes one weight, arc or final weight, which usually gives another language: for pairs that are almost equal. */
export function mutated(setting: Case, automaton: Wdfsa<unknown>, seed: number): Wdfsa<unknown> {
  const { algebra, pool } = setting;
  const roll = dice(seed);
  const drawn = () => pool[roll(pool.length)];
  const { alphabet, size, initialWeight } = automaton;
  const target = Int32Array.from(automaton.target);
  const arcWeight = copied(algebra.array(target.length), automaton.arcWeight);
  const finalWeight = copied(algebra.array(size), automaton.finalWeight);
  const kind = roll(6);
  const arc = roll(target.length);
  const state = roll(size);
  if (kind === 0 || target.length === 0) finalWeight[state] = roll(3) === 0 ? algebra.zero : drawn();
  else if (kind === 1) {
    target[arc] = -1;
    arcWeight[arc] = algebra.zero;
  } else if (kind === 2 || target[arc] < 0) {
    target[arc] = state;
    arcWeight[arc] = drawn();
  } else arcWeight[arc] = kind === 3 ? drawn() : algebra.times(arcWeight[arc], drawn());
  return new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight });
}

function copied<T extends { [index: number]: unknown; readonly length: number }>(
  to: T,
  from: ArrayLike<unknown>,
): T {
  for (let i = 0; i < from.length; i++) to[i] = from[i];
  return to;
}
