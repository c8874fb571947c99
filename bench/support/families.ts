/** Random targets by name; the same name, size and seed give the same target. */

import {
  boolean,
  freeGroup,
  freeWord,
  type GroupWithZero,
  minimize,
  Random,
  randomAutomaton,
  rational,
  tropical,
  Wdfsa,
} from "@hankel/core";

export type Weighing = "boolean" | "tropical" | "rational" | "free-group";

export interface Family {
  readonly weights: Weighing;
  readonly letters: number;
  /** The share of final states. */
  readonly finals: number;
  /** Every arc, or about a third of them. */
  readonly sparse?: boolean;
}

export function nameOf({ weights, letters, finals, sparse }: Family): string {
  const share = finals === 1 ? "all" : finals === 0.5 ? "half" : `${100 * finals} %`;
  return `${weights}, ${letters} letters, ${share} final${sparse === true ? ", sparse" : ""}`;
}

/** How weights are drawn: from a range so wide that ratios seldom agree by chance. */
const draws = {
  boolean: { algebra: boolean, weight: () => true },
  tropical: { algebra: tropical, weight: (random: Random) => random.below(1000) },
  rational: {
    algebra: rational,
    weight: (random: Random) => rational.parse(`${1 + random.below(99)}/${1 + random.below(99)}`),
  },
  "free-group": { algebra: freeGroup, weight: (random: Random) => freeWord(`g${random.below(1000)}`) },
};

/** A target of a family: minimal, and where it is dense with exactly that share of final states. */
export function target(family: Family, states: number, seed: number): Wdfsa<unknown> {
  const { algebra, weight } = draws[family.weights] as {
    algebra: GroupWithZero<unknown>;
    weight: (random: Random) => unknown;
  };
  const { letters, finals, sparse = false } = family;
  for (let attempt = 0; ; attempt++) {
    const options = { algebra, states, letters, weight, seed: seed + 1000 * attempt };
    const drawn = sparse
      ? randomAutomaton({ ...options, shape: "sparse", finals })
      : withFinals(randomAutomaton({ ...options, shape: "all-final" }), finals, seed);
    const smallest = minimize(drawn);
    // Sparse targets with few weights are seldom minimal as drawn; their minimal automaton is the target.
    if (smallest.size === states || (sparse && attempt === 10) || states < 20) return smallest;
    if (attempt === 100) throw new Error(`no minimal target of ${states} states: ${nameOf(family)}`);
  }
}

/** The same automaton, with final weights only at a random share of the states. */
function withFinals<W>(automaton: Wdfsa<W>, share: number, seed: number): Wdfsa<W> {
  const { algebra, alphabet, size, initialWeight } = automaton;
  const random = new Random(seed, size, 77);
  const order = Array.from({ length: size }, (_, state) => state);
  for (let i = size - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  const finalWeight = algebra.array(size);
  for (const state of order.slice(0, Math.max(1, Math.round(share * size)))) {
    finalWeight[state] = automaton.finalWeight[state];
  }
  const arcWeight = algebra.array(size * alphabet.size);
  for (let arc = 0; arc < arcWeight.length; arc++) arcWeight[arc] = automaton.arcWeight[arc];
  const to = Int32Array.from(automaton.target);
  return new Wdfsa({ algebra, alphabet, target: to, arcWeight, initialWeight, finalWeight });
}

/** Answers that it takes to name the target of every arc (compare docs/theory.md 7.8): arcs · log₂ N / h(p). */
export function yardstick(automaton: Wdfsa<unknown>): number {
  const p = automaton.finals / automaton.size;
  const entropy = -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
  return (automaton.arcs * Math.log2(automaton.size)) / entropy;
}
