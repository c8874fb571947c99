import { Matrix } from "./matrix.ts";
import { dot } from "./product-kernel.ts";
import { balance } from "./scale.ts";
import type { Svd } from "./svd.ts";
import { thinQr } from "./thin-qr.ts";

/** Columns count as orthogonal if their cosine is no larger: about the rounding of a scalar product. */
const COSINE = 1e-15;

/** A square below this, of entries near 1, is rounding: its column counts as zero. */
const NOTHING = 1e-290;

/** Jacobi's method converges quadratically: ten sweeps are many. */
const SWEEPS = 60;

/**
 * The whole singular value decomposition A = U · diag(σ) · Vᵀ, by one-sided Jacobi rotations (Hestenes 1958): pairs of columns
 * are rotated until all are orthogonal; their lengths are the singular values. Slow, O(rows · columns²) for each of about
 * ten sweeps, but simple and accurate, small singular values included. U and V have min(rows, columns) columns.
 */
export function jacobiSvd(a: Matrix): Svd {
  if (a.rows < a.columns) {
    const { left, values, right } = jacobiSvd(a.transposed());
    return { left: right, values, right: left };
  }
  const { q, r } = thinQr(a);
  const scale = balance(r.data);
  const size = a.columns;
  // The rows of R, as columns of its transpose: they are nearly sorted by length, which saves sweeps.
  const columns = r.data.slice();
  for (let i = 0; i < columns.length; i++) columns[i] *= scale;
  const turned = Matrix.identity(size).data;
  for (let sweep = 0; sweep < SWEEPS && rotateAll(columns, turned, size); sweep++);
  const { values, order } = lengths(columns, size);
  // Rᵀ = W · diag(σ) · Tᵀ, so A = Q R = (Q T) · diag(σ) · Wᵀ.
  const right = directions(columns, values, order, size);
  const left = q.times(columnsOf(turned, order, size));
  return { left, values: values.map((value) => value / scale), right };
}

/** The singular values of a matrix, largest first. */
export function singularValues(a: Matrix): Float64Array {
  return jacobiSvd(a).values;
}

/** A sweep: rotates every pair of columns that is not orthogonal. Was there one? */
function rotateAll(columns: Float64Array, turned: Float64Array, size: number): boolean {
  let rotated = false;
  const squares = Float64Array.from({ length: size }, (_, p) =>
    dot(columns, p * size, columns, p * size, size),
  );
  for (let p = 0; p < size - 1; p++) {
    for (let q = p + 1; q < size; q++) {
      const [i, j] = [p * size, q * size];
      const [pp, qq] = [squares[p], squares[q]];
      if (pp < NOTHING || qq < NOTHING) continue;
      const pq = dot(columns, i, columns, j, size);
      if (Math.abs(pq) <= COSINE * Math.sqrt(pp) * Math.sqrt(qq)) continue;
      rotated = true;
      const zeta = (qq - pp) / (2 * pq);
      const tangent = Math.sign(zeta || 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
      const cosine = 1 / Math.sqrt(1 + tangent * tangent);
      rotate(columns, i, j, cosine, cosine * tangent, size);
      rotate(turned, i, j, cosine, cosine * tangent, size);
      squares[p] = pp - tangent * pq;
      squares[q] = qq + tangent * pq;
    }
  }
  return rotated;
}

function rotate(x: Float64Array, i: number, j: number, cosine: number, sine: number, size: number): void {
  for (let t = 0; t < size; t++) {
    const [a, b] = [x[i + t], x[j + t]];
    x[i + t] = cosine * a - sine * b;
    x[j + t] = sine * a + cosine * b;
  }
}

/** The lengths of the columns, largest first, and which column has each. */
function lengths(columns: Float64Array, size: number): { values: Float64Array; order: number[] } {
  const length = Array.from({ length: size }, (_, p) => {
    const square = dot(columns, p * size, columns, p * size, size);
    return square < NOTHING ? 0 : Math.sqrt(square);
  });
  const order = [...length.keys()].sort((a, b) => length[b] - length[a] || a - b);
  return { values: Float64Array.from(order, (p) => length[p]), order };
}

/** The columns, each of length 1; where one is zero, any direction that is orthogonal to the others. */
function directions(
  columns: Float64Array,
  values: Float64Array,
  order: readonly number[],
  size: number,
): Matrix {
  const inverse = values.map((value) => (value === 0 ? 0 : 1 / value));
  const found = columnsOf(columns, order, size).withScaledColumns(inverse);
  if (!values.includes(0)) return found;
  const { q, r } = thinQr(found);
  return q.withScaledColumns(Float64Array.from({ length: size }, (_, j) => (r.at(j, j) < 0 ? -1 : 1)));
}

/** The matrix whose columns are stored one behind the other, in another order. */
function columnsOf(stored: Float64Array, order: readonly number[], size: number): Matrix {
  const rows = new Matrix(size, size);
  order.forEach((p, i) => {
    rows.data.set(stored.subarray(p * size, (p + 1) * size), i * size);
  });
  return rows.transposed();
}
