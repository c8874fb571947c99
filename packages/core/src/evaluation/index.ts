export {
  type AnswerComparison,
  type AnsweredWords,
  type Answerer,
  type CompareAnswersOptions,
  compareAnswers,
} from "./compare-answers.ts";
export {
  type CompareModelsOptions,
  compareModels,
  type ModelComparison,
  type ModelGap,
  type PlaceOfDifference,
} from "./compare-models.ts";
export { type DrawnWords, type DrawOptions, drawWords } from "./drawn-words.ts";
export { type Estimate } from "./estimate.ts";
export {
  type EvaluateOptions,
  evaluate,
  evaluateOn,
  evaluateSample,
  type SampleFigures,
} from "./evaluate.ts";
export { evaluateExactly } from "./evaluate-exactly.ts";
export { type Figures, type LengthFigures } from "./figures.ts";
export { type LikeliestOptions, type LikeliestSymbols, likeliestSymbols } from "./likeliest-symbols.ts";
export { type Model, type RowOf } from "./rows.ts";
export { type Share } from "./share.ts";
export {
  type Grouped,
  type GroupOptions,
  groupSymbols,
  type SymbolGroup,
} from "./symbol-groups.ts";
export {
  DEFAULT_FLOOR,
  type WordFigures,
  type WordFiguresOptions,
  wordFigures,
  wordPerplexity,
} from "./word-figures.ts";
export {
  type Confusion,
  type PairScore,
  type PrefixPair,
  scorePairs,
  type WorldModelOptions,
  type WorldModelScores,
  worldModelScores,
} from "./world-model.ts";
