/** Language models: teachers that say what comes next after a word, as distributions, and what learners make of them. */

export {
  type AnswerType,
  type CurvePoint,
  type Distribution,
  type DistributionNotation,
  distributionOf,
  distributions,
  type NextAnswers,
  type NextTeacher,
  nextTeacherOf,
  readDistributions,
  SoftLearner,
  type SoftLearnerName,
  type SoftOptions,
  type SyncNextTeacher,
  softLearners,
  softTeacher,
  toleranceRange,
  weightsOfNext,
} from "@hankel/core";
