import { HankelError } from "../errors.ts";
import { jacobiSvd } from "./jacobi-svd.ts";
import { Matrix } from "./matrix.ts";
import { thinQr } from "./thin-qr.ts";

/** How least squares treats directions that the data hardly determine. */
export interface LeastSquaresOptions {
  /** Adds ridge · ‖X‖² to what is minimised: shrinks what the data hardly determine. 0 by default. */
  readonly ridge?: number | undefined;
  /** Singular values of A below this share of the largest count as zero; 1e-12 by default. */
  readonly tolerance?: number | undefined;
}

/**
 * The X that minimises ‖A X - B‖² + ridge · ‖X‖² (Frobenius norms); the shortest such X where A does not determine it. B has a
 * column per unknown vector. By the SVD of A after a QR decomposition: O(rows · columns² + 10 · columns³).
 */
export function leastSquares(a: Matrix, b: Matrix, options: LeastSquaresOptions = {}): Matrix {
  const { ridge = 0, tolerance = 1e-12 } = options;
  if (a.rows !== b.rows)
    throw new HankelError("usage", `least squares: ${a.rows} rows on the left and ${b.rows} on the right`);
  if (!(ridge >= 0)) throw new HankelError("usage", `the ridge is a number from 0 on, not ${ridge}`);
  const tall = a.rows > a.columns;
  const { q, r } = tall ? thinQr(a) : { q: undefined, r: a };
  const { left, values, right } = jacobiSvd(r);
  const least = tolerance * (values[0] ?? 0);
  const factors = values.map((value) => (value > least ? value / (value * value + ridge) : 0));
  const projected = left.transposedTimes(q === undefined ? b : q.transposedTimes(b));
  return right.withScaledColumns(factors).times(projected);
}
