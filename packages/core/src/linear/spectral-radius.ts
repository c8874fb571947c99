import { Matrix } from "./matrix.ts";

/** Squarings: the power is 2 to this, so that a factor of n in the norm changes the result by less than a thousandth of a percent. */
const SQUARINGS = 20;

/**
 * The largest absolute value of the eigenvalues of a square matrix, by Gelfand's formula lim ‖Aᵏ‖^{1/k} for k = 2²⁰: no
 * iteration to converge, and complex eigenvalues are no special case. O(20 · n³).
 */
export function spectralRadius(a: Matrix): number {
  let power = a;
  let logarithm = 0;
  for (let step = 0; step <= SQUARINGS; step++) {
    const norm = Math.sqrt(power.data.reduce((sum, entry) => sum + entry * entry, 0));
    if (norm === 0) return 0;
    logarithm += Math.log(norm) / 2 ** step;
    if (step === SQUARINGS) break;
    // Aᵏ itself would overflow: it is kept at norm 1, and the logarithm of its norm beside it.
    const scaled = new Matrix(
      a.rows,
      a.columns,
      power.data.map((entry) => entry / norm),
    );
    power = scaled.times(scaled);
  }
  return Math.exp(logarithm);
}
