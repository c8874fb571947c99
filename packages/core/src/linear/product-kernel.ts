/** The inner loops of dense products: everything that must be fast about matrices. */

/** Rows of a stored matrix, from a column on: row i starts at `start + i * stride`. */
export interface Panel {
  readonly data: Float64Array;
  readonly rows: number;
  readonly start: number;
  readonly stride: number;
}

/** The transpose of the rows `from` to `to` of a matrix, tile by tile: whole columns would miss the cache each time. */
export function transposedPanel(
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
export function addProduct(
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
