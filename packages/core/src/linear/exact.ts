/** Elimination over any exact field, with its own operations; ⊗ need not be commutative, and factors stand on the left. */

import type { Field, ReadonlyWeights, Weights } from "../algebra/semifield.ts";
import { lookUp } from "../interruption.ts";

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
    lookUp(vector.size);
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
 * A square matrix A of full rank over a field, which grows by one row and one column at a time, and the coordinates of vectors
 * in its rows: v A⁻¹. Those of the unit vectors, the rows of A⁻¹, are always kept, and those of others if they are wanted.
 *
 * With a new row v, a new column u and their common entry d, put δ = d - v A⁻¹ u. The larger matrix has full rank if and
 * only if δ is not zero (its Schur complement; docs/theory/fields.md, 14.2). A vector with coordinates c and the entry e in the
 * new column gets c - f ⊗ v A⁻¹, and f as its last one, where f = (e - c u) ⊗ δ⁻¹.
 *
 * One step takes O(size) products for each vector, and a matrix of size r takes O(r³) in all.
 */
export class GrowingBlock<V> {
  readonly field: BlockField<V>;
  /** The coordinates of the unit vectors. */
  readonly #units: Weights<V>[] = [];
  /** The coordinates of the vectors that are kept; only the first `size` entries count. */
  readonly #kept: Weights<V>[] = [];
  #capacity = 8;

  constructor(field: BlockField<V>) {
    this.field = field;
  }

  get size(): number {
    return this.#units.length;
  }

  /** The coordinates of the vectors that are kept; only the first `size` entries count. */
  get kept(): readonly ReadonlyWeights<V>[] {
    return this.#kept;
  }

  /** v A⁻¹: the coordinates of a row vector in the rows of A. */
  coordinates(row: ReadonlyWeights<V>): Weights<V> {
    const { plus, times, isZero, array } = this.field;
    const size = this.size;
    const sum = array(size);
    for (let i = 0; i < size; i++) {
      const factor = row[i];
      if (isZero(factor)) continue;
      lookUp(size);
      const unit = this.#units[i];
      for (let j = 0; j < size; j++) if (!isZero(unit[j])) sum[j] = plus(sum[j], times(factor, unit[j]));
    }
    return sum;
  }

  /** v A⁻¹ u for the coordinates v A⁻¹ of a vector: what the matrix says of its entry in the column u. */
  product(coordinates: ReadonlyWeights<V>, column: ReadonlyWeights<V>): V {
    const { zero, plus, times, isZero } = this.field;
    let sum = zero;
    lookUp(column.length);
    for (let j = 0; j < column.length; j++) {
      if (!isZero(coordinates[j])) sum = plus(sum, times(coordinates[j], column[j]));
    }
    return sum;
  }

  /** Keeps the coordinates of a vector, which follow the matrix from now on. */
  keep(row: ReadonlyWeights<V>): void {
    this.#kept.push(this.#copy(this.coordinates(row)));
  }

  /**
   * Adds a row by its coordinates v A⁻¹, and a column u; `excess` is δ, which is not zero. `rests` are e - c u for the vectors
   * that are kept.
   */
  grow(
    coordinates: ReadonlyWeights<V>,
    column: ReadonlyWeights<V>,
    excess: V,
    rests: readonly V[] = [],
  ): void {
    const { one, plus, times, negate, isZero, inverse } = this.field;
    const size = this.size;
    if (size === this.#capacity) this.#widen();
    const inverted = inverse(excess);
    const own = this.#copy(coordinates);
    const follow = (vector: Weights<V>, rest: V) => {
      if (isZero(rest)) return;
      lookUp(size);
      const factor = times(rest, inverted);
      const opposite = negate(factor);
      for (let j = 0; j < size; j++) {
        if (!isZero(own[j])) vector[j] = plus(vector[j], times(opposite, own[j]));
      }
      vector[size] = factor;
    };
    for (const unit of this.#units) follow(unit, negate(this.product(unit, column)));
    this.#kept.forEach((vector, i) => {
      follow(vector, rests[i]);
    });
    const unit = this.field.array(this.#capacity);
    follow(unit, one);
    this.#units.push(unit);
  }

  #copy(vector: ReadonlyWeights<V>): Weights<V> {
    const copy = this.field.array(this.#capacity);
    for (let j = 0; j < this.size; j++) copy[j] = vector[j];
    return copy;
  }

  #widen(): void {
    this.#capacity *= 2;
    for (const vectors of [this.#units, this.#kept]) {
      for (let i = 0; i < vectors.length; i++) vectors[i] = this.#copy(vectors[i]);
    }
  }
}
