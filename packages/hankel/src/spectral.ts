/**
 * Spectral learning: automata over the reals from samples or from weights that are asked, by singular values; the matrices it
 * works with; and automata with negative weights as language models (docs/spectral.md).
 */

export {
  type AskOptions,
  type Basis,
  type BestBasisOptions,
  type Block,
  bestBasis,
  candidateRanks,
  DEFAULT_FLOOR,
  defaultThreshold,
  type FitOptions,
  Forward,
  type FrequentBasisOptions,
  forwardTeacher,
  frequentBasis,
  type GrownBasis,
  type RankChoice,
  type RankScore,
  rankByLikelihood,
  rankBySpectrum,
  type Sample,
  SpectralFit,
  type Statistic,
  type SumOfWords,
  sampleBlock,
  statisticNames,
  sumOfWords,
  WeighedWords,
  type WeighWords,
  type WordFigures,
  type WordFiguresOptions,
  weighedBlock,
  wordFigures,
  wordPerplexity,
  wordsUpTo,
} from "@hankel/core";

// Matrices of doubles.

export {
  jacobiSvd,
  type LeastSquaresOptions,
  type LinearMap,
  leastSquares,
  Matrix,
  type Qr,
  SparseMatrix,
  type SparseParts,
  type Svd,
  singularValues,
  solve,
  spectralRadius,
  type TruncatedSvdOptions,
  thinQr,
  truncatedSvd,
} from "@hankel/core";
