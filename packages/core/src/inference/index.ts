export { acceptedWords } from "./accepted.ts";
export { type InferStep, infer, inferring, type MergeCandidate } from "./infer.ts";
export { MergedTree } from "./merged-tree.ts";
export { type MergeDecision } from "./merging.ts";
export {
  type ContradictoryWords,
  type InferFigures,
  type InferOptions,
  type InferProgress,
  type Inferred,
  type InferredDistribution,
  type InferredLanguage,
  type InferredMachine,
  type InferredWeights,
  type InferSample,
  type InferWarning,
  type LabelledSample,
  type MeasureName,
  type ObservedWords,
  type Suggestion,
  type Support,
  type TraceSample,
  type Tried,
  type WeightedSample,
  type WordSample,
} from "./sample.ts";
export { suggestions } from "./suggestions.ts";
