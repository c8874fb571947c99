export { Answers, type Clash } from "./answers.ts";
export {
  answerWeights,
  type Combined,
  type Kind,
  type KindName,
  type OnConflict,
  readAnswers,
  type Terms,
  type WeightChoice,
} from "./kind.ts";
export { kindOf, kindOfAutomaton } from "./kinds.ts";
export { Observations, RunObservations } from "./observations.ts";
export { isRows, RowAnswers, type RowsKind, type RowsOptions, readDistributions, rowsOver } from "./rows.ts";
export { RunAnswers, type RunsKind, runsOf, runWeight } from "./runs.ts";
export { type AnswerClash, AnswerStore, type StoredAnswer, type Verdict } from "./store.ts";
export { algebraOf, defaultTests, WeightAnswers, type WeightsKind, weightsIn } from "./weights.ts";
