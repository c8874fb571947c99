export {
  answerWeights,
  type Combined,
  type Kind,
  type KindName,
  type OnConflict,
  readAnswers,
  type Steady,
  type Terms,
  type WeightChoice,
} from "./kind.ts";
export { kindOf, kindOfAutomaton } from "./kinds.ts";
export { isRows, RowAnswers, type RowsKind, type RowsOptions, readDistributions, rowsOver } from "./rows.ts";
export { RunAnswers, type RunsKind, runsOf, runWeight } from "./runs.ts";
export { algebraOf, defaultTests, WeightAnswers, type WeightsKind, weightsIn } from "./weights.ts";
