import { type GroupWithZero, isField, kernelOf, type Semifield } from "../../algebra/semifield.ts";
import { HankelError } from "../../errors.ts";
import type { Letter } from "../../words/word.ts";
import { WfsaBuilder } from "../builders.ts";
import { type Automaton, isDeterministic, toWdfsa, toWfsa } from "../convert.ts";
import { reduce } from "../fields/reduce.ts";
import { type EpsilonLimits, removeEpsilon } from "../rational/remove-epsilon.ts";
import { OperationBudget, semifieldOnDemand, unsupported } from "../requirements.ts";
import { trim } from "../trim.ts";
import { MAX_ARCS, Wdfsa } from "../wdfsa.ts";
import { carryOn, initialVector, type Wfsa } from "../wfsa.ts";
import { findAmbiguity, type PairLimits } from "./pairs.ts";
import { trimWithoutEpsilon, twinsOfTrim } from "./twins.ts";

/** When `determinize` gives up, and whether it asks `twins` first. */
export interface DeterminizeLimits extends EpsilonLimits {
  /** States of the result; 10⁵ by default. */
  readonly maxStates?: number | undefined;
  /** Entries of all vectors of those states, where large weights count more; 10⁷ by default. */
  readonly maxVectorEntries?: number | undefined;
  /** Ask `twins` first, and refuse at once if it says no? Default: true. */
  readonly askTwins?: boolean | undefined;
  /** Is told again and again how many states there are, and up to which length all words are done. */
  readonly progress?: ((states: number, length: number) => void) | undefined;
}

/**
 * The same language as a deterministic automaton: Mohri's weighted subset construction (1997, "Finite-state
 * transducers in language and speech processing"; docs/theory/determinization.md, 17.2 and 17.3). A state is a vector of weights over the old states, up to a factor on
 * the left. That factor is the first entry that is not zero, not the ⊕ of all entries, which may cancel (docs/theory.md
 * §5.3). Over an inexact algebra a vector is an earlier one if all its entries are near.
 *
 * Not every language has such an automaton, so there are budgets, and `twins` is asked first. Over an exact field the
 * automaton is reduced first (unless that costs too much): then there are as many vectors as right languages, and the
 * construction ends if and only if a deterministic automaton exists, with a minimal one; over a finite field it always
 * ends.
 *
 * Exponential at worst, and `twins` takes O(arcs²) within its budget; a deterministic automaton is returned as it is. ⊕ is needed where paths meet.
 *
 * @example
 * const automaton = determinize(fromExpression("(a|b)*a(a|b)", boolean));
 * console.log(automaton.size, automaton.weigh(["a", "b"])); // 5 true
 */
export function determinize<W>(automaton: Automaton<W>, limits: DeterminizeLimits = {}): Wdfsa<W> {
  if (isDeterministic(automaton)) return toWdfsa(automaton);
  const { algebra } = automaton;
  const { automaton: wfsa, states } = trimWithoutEpsilon(automaton, limits);
  if (isDeterministic(wfsa)) return toWdfsa(wfsa);
  const reduced = algebra.exact && isField(algebra) ? tryToReduce(wfsa) : undefined;
  if (reduced === undefined && limits.askTwins !== false) refuseUntwinned(wfsa, states);
  return new Subsets(reduced ?? wfsa, limits).run();
}

/** The reduced automaton, or undefined if that would take too long. */
function tryToReduce<W>(wfsa: Wfsa<W>): Wfsa<W> | undefined {
  try {
    return reduce(wfsa, { maxProducts: 1e7 });
  } catch (error) {
    if (error instanceof HankelError && error.code === "budget") return undefined;
    throw error;
  }
}

/** Asks for twins, within a budget, and only if weights can differ. `numbers`: those of the states in the given automaton. */
function refuseUntwinned<W>(wfsa: Wfsa<W>, numbers: Int32Array): void {
  const { algebra, arcWeight } = wfsa;
  let unweighted = true;
  for (let arc = 0; arc < wfsa.arcs && unweighted; arc++)
    unweighted = algebra.equals(arcWeight[arc], algebra.one);
  if (unweighted) return;
  const { answer, because } = twinsOfTrim(wfsa, numbers, { maxPairs: 1e6 });
  if (answer === "no") unsupported(`no deterministic automaton exists: ${because}`);
}

/** The subset construction; the vectors are stored one after the other in two growing arrays. */
class Subsets<W> {
  readonly #wfsa: Wfsa<W>;
  readonly #algebra: Semifield<W>;
  readonly #stateBudget: OperationBudget;
  readonly #entryBudget: OperationBudget;
  /** Vector i has the entries `#first[i]` to `#first[i + 1] - 1`: old states in increasing order, and their weights. */
  readonly #first: number[] = [0];
  readonly #states: number[] = [];
  readonly #weights: W[] = [];
  readonly #progress: DeterminizeLimits["progress"];
  /** Of a weight of real numbers, a place on a line: equal weights are at most a place apart. Undefined for other weights. */
  readonly #place: ((weight: W) => number) | undefined;
  /** Vectors by their key; over an inexact algebra, by their states and the place of a weight. */
  readonly #known = new Map<string, number[]>();
  /** The length of the first word that led to a vector. */
  readonly #depth: number[] = [];
  readonly #result: WfsaBuilder<W>;

  constructor(wfsa: Wfsa<W>, limits: DeterminizeLimits) {
    this.#wfsa = wfsa;
    this.#algebra = semifieldOnDemand(wfsa.algebra, "the automaton is not deterministic: determinize");
    this.#result = new WfsaBuilder(wfsa.algebra, wfsa.alphabet);
    this.#progress = limits.progress;
    this.#place = placesOf(wfsa.algebra);
    this.#stateBudget = new OperationBudget("determinize", "states", limits.maxStates ?? 1e5);
    this.#entryBudget = new OperationBudget(
      "determinize",
      "entries of vectors",
      limits.maxVectorEntries ?? 1e7,
    );
  }

  run(): Wdfsa<W> {
    const initial = this.#reach(initialVector(this.#wfsa), 0);
    const { algebra, alphabet } = this.#wfsa;
    if (initial === undefined) return Wdfsa.zero(algebra, alphabet);
    for (let from = 0; from < this.#depth.length; from++) {
      this.#progress?.(this.#depth.length, this.#depth[from]);
      this.#expand(from);
    }
    const size = this.#depth.length;
    if (size * alphabet.size > MAX_ARCS) {
      throw new HankelError("budget", `determinize: ${size} states × ${alphabet.size} letters do not fit`);
    }
    return trim(toWdfsa(this.#result.initial(0, initial.weight).build()));
  }

  #expand(from: number): void {
    const next = new Map<Letter, Map<number, W>>();
    for (let i = this.#first[from]; i < this.#first[from + 1]; i++) {
      carryOn(this.#wfsa, this.#algebra, this.#states[i], this.#weights[i], next);
    }
    for (const letter of [...next.keys()].sort((a, b) => a - b)) {
      const found = this.#reach(next.get(letter) as Map<number, W>, this.#depth[from] + 1);
      if (found !== undefined) this.#result.arcOn(from, letter, found.weight, found.vector);
    }
  }

  /** The number of a vector without its factor, and the factor; undefined for the zero vector. */
  #reach(vector: Map<number, W>, depth: number): { vector: number; weight: W } | undefined {
    const algebra = this.#algebra;
    const states = [...vector.keys()].filter((state) => !algebra.isZero(vector.get(state) as W));
    if (states.length === 0) return undefined;
    states.sort((p, q) => p - q);
    const scale = vector.get(states[0]) as W;
    const inverse = algebra.inverse(scale);
    const weights = states.map((state, i) =>
      i === 0 ? algebra.one : algebra.times(inverse, vector.get(state) as W),
    );
    return { vector: this.#intern(states, weights, depth), weight: scale };
  }

  #intern(states: readonly number[], weights: readonly W[], depth: number): number {
    const key = this.#key(states, weights);
    const place = weights.length > 1 ? this.#place?.(weights[1]) : undefined;
    const known = this.#find(key, place, weights);
    if (known !== undefined) return known;
    const reached = () => `words up to length ${depth - 1} are done`;
    this.#stateBudget.spend(1, reached);
    // Weights may grow with every step, so the budget counts their size.
    this.#entryBudget.spend(states.length + key.length / 8, reached);
    const vector = this.#depth.push(depth) - 1;
    for (const state of states) this.#states.push(state);
    for (const weight of weights) this.#weights.push(weight);
    this.#first.push(this.#states.length);
    this.#result.state(this.#final(states, weights));
    const kept = keyAt(key, place);
    const others = this.#known.get(kept);
    if (others === undefined) this.#known.set(kept, [vector]);
    else others.push(vector);
    return vector;
  }

  /** The oldest vector that is this one. Equal weights may lie on both sides of the edge of a place, so its neighbours count. */
  #find(key: string, place: number | undefined, weights: readonly W[]): number | undefined {
    const places = place === undefined ? [place] : [place - 1, place, place + 1];
    let oldest: number | undefined;
    for (const at of places) {
      const found = this.#known.get(keyAt(key, at))?.find((vector) => this.#isNear(vector, weights));
      if (found !== undefined && (oldest === undefined || found < oldest)) oldest = found;
    }
    return oldest;
  }

  /** The same for equal vectors; over an inexact algebra, where weights have no key, for equal sets of states. */
  #key(states: readonly number[], weights: readonly W[]): string {
    const algebra = this.#algebra;
    if (!algebra.exact) return states.join();
    return states
      .map((state, i) => {
        const key = algebra.key(weights[i]);
        return typeof key === "number" ? `${state}=${key}` : `${state}:${key.length}:${key}`;
      })
      .join();
  }

  #isNear(vector: number, weights: readonly W[]): boolean {
    if (this.#algebra.exact) return true;
    const first = this.#first[vector];
    return weights.every((weight, i) => this.#algebra.equals(this.#weights[first + i], weight));
  }

  #final(states: readonly number[], weights: readonly W[]): W {
    const { plus, times, isZero, zero } = this.#algebra;
    let sum = zero;
    for (const [i, state] of states.entries()) {
      const final = this.#wfsa.finalWeight[state];
      if (!isZero(final)) sum = plus(sum, times(weights[i], final));
    }
    return sum;
  }
}

function keyAt(key: string, place: number | undefined): string {
  return place === undefined ? key : `${key}@${place}`;
}

/** Rounding must not move a number by a whole place. */
const LEAST_PLACE = 1e-12;

/**
 * Where a weight lies, so that only vectors nearby are compared. Distances of numbers are relative or absolute: numbers a and b with
 * |a - b| ≤ t·max(1, |a|, |b|) have |asinh a - asinh b| ≤ t/(1 - t), since asinh′(c) = 1/√(1 + c²) is at most 1 and 1/|c|, and
 * |c| ≥ (1 - t)·max(|a|, |b|) between them where that is at least 1.
 */
function placesOf<W>(algebra: GroupWithZero<W>): ((weight: W) => number) | undefined {
  if (algebra.exact || !isField(algebra)) return undefined;
  const kernel = kernelOf(algebra);
  if (kernel.kind !== "floating") return undefined;
  const width = Math.max(LEAST_PLACE, (2 * algebra.tolerance) / (1 - algebra.tolerance));
  return (weight) => Math.floor(Math.asinh(kernel.of(weight)) / width);
}

/**
 * The same language with one path per word. An unambiguous automaton is returned trimmed and without ε arcs. Any other is
 * determinized, which is more than needed: it fails if no deterministic automaton exists, although an unambiguous one may
 * exist (Mohri and Riley 2015, "On the disambiguation of weighted automata", find it in some of these cases).
 *
 * O(arcs²) for the test, then what `determinize` costs and needs.
 *
 * @example
 * const automaton = disambiguate(fromExpression("a|a", boolean));
 * console.log(isUnambiguous(automaton), automaton.weigh(["a"])); // true true
 */
export function disambiguate<W>(
  automaton: Automaton<W>,
  limits: PairLimits & DeterminizeLimits = {},
): Wfsa<W> {
  const wfsa = trim(removeEpsilon(toWfsa(automaton), limits));
  return findAmbiguity(wfsa, limits) === undefined ? wfsa : toWfsa(determinize(wfsa, limits));
}
