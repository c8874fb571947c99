import type { Rational } from "../../algebra/fraction.ts";
import type { Field } from "../../algebra/semifield.ts";
import type { OperationBudget } from "../operation-budget.ts";
import type { Wfsa } from "../wfsa.ts";
import { Modulus } from "./modular-rows.ts";
import { type ModularAutomaton, ModularSpace } from "./modular-space.ts";
import { imageModulo, primesBelow } from "./rational-image.ts";
import { representationOf } from "./representation.ts";
import { SparseSpace } from "./sparse-space.ts";
import { wordBasis } from "./word-basis.ts";

/**
 * The dimension of the space of vectors λ μ(x). Over the rational numbers it is that modulo one prime, which is never more, and
 * hardly ever less. No ε arcs.
 */
export function spaceRank<W>(wfsa: Wfsa<W>, field: Field<W>, budget: OperationBudget): number {
  const form = representationOf(wfsa);
  if (form.kind === "sparse") return wordBasis(new SparseSpace(wfsa, field, budget)).basis.size;
  const automaton = form.kind === "modular" ? form.automaton : someImage(form.automaton);
  return wordBasis(new ModularSpace(automaton, budget, false)).basis.size;
}

/** The automaton modulo the largest prime of 26 bits that divides no denominator. */
export function someImage(automaton: Wfsa<Rational>): ModularAutomaton {
  for (const prime of primesBelow(2 ** 26)) {
    const image = imageModulo(automaton, new Modulus(prime));
    if (image !== undefined) return image;
  }
  throw new RangeError("every prime divides a denominator");
}
