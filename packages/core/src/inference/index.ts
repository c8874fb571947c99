export { acceptedWords } from "./accepted.ts";
export { choosing, infer, inferring } from "./infer.ts";
export { type InferStep, type MergeCandidate } from "./infer-step.ts";
export { MergedTree } from "./merged-tree.ts";
export { type MergeDecision } from "./merging.ts";
export {
  type InferPlan,
  inferPlan,
  isHopeless,
  type LearnedModel,
  learningModel,
  lossOfDescription,
  modelsApart,
} from "./models.ts";
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
