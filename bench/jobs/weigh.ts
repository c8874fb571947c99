/** `weigh` against a loop over the same arrays, before and after other algebras have passed through it. */

import {
  boolean,
  type GroupWithZero,
  primeField,
  Random,
  type ReadonlyInts,
  type ReadonlyWeights,
  randomAutomaton,
  rational,
  real,
  tropical,
  tropicalFloat64,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { best } from "../support/measure.ts";

export interface WeighRow {
  readonly algebra: string;
  /** Nanoseconds a letter. */
  readonly inlined: number;
  readonly alone: number;
  readonly among: number;
}

const STATES = 1000;
const LETTERS = 4;
const WORDS = 2000;
const LENGTH = 100;

type Loop = (automaton: Wdfsa<number>, words: readonly Word[]) => number;

/** The loops by hand. The sum keeps the compiler from dropping them. */
const loops: Readonly<Record<string, Loop>> = {
  real(automaton, words) {
    const { target, arcWeight, finalWeight, initialWeight } = arrays(automaton);
    let sum = 0;
    for (const word of words) {
      let state = 0;
      let weight = initialWeight;
      for (let i = 0; i < word.length; i++) {
        const arc = state * LETTERS + word[i];
        state = target[arc];
        if (state < 0) break;
        weight *= arcWeight[arc];
      }
      sum += state < 0 ? 0 : weight * finalWeight[state];
    }
    return sum;
  },
  tropical(automaton, words) {
    const { target, arcWeight, finalWeight, initialWeight } = arrays(automaton);
    let sum = 0;
    for (const word of words) {
      let state = 0;
      let weight = initialWeight;
      for (let i = 0; i < word.length; i++) {
        const arc = state * LETTERS + word[i];
        state = target[arc];
        if (state < 0) break;
        weight += arcWeight[arc];
      }
      sum += state < 0 ? 0 : weight + finalWeight[state];
    }
    return sum;
  },
};

function arrays({ target, arcWeight, finalWeight, initialWeight }: Wdfsa<number>): {
  target: ReadonlyInts;
  arcWeight: ReadonlyWeights<number>;
  finalWeight: ReadonlyWeights<number>;
  initialWeight: number;
} {
  return { target, arcWeight, finalWeight, initialWeight };
}

function machine<W>(algebra: GroupWithZero<W>, weight?: (random: Random) => W): Wdfsa<W> {
  const options = { algebra, states: STATES, letters: LETTERS, shape: "all-final" as const };
  return randomAutomaton(weight === undefined ? options : { ...options, weight });
}

function perLetter(work: () => unknown): number {
  return (best(work, 0.5).cpu / (WORDS * LENGTH)) * 1e9;
}

function weighAll(automaton: Wdfsa<number>, words: readonly Word[]): number {
  let sum = 0;
  for (const word of words) sum += automaton.weigh(word);
  return sum;
}

export function run({ name }: { name: "real" | "tropical" | "tropical-float64" }): WeighRow {
  const random = new Random(1);
  const words = Array.from({ length: WORDS }, () =>
    Array.from({ length: LENGTH }, () => random.below(LETTERS)),
  );
  const algebra = { real, tropical, "tropical-float64": tropicalFloat64 }[name] as GroupWithZero<number>;
  // Around 1, so that products neither vanish nor overflow.
  const automaton = machine(algebra, name === "real" ? (r) => 0.5 + r.real() : (r) => r.below(1000));
  const inlined = perLetter(() => loops[name === "real" ? "real" : "tropical"](automaton, words));
  const alone = perLetter(() => weighAll(automaton, words));
  for (const other of [
    machine(boolean),
    machine(rational),
    machine(primeField(10007)),
    machine(real),
    machine(tropical),
  ]) {
    for (let i = 0; i < 20; i++) for (const word of words.slice(0, 100)) other.weigh(word);
  }
  const among = perLetter(() => weighAll(automaton, words));
  return { algebra: name, inlined, alone, among };
}
