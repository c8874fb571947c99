import { HankelError } from "../errors.ts";
import { addProduct, transposedPanel } from "./product-kernel.ts";

/**
 * What a truncated SVD needs of a matrix: products with thin dense ones. A matrix need not be stored to be one.
 */
export interface LinearMap {
  readonly rows: number;
  readonly columns: number;
  /** A · x. */
  times(x: Matrix): Matrix;
  /** Aᵀ · x. */
  transposedTimes(x: Matrix): Matrix;
}

/** Products are cut into panels of this many terms, so that a panel of the thin factor stays in the cache. */
const PANEL = 256;

/** A dense matrix of doubles, row by row in one array: the entry (i, j) is `data[i * columns + j]`. */
export class Matrix implements LinearMap {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float64Array;

  /** The array is taken as it is, not copied; all zeros by default. */
  constructor(rows: number, columns: number, data: Float64Array = new Float64Array(rows * columns)) {
    if (data.length !== rows * columns) {
      throw new HankelError(
        "usage",
        `a ${rows} × ${columns} matrix has ${rows * columns} entries, not ${data.length}`,
      );
    }
    this.rows = rows;
    this.columns = columns;
    this.data = data;
  }

  /** The matrix with these rows. */
  static from(rows: readonly ArrayLike<number>[]): Matrix {
    const columns = rows.length === 0 ? 0 : rows[0].length;
    const matrix = new Matrix(rows.length, columns);
    rows.forEach((row, i) => {
      if (row.length !== columns)
        throw new HankelError("usage", `row ${i} has ${row.length} entries, and row 0 has ${columns}`);
      matrix.data.set(row, i * columns);
    });
    return matrix;
  }

  static identity(size: number): Matrix {
    const matrix = new Matrix(size, size);
    for (let i = 0; i < size; i++) matrix.data[i * size + i] = 1;
    return matrix;
  }

  at(row: number, column: number): number {
    return this.data[row * this.columns + column];
  }

  /** A row, as a view: writing to it changes the matrix. */
  row(row: number): Float64Array {
    return this.data.subarray(row * this.columns, (row + 1) * this.columns);
  }

  transposed(): Matrix {
    const data = transposedPanel(this.data, this.columns, 0, this.rows);
    return new Matrix(this.columns, this.rows, data);
  }

  /** The first columns. */
  firstColumns(count: number): Matrix {
    const cut = new Matrix(this.rows, count);
    for (let i = 0; i < this.rows; i++) {
      cut.data.set(this.data.subarray(i * this.columns, i * this.columns + count), i * count);
    }
    return cut;
  }

  /** The matrix with every column multiplied by a factor. */
  withScaledColumns(factors: ArrayLike<number>): Matrix {
    const { rows, columns } = this;
    const scaled = new Matrix(rows, columns, this.data.slice());
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) scaled.data[i * columns + j] *= factors[j];
    }
    return scaled;
  }

  times(x: Matrix): Matrix {
    requireInner(this.columns, x.rows, "A · X");
    const product = new Matrix(this.rows, x.columns);
    for (let from = 0; from < this.columns; from += PANEL) {
      const terms = Math.min(PANEL, this.columns - from);
      const left = { data: this.data, rows: this.rows, start: from, stride: this.columns };
      const right = transposedPanel(x.data, x.columns, from, from + terms);
      addProduct(product.data, left, right, x.columns, terms);
    }
    return product;
  }

  transposedTimes(x: Matrix): Matrix {
    requireInner(this.rows, x.rows, "Aᵀ · X");
    const product = new Matrix(this.columns, x.columns);
    for (let from = 0; from < this.rows; from += PANEL) {
      const terms = Math.min(PANEL, this.rows - from);
      const panel = transposedPanel(this.data, this.columns, from, from + terms);
      const left = { data: panel, rows: this.columns, start: 0, stride: terms };
      const right = transposedPanel(x.data, x.columns, from, from + terms);
      addProduct(product.data, left, right, x.columns, terms);
    }
    return product;
  }
}

/** Refuses factors that do not fit. */
export function requireInner(left: number, right: number, product: string): void {
  if (left !== right) {
    throw new HankelError("usage", `${product}: the factors have ${left} and ${right} terms to add up`);
  }
}
