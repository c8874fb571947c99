import { outOfRange } from "../../algebra/failures.ts";
import { agree } from "../../algebra/margins.ts";
import type { Word } from "../../words/word.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import { join, sideBySide } from "../rational/join.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { fieldBudget } from "./field-budget.ts";
import type { NumericalField } from "./numerical-field.ts";
import { product, scaled } from "./numerical-space.ts";
import { matricesOf, OrthogonalSpace, stepped } from "./orthogonal-space.ts";
import { wordBasis } from "./word-basis.ts";

/** A word and what two automata weigh it. */
export interface WeighedTwice {
  readonly word: Word;
  readonly left: number;
  readonly right: number;
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
export function numericalDifference(
  a: Wfsa<number>,
  b: Wfsa<number>,
  field: NumericalField,
  limits: WorkLimit = {},
): WeighedTwice | undefined {
  const budget = fieldBudget("compare", limits);
  const pieces = [trim(a), trim(b)];
  const weightsOf = (end: "initialWeight" | "finalWeight") =>
    sideBySide(
      field,
      pieces.map((one) => one[end]),
      0,
    );
  const weights = { initialWeight: weightsOf("initialWeight"), finalWeight: weightsOf("finalWeight") };
  const both = join(pieces, 0, [], weights);
  // The scales of the two have no meaning: neither must look like rounding beside the other.
  const initial = pieces.flatMap((one) => {
    const vector = Float64Array.from(one.initialWeight);
    return [...(scaled(vector) ?? vector)];
  });
  const { basis } = wordBasis(new OrthogonalSpace(both, budget, initial));
  const weigh = weigherOf(both, pieces[0].size);
  for (let index = 0; index < basis.size; index++) {
    budget.spend((2 * both.arcs) / 16);
    const { left, right, terms } = weigh(basis.from[index], basis.by[index]);
    const factors = basis.lengths[index] + 1;
    if (!Number.isFinite(terms)) {
      const what = `the weight of a word of ${basis.lengths[index]} letters`;
      throw outOfRange(field.name, what, "an exact semifield can hold it");
    }
    if (agree(field, left, right, factors)) continue;
    if (Math.abs(left - right) > factors * field.tolerance * terms)
      return { word: basis.word(index), left, right };
  }
  return undefined;
}

/**
 * Weighs words one after the other, each given by the number of an earlier one and a letter, or by -1 for ε. The first
 * states are the left automaton, the others the right one; `terms` is the larger sum of the magnitudes of their terms.
 */
function weigherOf(both: Wfsa<number>, split: number) {
  const matrices = matricesOf(both);
  const [initial, final] = [both.initialWeight, both.finalWeight].map((one) => Float64Array.from(one));
  const [leftFinal, rightFinal] = [final.subarray(0, split), final.subarray(split)];
  const vectors: { readonly sums: Float64Array; readonly terms: Float64Array }[] = [];
  const total = (vector: Float64Array) => ({
    left: product(leftFinal, vector),
    right: product(rightFinal, vector.subarray(split)),
  });
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
    const larger = Math.max(magnitude(terms, leftFinal), magnitude(terms.subarray(split), rightFinal));
    return { ...total(sums), terms: larger };
  };
}
