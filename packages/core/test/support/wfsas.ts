/** Random nondeterministic automata, as plain data that fast-check can shrink and print, and their paths. */

import {
  Alphabet,
  arctic,
  boolean,
  type ExactSemifield,
  type GroupWithZero,
  primeField,
  quaternion,
  rational,
  tropical,
  viterbi,
  Wfsa,
  WfsaBuilder,
} from "@hankel/core";
import * as fc from "fast-check";

/** An exact semifield with a few of its weights. */
export interface WfsaCase {
  readonly name: string;
  readonly algebra: ExactSemifield<unknown>;
  readonly pool: readonly unknown[];
}

function wfsaCase<W>(algebra: ExactSemifield<W>, pool: readonly string[]): WfsaCase {
  return {
    name: algebra.name,
    algebra: algebra,
    pool: pool.map((text) => algebra.parse(text)),
  };
}

/** Every exact semifield of Hankel. */
export const wfsaCases: readonly WfsaCase[] = [
  wfsaCase(boolean, ["true"]),
  wfsaCase(rational, ["1", "-1", "2", "1/2", "-3/7"]),
  wfsaCase(tropical, ["0", "1", "3", "-2", "1/3"]),
  wfsaCase(arctic, ["0", "2", "-5/2"]),
  wfsaCase(viterbi, ["1", "1/2", "3/4", "2"]),
  wfsaCase(primeField(2), ["1"]),
  wfsaCase(primeField(7), ["1", "2", "3", "6"]),
  wfsaCase(quaternion, ["1", "i", "j", "1+2i", "1/2-k", "-1"]),
];

/** Weights are indices into the pool of a case; the letter -1 is ε. */
export interface WfsaDraft {
  readonly states: number;
  readonly letters: number;
  readonly initials: readonly (number | null)[];
  readonly finals: readonly (number | null)[];
  readonly arcs: readonly {
    readonly from: number;
    readonly letter: number;
    readonly weight: number;
    readonly to: number;
  }[];
}

export interface WfsaLimits {
  readonly maxStates: number;
  readonly maxLetters: number;
  readonly maxArcs: number;
  /** Are there ε arcs? If `acyclic`, they only lead to later states. */
  readonly epsilon?: "none" | "acyclic" | "any";
}

export function wfsaDrafts(limits: WfsaLimits): fc.Arbitrary<WfsaDraft> {
  const weight = fc.nat(11);
  const epsilon = limits.epsilon ?? "none";
  return fc
    .record({ states: fc.nat(limits.maxStates), letters: fc.integer({ min: 1, max: limits.maxLetters }) })
    .chain(({ states, letters }) => {
      const state = fc.nat(Math.max(0, states - 1));
      const letter = fc.integer({ min: epsilon === "none" ? 0 : -1, max: letters - 1 });
      const arc = fc
        .record({ from: state, letter, weight, to: state })
        .filter((one) => epsilon !== "acyclic" || one.letter >= 0 || one.from < one.to);
      const length = { minLength: states, maxLength: states };
      return fc.record({
        states: fc.constant(states),
        letters: fc.constant(letters),
        initials: fc.array(fc.option(weight, { freq: 2 }), length),
        finals: fc.array(fc.option(weight, { freq: 2 }), length),
        arcs: fc.array(arc, { maxLength: states === 0 ? 0 : limits.maxArcs }),
      });
    });
}

export function buildWfsa(setting: WfsaCase, draft: WfsaDraft): Wfsa<unknown> {
  const { algebra, pool } = setting;
  const weight = (place: number | null) => (place === null ? algebra.zero : pool[place % pool.length]);
  const weights = (places: readonly (number | null)[]) => {
    const array = algebra.array(places.length);
    for (let i = 0; i < places.length; i++) array[i] = weight(places[i]);
    return array;
  };
  return new Wfsa({
    algebra,
    alphabet: Alphabet.letters(draft.letters),
    initialWeight: weights(draft.initials),
    finalWeight: weights(draft.finals),
    source: Int32Array.from(draft.arcs, (arc) => arc.from),
    letter: Int32Array.from(draft.arcs, (arc) => arc.letter),
    target: Int32Array.from(draft.arcs, (arc) => arc.to),
    arcWeight: weights(draft.arcs.map((arc) => arc.weight)),
  });
}

/** The weights of all paths that read a word, by enumeration, so there must be no ε cycles. */
export function paths<W>(automaton: Wfsa<W>, word: readonly number[]): W[] {
  const { algebra } = automaton;
  const found: W[] = [];
  const go = (state: number, at: number, weight: W) => {
    if (at === word.length && !algebra.isZero(automaton.finalWeight[state])) {
      found.push(algebra.times(weight, automaton.finalWeight[state]));
    }
    for (let arc = 0; arc < automaton.arcs; arc++) {
      const letter = automaton.letter[arc];
      if (automaton.source[arc] !== state || (letter >= 0 && letter !== word[at])) continue;
      go(automaton.target[arc], letter < 0 ? at : at + 1, algebra.times(weight, automaton.arcWeight[arc]));
    }
  };
  for (let state = 0; state < automaton.size; state++) {
    if (!algebra.isZero(automaton.initialWeight[state])) go(state, 0, automaton.initialWeight[state]);
  }
  return found;
}

/** A compact notation for automata: `0 a 1/2 1` is an arc, `0 1/2` a final weight, `> 0 1` an initial one; `-` is ε. */
export function automatonOf<W>(algebra: GroupWithZero<W>, lines: string): Wfsa<W> {
  const rows = lines
    .trim()
    .split(/\s*;\s*/u)
    .map((line) => line.split(/ +/u));
  const arcs = rows.filter((row) => row.length === 4);
  const symbols = [...new Set(arcs.map((row) => row[1]))].filter((symbol) => symbol !== "-").sort();
  const builder = new WfsaBuilder(algebra, new Alphabet(symbols));
  const names = rows.flatMap((row) =>
    row[0] === ">" ? [row[1]] : row.length === 4 ? [row[0], row[3]] : [row[0]],
  );
  const states = [...new Set(names)].sort((p, q) => Number(p) - Number(q));
  for (const state of states) builder.state(algebra.zero, state);
  const at = (state: string) => states.indexOf(state);
  for (const row of rows) {
    if (row[0] === ">") builder.initial(at(row[1]), algebra.parse(row[2]));
    else if (row.length === 2) builder.final(at(row[0]), algebra.parse(row[1]));
    else builder.arc(at(row[0]), row[1] === "-" ? null : row[1], algebra.parse(row[2]), at(row[3]));
  }
  return builder.build();
}
