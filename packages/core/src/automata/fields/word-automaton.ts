import type { Field } from "../../algebra/semifield.ts";
import type { Letter } from "../../words/word.ts";
import type { OperationBudget } from "../operation-budget.ts";
import type { Wfsa } from "../wfsa.ts";
import { WfsaBuilder } from "../wfsa-builder.ts";
import { liftedBasis } from "./lifted-basis.ts";
import { ModularSpace } from "./modular-space.ts";
import { representationOf } from "./representation.ts";
import { SparseSpace } from "./sparse-space.ts";
import { wordBasis } from "./word-basis.ts";

/** A word basis, the weight of each of its words, and the coordinates of the words behind it. */
interface SolvedBasis<W> {
  readonly from: readonly number[];
  readonly by: readonly Letter[];
  readonly weights: readonly W[];
  readonly dependent: readonly {
    readonly word: number;
    readonly letter: Letter;
    readonly coordinates: Iterable<readonly [number, W]>;
  }[];
}

/**
 * The same language with a state for each word of the word basis of the vectors λ μ(x): λ is 1 for ε, ρ has the weights of
 * the words, and a word followed by a letter leads to that word, or to the words that its vector depends on. No ε arcs.
 */
export function onWordBasis<W>(wfsa: Wfsa<W>, field: Field<W>, budget: OperationBudget): Wfsa<W> {
  const { from, by, weights, dependent } = solvedBasis(wfsa, field, budget);
  const builder = new WfsaBuilder<W>(field, wfsa.alphabet);
  for (const weight of weights) builder.state(weight);
  if (weights.length > 0) builder.initial(0);
  for (let word = 1; word < from.length; word++) builder.arcOn(from[word], by[word], field.one, word);
  for (const { word, letter, coordinates } of dependent) {
    const ordered = [...coordinates].sort(([a], [b]) => a - b);
    for (const [to, weight] of ordered) builder.arcOn(word, letter, weight, to);
  }
  return builder.build();
}

function solvedBasis<W>(wfsa: Wfsa<W>, field: Field<W>, budget: OperationBudget): SolvedBasis<W> {
  const form = representationOf(wfsa);
  if (form.kind === "sparse") {
    const space = new SparseSpace(wfsa, field, budget);
    const { basis } = wordBasis(space);
    const weights = basis.vectors.map((vector) => space.weight(vector));
    return { from: basis.from, by: basis.by, weights, dependent: basis.dependent };
  }
  if (form.kind === "rational") {
    const { from, by, weights, dependent } = liftedBasis(form.automaton, budget);
    return {
      from,
      by,
      weights: weights.map(form.weight),
      dependent: dependent.map((one) => ({
        ...one,
        coordinates: one.coordinates.map(form.weight).entries(),
      })),
    };
  }
  const space = new ModularSpace(form.automaton, budget, true);
  const { basis } = wordBasis(space);
  return {
    from: basis.from,
    by: basis.by,
    weights: basis.vectors.map((vector) => form.weight(space.weight(vector))),
    dependent: basis.dependent.map((one) => ({
      ...one,
      coordinates: Array.from(one.coordinates, form.weight).entries(),
    })),
  };
}
