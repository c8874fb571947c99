export { type Basis, countUpTo, type FrequentBasisOptions, frequentBasis, wordsUpTo } from "./basis.ts";
export { type BestBasisOptions, bestBasis, type GrownBasis } from "./best-basis.ts";
export { type Block } from "./block.ts";
export {
  candidateRanks,
  defaultThreshold,
  type RankChoice,
  type RankScore,
  rankByLikelihood,
  rankBySpectrum,
} from "./choose-rank.ts";
export { forwardTeacher } from "./forward-teacher.ts";
export { type Sample, sampleBlock } from "./sample-block.ts";
export { type FitOptions, SpectralFit } from "./spectral-fit.ts";
export { type Statistic, statisticNames } from "./statistic.ts";
export { type SumOfWords, sumOfWords } from "./sum-of-words.ts";
export { weighedBlock, weighedBlockBytes } from "./weighed-block.ts";
export { type AskOptions, numbersOf, WeighedWords, type WeighWords } from "./weighed-words.ts";
