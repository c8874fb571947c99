import { HankelError } from "../errors.ts";
import { type LinearMap, Matrix, requireInner } from "./matrix.ts";

/** The arrays of a sparse matrix; see `SparseMatrix`. */
export interface SparseParts {
  readonly rows: number;
  readonly columns: number;
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/**
 * A sparse matrix of doubles, compressed by rows: the entries of row i have the numbers `start[i]` to `start[i + 1] - 1`.
 * A product with a thin dense matrix costs its entries times the thin side. Entries at the same place add up.
 */
export class SparseMatrix implements LinearMap {
  readonly rows: number;
  readonly columns: number;
  /** The number of a row's first entry; it has one more element than there are rows. */
  readonly start: Int32Array;
  /** The column of an entry. */
  readonly column: Int32Array;
  readonly value: Float64Array;

  constructor(parts: SparseParts) {
    const { rows, columns, start, column, value } = parts;
    if (start.length !== rows + 1 || start[0] !== 0 || start[rows] !== column.length) {
      throw new HankelError(
        "usage",
        `${rows} rows of a sparse matrix need ${rows + 1} starts, from 0 to the end`,
      );
    }
    if (column.length !== value.length) {
      throw new HankelError("usage", `${column.length} columns of entries, but ${value.length} values`);
    }
    this.rows = rows;
    this.columns = columns;
    this.start = start;
    this.column = column;
    this.value = value;
  }

  /** The number of entries that are stored. */
  get entries(): number {
    return this.value.length;
  }

  times(x: Matrix): Matrix {
    requireInner(this.columns, x.rows, "A · X");
    const { start, column, value } = this;
    const width = x.columns;
    const product = new Matrix(this.rows, width);
    for (let i = 0; i < this.rows; i++) {
      const to = i * width;
      for (let entry = start[i]; entry < start[i + 1]; entry++) {
        addMultiple(product.data, to, value[entry], x.data, column[entry] * width, width);
      }
    }
    return product;
  }

  transposedTimes(x: Matrix): Matrix {
    requireInner(this.rows, x.rows, "Aᵀ · X");
    const { start, column, value } = this;
    const width = x.columns;
    const product = new Matrix(this.columns, width);
    for (let i = 0; i < this.rows; i++) {
      const from = i * width;
      for (let entry = start[i]; entry < start[i + 1]; entry++) {
        addMultiple(product.data, column[entry] * width, value[entry], x.data, from, width);
      }
    }
    return product;
  }

  toDense(): Matrix {
    const dense = new Matrix(this.rows, this.columns);
    for (let i = 0; i < this.rows; i++) {
      for (let entry = this.start[i]; entry < this.start[i + 1]; entry++) {
        dense.data[i * this.columns + this.column[entry]] += this.value[entry];
      }
    }
    return dense;
  }
}

/** y += factor · x, on `width` entries. */
function addMultiple(
  y: Float64Array,
  to: number,
  factor: number,
  x: Float64Array,
  from: number,
  width: number,
): void {
  for (let t = 0; t < width; t++) y[to + t] += factor * x[from + t];
}
