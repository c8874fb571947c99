import { HankelError } from "../../errors.ts";
import type { Automaton } from "../convert.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import type { OperationBudget } from "../operation-budget.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { WfsaBuilder } from "../wfsa-builder.ts";
import { fieldBudget } from "./field-budget.ts";
import { type NumericalField, numericalField } from "./numerical-field.ts";
import { product } from "./numerical-space.ts";
import { matricesOf, OrthogonalSpace, stepped } from "./orthogonal-space.ts";
import { reversed } from "./reversed.ts";
import { wordBasis } from "./word-basis.ts";

/**
 * Over a field of floats, such as real, an automaton of numerically the same language with as many states as its numerical
 * rank, deterministic or not.
 *
 * The automaton is projected on an orthonormal basis of the vectors λ μ(x), then on one of the columns μ(y) ρ, each only if
 * that saves states. A direction that is no more than `NUMERICAL_THRESHOLD` of a vector is left out, so a state that is
 * reached with less weight than that beside others on the same letter may be lost. The basis is orthogonal and not one of
 * words, because rows of words may be nearly dependent: so the result is not canonical, and equal languages may give different
 * automata. Use `reduce` over an exact field. O(letters · states³) products.
 */
export function reduceNumerically<W>(automaton: Automaton<W>, limits: WorkLimit = {}): Wfsa<W> {
  const field = numericalField(automaton.algebra);
  if (field === undefined) {
    throw new HankelError(
      "unsupported",
      `reduceNumerically needs a field of floats, such as real, and ${automaton.algebra.name} is none; use reduce over an exact field`,
    );
  }
  const budget = fieldBudget("reduceNumerically", limits);
  const wfsa = trim(removeEpsilon(automaton, limits)) as unknown as Wfsa<number>;
  const onRows = onOrthogonalBasis(wfsa, field, budget);
  const onColumns = onOrthogonalBasis(reversed(onRows, field), field, budget);
  return (onColumns.size < onRows.size ? reversed(onColumns, field) : onRows) as unknown as Wfsa<W>;
}

/** λ Qᵀ, Q μ(a) Qᵀ and Q ρ, where the rows of Q are an orthonormal basis of the vectors λ μ(x). */
function onOrthogonalBasis(wfsa: Wfsa<number>, field: NumericalField, budget: OperationBudget): Wfsa<number> {
  const space = new OrthogonalSpace(wfsa, budget);
  wordBasis(space);
  const basis = space.orthonormal;
  if (basis.length === wfsa.size) return wfsa;
  const sizes = basis.map((row) => row.map(Math.abs));
  /** The product of a vector with a row, without what is only rounding of its terms. */
  const entry = (vector: Float64Array, terms: Float64Array, row: number) => {
    const sum = product(vector, basis[row]);
    const rounding = wfsa.size * Number.EPSILON * product(terms, sizes[row]);
    return Math.abs(sum) > rounding && field.isWeight(sum) ? sum : 0;
  };
  const builder = new WfsaBuilder<number>(field, wfsa.alphabet);
  const [initial, final] = [wfsa.initialWeight, wfsa.finalWeight].map((one) => Float64Array.from(one));
  for (const row of basis.keys()) {
    const state = builder.state(entry(final, final.map(Math.abs), row));
    builder.initial(state, entry(initial, initial.map(Math.abs), row));
  }
  for (const [letter, matrix] of matricesOf(wfsa).entries()) {
    for (const [from, vector] of basis.entries()) {
      budget.spend((2 * (matrix.weight.length + wfsa.size * basis.length)) / 16);
      const [next, terms] = [stepped(vector, matrix), stepped(sizes[from], matrix, "magnitude")];
      for (const to of basis.keys()) builder.arcOn(from, letter, entry(next, terms, to), to);
    }
  }
  return builder.build();
}
