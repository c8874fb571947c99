/** Automata over fields of rounded numbers, such as real: what their words span numerically. */

import { agree } from "../../algebra/margins.ts";
import {
  type FloatingField,
  type FloatingKernel,
  floatingField,
  outOfRange,
} from "../../algebra/semifield.ts";
import { directionOutside, lengthOf, product, scaled } from "../../linear/rank.ts";
import type { Letter, Word } from "../../words/word.ts";
import { arcsByLetter, type LetterArcs } from "../arcs.ts";
import { WfsaBuilder } from "../builders.ts";
import { type Automaton, reversed } from "../convert.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import { union } from "../rational/join.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { fieldBudget, type OperationBudget, unsupported } from "../requirements.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { type HankelBasis, type WordSpace, wordBasis } from "./word-spaces.ts";

/** The entries of a matrix, other than zero, and their magnitudes. */
interface LetterMatrix extends LetterArcs {
  readonly magnitude: Float64Array;
}

/** μ(a) for each letter; no ε arcs. */
export function matricesOf<W>(wfsa: Wfsa<W>, { of }: FloatingKernel<W>): LetterMatrix[] {
  return arcsByLetter(wfsa, wfsa.alphabet.size, of).map((arcs) => ({
    ...arcs,
    magnitude: arcs.weight.map(Math.abs),
  }));
}

/** v M, or v |M| for the magnitudes of the entries. */
export function stepped(
  vector: Float64Array,
  { source, target, ...entries }: LetterMatrix,
  which: "weight" | "magnitude" = "weight",
): Float64Array {
  const next = new Float64Array(vector.length);
  const weights = entries[which];
  for (let i = 0; i < weights.length; i++) next[target[i]] += vector[source[i]] * weights[i];
  return next;
}

/**
 * The space of the vectors λ μ(x) of an automaton, with an orthonormal basis that is closed under letters.
 *
 * The vectors of long words are nearly parallel where one eigenvalue dominates, so that they seem dependent. So letters are
 * applied to the orthonormal vectors, as Arnoldi does, and not to those of the words: `add` replaces a vector by the direction
 * that is new in it. Without rounding the words of the basis are the same, because up to every word both bases span the same
 * space. A vector is outside the space if its part outside counts beside the terms that it is a sum of (`RANK_TOLERANCE`):
 * what remains of terms that cancel is rounding.
 */
class OrthogonalSpace implements WordSpace<Float64Array, true> {
  readonly initial: Float64Array | undefined;
  readonly orthonormal: Float64Array[] = [];
  readonly #algebra: string;
  readonly #size: number;
  readonly #matrices: readonly LetterMatrix[];
  readonly #budget: OperationBudget;

  constructor(
    { algebra, size }: Wfsa<unknown>,
    initial: Float64Array,
    matrices: readonly LetterMatrix[],
    budget: OperationBudget,
  ) {
    this.initial = scaled(initial);
    this.#algebra = algebra.name;
    this.#size = size;
    this.#matrices = matrices;
    this.#budget = budget;
  }

  *successors(vector: Float64Array): Generator<[Letter, Float64Array]> {
    const magnitudes = vector.map(Math.abs);
    for (const [letter, matrix] of this.#matrices.entries()) {
      this.#budget.spend((2 * matrix.weight.length) / 16);
      const terms = lengthOf(stepped(magnitudes, matrix, "magnitude"));
      if (terms === 0) continue;
      if (!Number.isFinite(terms))
        throw outOfRange(this.#algebra, "a sum of weights", "an exact semifield can hold it");
      yield [letter, stepped(vector, matrix).map((entry) => entry / terms)];
    }
  }

  add(vector: Float64Array): true | undefined {
    this.#budget.spend((4 * this.#size * this.orthonormal.length) / 16);
    const direction = directionOutside(this.orthonormal, vector);
    if (direction === undefined) return true;
    vector.set(direction);
    this.orthonormal.push(direction);
    return undefined;
  }
}

/**
 * Over a field of floats, such as real, an automaton of numerically the same language with as many states as its numerical
 * rank, deterministic or not.
 *
 * The automaton is projected on an orthonormal basis of the vectors λ μ(x), then on one of the columns μ(y) ρ, each only if
 * that saves states. A direction that is no more than `RANK_TOLERANCE` of a vector is left out, so a state that is
 * reached with less weight than that beside others on the same letter may be lost. The basis is orthogonal and not one of
 * words, because rows of words may be nearly dependent: so the result is not canonical, and equal languages may give different
 * automata. Use `reduce` over an exact field. O(letters · states³) products.
 *
 * @example
 * const automaton = reduceNumerically(fromExpression("(<0.5>a)*|(<0.5>a)*", real));
 * console.log(automaton.size); // 1
 */
export function reduceNumerically<W>(automaton: Automaton<W>, limits: WorkLimit = {}): Wfsa<W> {
  const floating = requireFloats(automaton, "reduceNumerically");
  const budget = fieldBudget("reduceNumerically", limits);
  const wfsa = trim(removeEpsilon(automaton, limits));
  const onRows = onOrthogonalBasis(wfsa, floating, budget);
  const onColumns = onOrthogonalBasis(reversed(onRows, floating.field), floating, budget);
  return onColumns.size < onRows.size ? reversed(onColumns, floating.field) : onRows;
}

function requireFloats<W>({ algebra }: Automaton<W>, operation: string): FloatingField<W> {
  const floating = floatingField(algebra);
  if (floating !== undefined) return floating;
  unsupported(
    `${operation} needs a field of floats, such as real, and ${algebra.name} is none; use reduce over an exact field`,
  );
}

/** λ Qᵀ, Q μ(a) Qᵀ and Q ρ, where the rows of Q are an orthonormal basis of the vectors λ μ(x). */
function onOrthogonalBasis<W>(
  wfsa: Wfsa<W>,
  { field, kernel }: FloatingField<W>,
  budget: OperationBudget,
): Wfsa<W> {
  const matrices = matricesOf(wfsa, kernel);
  const [initial, final] = [wfsa.initialWeight, wfsa.finalWeight].map((one) =>
    Float64Array.from(one, kernel.of),
  );
  const space = new OrthogonalSpace(wfsa, initial, matrices, budget);
  wordBasis(space);
  const basis = space.orthonormal;
  if (basis.length === wfsa.size) return wfsa;
  const sizes = basis.map((row) => row.map(Math.abs));
  /** The product of a vector with a row, without what is only rounding of its terms. */
  const entry = (vector: Float64Array, terms: Float64Array, row: number) => {
    const sum = product(vector, basis[row]);
    const rounding = wfsa.size * Number.EPSILON * product(terms, sizes[row]);
    return kernel.weight(Math.abs(sum) > rounding ? sum : 0);
  };
  const builder = new WfsaBuilder<W>(field, wfsa.alphabet);
  for (const row of basis.keys()) {
    const state = builder.state(entry(final, final.map(Math.abs), row));
    builder.initial(state, entry(initial, initial.map(Math.abs), row));
  }
  for (const [letter, matrix] of matrices.entries()) {
    for (const [from, vector] of basis.entries()) {
      budget.spend((2 * (matrix.weight.length + wfsa.size * basis.length)) / 16);
      const [next, terms] = [stepped(vector, matrix), stepped(sizes[from], matrix, "magnitude")];
      for (const to of basis.keys()) builder.arcOn(from, letter, entry(next, terms, to), to);
    }
  }
  return builder.build();
}

/** Words on both sides whose vectors span, numerically, those of the reduced automaton; see `basisOf`. */
export function numericalBasis<W>(automaton: Automaton<W>, limits: WorkLimit): HankelBasis {
  const { field, kernel } = requireFloats(automaton, "basisOf");
  const budget = fieldBudget("basisOf", limits);
  const wordsOf = (wfsa: Wfsa<W>) => {
    const initial = Float64Array.from(wfsa.initialWeight, kernel.of);
    return wordBasis(new OrthogonalSpace(wfsa, initial, matricesOf(wfsa, kernel), budget)).basis.words();
  };
  const reduced = reduceNumerically(automaton, limits);
  const suffixes = wordsOf(reversed(reduced, field));
  return { prefixes: wordsOf(reduced), suffixes: suffixes.map((word) => word.toReversed()) };
}

/** A word and what two automata weigh it. */
export interface WeighedTwice<W> {
  readonly word: Word;
  readonly left: W;
  readonly right: W;
}

/**
 * The first word of a basis on which two automata over a field of floats differ, or `undefined`.
 *
 * The words are those whose vectors in both automata, side by side, span numerically what all words span, shortest first
 * (Tzeng 1992). Two weights differ if their distance is more than the tolerance for each letter, also beside the terms of the
 * sums that they are. So a difference that is found is one beyond the tolerance. None is no proof: it means no difference on
 * words that numerically span both. A state that is reached with a weight below the threshold only, beside others on
 * the same letter, may be missed.
 *
 * The automata have the same alphabet and no ε arcs. O(letters · states³) products.
 */
export function numericalDifference<W>(
  a: Wfsa<W>,
  b: Wfsa<W>,
  { field, kernel }: FloatingField<W>,
  limits: WorkLimit = {},
): WeighedTwice<W> | undefined {
  const budget = fieldBudget("compare", limits);
  const pieces = [trim(a), trim(b)];
  const both = union(pieces[0], pieces[1]);
  // The scales of the two have no meaning: neither must look like rounding beside the other.
  const initial = pieces.flatMap((one) => {
    const vector = Float64Array.from(one.initialWeight, kernel.of);
    return [...(scaled(vector) ?? vector)];
  });
  const matrices = matricesOf(both, kernel);
  const { basis } = wordBasis(new OrthogonalSpace(both, Float64Array.from(initial), matrices, budget));
  const weigh = weigherOf(both, matrices, kernel, pieces[0].size);
  for (let index = 0; index < basis.size; index++) {
    budget.spend((2 * both.arcs) / 16);
    const { terms, ...weighed } = weigh(basis.from[index], basis.by[index]);
    const factors = basis.lengths[index] + 1;
    if (!Number.isFinite(terms)) {
      const what = `the weight of a word of ${basis.lengths[index]} letters`;
      throw outOfRange(field.name, what, "an exact semifield can hold it");
    }
    const [left, right] = [kernel.weight(weighed.left), kernel.weight(weighed.right)];
    if (agree(field, left, right, factors)) continue;
    if (Math.abs(weighed.left - weighed.right) > factors * field.tolerance * terms)
      return { word: basis.word(index), left, right };
  }
  return undefined;
}

/**
 * Weighs words one after the other, each given by the number of an earlier one and a letter, or by -1 for ε. The first
 * states are the left automaton, the others the right one; `terms` is the larger sum of the magnitudes of their terms.
 */
function weigherOf<W>(
  both: Wfsa<W>,
  matrices: readonly LetterMatrix[],
  { of }: FloatingKernel<W>,
  split: number,
) {
  const [initial, final] = [both.initialWeight, both.finalWeight].map((one) => Float64Array.from(one, of));
  const [leftFinal, rightFinal] = [final.subarray(0, split), final.subarray(split)];
  const vectors: { readonly sums: Float64Array; readonly terms: Float64Array }[] = [];
  const magnitude = (vector: Float64Array, weights: Float64Array) => product(weights.map(Math.abs), vector);
  return (from: number, letter: number) => {
    const [sums, terms] =
      from < 0
        ? [initial, initial.map(Math.abs)]
        : [
            stepped(vectors[from].sums, matrices[letter]),
            stepped(vectors[from].terms, matrices[letter], "magnitude"),
          ];
    vectors.push({ sums, terms });
    return {
      left: product(leftFinal, sums),
      right: product(rightFinal, sums.subarray(split)),
      terms: Math.max(magnitude(terms, leftFinal), magnitude(terms.subarray(split), rightFinal)),
    };
  };
}
