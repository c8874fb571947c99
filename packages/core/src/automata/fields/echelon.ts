import type { Field } from "../../algebra/semifield.ts";
import type { OperationBudget } from "../operation-budget.ts";

/** A vector by its entries that are not zero. */
export type Sparse<W> = Map<number, W>;

/** What elimination uses of a field; ⊗ need not be commutative. */
export type EliminationField<W> = Pick<Field<W>, "one" | "plus" | "times" | "negate" | "inverse" | "isZero">;

export interface EchelonOptions<W> {
  /** Counts the products. */
  readonly budget?: OperationBudget;
  /**
   * The place of the pivot of a vector, or `undefined` for a vector that counts as zero. Over an exact field any non-zero
   * entry will do; the default is the first. Rounded numbers need the largest entry, and a threshold.
   */
  readonly pivot?: (vector: Sparse<W>) => number | undefined;
}

/**
 * Gaussian elimination, one vector at a time: a growing basis of a space of row vectors over a field, in echelon form.
 * Each vector is 1 at its pivot, and all later vectors are 0 there. Factors stand on the left.
 */
export class Echelon<W> {
  readonly #field: EliminationField<W>;
  readonly #budget: OperationBudget | undefined;
  readonly #pivot: (vector: Sparse<W>) => number | undefined;
  readonly vectors: Sparse<W>[] = [];
  /** The number of the vector that has its pivot at a place. */
  readonly #pivots = new Map<number, number>();

  constructor(field: EliminationField<W>, { budget, pivot = firstEntry }: EchelonOptions<W> = {}) {
    this.#field = field;
    this.#budget = budget;
    this.#pivot = pivot;
  }

  /** Adds a vector to the basis if it is outside the space; otherwise returns what the basis leaves of it. */
  add(vector: Sparse<W>): Sparse<W> | undefined {
    const { times, inverse, one } = this.#field;
    const rest = new Map(vector);
    for (let place = this.#firstPivot(rest); place !== undefined; place = this.#firstPivot(rest)) {
      const next = this.vectors[this.#pivots.get(place) as number];
      this.#subtract(rest, rest.get(place) as W, next);
    }
    const pivot = this.#pivot(rest);
    if (pivot === undefined) return rest;
    const inverted = inverse(rest.get(pivot) as W);
    for (const [at, weight] of rest) rest.set(at, at === pivot ? one : times(inverted, weight));
    this.#pivots.set(pivot, this.vectors.push(rest) - 1);
    return undefined;
  }

  /** The place of the first of the vectors' pivots that a vector has an entry at; later vectors are 0 there. */
  #firstPivot(rest: Sparse<W>): number | undefined {
    let first: number | undefined;
    let least = this.vectors.length;
    for (const place of rest.keys()) {
      const number = this.#pivots.get(place);
      if (number === undefined || number >= least) continue;
      least = number;
      first = place;
    }
    return first;
  }

  /** rest - factor ⊗ vector; entries that become zero are dropped. */
  #subtract(rest: Sparse<W>, factor: W, vector: Sparse<W>): void {
    const field = this.#field;
    this.#budget?.spend(vector.size);
    const opposite = field.negate(factor);
    for (const [at, weight] of vector) addTo(field, rest, at, field.times(opposite, weight));
  }
}

function firstEntry<W>(vector: Sparse<W>): number | undefined {
  for (const at of vector.keys()) return at;
  return undefined;
}

/** Adds to an entry, and drops it if the sum is zero. */
export function addTo<W>(field: EliminationField<W>, vector: Sparse<W>, at: number, weight: W): void {
  const before = vector.get(at);
  const sum = before === undefined ? weight : field.plus(before, weight);
  if (field.isZero(sum)) vector.delete(at);
  else vector.set(at, sum);
}

/** The rank of a matrix given by its rows. */
export function rank<W>(
  field: EliminationField<W>,
  rows: readonly (readonly W[])[],
  options: EchelonOptions<W> = {},
): number {
  const basis = new Echelon(field, options);
  for (const row of rows) {
    if (basis.vectors.length === row.length) break;
    const vector: Sparse<W> = new Map();
    row.forEach((entry, at) => {
      if (!field.isZero(entry)) vector.set(at, entry);
    });
    basis.add(vector);
  }
  return basis.vectors.length;
}
