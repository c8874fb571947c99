/** Families of automata that grow, chosen to be awkward: deep, wide, cyclic, ambiguous, numbered backwards. */

import { Alphabet, type GroupWithZero, Random, real, toWdfsa, type Wdfsa, Wfsa } from "@hankel/core";

/** An automaton without weights: arcs of [source, letter, target], -1 for ε. */
export interface Graph {
  readonly states: number;
  readonly letters: number;
  readonly arcs: readonly (readonly [from: number, letter: number, to: number])[];
  readonly initials?: readonly number[];
  readonly finals: readonly number[];
}

export type Family = (size: number) => Graph;

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** One initial state, at most one arc for each state and letter. The size is about the number of arcs. */
export const deterministic: Readonly<Record<string, Family>> = {
  chain: (size) => ({
    states: size + 1,
    letters: 1,
    arcs: range(size).map((i) => [i, 0, i + 1]),
    finals: [size],
  }),
  "chain, every state final": (size) => ({
    states: size + 1,
    letters: 1,
    arcs: range(size).map((i) => [i, 0, i + 1]),
    finals: range(size + 1),
  }),
  "chain, numbered backwards": (size) => ({
    states: size + 1,
    letters: 1,
    arcs: range(size).map((i) => [i + 1, 0, i]),
    initials: [size],
    finals: [0],
  }),
  "chain with two loops at each state": (size) => {
    const states = Math.ceil(size / 3);
    const at = range(states);
    return {
      states: states + 1,
      letters: 3,
      arcs: at.flatMap((i): [number, number, number][] => [
        [i, 0, i + 1],
        [i, 1, i],
        [i, 2, i],
      ]),
      finals: [states],
    };
  },
  comb: (size) => {
    const states = Math.ceil(size / 2);
    return {
      states: 2 * states + 1,
      letters: 2,
      arcs: range(states).flatMap((i): [number, number, number][] => [
        [i, 0, i + 1],
        [i, 1, states + 1 + i],
      ]),
      finals: range(states).map((i) => states + 1 + i),
    };
  },
  cycle: (size) => ({
    states: size,
    letters: 1,
    arcs: range(size).map((i) => [i, 0, (i + 1) % size]),
    finals: [size - 1],
  }),
  "two cycles of coprime lengths": (size) => {
    const [p, q] = [Math.floor(size / 2), Math.floor(size / 2) + 1];
    const round = (first: number, length: number) =>
      range(length).map((i): [number, number, number] => [first + i, 0, first + ((i + 1) % length)]);
    return {
      states: 1 + p + q,
      letters: 2,
      arcs: [[0, 0, 1], [0, 1, 1 + p], ...round(1, p), ...round(1 + p, q)],
      finals: [1, 1 + p],
    };
  },
  "cycle with chords": (size) => {
    const states = Math.ceil(size / 2);
    return {
      states,
      letters: 2,
      arcs: range(states).flatMap((i): [number, number, number][] => [
        [i, 0, (i + 1) % states],
        [i, 1, (i * i + 1) % states],
      ]),
      finals: [0],
    };
  },
  "tree of two letters": (size) => ({
    states: size + 1,
    letters: 2,
    arcs: range(size).map((i) => [Math.floor(i / 2), i % 2, i + 1]),
    finals: range(size + 1).filter((i) => 2 * i + 1 > size),
  }),
  "tree whose leaves meet a chain": (size) => {
    const leaves = 2 ** Math.floor(Math.log2(size / 3));
    const inner = leaves - 1;
    return {
      states: inner + leaves + 1,
      letters: 2,
      arcs: [
        ...range(2 * inner).map((i): [number, number, number] => [Math.floor(i / 2), i % 2, i + 1]),
        ...range(leaves).map((i): [number, number, number] => [inner + i, 0, inner + i + 1]),
      ],
      finals: [inner + leaves],
    };
  },
  "star of many letters": (size) => {
    const letters = Math.floor(Math.sqrt(size));
    return {
      states: letters + 2,
      letters,
      arcs: range(letters).flatMap((i): [number, number, number][] => [
        [0, i, i + 1],
        [i + 1, i, letters + 1],
      ]),
      finals: [letters + 1],
    };
  },
  "complete graph": (size) => {
    const states = Math.floor(Math.sqrt(size));
    return {
      states,
      letters: states,
      arcs: range(states).flatMap((i) =>
        range(states).map((letter): [number, number, number] => [i, letter, (i + letter) % states]),
      ),
      finals: [states - 1],
    };
  },
  random: (size) => {
    const random = new Random(5, size);
    const states = Math.ceil(size / 3);
    return {
      states,
      letters: 3,
      arcs: range(states).flatMap((i) =>
        range(3).map((letter): [number, number, number] => [i, letter, random.below(states)]),
      ),
      finals: range(states).filter((i) => i % 3 === 0),
    };
  },
};

/** Several initial states, several arcs for a state and a letter, or arcs on ε. */
export const nondeterministic: Readonly<Record<string, Family>> = {
  "every state initial and final": (size) => ({
    states: size,
    letters: 1,
    arcs: range(size).map((i) => [i, 0, (i + 1) % size]),
    initials: range(size),
    finals: range(size),
  }),
  "two arcs to each next state": (size) => {
    const states = Math.ceil(size / 2);
    return {
      states: states + 1,
      letters: 1,
      arcs: range(states).flatMap((i): [number, number, number][] => [
        [i, 0, i + 1],
        [i, 0, i + 1],
      ]),
      finals: [states],
    };
  },
  "parallel arcs": (size) => ({
    states: 2,
    letters: size,
    arcs: range(size).map((i) => [0, i, 1]),
    finals: [1],
  }),
  "fan of one letter": (size) => {
    const middle = Math.ceil(size / 2);
    return {
      states: middle + 2,
      letters: 2,
      arcs: range(middle).flatMap((i): [number, number, number][] => [
        [0, 0, i + 1],
        [i + 1, 1, middle + 1],
      ]),
      finals: [middle + 1],
    };
  },
};

/** Arcs on ε. The rows of the result stay small. */
export const silent: Readonly<Record<string, Family>> = {
  "fan of ε": (size) => {
    const middle = Math.ceil(size / 2);
    return {
      states: middle + 2,
      letters: 2,
      arcs: range(middle).flatMap((i): [number, number, number][] => [
        [0, -1, i + 1],
        [i + 1, i % 2, middle + 1],
      ]),
      finals: [middle + 1],
    };
  },
  "fan of ε to many states": (size) => {
    const middle = Math.ceil(size / 3);
    return {
      states: 2 * middle + 2,
      letters: 1,
      arcs: range(middle).flatMap((i): [number, number, number][] => [
        [0, -1, i + 1],
        [i + 1, 0, middle + 1 + i],
        [middle + 1 + i, 0, 2 * middle + 1],
      ]),
      finals: [2 * middle + 1],
    };
  },
  "chain of ε": (size) => ({
    states: size + 1,
    letters: 1,
    arcs: [...range(size - 1).map((i): [number, number, number] => [i, -1, i + 1]), [size - 1, 0, size]],
    finals: [size],
  }),
  "ε at every second step": (size) => ({
    states: size + 1,
    letters: 1,
    arcs: range(size).map((i) => [i, i % 2 === 0 ? -1 : 0, i + 1]),
    finals: [size],
  }),
};

/** The graph with weights: arc i has `weight(i)`, everything else 1. */
export function weighted<W>(
  algebra: GroupWithZero<W>,
  { states, letters, arcs, initials = [0], finals }: Graph,
  weight: (arc: number) => W = () => algebra.one,
): Wfsa<W> {
  const arcWeight = algebra.array(arcs.length);
  for (let arc = 0; arc < arcs.length; arc++) arcWeight[arc] = weight(arc);
  const marked = (chosen: readonly number[]) => {
    const weights = algebra.array(states);
    for (const state of chosen) weights[state] = algebra.one;
    return weights;
  };
  return new Wfsa({
    algebra,
    alphabet: new Alphabet(range(letters).map((letter) => `x${letter}`)),
    source: Int32Array.from(arcs, ([from]) => from),
    letter: Int32Array.from(arcs, ([, letter]) => letter),
    target: Int32Array.from(arcs, ([, , to]) => to),
    arcWeight,
    initialWeight: marked(initials),
    finalWeight: marked(finals),
  });
}

/** The graph as a distribution: what leaves a state, and its end, are equally likely; so are the initial states. */
export function stochastic({ finals, initials = [0], ...graph }: Graph): Wfsa<number> {
  const ways = new Float64Array(graph.states);
  for (const [from] of graph.arcs) ways[from]++;
  // A state that nothing leaves must be an end.
  const ends = [...new Set([...finals, ...range(graph.states).filter((state) => ways[state] === 0)])];
  for (const state of ends) ways[state]++;
  const shares = (chosen: readonly number[], share: (state: number) => number) => {
    const weights = new Float64Array(graph.states);
    for (const state of chosen) weights[state] = share(state);
    return weights;
  };
  const { source, letter, target, alphabet } = weighted(real, { ...graph, finals });
  return new Wfsa({
    algebra: real,
    alphabet,
    source,
    letter,
    target,
    arcWeight: Float64Array.from(source, (from) => 1 / ways[from]),
    initialWeight: shares(initials, () => 1 / initials.length),
    finalWeight: shares(ends, (state) => 1 / ways[state]),
  });
}

/** The same automaton with symbols of one character. */
export function shortNames<W>(automaton: Wfsa<W>): Wfsa<W> {
  const { algebra, source, letter, target, arcWeight, initialWeight, finalWeight } = automaton;
  const alphabet = new Alphabet(automaton.alphabet.symbols.map((_, i) => String.fromCodePoint(0x4e00 + i)));
  return new Wfsa({ algebra, alphabet, source, letter, target, arcWeight, initialWeight, finalWeight });
}

export function table<W>(algebra: GroupWithZero<W>, graph: Graph, weight?: (arc: number) => W): Wdfsa<W> {
  return toWdfsa(weighted(algebra, graph, weight));
}
