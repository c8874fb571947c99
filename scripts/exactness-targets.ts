/** Random automata whose right answers are known by construction, for scripts/exactness.ts. */

import {
  Alphabet,
  type Automaton,
  divideRationals,
  fraction,
  log,
  minimize,
  Random,
  type Rational,
  randomAutomaton,
  rational,
  rationalToNumber,
  type Semifield,
  toWfsa,
  trim,
  tropical,
  Wdfsa,
  Wfsa,
} from "@hankel/core";

/** An automaton, and another automaton of the same language. */
export interface Pair {
  readonly left: Wdfsa<unknown>;
  readonly right: Wdfsa<unknown>;
  /** The number of states of the minimal automaton. */
  readonly minimal: number;
  /** Converts to OpenFst's weights, if they differ from ours. */
  readonly toLog?: (automaton: Automaton<unknown>) => Automaton<unknown>;
}

/**
 * An automaton of the same language with copies of each state and weights moved along the arcs: each copy p has a random
 * potential d(p), and an arc p → q gets the weight d(p)⁻¹ ⊗ w ⊗ d(q).
 */
function disguise(
  automaton: Wdfsa<Rational>,
  copies: number,
  random: Random,
  potential: (random: Random) => Rational,
): Wdfsa<unknown> {
  const { algebra, alphabet, size, target } = automaton;
  const width = alphabet.size;
  const states = copies * size;
  const d = Array.from({ length: states }, () => potential(random));
  const newTarget = new Int32Array(states * width).fill(-1);
  const arcWeight = algebra.array(states * width);
  const finalWeight = algebra.array(states);
  for (let state = 0; state < states; state++) {
    const back = algebra.inverse(d[state]);
    finalWeight[state] = algebra.times(back, automaton.finalWeight[state % size]);
    for (let letter = 0; letter < width; letter++) {
      const old = (state % size) * width + letter;
      if (target[old] < 0) continue;
      const to = target[old] + size * random.below(copies);
      newTarget[state * width + letter] = to;
      arcWeight[state * width + letter] = algebra.times(algebra.times(back, automaton.arcWeight[old]), d[to]);
    }
  }
  const initialWeight = algebra.times(automaton.initialWeight, d[0]);
  const parts = { algebra, alphabet, target: newTarget, arcWeight, initialWeight, finalWeight };
  return trim(new Wdfsa(parts));
}

function pair(
  algebra: Semifield<Rational>,
  seed: number,
  weight: (random: Random) => Rational,
  copies = 2,
): Pair {
  const states = 5 + 2 * (seed % 20);
  const left = minimize(randomAutomaton({ algebra, states, letters: 2, shape: "dense", seed, weight }));
  const right = disguise(left, copies, new Random(seed, 5), weight);
  const minimal = left.size;
  return { left: left, right, minimal };
}

/** Costs from 0.001 to 10. */
export function realWeights(seed: number): Pair {
  return pair(tropical, seed, (random) => fraction(1 + random.below(10_000), 1000));
}

/** Whole costs from 0 to 9, with `copies` copies of each state. */
export function disguised(seed: number, copies: number): Pair {
  return pair(tropical, seed, (random) => random.below(10), copies);
}

/** Probabilities: the arcs of a state and its final weight sum to 1. OpenFst gets their negative logarithms. */
export function probabilities(seed: number): Pair {
  const states = 5 + 2 * (seed % 20);
  const weight = (random: Random) => 1 + random.below(9);
  const counts = randomAutomaton({ algebra: rational, states, letters: 2, shape: "all-final", seed, weight });
  const left = minimize(stochastic(counts));
  const right = disguise(left, 2, new Random(seed, 5), (random) => fraction(1 + random.below(99), 100));
  return { left: left, right, minimal: left.size, toLog: logarithms };
}

/** The same automaton with every state's weights divided by their sum. */
function stochastic({
  algebra,
  alphabet,
  size,
  target,
  arcWeight,
  finalWeight,
}: Wdfsa<Rational>): Wdfsa<Rational> {
  const width = alphabet.size;
  const sum = Array.from({ length: size }, (_, state) => {
    const own = Array.from({ length: width }, (_unused, letter) => arcWeight[state * width + letter]);
    return own.reduce((a, b) => rational.plus(a, b), finalWeight[state]);
  });
  return new Wdfsa({
    algebra,
    alphabet,
    target: Int32Array.from(target as ArrayLike<number>),
    arcWeight: Array.from(arcWeight, (w, arc) => divideRationals(w, sum[Math.floor(arc / width)])),
    initialWeight: rational.one,
    finalWeight: Array.from(finalWeight, (w, state) => divideRationals(w, sum[state])),
  });
}

function logarithms(automaton: Automaton<unknown>): Automaton<unknown> {
  const { alphabet, source, letter, target, arcWeight, initialWeight, finalWeight } = toWfsa(
    automaton,
  ) as Wfsa<Rational>;
  const logs = (weights: ArrayLike<Rational>) =>
    Float64Array.from(weights, (weight) =>
      weight === 0 ? log.zero : 0 - Math.log(rationalToNumber(weight)),
    );
  return new Wfsa({
    algebra: log,
    alphabet: new Alphabet(alphabet.symbols),
    source: Int32Array.from(source as ArrayLike<number>),
    letter: Int32Array.from(letter as ArrayLike<number>),
    target: Int32Array.from(target as ArrayLike<number>),
    arcWeight: logs(arcWeight),
    initialWeight: logs(initialWeight),
    finalWeight: logs(finalWeight),
  });
}

/** Costs, negative often enough to make a negative cycle. */
export function negativeCycles(seed: number): Wdfsa<Rational> {
  const weight = (random: Random) => fraction(random.below(16) - 10, 2);
  return randomAutomaton({
    algebra: tropical,
    states: 3 + (seed % 8),
    letters: 2,
    shape: "dense",
    seed,
    weight,
  });
}

/** The same automaton with one weight slightly larger: a cost by 1/4000, a probability by the factor 4001/4000. */
export function changed(automaton: Wdfsa<unknown>): Wdfsa<unknown> {
  const { algebra, alphabet, target, arcs } = automaton;
  const arcWeight = Array.from(automaton.arcWeight as ArrayLike<Rational>);
  const present = arcWeight.map((_, arc) => arc).filter((arc) => target[arc] >= 0);
  const chosen = present[new Random(arcs).below(present.length)];
  const more = algebra.name === tropical.name ? fraction(1, 4000) : fraction(4001, 4000);
  arcWeight[chosen] = algebra.times(arcWeight[chosen], more) as Rational;
  return new Wdfsa({
    algebra,
    alphabet,
    target: Int32Array.from(target as ArrayLike<number>),
    arcWeight,
    initialWeight: automaton.initialWeight,
    finalWeight: Array.from(automaton.finalWeight),
  });
}
