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
export { ngramModel } from "./ngram.ts";
export { type Model, type RowOf } from "./rows.ts";
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
