/** Automata with integer weights for languages with integer weights (docs/theory/fields.md, 14.13 to 14.16). */

import {
  commonDivisor,
  divideRationals,
  isInteger,
  magnitudeOfRational,
  multiplyRationals,
  type Rational,
} from "../../algebra/fraction.ts";
import { freeGroup } from "../../algebra/free-group.ts";
import { rational } from "../../algebra/rational.ts";
import { type Embedding, type GroupWithZero, isField, kernelOf } from "../../algebra/semifield.ts";
import { shortened } from "../../errors.ts";
import type { Meter, Sparse } from "../../linear/exact.ts";
import { Lattice } from "../../linear/lattice.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Letter, Word } from "../../words/word.ts";
import { WfsaBuilder } from "../builders.ts";
import { type Automaton, toWdfsa, toWfsa, withWeights } from "../convert.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import { minimize } from "../minimal/minimize.ts";
import { fieldBudget, type OperationBudget, unsupported } from "../requirements.ts";
import { Wdfsa } from "../wdfsa.ts";
import { Wfsa } from "../wfsa.ts";
import { reduce } from "./reduce.ts";
import { SparseSpace, type WordSpace, wordBasis } from "./word-spaces.ts";

/**
 * The smallest automaton with integer weights for a language whose words all weigh integers, in canonical form: equal languages
 * over the same alphabet give equal automata. No automaton over the rational numbers is smaller.
 *
 * A deterministic automaton stays deterministic: it is minimised, and the weights of what follows each state are divided by their
 * greatest common divisor (docs/theory.md, 2.5). A nondeterministic one gets as many states as the Hankel matrix has rank:
 * its states are the Hermite form of the lattice of all rows, in coordinates of the word basis (docs/theory/fields.md, 14.15). If
 * the automaton that `reduce` returns has integer weights, it is that one.
 *
 * Refuses, by the first word in shortlex order, a language with a weight that is no integer. Needs rational weights.
 * O(letters · states³) products for the rank, and as many for each time the lattice grows.
 *
 * @example
 * const automaton = integral(fromExpression("<1/2>a<4>b", rational));
 * console.log(automaton.size, automaton.weigh(["a", "b"])); // 3 2
 */
export function integral<W>(automaton: Wdfsa<W>, limits?: WorkLimit): Wdfsa<W>;
export function integral<W>(automaton: Wfsa<W>, limits?: WorkLimit): Wfsa<W>;
export function integral<W>(automaton: Automaton<W>, limits?: WorkLimit): Automaton<W>;
export function integral<W>(automaton: Automaton<W>, limits: WorkLimit = {}): Automaton<W> {
  const { algebra, alphabet } = automaton;
  const embedding = requireRationals(algebra);
  const budget = fieldBudget("integral", limits);
  const minimal = minimalOf(automaton, embedding, limits);
  const whole = (wfsa: Wfsa<Rational>) => withWeights(wfsa, algebra, (weight) => embedding.weight(weight));
  const spanned = <S extends VectorSpace<unknown>>(space: S): S => {
    const word = fractionIn(space);
    if (word === undefined) return space;
    const weight = shortened(rational.format(minimal.weigh(word)));
    return unsupported(`${alphabet.show(word)} weighs ${weight}, which is no integer`);
  };
  if (!(automaton instanceof Wdfsa))
    return whole(onLattice(alphabet, spanned(new LatticeSpace(minimal, budget))));
  spanned(new DivisorSpace(minimal, budget));
  return toWdfsa(whole(withoutDivisors(minimal, budget)));
}

/**
 * The first word, in shortlex order, whose weight is no integer, or `undefined`. Needs and costs what `integral` does.
 *
 * @example
 * const automaton = fromExpression("<2>a<1/4>b", rational);
 * const word = findFraction(automaton);
 * console.log(word && automaton.alphabet.show(word)); // ab
 */
export function findFraction<W>(automaton: Automaton<W>, limits: WorkLimit = {}): Word | undefined {
  const embedding = requireRationals(automaton.algebra);
  const budget = fieldBudget("findFraction", limits);
  const minimal = minimalOf(automaton, embedding, limits);
  return automaton instanceof Wdfsa
    ? fractionIn(new DivisorSpace(minimal, budget))
    : fractionIn(new LatticeSpace(minimal, budget));
}

/** The weights as rational numbers; an error if they are something else. */
function requireRationals<W>(algebra: GroupWithZero<W>): Embedding<W, Rational> {
  const kernel = isField(algebra) ? kernelOf(algebra) : undefined;
  if (kernel?.kind === "rational") return kernel;
  const others =
    algebra.name === freeGroup.name
      ? "a machine has outputs, not weights"
      : `those of ${algebra.name} are others; use rational`;
  return unsupported(`integer weights are found among rational ones, and ${others}`);
}

/** Is a weight of an algebra an integer? An error if its weights are no rational numbers. */
export function integersOf<W>(algebra: GroupWithZero<W>): (weight: W) => boolean {
  const embedding = requireRationals(algebra);
  return (weight) => isInteger(embedding.of(weight));
}

/** The minimal automaton of its kind, in canonical form, where each λ μ(x) holds weights of words (14.14). */
function minimalOf<W>(
  automaton: Automaton<W>,
  { of }: Embedding<W, Rational>,
  limits: WorkLimit,
): Wfsa<Rational> {
  const minimal = automaton instanceof Wdfsa ? toWfsa(minimize(automaton)) : reduce(automaton, limits);
  return withWeights(minimal, rational, (weight) => of(weight));
}

/** The vectors λ μ(x) of an automaton, and the lattice of those that were added. Vectors of the lattice are no successors. */
interface VectorSpace<V> extends WordSpace<V, never> {
  weight(vector: V): Rational;
}

/**
 * The first word whose weight is no integer; if there is none, the lattice is that of all words. A word whose vector is a sum of
 * integer multiples of those of earlier words has a weight that is such a sum of theirs. So the first word that weighs no
 * integer is outside the lattice of the words before it, and `wordBasis` meets it (14.14).
 */
function fractionIn<V>(space: VectorSpace<V>): Word | undefined {
  const { basis, stopped } = wordBasis(space, (vector) => !isInteger(space.weight(vector)));
  return stopped ? basis.word(basis.size - 1) : undefined;
}

/** Vectors may differ from λ μ(x) by one of the lattice, which keeps them short and changes their weights by integers. */
class LatticeSpace implements VectorSpace<Sparse<Rational>> {
  readonly lattice: Lattice;
  readonly #vectors: SparseSpace<Rational>;

  constructor(wfsa: Wfsa<Rational>, meter: Meter) {
    this.lattice = new Lattice(meter);
    this.#vectors = new SparseSpace(wfsa, rational, meter);
  }

  get initial(): Sparse<Rational> | undefined {
    return this.#vectors.initial;
  }

  *successors(vector: Sparse<Rational>): Generator<[Letter, Sparse<Rational>]> {
    for (const [letter, next] of this.steps(vector)) {
      const rest = this.lattice.rest(next);
      if (rest.size > 0) yield [letter, rest];
    }
  }

  /** The vectors v μ(a) that are not zero. */
  steps(vector: Sparse<Rational>): [Letter, Sparse<Rational>][] {
    return this.#vectors.successors(vector);
  }

  add(vector: Sparse<Rational>): undefined {
    this.lattice.add(vector);
  }

  weight(vector: Sparse<Rational>): Rational {
    return this.#vectors.weight(vector);
  }
}

/** A vector of a deterministic automaton. */
interface Reached {
  readonly state: number;
  readonly weight: Rational;
}

/** The same for a deterministic automaton: a lattice of vectors with one entry is a divisor for each state. */
class DivisorSpace implements VectorSpace<Reached> {
  readonly #wfsa: Wfsa<Rational>;
  readonly #meter: Meter;
  readonly #divisors: Rational[];

  constructor(wfsa: Wfsa<Rational>, meter: Meter) {
    this.#wfsa = wfsa;
    this.#meter = meter;
    this.#divisors = new Array<Rational>(wfsa.size).fill(0);
  }

  get initial(): Reached | undefined {
    const { initials, initialWeight } = this.#wfsa;
    return initials.length === 0 ? undefined : { state: initials[0], weight: initialWeight[initials[0]] };
  }

  *successors({ state, weight }: Reached): Generator<[Letter, Reached]> {
    const { start, letter, target, arcWeight } = this.#wfsa;
    this.#meter.spend(start[state + 1] - start[state]);
    for (let arc = start[state]; arc < start[state + 1]; arc++) {
      const next = { state: target[arc], weight: multiplyRationals(weight, arcWeight[arc]) };
      const divisor = this.#divisors[next.state];
      if (divisor === 0 || !isInteger(divideRationals(next.weight, divisor))) yield [letter[arc], next];
    }
  }

  add({ state, weight }: Reached): undefined {
    this.#divisors[state] = commonDivisor(this.#divisors[state], weight);
  }

  weight({ state, weight }: Reached): Rational {
    return multiplyRationals(weight, this.#wfsa.finalWeight[state]);
  }
}

/** The automaton on the Hermite form B of the lattice: λ B⁻¹, B μ(a) B⁻¹ and B ρ. */
function onLattice(alphabet: Alphabet, space: LatticeSpace): Wfsa<Rational> {
  const { lattice, initial = new Map<number, Rational>() } = space;
  const basis = lattice.basis();
  const builder = new WfsaBuilder<Rational>(rational, alphabet);
  const coordinates = (vector: Sparse<Rational>) =>
    [...lattice.coordinates(vector)].sort(([a], [b]) => a - b);
  for (const vector of basis) builder.state(space.weight(vector));
  for (const [state, weight] of coordinates(initial)) builder.initial(state, weight);
  basis.forEach((vector, from) => {
    for (const [letter, next] of space.steps(vector)) {
      for (const [to, weight] of coordinates(next)) builder.arcOn(from, letter, weight, to);
    }
  });
  return builder.build();
}

/** A deterministic automaton whose weights behind every state have the greatest common divisor 1; the first of them is positive. */
function withoutDivisors(wfsa: Wfsa<Rational>, budget: OperationBudget): Wfsa<Rational> {
  const { source, target, initialWeight, finalWeight, arcWeight } = wfsa;
  const divisors = divisorsOf(wfsa, budget);
  const over = (weight: Rational, state: number) => divideRationals(weight, divisors[state]);
  return new Wfsa({
    ...wfsa,
    initialWeight: Array.from(initialWeight, (weight, state) => multiplyRationals(weight, divisors[state])),
    finalWeight: Array.from(finalWeight, over),
    arcWeight: Array.from(arcWeight, (weight, arc) =>
      over(multiplyRationals(weight, divisors[target[arc]]), source[arc]),
    ),
  });
}

/**
 * The greatest common divisor of the weights of all words behind each state, where there is one: that of its final weight and
 * of each arc's weight times the divisor behind it. For each prime this is a shortest distance, so there are at most as many rounds as
 * states; arcs mostly lead to later states, so they are looked at from the last one on, and there are mostly two or three.
 */
function divisorsOf(
  { arcs, source, target, finalWeight, arcWeight }: Wfsa<Rational>,
  budget: OperationBudget,
): Rational[] {
  const divisors = Array.from(finalWeight, magnitudeOfRational);
  for (let changed = true; changed; ) {
    changed = false;
    budget.spend(arcs);
    for (let arc = arcs - 1; arc >= 0; arc--) {
      const before = divisors[source[arc]];
      const after = commonDivisor(before, multiplyRationals(arcWeight[arc], divisors[target[arc]]));
      if (rational.equals(before, after)) continue;
      divisors[source[arc]] = after;
      changed = true;
    }
  }
  return divisors;
}
