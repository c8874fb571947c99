import type { Field } from "../../algebra/semifield.ts";
import type { Word } from "../../words/word.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import type { OperationBudget } from "../operation-budget.ts";
import { join, sideBySide } from "../rational/join.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { requireExactField } from "../requirements.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { areConjugate } from "./conjugate.ts";
import { fieldBudget } from "./field-budget.ts";
import { modularDifference, rationalDifference } from "./rational-difference.ts";
import { representationOf } from "./representation.ts";
import { SparseSpace } from "./sparse-space.ts";
import { wordBasis } from "./word-basis.ts";

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
  const both = sideBySideNegated(left, right, field);
  const form = representationOf(both);
  if (form.kind === "sparse") return sparseDifference(both, field, budget);
  if (form.kind === "modular") return modularDifference(form.automaton, budget);
  const isZero = () => haveProof(left, right) || haveProof(right, left);
  return rationalDifference(form.automaton, budget, { proven, isZero });
}

/** Is there a quick proof that the languages are equal? */
function haveProof<W>(words: Wfsa<W>, other: Wfsa<W>): boolean {
  const [one, two] = [representationOf(words), representationOf(other)];
  return one.kind === "rational" && two.kind === "rational" && areConjugate(one.automaton, two.automaton);
}

/** The automaton of the difference of two languages. */
function sideBySideNegated<W>(left: Wfsa<W>, right: Wfsa<W>, field: Field<W>): Wfsa<W> {
  const negated = Array.from(right.initialWeight, (weight) => field.negate(weight));
  return join([left, right], 0, [], {
    initialWeight: sideBySide(field, [left.initialWeight, negated], 0),
    finalWeight: sideBySide(field, [left.finalWeight, right.finalWeight], 0),
  });
}

function sparseDifference<W>(wfsa: Wfsa<W>, field: Field<W>, budget: OperationBudget): Word | undefined {
  const space = new SparseSpace(wfsa, field, budget);
  const { basis, stopped } = wordBasis(space, (vector) => !field.isZero(space.weight(vector)));
  return stopped ? basis.word(basis.size - 1) : undefined;
}
