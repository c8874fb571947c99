import type { Field } from "../../algebra/semifield.ts";
import type { Word } from "../../words/word.ts";
import type { Automaton } from "../convert.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import type { OperationBudget } from "../operation-budget.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { requireField } from "../requirements.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { fieldBudget } from "./field-budget.ts";
import { Modulus } from "./modular-rows.ts";
import { ModularSpace } from "./modular-space.ts";
import { NumericalSpace } from "./numerical-space.ts";
import { imageModulo, primesBelow } from "./rational-image.ts";
import { reduce } from "./reduce.ts";
import { representationOf } from "./representation.ts";
import { oppositeOf, reversed } from "./reversed.ts";
import { SparseSpace } from "./sparse-space.ts";
import { wordBasis } from "./word-basis.ts";

/** Words that show the rank of a language: its Hankel matrix has full rank on these prefixes and suffixes. */
export interface HankelBasis {
  readonly prefixes: readonly Word[];
  readonly suffixes: readonly Word[];
}

/**
 * Words x₁ … xᵣ and y₁ … yᵣ such that the block L(xᵢ yⱼ) of the Hankel matrix has full rank r, the rank of the language. ε
 * is among both, unless the language is zero. Prefixes are closed under prefixes, suffixes under suffixes.
 *
 * With as many states as the rank, the block is the product of two regular matrices: the vectors λ μ(x) of the prefixes and
 * those μ(y) ρ of the suffixes. An automaton with more states is reduced first. Over a field with rounded weights, such as
 * real, independence is numerical. O(letters · states³) products.
 */
export function basisOf<W>(automaton: Automaton<W>, limits: WorkLimit = {}): HankelBasis {
  const field = requireField(automaton.algebra, "basisOf");
  const budget = fieldBudget("basisOf", limits);
  const wfsa = trim(removeEpsilon(automaton, limits));
  if (!field.exact) return numericalBasis(wfsa, field);
  const found = fullBasis(wfsa, field, budget);
  if (found !== undefined) return found;
  const reduced = reduce(wfsa, limits);
  const basis = fullBasis(reduced, field, budget, Number.POSITIVE_INFINITY);
  if (basis === undefined) throw new RangeError("a reduced automaton has a full basis");
  return basis;
}

/** The basis of an automaton with as many states as the rank, or `undefined` if it has more. */
function fullBasis<W>(
  wfsa: Wfsa<W>,
  field: Field<W>,
  budget: OperationBudget,
  primes = 1,
): HankelBasis | undefined {
  const opposite = oppositeOf(field);
  const back = reversed(wfsa, opposite);
  const form = representationOf(wfsa);
  const full = (prefixes: readonly Word[], suffixes: readonly Word[]): HankelBasis | undefined => {
    if (prefixes.length < wfsa.size || suffixes.length < wfsa.size) return undefined;
    return { prefixes, suffixes: suffixes.map((word) => word.toReversed()) };
  };
  if (form.kind !== "rational") {
    return full(wordsOf(wfsa, field, budget), wordsOf(back, opposite, budget));
  }
  let tried = 0;
  for (const prime of primesBelow(2 ** 26)) {
    if (tried >= primes) break;
    const image = imageModulo(form.automaton, new Modulus(prime));
    if (image === undefined) continue;
    tried++;
    const { source: target, target: source, initialWeight: finalWeight, finalWeight: initialWeight } = image;
    const mirrored = { ...image, source, target, initialWeight, finalWeight };
    const [ahead, behind] = [image, mirrored].map((one) =>
      wordBasis(new ModularSpace(one, budget, false)).basis.words(),
    );
    const found = full(ahead, behind);
    if (found !== undefined) return found;
  }
  return undefined;
}

function wordsOf<W>(wfsa: Wfsa<W>, field: Field<W>, budget: OperationBudget): Word[] {
  const form = representationOf(wfsa);
  if (form.kind === "modular")
    return wordBasis(new ModularSpace(form.automaton, budget, false)).basis.words();
  return wordBasis(new SparseSpace(wfsa, field, budget)).basis.words();
}

/**
 * Rows are independent if the vectors λ μ(x) are, projected on the space of the columns μ(y) ρ; and the other way round. A
 * basis of the rows and one of the columns have a full-rank block.
 */
function numericalBasis<W>(wfsa: Wfsa<W>, field: Field<W>): HankelBasis {
  const back = reversed(wfsa, oppositeOf(field));
  const spaceOf = (one: Wfsa<W>) => {
    const space = new NumericalSpace(one);
    wordBasis(space);
    return space.orthonormal;
  };
  const words = (one: Wfsa<W>, onto: readonly Float64Array[]) =>
    wordBasis(new NumericalSpace(one, onto)).basis.words();
  const suffixes = words(back, spaceOf(wfsa));
  return {
    prefixes: words(wfsa, spaceOf(back)),
    suffixes: suffixes.map((word) => word.toReversed()),
  };
}
