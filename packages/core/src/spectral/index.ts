export { type BestBasisOptions, bestBasis, type GrownBasis } from "./best-basis.ts";
export {
  type Basis,
  type Block,
  type Statistic,
  statisticNames,
  weighedBlock,
  weighedBlockBytes,
  wordsUpTo,
} from "./block.ts";
export {
  candidateRanks,
  defaultThreshold,
  type RankChoice,
  type RankScore,
  rankByLikelihood,
  rankBySpectrum,
} from "./choose-rank.ts";
export { type FrequentBasisOptions, frequentBasis, type Sample, sampleBlock } from "./sample-block.ts";
export { type FitOptions, SpectralFit } from "./spectral-fit.ts";
export { forwardTeacher, type SumOfWords, sumOfWords } from "./sum-of-words.ts";
export { type AskOptions, numbersOf, WeighedWords, type WeighWords } from "./weighed-words.ts";
