/** Elimination over any exact field, with its own operations; ⊗ need not be commutative, and factors stand on the left. */

import type { Field, ReadonlyWeights, Weights } from "../algebra/semifield.ts";

/** Counts products, and throws at a limit. */
export interface Meter {
  spend(amount: number): void;
}

/** A vector by its entries that are not zero. */
export type Sparse<W> = Map<number, W>;

/**
 * Gaussian elimination, one vector at a time: a growing basis of a space of row vectors over a field, in echelon form.
 * Each vector is 1 at its pivot, and all later vectors are 0 there.
 */
export class Echelon<W> {
  readonly #field: Field<W>;
  readonly #meter: Meter | undefined;
  readonly #width: number;
  readonly vectors: Sparse<W>[] = [];
  /** The number of the vector that has its pivot at a place. */
  readonly #pivots = new Map<number, number>();

  /** Entries from the place `width` on are carried along, but are no pivots. */
  constructor(field: Field<W>, meter?: Meter, width = Number.POSITIVE_INFINITY) {
    this.#field = field;
    this.#meter = meter;
    this.#width = width;
  }

  /** Adds a vector to the basis if it is outside the space; otherwise returns what the basis leaves of it. */
  add(vector: Sparse<W>): Sparse<W> | undefined {
    const { times, inverse, one } = this.#field;
    const rest = new Map(vector);
    for (let place = this.#firstPivot(rest); place !== undefined; place = this.#firstPivot(rest)) {
      const next = this.vectors[this.#pivots.get(place) as number];
      this.#subtract(rest, rest.get(place) as W, next);
    }
    const pivot = this.#pivotOf(rest);
    if (pivot === undefined) return rest;
    const inverted = inverse(rest.get(pivot) as W);
    for (const [at, weight] of rest) rest.set(at, at === pivot ? one : times(inverted, weight));
    this.#pivots.set(pivot, this.vectors.push(rest) - 1);
    return undefined;
  }

  #pivotOf(rest: Sparse<W>): number | undefined {
    for (const at of rest.keys()) if (at < this.#width) return at;
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
    this.#meter?.spend(vector.size);
    const opposite = field.negate(factor);
    for (const [at, weight] of vector) addTo(field, rest, at, field.times(opposite, weight));
  }
}

/** Adds to an entry, and drops it if the sum is zero. */
export function addTo<W>(field: Field<W>, vector: Sparse<W>, at: number, weight: W): void {
  const before = vector.get(at);
  const sum = before === undefined ? weight : field.plus(before, weight);
  if (field.isZero(sum)) vector.delete(at);
  else vector.set(at, sum);
}

/** The rank of a matrix given by its rows. */
export function rank<W>(field: Field<W>, rows: readonly (readonly W[])[]): number {
  const basis = new Echelon(field);
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

/** What a block uses of a field; rounded numbers will do. */
export type BlockField<V> = Pick<
  Field<V>,
  "zero" | "one" | "plus" | "times" | "negate" | "inverse" | "isZero" | "array"
>;

/**
 * The inverse of a square matrix A of full rank over a field, which grows by one row and one column at a time. A row
 * vector v is written in the rows of A by v A⁻¹.
 *
 * With a new row v, a new column u and their common entry d, put δ = d - v A⁻¹ u. The larger matrix has full rank if and
 * only if δ is not zero (its Schur complement; docs/theory/fields.md, 14.2), and its inverse is
 *
 *     A⁻¹ + y δ⁻¹ c   -y δ⁻¹          where c = v A⁻¹
 *        -δ⁻¹ c         δ⁻¹           and y = A⁻¹ u.
 *
 * One step takes O(size²) products, and a matrix of size r takes O(r³) in all.
 */
export class GrowingBlock<V> {
  readonly field: BlockField<V>;
  #size = 0;
  /** The number of entries from one row of the inverse to the next. */
  #stride = 8;
  #inverse: Weights<V>;

  constructor(field: BlockField<V>) {
    this.field = field;
    this.#inverse = field.array(this.#stride ** 2);
  }

  get size(): number {
    return this.#size;
  }

  /** v A⁻¹: the coordinates of a row vector in the rows of A. */
  coordinates(row: ReadonlyWeights<V>): Weights<V> {
    const { plus, times, isZero, array } = this.field;
    const [size, stride, inverse] = [this.#size, this.#stride, this.#inverse];
    const sum = array(size);
    for (let i = 0; i < size; i++) {
      const factor = row[i];
      if (isZero(factor)) continue;
      const start = i * stride;
      for (let j = 0; j < size; j++) {
        const entry = inverse[start + j];
        if (!isZero(entry)) sum[j] = plus(sum[j], times(factor, entry));
      }
    }
    return sum;
  }

  /** Adds a row by its coordinates v A⁻¹, and a column u; `excess` is δ, which is not zero. */
  grow(coordinates: ReadonlyWeights<V>, column: ReadonlyWeights<V>, excess: V): void {
    const { plus, times, negate, isZero } = this.field;
    const size = this.#size;
    if (size === this.#stride) this.#widen();
    const [stride, inverse] = [this.#stride, this.#inverse];
    const inverted = this.field.inverse(excess);
    for (let i = 0; i < size; i++) {
      const start = i * stride;
      const y = this.#entryOfColumn(start, column);
      if (isZero(y)) continue;
      const factor = times(y, inverted);
      for (let j = 0; j < size; j++) {
        if (!isZero(coordinates[j])) {
          inverse[start + j] = plus(inverse[start + j], times(factor, coordinates[j]));
        }
      }
      inverse[start + size] = negate(factor);
    }
    const opposite = negate(inverted);
    const last = size * stride;
    for (let j = 0; j < size; j++) inverse[last + j] = times(opposite, coordinates[j]);
    inverse[last + size] = inverted;
    this.#size = size + 1;
  }

  /** An entry of A⁻¹ u, for a row of the inverse. */
  #entryOfColumn(start: number, column: ReadonlyWeights<V>): V {
    const { zero, plus, times } = this.field;
    const inverse = this.#inverse;
    let sum = zero;
    for (let k = 0; k < this.#size; k++) sum = plus(sum, times(inverse[start + k], column[k]));
    return sum;
  }

  #widen(): void {
    const [size, stride, old] = [this.#size, this.#stride, this.#inverse];
    this.#stride = 2 * stride;
    this.#inverse = this.field.array(this.#stride ** 2);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) this.#inverse[i * this.#stride + j] = old[i * stride + j];
    }
  }
}
