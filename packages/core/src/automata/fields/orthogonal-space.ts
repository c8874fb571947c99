import { outOfRange } from "../../algebra/failures.ts";
import type { Letter } from "../../words/word.ts";
import type { OperationBudget } from "../operation-budget.ts";
import type { Wfsa } from "../wfsa.ts";
import { directionOutside, lengthOf, scaled } from "./numerical-space.ts";
import type { WordSpace } from "./word-basis.ts";

/**
 * The space of the vectors λ μ(x) of an automaton over the reals, with an orthonormal basis that is closed under letters.
 *
 * The vectors of long words are nearly parallel where one eigenvalue dominates, so that they seem dependent. So letters are
 * applied to the orthonormal vectors, as Arnoldi does, and not to those of the words: `add` replaces a vector by the direction
 * that is new in it. Without rounding the words of the basis are the same, because up to every word both bases span the same
 * space. A vector is outside the space if its part outside is more than the threshold beside the terms that it is a sum of:
 * what remains of terms that cancel is rounding.
 */
export class OrthogonalSpace implements WordSpace<Float64Array, true> {
  readonly initial: Float64Array | undefined;
  readonly orthonormal: Float64Array[] = [];
  readonly #algebra: string;
  readonly #size: number;
  readonly #matrices: readonly SparseMatrix[];
  readonly #budget: OperationBudget;

  constructor(wfsa: Wfsa<number>, budget: OperationBudget, initial: ArrayLike<number> = wfsa.initialWeight) {
    this.initial = scaled(Float64Array.from(initial));
    this.#algebra = wfsa.algebra.name;
    this.#size = wfsa.size;
    this.#matrices = matricesOf(wfsa);
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

/** The entries of a matrix, other than zero. */
export interface SparseMatrix {
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly weight: Float64Array;
  readonly magnitude: Float64Array;
}

/** μ(a) for each letter; no ε arcs. */
export function matricesOf(wfsa: Wfsa<number>): SparseMatrix[] {
  const arcs = Array.from({ length: wfsa.alphabet.size }, (): number[] => []);
  for (let arc = 0; arc < wfsa.arcs; arc++) arcs[wfsa.letter[arc]].push(arc);
  return arcs.map((numbers) => {
    const weight = Float64Array.from(numbers, (arc) => wfsa.arcWeight[arc]);
    return {
      source: Int32Array.from(numbers, (arc) => wfsa.source[arc]),
      target: Int32Array.from(numbers, (arc) => wfsa.target[arc]),
      weight,
      magnitude: weight.map(Math.abs),
    };
  });
}

/** v M, or v |M| for the magnitudes of the entries. */
export function stepped(
  vector: Float64Array,
  { source, target, ...entries }: SparseMatrix,
  which: "weight" | "magnitude" = "weight",
): Float64Array {
  const next = new Float64Array(vector.length);
  const weights = entries[which];
  for (let i = 0; i < weights.length; i++) next[target[i]] += vector[source[i]] * weights[i];
  return next;
}
