import { rational } from "../../algebra/rational.ts";
import { type Field, kernelOf } from "../../algebra/semifield.ts";
import { Modulus } from "../../linear/modular.ts";
import type { Word } from "../../words/word.ts";
import { withWeights } from "../convert.ts";
import type { OperationBudget } from "../requirements.ts";
import type { Wfsa } from "../wfsa.ts";
import { type FirstWordOptions, firstImage, liftedBasis, rationalDifference } from "./rational-words.ts";
import {
  ModularSpace,
  modularAutomaton,
  type SolvedBasis,
  type SpaceCoordinates,
  SparseSpace,
  type WeighedSpace,
  wordBasis,
} from "./word-spaces.ts";

/** With more states than this, vectors are maps of their entries: arrays would fill the memory. */
const MOST_DENSE = 4096;

/** What the words of an automaton span over an exact field, in the arithmetic of its kernel. */
export interface ExactWords<W> {
  /** The words of the word basis. Over the rational numbers modulo one prime: never more, and hardly ever fewer. */
  independent(): Word[];
  /** The word basis. */
  solved(): SolvedBasis<W>;
  /** A shortest word whose weight is not zero. */
  firstWord(options?: FirstWordOptions): Word | undefined;
}

/** The words of an automaton without ε arcs. This is where the arithmetic is chosen. */
export function exactWords<W>(wfsa: Wfsa<W>, field: Field<W>, budget: OperationBudget): ExactWords<W> {
  const kernel = kernelOf(field);
  if (wfsa.size <= MOST_DENSE && kernel.kind === "rational") {
    const ratios = withWeights(wfsa, rational, (weight) => kernel.of(weight));
    return {
      independent: () => wordBasis(new ModularSpace(firstImage(ratios), budget, false)).basis.words(),
      solved: () => mapped(liftedBasis(ratios, budget), (ratio) => kernel.weight(ratio)),
      firstWord: (options) => rationalDifference(ratios, budget, options),
    };
  }
  if (wfsa.size <= MOST_DENSE && kernel.kind === "modular") {
    const residues = modularAutomaton(wfsa, new Modulus(kernel.prime), (weight) => kernel.of(weight));
    return wordsOf(
      (coordinates) => new ModularSpace(residues, budget, coordinates),
      (residue) => kernel.weight(residue),
      (residue) => residue === 0,
    );
  }
  return wordsOf(
    () => new SparseSpace(wfsa, field, budget),
    (weight) => weight,
    (weight) => field.isZero(weight),
  );
}

function wordsOf<W, V, C extends SpaceCoordinates<N>, N>(
  space: (coordinates: boolean) => WeighedSpace<V, C, N>,
  weight: (value: N) => W,
  isZero: (value: N) => boolean,
): ExactWords<W> {
  return {
    independent: () => wordBasis(space(false)).basis.words(),
    solved() {
      const own = space(true);
      const { from, by, vectors, dependent } = wordBasis(own).basis;
      return mapped(
        {
          from,
          by,
          weights: vectors.map((vector) => own.weight(vector)),
          dependent: dependent.map((one) => ({ ...one, coordinates: one.coordinates.entries() })),
        },
        weight,
      );
    },
    firstWord() {
      const own = space(false);
      const { basis, stopped } = wordBasis(own, (vector) => !isZero(own.weight(vector)));
      return stopped ? basis.word(basis.size - 1) : undefined;
    },
  };
}

function mapped<N, W>(
  { from, by, weights, dependent }: SolvedBasis<N>,
  weight: (value: N) => W,
): SolvedBasis<W> {
  return {
    from,
    by,
    weights: weights.map(weight),
    dependent: dependent.map((one) => ({
      ...one,
      coordinates: entries(one.coordinates, weight),
    })),
  };
}

function* entries<N, W>(
  coordinates: Iterable<readonly [number, N]>,
  weight: (value: N) => W,
): Generator<[number, W]> {
  for (const [at, value] of coordinates) yield [at, weight(value)];
}

/** The field with products in the opposite order. */
export function oppositeOf<W>(field: Field<W>): Field<W> {
  return field.commutative ? field : { ...field, times: (a, b) => field.times(b, a) };
}
