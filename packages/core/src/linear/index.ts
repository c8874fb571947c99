export {
  jacobiSvd,
  type Qr,
  type Svd,
  singularValues,
  spectralRadius,
  type TruncatedSvdOptions,
  thinQr,
  truncatedSvd,
} from "./decompositions.ts";
export { type LinearMap, Matrix, SparseMatrix, type SparseParts } from "./matrix.ts";
export { numericalRank, RANK_TOLERANCE } from "./rank.ts";
export { type LeastSquaresOptions, leastSquares, Ridge, solve } from "./systems.ts";
