/** The rank of a matrix over a field: exact, modulo primes, or numerical. */

import { residuesModulo } from "../algebra/modular.ts";
import { type Field, kernelOf } from "../algebra/semifield.ts";
import { singularValues } from "./decompositions.ts";
import { rank } from "./exact.ts";
import { dot, Matrix } from "./matrix.ts";
import { ModularRows, Modulus } from "./modular.ts";

/**
 * A dimension counts if it makes up more than this share of the largest one: a singular value, or what is left of a vector
 * outside the space of others. It is the tolerance within which weights of `real` are equal by default, so what is smaller
 * cannot be told from the difference of equal weights. Rounding of doubles is far below, near 1e-15 times the size of a
 * matrix. A larger tolerance loses states that are reached with little weight; a smaller one takes noise of the answers for states.
 */
export const RANK_TOLERANCE = 1e-9;

/** Does a dimension of this size count beside the largest one? */
export function counts(size: number, largest: number, tolerance: number = RANK_TOLERANCE): boolean {
  return size > tolerance * largest;
}

/** The numerical rank of a matrix with these singular values. */
export function numericalRank(values: ArrayLike<number>, tolerance?: number): number {
  const sizes = Array.from(values, Math.abs);
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  return sizes.filter((size) => counts(size, largest, tolerance)).length;
}

/** The primes of the images of rational matrices: three, because one might divide a minor. */
const PRIMES = [2_147_483_647, 2_147_483_629, 2_147_483_587];

/**
 * The rank of a matrix given by its rows. Over the rational numbers it is the largest one modulo three primes: it is never
 * more than the rank, and less only if each of them divides a minor. Over rounded numbers it is numerical.
 */
export function rankOf<W>(field: Field<W>, rows: readonly (readonly W[])[]): number {
  const kernel = kernelOf(field);
  if (kernel.kind === "generic") return rank(field, rows);
  if (kernel.kind === "floating") {
    const block = Matrix.from(rows.map((row) => row.map((entry) => kernel.of(entry))));
    return numericalRank(singularValues(balanced(block).matrix));
  }
  if (kernel.kind === "modular") {
    return rankModulo(kernel.prime, rows, (entry) => kernel.of(entry));
  }
  const most = Math.min(rows.length, rows[0]?.length ?? 0);
  let found = 0;
  for (const prime of PRIMES) {
    const residue = residuesModulo(prime);
    found = Math.max(
      found,
      rankModulo(prime, rows, (entry) => residue(kernel.of(entry))),
    );
    if (found === most) break;
  }
  return found;
}

/** The rank modulo a prime. Rows with an entry that has no residue are left out, so it is never more than that of the ratios. */
export function rankModulo<W>(
  prime: number,
  rows: readonly (readonly W[])[],
  residue: (entry: W) => number | undefined,
): number {
  const width = rows[0]?.length ?? 0;
  const basis = new ModularRows(new Modulus(prime), width);
  for (const row of rows) {
    const image = row.map(residue);
    if (image.every((entry) => entry !== undefined)) basis.add(Float64Array.from(image));
    if (basis.size === width) break;
  }
  return basis.size;
}

/** A matrix whose columns, and then rows, are divided by their largest magnitudes, and the factors: small weights count like large ones. */
export function balanced(block: Matrix): { matrix: Matrix; rows: Float64Array; columns: Float64Array } {
  const matrix = new Matrix(block.rows, block.columns, block.data.slice());
  const rows = new Float64Array(block.rows).fill(1);
  const columns = new Float64Array(block.columns);
  for (let j = 0; j < block.columns; j++) {
    let most = 0;
    for (let i = 0; i < block.rows; i++) most = Math.max(most, Math.abs(matrix.at(i, j)));
    columns[j] = most === 0 ? 1 : 1 / most;
  }
  for (let i = 0; i < block.rows; i++) {
    const row = matrix.row(i);
    let most = 0;
    for (let j = 0; j < block.columns; j++) most = Math.max(most, Math.abs((row[j] *= columns[j])));
    if (most > 0) rows[i] = 1 / most;
    for (let j = 0; j < block.columns; j++) row[j] *= rows[i];
  }
  return { matrix, rows, columns };
}

/**
 * The direction of the part of a vector that is outside a space with an orthonormal basis; `undefined` if that part does not
 * count beside a vector of length 1. The vector is used up. Gram and Schmidt, twice: once is not enough for floats.
 */
export function directionOutside(
  orthonormal: readonly Float64Array[],
  rest: Float64Array,
): Float64Array | undefined {
  for (let round = 0; round < 2; round++) {
    for (const one of orthonormal) {
      const share = product(one, rest);
      for (let i = 0; i < rest.length; i++) rest[i] -= share * one[i];
    }
  }
  return counts(lengthOf(rest), 1) ? scaled(rest) : undefined;
}

/** The vector of length 1 in the same direction; none for zero, and for what is no vector of finite numbers. */
export function scaled(vector: Float64Array): Float64Array | undefined {
  const length = lengthOf(vector);
  return length > 0 && length < Number.POSITIVE_INFINITY ? vector.map((entry) => entry / length) : undefined;
}

/** Entries are scaled first: their squares may be too large or too small for floats. */
export function lengthOf(vector: Float64Array): number {
  const largest = vector.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
  if (!(largest > 0 && largest < Number.POSITIVE_INFINITY)) return largest;
  const shares = vector.map((entry) => entry / largest);
  return largest * Math.sqrt(product(shares, shares));
}

/** Σ aᵢ bᵢ. */
export function product(a: Float64Array, b: Float64Array): number {
  return dot(a, 0, b, 0, a.length);
}
