import type { Field } from "../../algebra/semifield.ts";
import type { Budget } from "../budget.ts";

/** A vector by its entries that are not zero. */
export type Sparse<W> = Map<number, W>;

/**
 * A growing basis of a space of row vectors over a field, in echelon form: each vector has a pivot, where it is 1 and
 * all later ones are 0. Factors stand on the left, so that ⊗ need not be commutative.
 */
export class Echelon<W> {
  readonly #field: Field<W>;
  readonly #budget: Budget;
  readonly vectors: Sparse<W>[] = [];
  readonly #pivots: number[] = [];

  constructor(field: Field<W>, budget: Budget) {
    this.#field = field;
    this.#budget = budget;
  }

  /**
   * The coordinates of a vector in this basis, by number. A vector outside of the space joins the basis, and then
   * has a coordinate for itself: the last.
   */
  insert(vector: Sparse<W>): Sparse<W> {
    const { times, inverse } = this.#field;
    const rest = new Map(vector);
    const coordinates: Sparse<W> = new Map();
    for (let i = 0; i < this.vectors.length; i++) {
      const factor = rest.get(this.#pivots[i]);
      if (factor === undefined) continue;
      coordinates.set(i, factor);
      this.#subtract(rest, factor, this.vectors[i]);
    }
    for (const [pivot, scale] of rest) {
      const inverted = inverse(scale);
      for (const [at, weight] of rest) rest.set(at, at === pivot ? this.#field.one : times(inverted, weight));
      coordinates.set(this.vectors.push(rest) - 1, scale);
      this.#pivots.push(pivot);
      break;
    }
    return coordinates;
  }

  /** rest - factor ⊗ vector; entries that become zero are dropped. */
  #subtract(rest: Sparse<W>, factor: W, vector: Sparse<W>): void {
    const field = this.#field;
    this.#budget.spend(vector.size);
    const opposite = field.negate(factor);
    for (const [at, weight] of vector) addTo(field, rest, at, field.times(opposite, weight));
  }
}

/** Adds to an entry, and drops it when that makes it zero. */
export function addTo<W>(field: Field<W>, vector: Sparse<W>, at: number, weight: W): void {
  const before = vector.get(at);
  const sum = before === undefined ? weight : field.plus(before, weight);
  if (field.isZero(sum)) vector.delete(at);
  else vector.set(at, sum);
}
