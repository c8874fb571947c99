import type { Matrix } from "./matrix.ts";

/** A = U · diag(σ) · Vᵀ, or the best approximation of A that has so few singular values. */
export interface Svd {
  /** U: orthonormal columns, one per singular value. */
  readonly left: Matrix;
  /** σ: the singular values, largest first, none negative. */
  readonly values: Float64Array;
  /** V: orthonormal columns, one per singular value. */
  readonly right: Matrix;
}
