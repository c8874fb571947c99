import type { Rational } from "../../algebra/fraction.ts";
import { rational } from "../../algebra/rational.ts";
import { type Field, kernelOf } from "../../algebra/semifield.ts";
import { lookUp } from "../../interruption.ts";
import { bitsOf, commonDenominator, numerator } from "../../linear/reconstruction.ts";
import type { Word } from "../../words/word.ts";
import { withWeights } from "../convert.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import { union } from "../rational/join.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { fieldBudget, requireExactField } from "../requirements.ts";
import { trim } from "../trim.ts";
import { Wfsa } from "../wfsa.ts";
import { exactWords } from "./exact-words.ts";
import { lcm, type WholeVector, WholeVectors } from "./whole-vectors.ts";

/**
 * A shortest word on which two automata over an exact field differ, deterministic or not, or `undefined`.
 *
 * Both automata side by side, one with its initial weights negated, recognise the difference of the languages. With n
 * states in all, the vectors λ μ(x) span a space of at most n dimensions, and the word basis spans it (Schützenberger
 * 1961; Tzeng 1992, "A polynomial-time algorithm for the equivalence of probabilistic automata"). Its first word with a
 * non-zero weight is a shortest one, because up to every length its words span what all words span. O(letters · n³)
 * products. Over the rational numbers this is done modulo primes, see `rationalDifference`.
 *
 * Needs an exact field; ⊗ need not be commutative. The automata must have the same alphabet. With `proven` false, the word
 * found over the rational numbers is a shortest one modulo a prime only.
 */
export function fieldDifference<W>(
  a: Wfsa<W>,
  b: Wfsa<W>,
  limits: WorkLimit = {},
  { proven = true }: { readonly proven?: boolean } = {},
): Word | undefined {
  const field = requireExactField(a.algebra, "compare");
  const budget = fieldBudget("compare", limits);
  const [left, right] = [a, b].map((one) => trim(removeEpsilon(one, limits)));
  const negated = Array.from(right.initialWeight, (weight) => field.negate(weight));
  const both = union(left, new Wfsa({ ...right, initialWeight: negated }, false));
  const isZero = () => haveProof(left, right, field) || haveProof(right, left, field);
  return exactWords(both, field, budget).firstWord({ proven, isZero });
}

/** Is there a quick proof that the languages are equal? */
function haveProof<W>(words: Wfsa<W>, other: Wfsa<W>, field: Field<W>): boolean {
  const kernel = kernelOf(field);
  if (kernel.kind !== "rational") return false;
  const [one, two] = [words, other].map((wfsa) => withWeights(wfsa, rational, (w) => kernel.of(w)));
  return areConjugate(one, two);
}

/**
 * Proves, if it can, that two automata over the rational numbers have the same language; false means nothing.
 *
 * The states of the first have to be words: ε is the only initial state, with weight 1, and each other state is the only one
 * that an earlier state and a letter lead to, with weight 1. So are the hypotheses of learners, and what `reduce` returns.
 * Let C hold the vectors λ μ(x) of the second automaton for these words x. If μ₁(a) C = C μ₂(a) for all letters and
 * ρ₁ = C ρ₂, the languages are equal, because λ₁ C = λ₂. If the columns of the second span its space, the converse holds. No
 * elimination: states₁² · states₂ · letters products of whole numbers.
 */
export function areConjugate(words: Wfsa<Rational>, other: Wfsa<Rational>): boolean {
  const steps = new WholeVectors(other, { spend: lookUp });
  const vectors = vectorsOfStates(words, steps);
  if (vectors === undefined) return false;
  const weighed = vectors.every((vector, state) =>
    rational.equals(steps.weight(vector), words.finalWeight[state]),
  );
  if (!weighed) return false;
  for (let state = 0; state < words.size; state++) {
    for (let letter = 0; letter < words.alphabet.size; letter++) {
      const next = steps.step(vectors[state], letter);
      if (!isCombination(words, state, letter, vectors, next)) return false;
    }
  }
  return true;
}

/** Is the sum of weight · vector over the arcs of a state and a letter equal to `next`? */
function isCombination(
  words: Wfsa<Rational>,
  state: number,
  letter: number,
  vectors: readonly WholeVector[],
  next: WholeVector,
): boolean {
  const end = words.start[state + 1];
  const arcs: number[] = [];
  for (let arc = words.find(state, letter); arc < end && words.letter[arc] === letter; arc++) arcs.push(arc);
  const common = commonDenominator(arcs.map((arc) => words.arcWeight[arc]));
  const denominator = arcs.reduce((most, arc) => lcm(most, vectors[words.target[arc]].denominator), 1n);
  const sums = new Map<number, bigint>();
  for (const arc of arcs) {
    const { places, values, denominator: own } = vectors[words.target[arc]];
    const factor = numerator(words.arcWeight[arc], common) * (denominator / own);
    lookUp(places.length * (1 + bitsOf(factor) / 64));
    for (const [i, place] of places.entries()) {
      sums.set(place, (sums.get(place) ?? 0n) + factor * values[i]);
    }
  }
  // sum / (common · denominator) = value / next.denominator
  const scale = common * denominator;
  for (const [i, place] of next.places.entries()) {
    if ((sums.get(place) ?? 0n) * next.denominator !== next.values[i] * scale) return false;
    sums.delete(place);
  }
  return [...sums.values()].every((sum) => sum === 0n);
}

/** The vectors λ μ(x) of an automaton for the words x that the states of another stand for, if they do. */
function vectorsOfStates(words: Wfsa<Rational>, other: WholeVectors): WholeVector[] | undefined {
  const { size, initials, start, letter, target, arcWeight } = words;
  if (initials.length !== 1 || words.initialWeight[initials[0]] !== 1) return undefined;
  const vectors = new Array<WholeVector | undefined>(size);
  vectors[initials[0]] = other.initial();
  const queue = [initials[0]];
  for (const state of queue) {
    for (let arc = start[state]; arc < start[state + 1]; arc++) {
      const alone = letter[arc - 1] !== letter[arc] || arc === start[state];
      const last = arc + 1 === start[state + 1] || letter[arc + 1] !== letter[arc];
      const to = target[arc];
      if (!alone || !last || arcWeight[arc] !== 1 || vectors[to] !== undefined) continue;
      vectors[to] = other.step(vectors[state] as WholeVector, letter[arc]);
      queue.push(to);
    }
  }
  return queue.length === size ? (vectors as WholeVector[]) : undefined;
}
