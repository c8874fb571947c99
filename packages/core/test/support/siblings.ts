/**
 * The twins property by its definition, slowly: every pair of states, every simple cycle, every delay. Shares no code with
 * the library. And random automata that have the property about as often as not.
 */

import { Alphabet, Wfsa } from "@hankel/core";
import * as fc from "fast-check";
import type { Arithmetic } from "./arithmetic.ts";
import { type Case, exactCases } from "./cases.ts";

interface Arc<R> {
  readonly from: number;
  readonly letter: number;
  readonly weight: R;
  readonly to: number;
}

/** A nondeterministic automaton without ε, without useless states. */
export interface PlainWfsa<R> {
  readonly k: Arithmetic<R>;
  readonly initials: ReadonlyMap<number, R>;
  readonly finals: ReadonlySet<number>;
  readonly arcs: readonly Arc<R>[];
}

export function plainWfsa<W, R>(automaton: Wfsa<W>, k: Arithmetic<R>): PlainWfsa<R> {
  const read = (weight: W) => k.read(automaton.algebra.format(weight));
  const all = Array.from({ length: automaton.size }, (_, state) => state);
  const initials = new Map(all.map((state) => [state, read(automaton.initialWeight[state])]));
  for (const [state, weight] of initials) if (k.isZero(weight)) initials.delete(state);
  const finals = all.filter((state) => !k.isZero(read(automaton.finalWeight[state])));
  const arcs = Array.from({ length: automaton.arcs }, (_, i) => ({
    from: automaton.source[i],
    letter: automaton.letter[i],
    weight: read(automaton.arcWeight[i]),
    to: automaton.target[i],
  })).filter(({ weight }) => !k.isZero(weight));
  const ahead = closure([...initials.keys()], (state) =>
    arcs.filter((a) => a.from === state).map((a) => a.to),
  );
  const behind = closure(finals, (state) => arcs.filter((a) => a.to === state).map((a) => a.from));
  const useful = (state: number) => ahead.has(state) && behind.has(state);
  return {
    k,
    initials: new Map([...initials].filter(([state]) => useful(state))),
    finals: new Set(finals.filter(useful)),
    arcs: arcs.filter(({ from, to }) => useful(from) && useful(to)),
  };
}

function closure(start: readonly number[], next: (state: number) => readonly number[]): Set<number> {
  const seen = new Set(start);
  for (const state of seen) for (const to of next(state)) seen.add(to);
  return seen;
}

/** At most one initial state, and one arc for each letter. */
export function isPlainlyDeterministic<R>({ initials, arcs }: PlainWfsa<R>): boolean {
  const letters = arcs.map(({ from, letter }) => `${from},${letter}`);
  return initials.size <= 1 && new Set(letters).size === letters.length;
}

/** Has some word two paths? Follows two paths at a time, and whether they have differed. */
export function isAmbiguous<R>(automaton: PlainWfsa<R>): boolean {
  const { initials, finals } = automaton;
  const start = [...initials.keys()].flatMap((p) => [...initials.keys()].map((q) => `${p},${q},${p !== q}`));
  const seen = new Set(start);
  for (const at of seen) {
    const [p, q, differ] = at.split(",");
    if (differ === "true" && finals.has(Number(p)) && finals.has(Number(q))) return true;
    for (const [left, right] of arcPairs(automaton, Number(p), Number(q))) {
      seen.add(`${left.to},${right.to},${differ === "true" || left !== right}`);
    }
  }
  return false;
}

function arcPairs<R>({ arcs }: PlainWfsa<R>, p: number, q: number): (readonly [Arc<R>, Arc<R>])[] {
  const [left, right] = [p, q].map((state) => arcs.filter(({ from }) => from === state));
  return left.flatMap((a) => right.filter((b) => a.letter === b.letter).map((b) => [a, b] as const));
}

/** Is the language finite? */
export function isFinite<R>({ arcs }: PlainWfsa<R>): boolean {
  return arcs.every(({ from, to }) => {
    const ahead = closure([to], (state) => arcs.filter((arc) => arc.from === state).map((arc) => arc.to));
    return !ahead.has(from);
  });
}

/**
 * u⁻¹ ⊗ v for the weights u and v of all simple cycles of pairs of states that one word reaches. Where ⊗ commutes, the
 * twins property says that all of these are 1: every cycle of pairs is made of simple ones.
 */
export function cycleRatios<R>(automaton: PlainWfsa<R>): R[] {
  const { k, initials } = automaton;
  const seen = new Set([...initials.keys()].flatMap((p) => [...initials.keys()].map((q) => `${p},${q}`)));
  const found: R[] = [];
  const go = (root: string, at: string, ratio: R, path: readonly string[]) => {
    const [p, q] = at.split(",").map(Number);
    for (const [left, right] of arcPairs(automaton, p, q)) {
      const next = `${left.to},${right.to}`;
      const after = k.times(ratio, k.times(k.inverse(left.weight), right.weight));
      if (next === root) found.push(after);
      else if (!path.includes(next)) go(root, next, after, [...path, next]);
    }
  };
  for (const pair of seen) {
    const [p, q] = pair.split(",").map(Number);
    for (const [left, right] of arcPairs(automaton, p, q)) seen.add(`${left.to},${right.to}`);
  }
  for (const pair of seen) go(pair, pair, k.one, [pair]);
  return found;
}

/** How many pairs of states with their delays there are, or undefined if there are more than `most`. */
export function countDelays<R>(automaton: PlainWfsa<R>, most: number): number | undefined {
  const { k, initials } = automaton;
  const known = new Map<string, { p: number; q: number; delay: R }>();
  const add = (p: number, q: number, delay: R) => {
    const text = JSON.stringify(delay, (_, part) => (typeof part === "bigint" ? String(part) : part));
    known.set(`${p} ${q} ${text}`, { p, q, delay });
  };
  for (const [p, u] of initials) for (const [q, v] of initials) add(p, q, k.times(k.inverse(u), v));
  for (const { p, q, delay } of known.values()) {
    if (known.size > most) return undefined;
    for (const [left, right] of arcPairs(automaton, p, q)) {
      add(left.to, right.to, k.times(k.times(k.inverse(left.weight), delay), right.weight));
    }
  }
  return known.size;
}

/**
 * Two copies of a deterministic automaton over a and b. The first leaves with c and the second with d, so that every word
 * has one path. The weights of the second are those of the first, moved along its arcs, but for the changed ones.
 */
export interface SiblingDraft {
  readonly states: number;
  readonly arcs: readonly ({ readonly to: number; readonly weight: number } | null)[];
  /** What the second copy has before each state, by its place in the pool. */
  readonly potentials: readonly number[];
  readonly changes: readonly { readonly arc: number; readonly weight: number }[];
}

export function siblingDrafts(maxStates: number): fc.Arbitrary<SiblingDraft> {
  const weight = fc.nat(11);
  return fc.integer({ min: 1, max: maxStates }).chain((states) => {
    const arc = fc.option(fc.record({ to: fc.nat(states - 1), weight }), { freq: 5 });
    const exactly = (length: number) => ({ minLength: length, maxLength: length });
    return fc.record({
      states: fc.constant(states),
      arcs: fc.array(arc, exactly(2 * states)),
      potentials: fc.array(weight, exactly(states)),
      changes: fc.array(fc.record({ arc: fc.nat(2 * states - 1), weight }), { maxLength: 2 }),
    });
  });
}

export function buildSiblings(setting: Case, draft: SiblingDraft): Wfsa<unknown> {
  const algebra = setting.algebra;
  const pool = (place: number) => setting.pool[place % setting.pool.length];
  const { states, potentials } = draft;
  const [initialWeight, finalWeight] = [algebra.array(2 * states + 1), algebra.array(2 * states + 1)];
  const exit = 2 * states;
  initialWeight[0] = algebra.one;
  initialWeight[states] = pool(potentials[0]);
  finalWeight[exit] = algebra.one;
  const rows: [from: number, letter: number, weight: unknown, to: number][] = [];
  draft.arcs.forEach((arc, i) => {
    if (arc === null) return;
    const [from, letter] = [Math.floor(i / 2), i % 2];
    const moved = algebra.times(
      algebra.times(algebra.inverse(pool(potentials[from])), pool(arc.weight)),
      pool(potentials[arc.to]),
    );
    const change = draft.changes.find((one) => one.arc === i);
    rows.push([from, letter, pool(arc.weight), arc.to]);
    rows.push([states + from, letter, change === undefined ? moved : pool(change.weight), states + arc.to]);
  });
  for (let state = 0; state < states; state++) {
    rows.push([state, 2, algebra.one, exit], [states + state, 3, pool(state), exit]);
  }
  const arcWeight = algebra.array(rows.length);
  rows.forEach(([, , weight], i) => {
    arcWeight[i] = weight;
  });
  return new Wfsa({
    algebra,
    alphabet: Alphabet.letters(4),
    initialWeight,
    finalWeight,
    source: Int32Array.from(rows, ([from]) => from),
    letter: Int32Array.from(rows, ([, letter]) => letter),
    target: Int32Array.from(rows, ([, , , to]) => to),
    arcWeight,
  });
}

/** The case of an algebra's name: its reference arithmetic. */
export function arithmeticOf(name: string): Arithmetic<unknown> {
  const setting = exactCases.find((one) => one.name === name);
  if (setting === undefined) throw new Error(`the reference has no arithmetic of ${name}`);
  return setting.arithmetic;
}
