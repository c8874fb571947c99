/** Systems of linear equations modulo primes of 25 bits, by blocks of columns that stay in the cache and in registers. */

import { inverseModulo, modularProduct } from "../algebra/modular.ts";
import { lookUp } from "../interruption.ts";
import type { Meter } from "./exact.ts";
import { balancedResidue, ROUND, TYPED_PRODUCT } from "./modular.ts";

/** Primes are below this. */
export const LARGEST_OF_SYSTEMS = 2 ** 25;

/**
 * So many products are added up before the sum is reduced. Residues are balanced, so a product is less than 2^48 in magnitude, and
 * 31 of them and a residue are a safe integer.
 */
export const BLOCK = 24;

/** Equations in rows of one array: in each the coefficients of the unknowns, then the right-hand sides. */
export interface Equations {
  readonly data: Float64Array;
  readonly rows: number;
  readonly unknowns: number;
  readonly width: number;
}

/**
 * Solves A x = b modulo a prime for all right-hand sides b at once: in the row k of the array then stand, in their places, the values of the
 * unknown k. The first rows are as many equations as there are unknowns; further ones are only looked at. Returns the
 * determinant of the first ones: 0 if they are singular; `undefined` if a further equation has no solution with them. All
 * numbers are balanced residues.
 *
 * LU decomposition with blocks of columns (Golub and Van Loan, *Matrix Computations*, 3.2.10): rows · unknowns · (unknowns / 3 +
 * right-hand sides) products, nearly all in `subtractProducts`.
 */
export function solveModulo(system: Equations, p: number, meter?: Meter): number | undefined {
  const { data, rows, unknowns, width } = system;
  const inverses = new Float64Array(unknowns);
  let determinant = 1;
  const times = modularProduct(p);
  for (let k = 0; k < unknowns; k += BLOCK) {
    const end = Math.min(k + BLOCK, unknowns);
    for (let j = k; j < end; j++) {
      const pivot = pivotOf(system, j);
      if (pivot < 0) return 0;
      if (pivot !== j) determinant = p - determinant;
      swapRows(system, pivot, j);
      const entry = data[j * width + j];
      const positive = entry < 0 ? entry + p : entry;
      determinant = times(determinant, positive);
      inverses[j] = inverseModulo(positive, p);
      eliminateWithin(system, j, end, balancedResidue(inverses[j], p), p);
    }
    for (let i = k; i < end; i += 2) {
      subtractProducts(data, width, [i, Math.min(i + 2, end)], [end, width], [k, i - k], p);
      if (i + 1 < end) subtractProducts(data, width, [i + 1, i + 2], [end, width], [i, 1], p);
    }
    const products = subtractProducts(data, width, [end, rows], [end, width], [k, end - k], p);
    meter?.spend(products * TYPED_PRODUCT);
  }
  for (let i = unknowns * width; i < rows * width; i += width) {
    for (let j = unknowns; j < width; j++) if (data[i + j] !== 0) return undefined;
  }
  substitute(system, inverses, p, meter);
  return determinant;
}

function pivotOf({ data, unknowns, width }: Equations, column: number): number {
  for (let i = column; i < unknowns; i++) if (data[i * width + column] !== 0) return i;
  return -1;
}

function swapRows({ data, width }: Equations, i: number, j: number): void {
  if (i === j) return;
  const row = data.slice(i * width, (i + 1) * width);
  data.copyWithin(i * width, j * width, (j + 1) * width);
  data.set(row, j * width);
}

/** Eliminates an unknown from the rows below, but only within its block of columns; the factors stay where zeros would be. */
function eliminateWithin(
  { data, rows, width }: Equations,
  k: number,
  end: number,
  inverse: number,
  p: number,
): void {
  const pivot = k * width;
  for (let i = k + 1; i < rows; i++) {
    const row = i * width;
    if (data[row + k] === 0) continue;
    const factor = balancedResidue(data[row + k] * inverse, p);
    data[row + k] = factor;
    for (let j = k + 1; j < end; j++) {
      data[row + j] = balancedResidue(data[row + j] - factor * data[pivot + j], p);
    }
  }
}

/** Back substitution: the unknowns of a block, then what they take from the rows above. */
function substitute(
  { data, unknowns, width }: Equations,
  inverses: Float64Array,
  p: number,
  meter: Meter | undefined,
): void {
  for (let end = unknowns; end > 0; ) {
    const k = Math.max(0, end - BLOCK);
    for (let i = end - 1; i >= k; i--) {
      // In pairs, too: the row above takes its products with the rows below the pair along.
      const odd = (end - i) % 2 === 0;
      if (odd) subtractProducts(data, width, [i, i + 1], [unknowns, width], [i + 1, 1], p);
      else
        subtractProducts(
          data,
          width,
          [Math.max(k, i - 1), i + 1],
          [unknowns, width],
          [i + 1, end - i - 1],
          p,
        );
      const inverse = balancedResidue(inverses[i], p);
      for (let j = i * width + unknowns; j < (i + 1) * width; j++) {
        data[j] = balancedResidue(data[j] * inverse, p);
      }
    }
    const products = subtractProducts(data, width, [0, k], [unknowns, width], [k, end - k], p);
    meter?.spend(products * TYPED_PRODUCT);
    end = k;
  }
}

type Range = readonly [from: number, to: number];

/**
 * Subtracts from the block of an array with these rows and columns the product of two others: L, in the same rows and in `terms` columns
 * from `first` on, and R, in the same columns and in `terms` rows from `first` on. At most BLOCK terms.
 *
 * Two rows and four columns at a time: eight sums stay in registers, and six loads serve eight products. Rows of zeros in L take no
 * time, so that sparse matrices stay cheap. Returns the number of products.
 */
export function subtractProducts(
  data: Float64Array,
  width: number,
  [fromRow, toRow]: Range,
  [fromColumn, toColumn]: Range,
  [first, terms]: readonly [first: number, terms: number],
  p: number,
): number {
  if (terms === 0) return 0;
  let products = 0;
  const inverse = 1 / p;
  const end = first + terms;
  let previous = -1;
  for (let i = fromRow; i <= toRow; i++) {
    // Rows with products to subtract are taken in pairs; the last may be left alone, and is its own partner.
    const last = i === toRow;
    if (last ? previous < 0 : isZero(data, i * width + first, terms)) continue;
    if (!last && previous < 0) {
      previous = i;
      continue;
    }
    const [a, b] = [previous * width, last ? previous * width : i * width];
    previous = -1;
    const own = (last ? 1 : 2) * terms * (toColumn - fromColumn);
    products += own;
    lookUp(own * TYPED_PRODUCT);
    let j = fromColumn;
    for (; j + 3 < toColumn; j += 4) {
      let [s0, s1, s2, s3] = [data[a + j], data[a + j + 1], data[a + j + 2], data[a + j + 3]];
      let [t0, t1, t2, t3] = [data[b + j], data[b + j + 1], data[b + j + 2], data[b + j + 3]];
      for (let k = first, r = first * width + j; k < end; k++, r += width) {
        const x = data[a + k];
        const y = data[b + k];
        const r0 = data[r];
        const r1 = data[r + 1];
        const r2 = data[r + 2];
        const r3 = data[r + 3];
        s0 -= x * r0;
        s1 -= x * r1;
        s2 -= x * r2;
        s3 -= x * r3;
        t0 -= y * r0;
        t1 -= y * r1;
        t2 -= y * r2;
        t3 -= y * r3;
      }
      data[a + j] = s0 - (s0 * inverse + ROUND - ROUND) * p;
      data[a + j + 1] = s1 - (s1 * inverse + ROUND - ROUND) * p;
      data[a + j + 2] = s2 - (s2 * inverse + ROUND - ROUND) * p;
      data[a + j + 3] = s3 - (s3 * inverse + ROUND - ROUND) * p;
      data[b + j] = t0 - (t0 * inverse + ROUND - ROUND) * p;
      data[b + j + 1] = t1 - (t1 * inverse + ROUND - ROUND) * p;
      data[b + j + 2] = t2 - (t2 * inverse + ROUND - ROUND) * p;
      data[b + j + 3] = t3 - (t3 * inverse + ROUND - ROUND) * p;
    }
    for (; j < toColumn; j++) {
      let [s, t] = [data[a + j], data[b + j]];
      for (let k = first, r = first * width + j; k < end; k++, r += width) {
        s -= data[a + k] * data[r];
        t -= data[b + k] * data[r];
      }
      data[a + j] = s - (s * inverse + ROUND - ROUND) * p;
      data[b + j] = t - (t * inverse + ROUND - ROUND) * p;
    }
  }
  return products;
}

function isZero(data: Float64Array, from: number, count: number): boolean {
  for (let i = from; i < from + count; i++) if (data[i] !== 0) return false;
  return true;
}
