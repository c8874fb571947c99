/**
 * The reference: automata as maps, and every notion by its definition, by enumeration if possible. It shares no code with
 * the library; it reads an automaton from its public arrays and its weights as text.
 */

import type { Wdfsa } from "@hankel/core";
import type { Arithmetic } from "./arithmetic.ts";

export interface Plain<R> {
  readonly k: Arithmetic<R>;
  readonly letters: number;
  readonly states: number;
  /** λ of state 0; zero when there is no state. */
  readonly initial: R;
  readonly finals: ReadonlyMap<number, R>;
  readonly arcs: ReadonlyMap<number, ReadonlyMap<number, { readonly to: number; readonly weight: R }>>;
}

export function plain<W, R>(automaton: Wdfsa<W>, k: Arithmetic<R>): Plain<R> {
  const read = (weight: W) => k.read(automaton.algebra.format(weight));
  const letters = automaton.alphabet.size;
  const finals = new Map<number, R>();
  const arcs = new Map<number, Map<number, { to: number; weight: R }>>();
  for (let state = 0; state < automaton.size; state++) {
    const final = read(automaton.finalWeight[state]);
    if (!k.isZero(final)) finals.set(state, final);
    const leaving = new Map<number, { to: number; weight: R }>();
    for (let letter = 0; letter < letters; letter++) {
      const to = automaton.target[state * letters + letter];
      if (to >= 0) leaving.set(letter, { to, weight: read(automaton.arcWeight[state * letters + letter]) });
    }
    arcs.set(state, leaving);
  }
  return { k, letters, states: automaton.size, initial: read(automaton.initialWeight), finals, arcs };
}

/** L_q(word) by its recursive definition: L_q(ε) = ρ(q), L_q(a·s) = w ⊗ L_q'(s). */
export function residualByDefinition<R>(automaton: Plain<R>, state: number, word: readonly number[]): R {
  const { k } = automaton;
  if (word.length === 0) return automaton.finals.get(state) ?? k.zero;
  const arc = automaton.arcs.get(state)?.get(word[0]);
  return arc === undefined
    ? k.zero
    : k.times(arc.weight, residualByDefinition(automaton, arc.to, word.slice(1)));
}

/** L(word) = λ ⊗ L_0(word). */
export function weighByDefinition<R>(automaton: Plain<R>, word: readonly number[]): R {
  if (automaton.states === 0) return automaton.k.zero;
  return automaton.k.times(automaton.initial, residualByDefinition(automaton, 0, word));
}

/** Every word up to a length, in shortlex order. */
export function* wordsUpTo(letters: number, length: number): Generator<number[]> {
  let level: number[][] = [[]];
  for (let depth = 0; depth <= length && level.length > 0; depth++) {
    yield* level;
    if (depth === length) return;
    const next: number[][] = [];
    for (const word of level) for (let letter = 0; letter < letters; letter++) next.push([...word, letter]);
    level = next;
  }
}

/**
 * The word length that suffices to tell the residuals of automata with n states in all apart: n - 1.
 *
 * Each algebra here embeds, as far as ⊗ goes, into a skew field D: the fields into themselves, the Booleans into
 * 𝔽₂, ordered groups (ℚ under addition, the free group) into their Mal'cev–Neumann series. There the row vectors
 * (λ_A μ_A(w), -λ_B μ_B(w)) for |w| ≤ l span a growing chain of subspaces of Dⁿ, which stays constant once it
 * does not grow; so words of length n - 1 span all of it, and the automata agree everywhere if the final
 * vector vanishes there. Where weights are matrices of size d over D, the space is Dᵈⁿ.
 */
export function sufficientLength(k: { readonly dimension?: number }, states: number): number {
  return Math.max(0, (k.dimension ?? 1) * states - 1);
}

/** The shortlex-first word on which two automata differ, by enumeration. */
export function firstDifference<R>(
  a: Plain<R>,
  b: Plain<R>,
  length = sufficientLength(a.k, a.states + b.states),
): number[] | undefined {
  for (const word of wordsUpTo(Math.max(a.letters, b.letters), length)) {
    if (!a.k.equals(weighByDefinition(a, word), weighByDefinition(b, word))) return word;
  }
  return undefined;
}

/**
 * The same for automata too large to enumerate words: level by level, the pairs of states that words reach, with the ratio of the
 * accumulated weights. The future depends only on pair and ratio, so each triple is followed once, from the first word that
 * reaches it. State -1 stands for all dead states.
 */
export function firstDifferenceByPairs<R>(
  a: Plain<R>,
  b: Plain<R>,
  length = sufficientLength(a.k, a.states + b.states),
): number[] | undefined {
  const { k } = a;
  const seen = new Map<string, R[]>();
  const [aliveA, aliveB] = [liveStates(a), liveStates(b)];
  const start = { p: aliveA.has(0) ? 0 : -1, q: aliveB.has(0) ? 0 : -1 };
  const ratio = start.p < 0 || start.q < 0 ? k.one : k.times(k.inverse(a.initial), b.initial);
  let level = [{ ...start, ratio, word: [] as number[] }];
  for (let depth = 0; depth <= length; depth++) {
    const next: typeof level = [];
    for (const { p, q, ratio, word } of level) {
      const known = seen.get(`${p},${q}`) ?? [];
      if ((p < 0 && q < 0) || known.some((other) => k.equals(other, ratio))) continue;
      seen.set(`${p},${q}`, [...known, ratio]);
      const [left, right] = [a.finals.get(p) ?? k.zero, b.finals.get(q) ?? k.zero];
      if (!k.equals(left, k.times(ratio, right))) return word;
      for (let letter = 0; letter < a.letters; letter++) {
        const [x, y] = [liveArc(a, aliveA, p, letter), liveArc(b, aliveB, q, letter)];
        // If one state is dead, the ratio is irrelevant.
        const after = x && y ? k.times(k.inverse(x.weight), k.times(ratio, y.weight)) : k.one;
        next.push({ p: x?.to ?? -1, q: y?.to ?? -1, ratio: after, word: [...word, letter] });
      }
    }
    level = next;
  }
  return undefined;
}

/** The states that some accepted word visits. */
export function usefulStates<R>(automaton: Plain<R>): number[] {
  const reachable = closure(automaton.states === 0 ? [] : [0], (state) => successors(automaton, state));
  const alive = liveStates(automaton);
  return [...reachable].filter((state) => alive.has(state)).sort((p, q) => p - q);
}

/**
 * The number of homothety classes of non-null residuals, from the values of the residuals on all words that are
 * needed, by the argument of `sufficientLength` for the vectors e_p - f·e_q.
 */
export function classesByWords<R>(automaton: Plain<R>): number {
  const { k } = automaton;
  const words = [...wordsUpTo(automaton.letters, sufficientLength(k, automaton.states))];
  const leaders: R[][] = [];
  for (const state of usefulStates(automaton)) {
    const row = words.map((word) => residualByDefinition(automaton, state, word));
    if (!leaders.some((leader) => homothetic(k, leader, row))) leaders.push(row);
  }
  return leaders.length;
}

function homothetic<R>(k: Arithmetic<R>, left: readonly R[], right: readonly R[]): boolean {
  const live = left.findIndex((weight) => !k.isZero(weight));
  if (k.isZero(right[live])) return false;
  const factor = k.times(left[live], k.inverse(right[live]));
  return left.every((weight, i) => k.equals(weight, k.times(factor, right[i])));
}

/** The same number for larger automata: follows pairs of states with their ratio. */
export function classesByPairs<R>(automaton: Plain<R>): number {
  const alive = liveStates(automaton);
  const leaders: number[] = [];
  for (const state of usefulStates(automaton)) {
    if (!leaders.some((leader) => pairIsHomothetic(automaton, alive, leader, state))) leaders.push(state);
  }
  return leaders.length;
}

/**
 * L_p = f ⊗ L_q for f from a word live on p? Then every pair that a word reaches must have its own such f; it
 * is unique, since the residuals are not null, so meeting a pair again with another f refutes it.
 */
function pairIsHomothetic<R>(automaton: Plain<R>, alive: ReadonlySet<number>, p: number, q: number): boolean {
  const { k } = automaton;
  const word = shortestLiveWord(automaton, p);
  const there = residualByDefinition(automaton, q, word);
  if (k.isZero(there)) return false;
  const factors = new Map<string, R>();
  const queue = [{ p, q, factor: k.times(residualByDefinition(automaton, p, word), k.inverse(there)) }];
  for (const claim of queue) {
    const known = factors.get(`${claim.p},${claim.q}`);
    if (known !== undefined) {
      if (!k.equals(known, claim.factor)) return false;
      continue;
    }
    factors.set(`${claim.p},${claim.q}`, claim.factor);
    const final = automaton.finals.get(claim.q) ?? k.zero;
    if (!k.equals(automaton.finals.get(claim.p) ?? k.zero, k.times(claim.factor, final))) return false;
    for (let letter = 0; letter < automaton.letters; letter++) {
      const left = liveArc(automaton, alive, claim.p, letter);
      const right = liveArc(automaton, alive, claim.q, letter);
      if ((left === undefined) !== (right === undefined)) return false;
      if (left === undefined || right === undefined) continue;
      const factor = k.times(k.inverse(left.weight), k.times(claim.factor, right.weight));
      queue.push({ p: left.to, q: right.to, factor });
    }
  }
  return true;
}

function liveArc<R>(automaton: Plain<R>, alive: ReadonlySet<number>, state: number, letter: number) {
  const arc = automaton.arcs.get(state)?.get(letter);
  return arc !== undefined && alive.has(arc.to) ? arc : undefined;
}

function shortestLiveWord<R>(automaton: Plain<R>, state: number): number[] {
  const seen = new Set([state]);
  const queue: { state: number; word: number[] }[] = [{ state, word: [] }];
  for (const at of queue) {
    if (automaton.finals.has(at.state)) return at.word;
    for (const [letter, { to }] of automaton.arcs.get(at.state) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      queue.push({ state: to, word: [...at.word, letter] });
    }
  }
  throw new Error(`state ${state} accepts nothing`);
}

function liveStates<R>(automaton: Plain<R>): Set<number> {
  const states = Array.from({ length: automaton.states }, (_, state) => state);
  return new Set(
    states.filter((state) => {
      const ahead = closure([state], (at) => successors(automaton, at));
      return [...ahead].some((at) => automaton.finals.has(at));
    }),
  );
}

function successors<R>(automaton: Plain<R>, state: number): number[] {
  return Array.from(automaton.arcs.get(state)?.values() ?? [], (arc) => arc.to);
}

function closure(start: readonly number[], next: (state: number) => readonly number[]): Set<number> {
  const seen = new Set(start);
  for (const state of seen) for (const to of next(state)) seen.add(to);
  return seen;
}
