/** Language models: teachers that say what comes next after a word, as distributions, and what learners make of them. */

export {
  type CurvePoint,
  type Family,
  type Distribution,
  type DistributionNotation,
  distributionOf,
  type NextAnswers,
  type NextTeacher,
  nextTeacherOf,
  type RowsOptions,
  readDistributions,
  rowsOver,
  SoftLearner,
  type SoftLearnerName,
  type SoftOptions,
  type SyncNextTeacher,
  softLearners,
  softTeacher,
  toleranceRange,
  weightsOfNext,
} from "@hankel/core";
