/** Matrices of doubles, dense and sparse, and their products. */

import { HankelError } from "../errors.ts";

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

/**
 * A dense matrix of doubles, row by row in one array: the entry (i, j) is `data[i * columns + j]`.
 *
 * @example
 * const matrix = Matrix.from([[1, 2], [3, 4]]);
 * console.log(matrix.times(Matrix.identity(2)).at(1, 0), matrix.transposed().at(0, 1)); // 3 3
 */
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
    return this.#product(x, false);
  }

  transposedTimes(x: Matrix): Matrix {
    return this.#product(x, true);
  }

  #product(x: Matrix, transposed: boolean): Matrix {
    const { rows, inner } = shapeOfProduct(this, x, transposed);
    const product = new Matrix(rows, x.columns);
    for (let from = 0; from < inner; from += PANEL) {
      const terms = Math.min(PANEL, inner - from);
      const left = transposed
        ? { data: transposedPanel(this.data, rows, from, from + terms), rows, start: 0, stride: terms }
        : { data: this.data, rows, start: from, stride: inner };
      const right = transposedPanel(x.data, x.columns, from, from + terms);
      addProduct(product.data, left, right, x.columns, terms);
    }
    return product;
  }
}

/** How many rows A · X or Aᵀ · X has, and how many terms an entry of it; refuses factors that do not fit. */
function shapeOfProduct({ rows, columns }: LinearMap, x: Matrix, transposed: boolean) {
  const shape = transposed ? { rows: columns, inner: rows } : { rows, inner: columns };
  if (shape.inner === x.rows) return shape;
  const terms = `${shape.inner} and ${x.rows} terms to add up`;
  throw new HankelError("usage", `${transposed ? "Aᵀ" : "A"} · X: the factors have ${terms}`);
}

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
 *
 * @example
 * const parts = { rows: 2, columns: 2, start: Int32Array.of(0, 1, 2), column: Int32Array.of(1, 0), value: Float64Array.of(5, 7) };
 * console.log(new SparseMatrix(parts).toDense().at(0, 1)); // 5
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
    const { start, column, value } = this;
    const width = x.columns;
    const product = new Matrix(shapeOfProduct(this, x, false).rows, width);
    for (let i = 0; i < this.rows; i++) {
      const to = i * width;
      for (let entry = start[i]; entry < start[i + 1]; entry++) {
        addMultiple(product.data, to, value[entry], x.data, column[entry] * width, width);
      }
    }
    return product;
  }

  transposedTimes(x: Matrix): Matrix {
    const { start, column, value } = this;
    const width = x.columns;
    const product = new Matrix(shapeOfProduct(this, x, true).rows, width);
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

/** Rows of a stored matrix, from a column on: row i starts at `start + i * stride`. */
interface Panel {
  readonly data: Float64Array;
  readonly rows: number;
  readonly start: number;
  readonly stride: number;
}

/** The transpose of the rows `from` to `to` of a matrix, tile by tile: whole columns would miss the cache each time. */
function transposedPanel(
  data: Float64Array,
  columns: number,
  from: number,
  to: number,
): Float64Array<ArrayBuffer> {
  const count = to - from;
  const panel = new Float64Array(count * columns);
  const tile = 32;
  for (let i0 = 0; i0 < count; i0 += tile) {
    const i1 = Math.min(i0 + tile, count);
    for (let j0 = 0; j0 < columns; j0 += tile) {
      const j1 = Math.min(j0 + tile, columns);
      for (let i = i0; i < i1; i++) {
        const row = (from + i) * columns;
        for (let j = j0; j < j1; j++) panel[j * count + i] = data[row + j];
      }
    }
  }
  return panel;
}

/**
 * Adds L · Rᵀ to a product, where each row of R has `terms` entries and stands for a column of the product. Two rows and
 * four columns at a time: eight sums stay in registers, and six loads serve eight products.
 */
function addProduct(
  product: Float64Array,
  left: Panel,
  right: Float64Array,
  columns: number,
  terms: number,
): void {
  const { data, rows, start, stride } = left;
  let i = 0;
  for (; i + 1 < rows; i += 2) {
    const a0 = start + i * stride;
    const a1 = a0 + stride;
    const c0 = i * columns;
    const c1 = c0 + columns;
    let j = 0;
    for (; j + 3 < columns; j += 4) {
      const b0 = j * terms;
      const b1 = b0 + terms;
      const b2 = b1 + terms;
      const b3 = b2 + terms;
      let [s00, s01, s02, s03, s10, s11, s12, s13] = [0, 0, 0, 0, 0, 0, 0, 0];
      for (let t = 0; t < terms; t++) {
        const x0 = data[a0 + t];
        const x1 = data[a1 + t];
        const y0 = right[b0 + t];
        const y1 = right[b1 + t];
        const y2 = right[b2 + t];
        const y3 = right[b3 + t];
        s00 += x0 * y0;
        s01 += x0 * y1;
        s02 += x0 * y2;
        s03 += x0 * y3;
        s10 += x1 * y0;
        s11 += x1 * y1;
        s12 += x1 * y2;
        s13 += x1 * y3;
      }
      product[c0 + j] += s00;
      product[c0 + j + 1] += s01;
      product[c0 + j + 2] += s02;
      product[c0 + j + 3] += s03;
      product[c1 + j] += s10;
      product[c1 + j + 1] += s11;
      product[c1 + j + 2] += s12;
      product[c1 + j + 3] += s13;
    }
    for (; j < columns; j++) {
      product[c0 + j] += dot(data, a0, right, j * terms, terms);
      product[c1 + j] += dot(data, a1, right, j * terms, terms);
    }
  }
  for (; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      product[i * columns + j] += dot(data, start + i * stride, right, j * terms, terms);
    }
  }
}

/** Σ x[i + t] · y[j + t]. */
export function dot(x: Float64Array, i: number, y: Float64Array, j: number, terms: number): number {
  let sum = 0;
  for (let t = 0; t < terms; t++) sum += x[i + t] * y[j + t];
  return sum;
}

/** The power of two that brings the largest entry near 1, so that squares neither overflow nor vanish. 1 for zeros. */
export function balance(data: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < data.length; i++) {
    const size = Math.abs(data[i]);
    if (size > largest) largest = size;
  }
  if (largest === 0 || !Number.isFinite(largest)) return 1;
  // 2^1023 is the largest power; below 2^-1022 numbers lose digits, so the factor stops short of both.
  return 2 ** Math.max(-1000, Math.min(1000, -Math.round(Math.log2(largest))));
}
