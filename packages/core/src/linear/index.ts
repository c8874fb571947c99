export { jacobiSvd, singularValues } from "./jacobi-svd.ts";
export { type LeastSquaresOptions, leastSquares } from "./least-squares.ts";
export { type LinearMap, Matrix } from "./matrix.ts";
export { solve } from "./solve.ts";
export { SparseMatrix, type SparseParts } from "./sparse-matrix.ts";
export { spectralRadius } from "./spectral-radius.ts";
export { type Svd } from "./svd.ts";
export { type Qr, thinQr } from "./thin-qr.ts";
export { type TruncatedSvdOptions, truncatedSvd } from "./truncated-svd.ts";
