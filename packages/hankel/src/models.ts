/** Language models: teachers that say what comes next after a word, as distributions, and what learners make of them. */

export {
  type Distribution,
  type DistributionNotation,
  distributionOf,
  type NextAnswers,
  type NextTeacher,
  nextTeacherOf,
  type RowsOptions,
  readDistributions,
  rowsOver,
  type SoftLearnerName,
  type SoftOptions,
  type SyncNextTeacher,
  softLearners,
  softTeacher,
  weightsOfNext,
} from "@hankel/core";
