import type { Field, ReadonlyWeights, Weights } from "../../algebra/semifield.ts";

/** What the block uses of a field; ⊗ need not be commutative. */
export type BlockField<V> = Pick<
  Field<V>,
  "zero" | "one" | "plus" | "times" | "negate" | "inverse" | "isZero" | "array"
>;

/**
 * The inverse of a square matrix A of full rank over a field, which grows by one row and one column at a time. A row
 * vector v is written in the rows of A by v A⁻¹: factors stand on the left, so this holds over skew fields too.
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
